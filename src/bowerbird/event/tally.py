"""The running card of a table: what its people wrote down hand by hand, and what follows from it. Pure.

A card is a list of entries. `tally` adds them up by the rulebook: the points so far, what the cards count, who deals
the hand in progress, and whether the game is over. Nothing is refused here: a ruling that is overruled leaves the list,
and the rest is added up again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias, assert_never

import msgspec
from msgspec.structs import replace

from bowerbird.event.facts import CardMark, NoHandReason, SideCard
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.points import hand_points, outcome_of, personal_points
from bowerbird.seats import Seat, Side

__all__ = ["Award", "Dealt", "Entry", "Marked", "Noted", "Played", "Rang", "Tally", "TurnedUp", "Void", "tally"]

Pair: TypeAlias = tuple[int, int]


class Played(msgspec.Struct, frozen=True, tag=True):
    """A hand: who made trump, and the tricks of that side."""

    maker: Seat
    tricks: int
    alone: bool = False


class Void(msgspec.Struct, frozen=True, tag=True):
    """A deal that brought no hand."""

    why: NoHandReason


class Dealt(msgspec.Struct, frozen=True, tag=True):
    """Somebody has the deal now, in turn or not."""

    dealer: Seat


class TurnedUp(msgspec.Struct, frozen=True, tag=True):
    """The trump card of the hand in progress lies on the table."""


class Marked(msgspec.Struct, frozen=True, tag=True):
    """One thing that somebody did is counted on the card, without its points."""

    what: CardMark
    seat: Seat


class Noted(msgspec.Struct, frozen=True, tag=True):
    """The points so far as somebody read them off, however they came about."""

    points: Pair


class Rang(msgspec.Struct, frozen=True, tag=True):
    """The bell for the end of play."""


class Award(msgspec.Struct, frozen=True, tag=True):
    """What a ruling does to the score: points to a side, or off it if below zero, and what it ends."""

    to: Side
    points: int = 0
    ends: Literal["nothing", "the hand", "the game"] = "nothing"
    revoke_by: Side | None = None


Entry: TypeAlias = Played | Void | Dealt | TurnedUp | Marked | Noted | Rang | Award


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """A card added up.

    `dealer` has the deal of the hand in progress and `last_dealer` had that of the last hand. `hands` counts hands that
    were played to their end, and `deals` those of each seat. `personal` is on the personal cards. If points were
    `noted`, the card does not have all hands behind them. `taken` says that points came off a side that had won, and no
    hand was played since.
    """

    dealer: Seat
    last_dealer: Seat | None = None
    points: Pair = (0, 0)
    cards: tuple[SideCard, SideCard] = (SideCard(), SideCard())
    personal: tuple[int, int, int, int] = (0, 0, 0, 0)
    deals: tuple[int, int, int, int] = (0, 0, 0, 0)
    misdeals: int = 0
    turned_up: bool = False
    bell: bool = False
    over: bool = False
    noted: bool = False
    taken: bool = False

    @property
    def hands(self) -> int:
        """The hands that were played to their end."""
        return sum(self.deals)

    def side_cards(self, keeps_personal: bool) -> tuple[SideCard, SideCard]:
        """Both sides' cards, with what is on the personal cards where they are kept."""
        if not keeps_personal:
            return self.cards
        north, east, south, west = self.personal
        return replace(self.cards[0], personal=(north, south)), replace(self.cards[1], personal=(east, west))


def tally(book: Rulebook, first_dealer: Seat, entries: Iterable[Entry]) -> Tally:
    """Add a card up."""
    card = Tally(dealer=first_dealer)
    for entry in entries:
        card = _after(book, card, entry)
    return card


def _after(book: Rulebook, card: Tally, entry: Entry) -> Tally:
    match entry:
        case Played():
            return _hand_over(book, _played(book, card, entry))
        case Void():
            return _void(book, card, entry)
        case Dealt(dealer=dealer):
            return replace(card, dealer=dealer, misdeals=0)
        case TurnedUp():
            return replace(card, turned_up=True)
        case Marked(what=what, seat=seat):
            return replace(card, cards=_marked(card.cards, what, seat))
        case Noted(points=points):
            return replace(card, points=points, noted=True, taken=False)
        case Rang():
            return _rang(book, card)
        case Award():
            return _awarded(book, card, entry)
        case _:
            assert_never(entry)


def _played(book: Rulebook, card: Tally, hand: Played) -> Tally:
    makers, others = hand.maker.side, hand.maker.side.other
    to_makers, to_others = hand_points(book.points, hand.tricks, hand.alone, defended_alone=False)
    card = _added(book, _added(book, card, makers, to_makers), others, to_others)
    cards = card.cards
    if outcome_of(hand.tricks) == "euchre":
        cards = _marked(cards, "euchred", hand.maker)
    if hand.alone:
        cards = _marked(cards, "loner" if hand.tricks == 5 else "failed alone", hand.maker)
    if hand.tricks in (0, 5) and not (hand.alone and hand.tricks == 5):
        cards = _marked(cards, "march", hand.maker if hand.tricks else hand.maker.left)
    gained = personal_points(book.personal_card, hand.maker, hand.tricks, hand.alone)
    return replace(card, cards=cards, personal=_summed(card.personal, gained))


