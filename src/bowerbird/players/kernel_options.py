"""Convert a rulebook to the kernel's options, and list what they leave out."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bowerbird.cards import Pack
from bowerbird.kernel.options import BY_TRICKS, Need, Options
from bowerbird.rulebook.model import AuctionRules, DiscardRules, LeadRules, PackRules, PointRules, Rulebook
from bowerbird.rulebook.weak_hands import WEAK_HANDS

__all__ = ["left_out", "options_of"]

_NEEDS: Final = {
    "nothing": Need.NOTHING,
    "natural": Need.NATURAL,
    "trump or left bower": Need.TRUMP_OR_LEFT,
}


def options_of(book: Rulebook) -> Options:
    """The rules of one hand for the kernel. `left_out` lists what it can't play."""
    return _options(book.pack, book.auction, book.discard, book.lead, book.points)


@lru_cache(maxsize=64)
def _options(
    pack: PackRules, auction: AuctionRules, discard: DiscardRules, lead: LeadRules, points: PointRules
) -> Options:
    return Options(
        stick_the_dealer=auction.stick_the_dealer,
        partner_must_go_alone=auction.partner_orders_alone,
        need_round_one=_NEEDS[auction.need_first_round],
        need_round_two=_NEEDS[auction.need_second_round],
        dealer_exempt=not auction.dealer_needs,
        may_discard_turn_up=discard.turn_up,
        keep_turn_up_in_a_flush=discard.keep_turn_up_in_a_flush,
        lead_left_of_lone=lead.opening == "left of lone hand",
        made=points.made,
        march=points.march,
        alone_made=points.alone_made,
        alone_march=points.alone_march,
        euchre=BY_TRICKS if points.euchre == "by tricks" else points.euchre,
        euchre_alone=BY_TRICKS if points.euchre_alone == "by tricks" else points.euchre_alone,
        pack=Pack(pack.lowest, pack.joker),
    )


def left_out(book: Rulebook) -> tuple[str, ...]:
    """Things that these rules allow and bulk play leaves out, in words."""
    deal = book.deal
    said = {
        "no trump is never named": book.auction.no_trump,
        "nobody defends alone": book.alone.defend_alone != "off",
        "a lone player gets no card from the partner": book.alone.partners_best,
        **{f"{name} is played": True for name in WEAK_HANDS if name in (*deal.new_deal_for, *deal.exchange_for)},
        f"a {book.words.joker} turned up is dealt again": book.pack.joker,
    }
    return tuple(words for words, is_left_out in said.items() if is_left_out)
