"""Believed worlds: deals that fit a view, those first that the net finds plausible, weighed by what the others did.

A world is drawn at random among all deals that fit. The net's beliefs about single cards say which are tried first; how
likely the net makes everything that the other seats called, discarded and played says how much each counts.
"""

from __future__ import annotations

from array import array
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from bowerbird.kernel.net import Weights
from bowerbird.kernel.play_on import RECORD, Story, follow, play_on
from bowerbird.kernel.position import PositionError
from bowerbird.kernel.sample import deals
from bowerbird.kernel.solve import WORLD
from bowerbird.players.knowledge import seen_by, unseen_by
from bowerbird.players.net.bulk import slots_of
from bowerbird.players.net.inputs import CARDS
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import View

__all__ = ["BelievedWorlds"]

Words: TypeAlias = npt.NDArray[np.uint64]
Logs: TypeAlias = npt.NDArray[np.float64]
Records: TypeAlias = npt.NDArray[np.uint8]

#: The share of every choice that is left to chance, because anyone may do something unexpected.
_SLIP: Final = 0.02
#: Worlds that are less likely than the best by this factor, as a logarithm, are dropped.
_DROP_BEHIND: Final = 7.0
#: Odd numbers that make one number of a world's five, different for different worlds.
_MIXED: Final = np.array(
    [0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xD1B54A32D192ED03, 0x8CB92BA72F3D8DD7], np.uint64
)


class BelievedWorlds:
    """Worlds of one view. `more` adds some; `play` tries actions in those that count."""

    def __init__(
        self, book: Rulebook, view: View, story: Story, weights: Weights, holders: npt.NDArray[np.float32], seed: int
    ) -> None:
        """Start with none. `holders` are the net's beliefs, card by card: left, partner, right, nobody."""
        self._book = book
        self._view = view
        self._story = story
        self._weights = weights
        self._holders = np.log(holders.astype(np.float64) + 1e-6)
        self._seed = seed
        self._order: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        #: The worlds that count.
        self.worlds: Words = np.zeros((0, WORLD), np.uint64)
        #: The places of these worlds among those drawn, and how likely the others' actions are in each.
        self._places: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self._logs: Logs = np.zeros(0)
        self._tried = 0

    def draw(self, count: int) -> None:
        """Draw deals. The worlds come from these."""
        drawn = np.frombuffer(deals(seen_by(self._book, self._view), count, self._seed), np.uint64).reshape(-1, WORLD)
        # The kernel deals every world equally often, so the number of times it was dealt means nothing.
        self._drawn = drawn[np.unique(drawn @ _MIXED, return_index=True)[1]]
        self._believed = self._log_beliefs(self._drawn)
        # Noise on the logarithms and a cut: a world's chance to be above the cut is known, its weight is the inverse.
        self._noisy = self._believed + np.random.default_rng(self._seed).gumbel(size=len(self._drawn))
        self._order = np.argsort(-self._noisy, kind="stable")

    @property
    def drawn(self) -> int:
        """The number of different deals drawn."""
        return len(self._order)

    def more(self, count: int) -> Words:
        """Try worlds until so many were tried in all; gives the new ones that count."""
        places = self._order[self._tried : count]
        self._tried = max(self._tried, min(count, len(self._order)))
        if not len(places):
            return self.worlds[:0]
        found = np.array(
            follow(self._weights, self._story, _flat(self._drawn[places]), _SLIP, _DROP_BEHIND), np.float64
        )
        stay = np.flatnonzero(np.isfinite(found))
        if not len(stay) and not len(self._places):
            raise PositionError("what the others did fits no world")
        self._places = np.concatenate([self._places, places[stay]])
        self._logs = np.concatenate([self._logs, found[stay]])
        new = self._drawn[places[stay]]
        self.worlds = np.concatenate([self.worlds, new])
        return new

    def play(self, worlds: Words, actions: list[int]) -> Records:
        """The records of the hand after each action in each of these worlds."""
        played = play_on(self._weights, self._story, _flat(worlds), actions)
        return np.frombuffer(played, np.uint8).reshape(len(actions), len(worlds), RECORD)

    def shares(self) -> Logs:
        """The share of each world that counts."""
        logs = self._logs + self._correction()
        found: Logs = np.exp(logs - logs.max())
        found /= found.sum()
        return found

    def _correction(self) -> Logs:
        """The logarithms of the weights that undo the preference for plausible worlds."""
        if self._tried >= len(self._order):
            return np.zeros(len(self._places))
        cut = self._noisy[self._order[self._tried]]
        found: Logs = -np.log(-np.expm1(-np.exp(np.minimum(self._believed[self._places] - cut, 50.0))))
        return found

    def _log_beliefs(self, worlds: Words) -> Logs:
        """The log-likelihood of a world by the beliefs about single cards."""
        view = self._view
        assert view.seat is not None
        assert view.turn_up is not None
        base = view.turn_up.suit if view.trump is None else view.trump
        nobody = slots_of(np.array(unseen_by(self._book, view), np.uint64), base)
        found = np.zeros(len(worlds))
        for other in range(3):
            held = slots_of(worlds[:, (view.seat + other + 1) % 4], base)
            nobody = nobody & ~held
            found += _added(self._holders[:, other], held)
        found += _added(self._holders[:, 3], nobody)
        return found


def _flat(worlds: Words) -> array[int]:
    found = array("Q")
    found.frombytes(np.ascontiguousarray(worlds).tobytes())
    return found


def _added(numbers: Logs, masks: npt.NDArray[np.int64]) -> Logs:
    """The sum of the numbers in each mask, by tables of eight bits."""
    bits = np.arange(256)[:, None] >> np.arange(8) & 1
    found = np.zeros(masks.shape)
    for start in range(0, CARDS, 8):
        found += (bits @ numbers[start : start + 8])[masks >> start & 255]
    return found
