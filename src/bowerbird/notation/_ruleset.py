"""Convert the rules of an EGN file to a rulebook, and a rulebook to rules that an EGN file can state.

EGN states few rules, so a file's rulebook is the plain game with its changes. Rules that EGN does not mention are the
most permissive: the dealer may discard the turn-up, and no card is needed for a call.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from bowerbird.notation.egn import MOST_DEALS, EgnError, Ruleset
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.rulebook.model import Count, PackRules

T = TypeVar("T")

__all__ = ["rulebook_for", "ruleset_of"]

#: Rules of EGN that Bowerbird does not play.
_NOT_PLAYED = ("go_under", "fast_break", "four_trick_tokens")


def rulebook_for(ruleset: Ruleset | UnsetType = UNSET) -> Rulebook:
    """The rulebook of an EGN game. Raises `EgnError` for a rule that isn't played here."""
    rules = Ruleset() if isinstance(ruleset, UnsetType) else ruleset
    for name in _NOT_PLAYED:
        if getattr(rules, name) is True:
            raise EgnError(f"this game can't be replayed: the rule {name} isn't played here")
    if rules.num_players not in (UNSET, 4):
        raise EgnError(f"this game can't be replayed: it is for {rules.num_players} players, but a table here has four")
    plain = load_rulebook("bicycle")
    lone_lead = rules.loner_lead == "LEFT_OF_LONER"
    by_deals = not isinstance(rules.num_deals, UnsetType) and rules.num_deals > 0
    return replace(
        plain,
        name="egn",
        title="The rules of an EGN game",
        about="The plain game with the changes that the file states.",
        pack=_pack(rules),
        deal=replace(plain.deal, exchange_for=("farmer's hand",) if rules.farmers is True else ()),
        auction=replace(
            plain.auction,
            stick_the_dealer=rules.std is not False,
            partner_orders_alone=rules.canadian is True,
            no_trump=rules.allow_no_trump is True,
        ),
        discard=replace(plain.discard, turn_up=True),
        alone=replace(
            plain.alone,
            defend_alone="lone calls" if rules.defend_alone is True else "off",
            partners_best=rules.partners_best is True,
        ),
        lead=replace(plain.lead, opening="left of lone hand" if lone_lead else "left of dealer"),
        points=replace(
            plain.points,
            alone_march=_count("loner_march_score", rules.loner_march_score, plain.points.alone_march),
            euchre_alone=_count("loner_euchred_score", rules.loner_euchred_score, 2),
        ),
        game=replace(
            plain.game,
            points=0 if by_deals else _count("winning_score", rules.winning_score, plain.game.points),
            hands=_count("num_deals", rules.num_deals, 0),
            over_target="counted",
        ),
    )


def _pack(rules: Ruleset) -> PackRules:
    match rules.min_rank:
        case 7 | 8 | 9 as lowest:
            pass
        case UnsetType():
            lowest = 9
        case other:
            raise EgnError(f"this game can't be replayed: its deck starts at {other}, not at 7, 8 or 9")
    return PackRules(lowest=lowest, joker=rules.joker is True)


def _count(name: str, value: int | UnsetType, default: Count) -> Count:
    if isinstance(value, UnsetType):
        return default
    if not 0 <= value <= 100:
        raise EgnError(f"this game can't be replayed: {name} is {value}, but must be 0 to 100")
    return value


def ruleset_of(book: Rulebook, *, ended_by_hands: bool = False) -> Ruleset:
    """The rules that EGN can express. The rest is left out: `to_egn` refuses a game in which that mattered.

    EGN has one way to end a game: points, or with `ended_by_hands` the number of hands.
    """
    by_hands = book.game.hands and (ended_by_hands or not book.game.points)
    return Ruleset(
        std=book.auction.stick_the_dealer,
        canadian=book.auction.partner_orders_alone,
        loner_lead="LEFT_OF_LONER" if book.lead.opening == "left of lone hand" else "LEFT_OF_DEALER",
        winning_score=book.game.points if book.game.points and not by_hands else UNSET,
        # A game to the bell only: EGN has no bells, and no file holds more deals than this.
        num_deals=book.game.hands if by_hands else UNSET if book.game.points else MOST_DEALS,
        min_rank=_unless(book.pack.lowest, 9),
        joker=_unless(book.pack.joker, False),
        allow_no_trump=_unless(book.auction.no_trump, False),
        defend_alone=_unless(book.alone.defend_alone != "off", False),
        partners_best=_unless(book.alone.partners_best, False),
        farmers=_unless(bool(book.deal.exchange_for), False),
        loner_march_score=_unless(book.points.alone_march, 4),
        loner_euchred_score=_unless(book.points.euchre_alone, 2) if book.points.euchre_alone != "by tricks" else UNSET,
    )


def _unless(value: T, usual: T) -> T | UnsetType:
    """Omit the usual rules, as other programs do."""
    return UNSET if value == usual else value
