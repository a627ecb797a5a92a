"""Weak hands by name, which a club may let a player give back. Depends only on cards, not on any table.

With a deck of 24 the first three are the same hands. A rulebook uses the name that its club uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal, TypeAlias

import msgspec

from bowerbird.cards import Card, Rank

__all__ = ["WEAK_HANDS", "WeakHand"]

WeakHand: TypeAlias = Literal["no ace no face", "farmer's hand", "only nines and tens", "ace with no face"]


class _Rule(msgspec.Struct, frozen=True):
    """A weak hand in words, and the test of a dealt hand."""

    words: str
    fits: Callable[[Iterable[Card]], bool]


def _ranks(cards: Iterable[Card]) -> set[Rank | None]:
    """The ranks in a hand; the joker's is `None`."""
    return {None if card.is_joker else card.rank for card in cards}


_SPOTS: Final = frozenset(rank for rank in Rank if rank <= Rank.TEN)

WEAK_HANDS: Final[dict[WeakHand, _Rule]] = {
    "no ace no face": _Rule("no ace, king, queen or jack", lambda cards: _ranks(cards) <= _SPOTS),
    "farmer's hand": _Rule("nothing above a ten", lambda cards: _ranks(cards) <= _SPOTS),
    "only nines and tens": _Rule("nothing but nines and tens", lambda cards: _ranks(cards) <= {Rank.NINE, Rank.TEN}),
    "ace with no face": _Rule(
        "an ace and no king, queen or jack",
        lambda cards: Rank.ACE in (ranks := _ranks(cards)) and ranks <= _SPOTS | {Rank.ACE},
    ),
}
