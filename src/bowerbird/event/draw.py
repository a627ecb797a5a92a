"""Drawing and cutting cards: for partners, for places, for the deal, for who moves. No table is known here.

How cards rank in a draw is in `bowerbird.drawing`; this says what that means for people with names. Chance comes in as
`Shuffle`, a function that puts a list into a new order; whoever runs the event brings it, and what it gave is written
into the facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle, pairwise
from typing import Any, Protocol

import msgspec

from bowerbird.cards import Card, CardError, Pack
from bowerbird.drawing import first_jacks, standing
from bowerbird.event.errors import EventError
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat

__all__ = ["Cuts", "Cutter", "Ordered", "Shuffle", "cut_order", "cut_order_of", "first_dealer", "jacks", "two_teams"]


class Shuffle(Protocol):
    """Puts a list into a new order, in place, like `random.Random(seed).shuffle`."""

    def __call__(self, things: list[Any], /) -> None:
        """Shuffle."""


#: Cards shown by people, in the order in which they were shown.
Cuts = tuple[tuple[str, str], ...]


class Ordered(msgspec.Struct, frozen=True):
    """People from the highest card to the lowest, and every card that was shown on the way."""

    names: tuple[str, ...]
    cards: Cuts

    @property
    def highest(self) -> str:
        """Who showed the highest card."""
        return self.names[0]

    @property
    def lowest(self) -> str:
        """Who showed the lowest card."""
        return self.names[-1]


def cut_order(names: Sequence[str], pack: Pack, shuffle: Shuffle) -> Ordered:
    """Let people cut a pack until no two are level: people with equal ranks cut again among themselves."""
    shown: list[tuple[str, Card]] = []
    while waiting := standing(names, shown).awaited:
        shown.extend(zip(waiting, _shuffled(pack, shuffle), strict=False))
    order = standing(names, shown).low_to_high[::-1]
    return Ordered(order, tuple((name, str(card)) for name, card in shown))


def _shuffled(pack: Pack, shuffle: Shuffle) -> list[Card]:
    cards = [card for card in pack if not card.is_joker]
    shuffle(cards)
    return cards


def cut_order_of(cards: Mapping[str, str]) -> Ordered:
    """The order that cards cut at a real table give. Level cards are refused: those people cut again."""
    try:
        read = {name: Card(text) for name, text in cards.items()}
    except CardError as error:
        raise EventError(f"{error}.") from None
    if any(card.is_joker for card in read.values()):
        raise EventError("The joker does not count in a cut. Cut again.")
    ranked = sorted(read, key=lambda name: read[name].rank, reverse=True)
    for higher, lower in pairwise(ranked):
        if read[higher].rank == read[lower].rank:
            raise EventError(f"{higher} and {lower} both cut a {read[lower].rank.word}. They cut again.")
    return Ordered(tuple(ranked), tuple(cards.items()))


class Cutter:
    """Cuts for the tables of a round: the one that people made where it was written down, else from a shuffled pack."""

    def __init__(self, pack: Pack, shuffle: Shuffle, made: Mapping[tuple[int, str], Mapping[str, str]]) -> None:
        """Take the pack, the chance, and the cuts made at the tables, by table and purpose."""
        self._pack, self._shuffle, self._made = pack, shuffle, made

    def between(self, table: int, purpose: str, first: Sequence[str], second: Sequence[str]) -> Ordered:
        """Let one of each group cut: those who did, else the first of each."""
        made = self._made.get((table, purpose), {})
        cutters = set(made)
        if len(cutters) == 2 and cutters & set(first) and cutters & set(second):
            return cut_order_of(made)
        return cut_order((first[0], second[0]), self._pack, self._shuffle)


def two_teams(order: Ordered) -> tuple[tuple[str, str], tuple[str, str]]:
    """The two lows, the lowest first, against the two highs. The lowest card deals, so its team is the A team."""
    first, second, third, fourth = order.names
    return (fourth, third), (first, second)


def jacks(chairs: Iterable[Seat], pack: Pack, shuffle: Shuffle) -> tuple[Seat, Seat]:
    """Deal face up round the table: who gets the first jack, and who of the others gets the next one."""
    order = list(chairs)
    dealt: list[tuple[Seat, Card]] = []
    while len(found := first_jacks(dealt)) < 2:
        dealt.extend(zip(cycle(order), _shuffled(pack, shuffle), strict=False))
    return found[0], found[1]


def first_dealer(seats: Sequence[str], book: Rulebook, shuffle: Shuffle) -> tuple[Seat, Cuts]:
    """Who deals first at a table where nothing else settles it, by the book's draw."""
    if book.draw.dealer == "first jack":
        return jacks(Seat, book.cards(), shuffle)[0], ()
    order = cut_order(seats, book.cards(), shuffle)
    name = order.lowest if book.draw.dealer == "lowest card" else order.highest
    return Seat(seats.index(name)), order.cards
