"""`random`: any legal action. For comparison, not for people to play with."""

from __future__ import annotations

from random import Random
from typing import Final

from bowerbird.players.base import decision_seed
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, Pass, View

__all__ = ["RandomPlayer"]

#: The share of calls that it passes. Otherwise nearly every hand would be played alone.
_PASS_SHARE: Final = 0.8


class RandomPlayer:
    """Any legal action, but mostly a pass in the auction."""

    level = "random"

    def __init__(self, seed: int = 0) -> None:
        """Set the seed of its random choices."""
        self._seed = seed

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`."""
        dice = Random(decision_seed(self._seed, view))
        passes = [fact for fact in view.legal if isinstance(fact, Pass)]
        if passes and dice.random() < _PASS_SHARE:
            return passes[0]
        return dice.choice(view.legal)

    def ratings(self, book: Rulebook, view: View) -> dict[Fact, float]:
        """Nothing: all choices are the same to it, so it has no style."""
        return {}
