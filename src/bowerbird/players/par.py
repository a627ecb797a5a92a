"""Par of a deal: what one player makes of it in all four seats, for people to compare themselves with."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from bowerbird.players.automatic import next_automatic
from bowerbird.players.levels import player
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, State, step, view

__all__ = ["Par", "par_of"]

#: The level whose play is the par.
_LEVEL: Final = "master"


class Par(msgspec.Struct, frozen=True):
    """The points of North-South and East-West, and who made which trump, alone or not. A trump has its letter."""

    points: tuple[int, int]
    maker: Seat | None = None
    trump: str = ""
    alone: bool = False


def par_of(book: Rulebook, dealt: Sequence[Fact], seed: int = 0) -> Par:
    """Play a deal from the turn-up to the end of the hand. `dealt` are its facts up to the turn-up."""
    state = State()
    for fact in dealt:
        state = step(book, state, fact)
    chooses, dice = player(_LEVEL, seed), Random(seed)
    hand = state.hand
    while not state.results:
        happens = next_automatic(book, state, dice)
        if happens is None:
            assert state.turn is not None
            happens = chooses.choose(book, view(book, state, state.turn))
        hand = state.hand
        state = step(book, state, happens)
    trump = "" if hand.trump is None else str(hand.trump.letter)
    return Par(state.results[0].points, hand.maker, trump, hand.alone)
