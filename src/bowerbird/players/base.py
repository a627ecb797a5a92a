"""The interface of players: a player gets a view and chooses one of its legal actions. It gets nothing else.

A seed is set when the player is made. A decision depends on the seed and the view only, so the same view gives the same
answer, however many decisions went before.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Protocol

from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, View

__all__ = ["Player", "decision_seed"]


class Player(Protocol):
    """Anything that can play: a level, or a class of your own. A class takes a seed as its first argument."""

    #: The name of its level.
    level: str

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`, which is never empty here. The same seed and view should give the same answer."""
        ...


def decision_seed(seed: int, view: View) -> int:
    """A 63-bit seed for one decision, different for every view and seed."""
    seen = (
        seed,
        view.seat,
        view.phase.value,
        view.dealer,
        view.score,
        view.hands_played,
        view.hand,
        view.counts,
        view.turn_up,
        view.calls,
        view.discards,
        [trick.plays for trick in view.tricks],
        view.trick.plays,
    )
    return int.from_bytes(blake2b(repr(seen).encode(), digest_size=8).digest(), "big") >> 1
