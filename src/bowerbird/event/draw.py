"""Drawing and cutting cards: for partners, for places, for the deal, for who moves. Does not depend on tables.

`bowerbird.drawing` ranks cards in a draw; this module applies the ranks to people with names. Chance comes in as
`Shuffle`, a function that puts a list into a new order. The caller provides it, and the facts record its outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle, pairwise
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from bowerbird.cards import Card, CardError, Pack, Rank
from bowerbird.drawing import first_jacks, standing
from bowerbird.event.errors import EventError
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat

__all__ = [
    "Cuts",
    "Cutter",
    "Ordered",
    "ShownCards",
    "Shuffle",
    "cards_read",
    "cut_order",
    "cut_order_of",
    "dealer_by_cards",
    "first_dealer",
    "jacks",
    "jacks_shown",
    "partners_by_cards",
    "still_to_cut",
    "two_teams",
]


class Shuffle(Protocol):
    """Puts a list into a new order, in place, like `random.Random(seed).shuffle`."""

    def __call__(self, things: list[Any], /) -> None:
        """Shuffle."""


#: With no more cards than this, none can come twice.
_A_DECK = 24
#: Cards with the people who showed them, in order.
Cuts = tuple[tuple[str, str], ...]


#: Cards that were really shown, in order.
ShownCards = tuple[tuple[str, Card], ...]


class Ordered(msgspec.Struct, frozen=True):
    """People from the highest card to the lowest, and every card that was shown on the way."""

    names: tuple[str, ...]
    cards: Cuts

    @property
    def highest(self) -> str:
        """The person who showed the highest card."""
        return self.names[0]

    @property
    def lowest(self) -> str:
        """The person who showed the lowest card."""
        return self.names[-1]


def cut_order(names: Sequence[str], pack: Pack, shuffle: Shuffle) -> Ordered:
    """Let people cut a pack until nobody is tied: people with equal ranks cut again among themselves."""
    shown: list[tuple[str, Card]] = []
    while waiting := standing(names, shown).awaited:
        shown.extend(zip(waiting, _shuffled(pack, shuffle), strict=False))
    order = standing(names, shown).low_to_high[::-1]
    return Ordered(order, tuple((name, str(card)) for name, card in shown))


def _shuffled(pack: Pack, shuffle: Shuffle) -> list[Card]:
    cards = [card for card in pack if not card.is_joker]
    shuffle(cards)
    return cards


def cards_read(cards: Sequence[tuple[str, str]]) -> ShownCards:
    """Cards as people wrote them down; a joker is refused, because it has no rank in a draw."""
    try:
        read = tuple((name, Card(text)) for name, text in cards)
    except CardError as error:
        raise EventError(f"{error}.") from None
    if any(card.is_joker for _, card in read):
        raise EventError("The joker does not count in a cut. Cut again.")
    return read


def cut_order_of(cards: Mapping[str, str]) -> Ordered:
    """The order given by cards cut at a real table. Equal ranks are refused: those people cut again."""
    read = dict(cards_read(list(cards.items())))
    ranked = sorted(read, key=lambda name: read[name].rank, reverse=True)
    for higher, lower in pairwise(ranked):
        if read[higher].rank == read[lower].rank:
            raise EventError(f"{higher} and {lower} both cut a {read[lower].rank.word}. They cut again.")
    return Ordered(tuple(ranked), tuple(cards.items()))


class Cutter:
    """Decides between two groups at a table: by the cut that was recorded there, else by lot.

    A lot leaves no cards: nobody has shown any.
    """

    def __init__(self, pack: Pack, shuffle: Shuffle, made: Mapping[tuple[int, str], Mapping[str, str]]) -> None:
        """Take the pack, the chance, and the cuts made at the tables, by table and purpose."""
        self._pack, self._shuffle, self._made = pack, shuffle, made

    def between(self, table: int, purpose: str, first: Sequence[str], second: Sequence[str]) -> Ordered:
        """Let one of each group cut: the people whose cut was recorded, else the first of each."""
        made = self._made.get((table, purpose), {})
        cutters = set(made)
        if len(cutters) == 2 and cutters & set(first) and cutters & set(second):
            return cut_order_of(made)
        return replace(cut_order((first[0], second[0]), self._pack, self._shuffle), cards=())


def two_teams(order: Ordered) -> tuple[tuple[str, str], tuple[str, str]]:
    """The two lows, the lowest first, against the two highs. The lowest card deals, so its team is the A team."""
    first, second, third, fourth = order.names
    return (fourth, third), (first, second)


def jacks(chairs: Iterable[Seat], pack: Pack, shuffle: Shuffle) -> tuple[Seat, Seat]:
    """Deal face up round the table: return who gets the first jack, and who of the other three gets the next one."""
    order = list(chairs)
    dealt: list[tuple[Seat, Card]] = []
    while len(found := first_jacks(dealt)) < 2:
        dealt.extend(zip(cycle(order), _shuffled(pack, shuffle), strict=False))
    return found[0], found[1]


def jacks_shown(cards: ShownCards, count: int) -> tuple[str, ...]:
    """The first people who were really dealt a jack face up; refused if there are fewer."""
    dealt = [card for _, card in cards]
    if len(dealt) <= _A_DECK and (twice := next((card for card in dealt if dealt.count(card) > 1), None)):
        raise EventError(f"{twice} was dealt twice. Enter the cards as they were shown.")
    found = first_jacks(cards)[:count]
    if len(found) < count:
        raise EventError("The cards end before the jack that decides. Enter them up to that jack.")
    return tuple(found)


def dealer_by_cards(seats: Sequence[str], book: Rulebook, cards: ShownCards) -> str:
    """The first dealer by cards really shown: the first jack, or the lowest or highest card of the cut.

    Nobody while people with equal cards still have to cut again.
    """
    if book.draw.dealer == "first jack":
        return jacks_shown(cards, 1)[0]
    names = [name for name in seats if name in dict(cards)]
    if len(names) < 2:
        raise EventError("It takes two to cut. Name both people and their cards.")
    order = standing(names, cards)
    if order.awaited:
        return ""
    low = book.draw.dealer == "lowest card"
    return order.low_to_high[0 if low else -1]


def partners_by_cards(names: Sequence[str], cards: ShownCards) -> Ordered | None:
    """The order of four people by cards really shown; None while equal cards leave the teams or the deal open.

    The two highest are partners whichever of them is higher, so equal cards between those two decide nothing.
    """
    ranks = {name: [card.rank for who, card in cards if who == name] for name in names}
    low = sorted(names, key=ranks.__getitem__)
    if any(_level_so_far(ranks[low[place]], ranks[low[place + 1]]) for place in (0, 1)):
        return None
    return Ordered(tuple(low[::-1]), tuple((name, str(card)) for name, card in cards))


def _level_so_far(one: Sequence[Rank], other: Sequence[Rank]) -> bool:
    """True if two people have shown equal cards as far as both have shown one."""
    return all(first == second for first, second in zip(one, other, strict=False))


def still_to_cut(seats: Sequence[str], cards: Cuts) -> tuple[str, ...]:
    """The people with equal cards who still have to cut again."""
    names = [name for name in seats if name in dict(cards)]
    if len(names) < 2:
        raise EventError("It takes two to cut. Name both people and their cards.")
    return standing(names, cards_read(cards)).awaited


def first_dealer(seats: Sequence[str], book: Rulebook, shuffle: Shuffle) -> Seat:
    """The first dealer at a table where nothing else decides, by lot, until the table has shown its cards."""
    if book.draw.dealer == "first jack":
        return jacks(Seat, book.cards(), shuffle)[0]
    return Seat(seats.index(cut_order(seats, book.cards(), shuffle).highest))