def _marked(cards: tuple[SideCard, SideCard], what: CardMark, seat: Seat) -> tuple[SideCard, SideCard]:
    """One more on the card of somebody's side. A lone march is a march too."""
    old = cards[seat.side]
    match what:
        case "euchred":
            new = replace(old, euchred=old.euchred + 1)
        case "failed alone":
            new = replace(old, failed_alone=old.failed_alone + 1)
        case "revoke":
            new = replace(old, revokes=old.revokes + 1)
        case "march":
            new = replace(old, marches=old.marches + 1)
        case "loner":
            first, second = old.loners
            loners = (first + 1, second) if seat is seat.side.seats[0] else (first, second + 1)
            new = replace(old, marches=old.marches + 1, loners=loners)
    return (new, cards[1]) if seat.side is Side.NS else (cards[0], new)


def _with_off(cards: tuple[SideCard, SideCard], side: Side, points: int) -> tuple[SideCard, SideCard]:
    """Points that really came off the score of a side."""
    changed = replace(cards[side], off=cards[side].off + points)
    return (changed, cards[1]) if side is Side.NS else (cards[0], changed)


def _added(book: Rulebook, card: Tally, side: Side, points: int) -> Tally:
    """Points for a side: never below zero, nor past the target where points above it do not count."""
    made = max(0, card.points[side] + points)
    if book.game.points and book.game.over_target == "not counted":
        made = min(made, book.game.points)
    return replace(card, points=(made, card.points[1]) if side is Side.NS else (card.points[0], made))


def _summed(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def _hand_over(book: Rulebook, card: Tally) -> Tally:
    """One more hand is complete, and the deal passes to the left."""
    deals = list(card.deals)
    deals[card.dealer] += 1
    card = replace(
        card,
        deals=(deals[0], deals[1], deals[2], deals[3]),
        last_dealer=card.dealer,
        dealer=card.dealer.left,
        misdeals=0,
        turned_up=False,
        taken=False,
    )
    return replace(card, over=_is_over(book, card))


def _is_over(book: Rulebook, card: Tally) -> bool:
    """True when the game is over, between two hands."""
    game = book.game
    if card.over or (game.points and max(card.points) >= game.points):
        return True
    if game.hands and card.hands >= game.hands:
        return True
    level = card.points[0] == card.points[1] and game.level_at_bell == "one more hand"
    return card.bell and not level


def _void(book: Rulebook, card: Tally, void: Void) -> Tally:
    """A deal without a hand. After the end bell another one is dealt: a hand has to be played to its end.

    Some houses make an exception for a hand that is thrown in.
    """
    turned_up = card.bell and card.turned_up
    if void.why == "thrown in" and turned_up and book.game.bell == "finish or throw in":
        card = replace(card, over=_is_over(book, card))
    if void.why == "thrown in":
        passes = book.auction.all_pass == "next dealer"
    else:
        passes = card.misdeals == 1 and book.deal.second_misdeal == "next dealer"
    if passes:
        return replace(card, dealer=card.dealer.left, misdeals=0, turned_up=turned_up)
    misdeals = card.misdeals + 1 if void.why == "misdeal" else 0
    return replace(card, misdeals=misdeals, turned_up=turned_up)


def _rang(book: Rulebook, card: Tally) -> Tally:
    """At the bell the game is over, unless the trump card of a hand is on the table."""
    card = replace(card, bell=True)
    return card if card.turned_up else replace(card, over=_is_over(book, card))


def _awarded(book: Rulebook, card: Tally, award: Award) -> Tally:
    after = _ended(book, _added_by(book, card, award), award)
    if not max(after.points) < book.game.points <= max(card.points):
        return after
    # Nobody has the points of a won game now. The game goes on, or people say who has won.
    return replace(after, over=after.bell or award.ends == "the game", taken=True)


def _added_by(book: Rulebook, card: Tally, award: Award) -> Tally:
    before = card.points[award.to]
    card = _added(book, card, award.to, award.points)
    if award.points < 0:
        card = replace(card, cards=_with_off(card.cards, award.to, before - card.points[award.to]))
    if award.revoke_by is not None:
        card = replace(card, cards=_marked(card.cards, "revoke", award.revoke_by.seats[0]))
    if book.personal_card.kept and award.points > 0:
        own, none = award.points, 0
        gained = (own, none, own, none) if award.to is Side.NS else (none, own, none, own)
        card = replace(card, personal=_summed(card.personal, gained))
    return card


def _ended(book: Rulebook, card: Tally, award: Award) -> Tally:
    match award.ends:
        case "the hand":
            return _hand_over(book, card)
        case "the game":
            return replace(card, over=True)
        case "nothing":
            reached = book.game.points and max(card.points) >= book.game.points
            return replace(card, over=card.over or bool(reached))
