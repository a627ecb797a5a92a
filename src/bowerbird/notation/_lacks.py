"""What EGN lacks: the reason why a game at our table can't be written in it, in words for people.

EGN has cards and calls in turn, and points of which a file can set two: for a lone march, and for a lone hand that is
euchred. It has no rulings and no mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from bowerbird.notation.egn import MOST_DEALS
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.points import hand_points
from bowerbird.rulebook.weak_hands import WEAK_HANDS
from bowerbird.seats import Seat
from bowerbird.table import Hand, HandResult, Table, Trick
from bowerbird.table.state import Gain, cards_in

__all__ = ["PlayedDeal", "no_mistake", "wanting"]


class PlayedDeal(msgspec.Struct, frozen=True):
    """A deal to write: its number in the file, the hand as it was left, and its result unless it is in progress.

    `score` is the one after it.
    """

    number: int
    dealer: Seat
    hand: Hand
    result: HandResult | None = None
    score: tuple[int, int] = (0, 0)


_OUTCOMES: Final = {
    ("made", False): "a hand that is made",
    ("made", True): "a lone hand that is made",
    ("march", False): "a march",
    ("march", True): "a lone march",
    ("euchre", False): "a euchre",
    ("euchre", True): "a lone hand that is euchred",
}


def wanting(table: Table, deals: Sequence[PlayedDeal], told: Rulebook) -> Iterator[str]:
    """The rules of this game that EGN has no way to write. `told` is the rulebook that the file states."""
    state = table.state
    if len(deals) > MOST_DEALS:
        yield f"an EGN file has at most {MOST_DEALS} deals, and this game has {len(deals)}"
    if state.result is not None and state.result.ended_by == "ruling":
        yield "EGN has no rulings, and one ended this game"
    for place, deal in enumerate(deals, start=1):
        lacked = [*_wanting_in(deal, table.book), *_wanting_points(deal, table.book, told)]
        yield from (f"{each} (deal {place})" for each in lacked)
    if any(isinstance(line, Gain) and line.ruling is not None and any(line.points) for line in state.sheet):
        yield "EGN has no penalties, and a ruling changed the score"


def _wanting_in(deal: PlayedDeal, book: Rulebook) -> Iterator[str]:
    hand = deal.hand
    if deal.result is not None and deal.result.outcome == "ruled":
        yield "EGN has no rulings, and one decided a hand"
    if hand.lone_defender is not None and not hand.alone:
        yield f"EGN has no lone defence unless the makers are alone too, and {hand.lone_defender.word} defended alone"
    if hand.exchanged is not None and not WEAK_HANDS["farmer's hand"].fits(cards_in(hand.dealt[hand.exchanged])):
        yield f"EGN exchanges farmer's hands only, and {hand.exchanged.word} exchanged another hand"
    if any(call.seat is not Seat((deal.dealer + place) % 4) for place, call in enumerate(hand.calls, start=1)):
        yield "EGN has no calls out of turn, and one was accepted"
    leads = _first_to_lead(deal, book)
    for number, trick in enumerate(hand.tricks, start=1):
        if not _in_turn(hand, trick, leads):
            yield f"EGN has no cards out of turn, and one was accepted in trick {number}"
        leads = leads if trick.winner is None else trick.winner


def _first_to_lead(deal: PlayedDeal, book: Rulebook) -> Seat:
    hand = deal.hand
    from_lone = hand.alone and hand.maker is not None and book.lead.opening == "left of lone hand"
    before = hand.maker if from_lone and hand.maker is not None else deal.dealer
    return next(seat for seat in before.left.round_from() if not hand.is_out(seat))


def _in_turn(hand: Hand, trick: Trick, leads: Seat) -> bool:
    order = [seat for seat in leads.round_from() if not hand.is_out(seat)]
    return [seat for seat, _ in trick.plays] == order


def _wanting_points(deal: PlayedDeal, book: Rulebook, told: Rulebook) -> Iterator[str]:
    """The points of a hand that do not follow from its tricks by the rules that the file states."""
    result = deal.result
    if result is None or not result.counts or result.maker is None or result.outcome == "ruled":
        return
    defended = result.lone_defender is not None
    read = hand_points(told.points, result.tricks[result.maker.side], result.alone, defended)
    here = result.points[result.maker.side], result.points[result.maker.side.other]
    if here == read:
        return
    if not any(here):
        yield "EGN has no rulings, and a side could not score because of one"
        return
    by_tricks = book.points.euchre_alone if result.alone else book.points.euchre
    if read[1] and not defended and by_tricks == "by tricks":
        yield "EGN has no euchre that scores by tricks"
        return
    what = "a euchre by a lone defender" if defended and read[1] else _OUTCOMES[(result.outcome, result.alone)]
    yield f"EGN has no points for {what} but {max(read)}, and here it is {max(here)}"


def no_mistake(broken: str) -> str:
    """The reason why a game with a mistake that stands can't be written."""
    return f"EGN has no way to write a mistake, and one stands. {broken}"
