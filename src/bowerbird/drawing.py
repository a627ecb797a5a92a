"""Drawing cards before play: who is high, who is low, who must draw again, and who got the first jacks.

Ace is high, and no jack is a bower in a draw. Whoever draws can be anything: a chair, a name. This knows no book, no
seating and no chance; the cards that were shown come in, in the order in which they were shown.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Generic, TypeVar

import msgspec

from bowerbird.cards import Card, Rank

__all__ = ["Standing", "first_jacks", "standing"]

Who = TypeVar("Who", bound=Hashable)


class Standing(msgspec.Struct, Generic[Who], frozen=True):
    """How a draw stands: people from the lowest card to the highest, and who must still show one."""

    low_to_high: tuple[Who, ...]
    awaited: tuple[Who, ...]


def standing(people: Sequence[Who], draws: Iterable[tuple[Who, Card]]) -> Standing[Who]:
    """Everybody draws; those who are level draw again, and the new card ranks them among themselves."""
    ranks: dict[Who, list[Rank]] = {who: [] for who in people}
    waiting, drawn = tuple(people), set[Who]()
    for who, card in draws:
        ranks[who].append(card.rank)
        drawn.add(who)
        if drawn.issuperset(waiting):
            waiting, drawn = _level(ranks), set()
    order = sorted(people, key=lambda who: ranks[who])
    return Standing(tuple(order), tuple(who for who in waiting if who not in drawn))


def _level(ranks: dict[Who, list[Rank]]) -> tuple[Who, ...]:
    shown = list(ranks.values())
    return tuple(who for who, own in ranks.items() if shown.count(own) > 1)


def first_jacks(dealt: Iterable[tuple[Who, Card]]) -> tuple[Who, ...]:
    """Who got the first jack of cards dealt face up, and who of the others got the next one, as far as they have come.

    If all jacks of a pack fall to one player, the dealing goes on.
    """
    holders = dict.fromkeys(who for who, card in dealt if not card.is_joker and card.rank is Rank.JACK)
    return tuple(holders)[:2]
