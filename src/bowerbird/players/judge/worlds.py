"""Believed worlds: deals that fit a view, those first that the net finds plausible, weighed by what the others did.

A world is drawn at random among all deals that fit. The net's beliefs about single cards say which are tried first; how
likely the net makes everything that the other seats called, discarded and played says how much each counts.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from bowerbird.kernel.net import Weights
from bowerbird.kernel.play_on import RECORD, play_on
from bowerbird.kernel.position import PositionError
from bowerbird.kernel.sample import deals
from bowerbird.kernel.solve import WORLD
from bowerbird.kernel.story import Story, follow
from bowerbird.players.knowledge import seen_by, unseen_by
from bowerbird.players.net.inputs import CARDS, card_in_slot
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import View

__all__ = ["EQUALS", "SLIP", "BelievedWorlds", "Others", "Preference", "flat", "mixed"]

Words: TypeAlias = npt.NDArray[np.uint64]
Logs: TypeAlias = npt.NDArray[np.float64]
Places: TypeAlias = npt.NDArray[np.int64]
Records: TypeAlias = npt.NDArray[np.uint8]

#: The share of every choice that is left to chance, because anyone may do something unexpected.
SLIP: Final = 0.02
#: Worlds that are less likely than the best by this factor, as a logarithm, are dropped.
_DROP_BEHIND: Final = 7.0
#: Odd numbers that make one number of a world's five, different for different worlds.
_MIXED: Final = np.array(
    [0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xD1B54A32D192ED03, 0x8CB92BA72F3D8DD7], np.uint64
)
#: The sets of eight cards, one row each.
_EIGHT: Final = np.arange(256)[:, None] >> np.arange(8) & 1


class Others(NamedTuple):
    """How the other seats play: the share of every choice that is left to chance, and how far the net's beliefs decide
    which worlds are tried first."""

    slip: float
    beliefs: float


#: Players like the net itself.
EQUALS: Final = Others(SLIP, 1.0)


class BelievedWorlds:
    """Worlds of one view. `more` weighs some of those drawn, `play` tries actions in those that count."""

    def __init__(
        self,
        book: Rulebook,
        view: View,
        story: Story,
        weights: Weights,
        holders: npt.NDArray[np.float32],
        count: int,
        seed: int,
        others: Others = EQUALS,
    ) -> None:
        """Draw so many deals. `holders` are the net's beliefs, card by card: left, partner, right, nobody."""
        self._story = story
        self._weights = weights
        self._slip = others.slip
        drawn = np.frombuffer(deals(seen_by(book, view), count, seed), np.uint64).reshape(-1, WORLD)
        # The kernel deals every world equally often, so the number of times it was dealt means nothing.
        drawn = drawn[np.unique(mixed(drawn), return_index=True)[1]]
        self._preference = Preference(others.beliefs * _log_beliefs(book, view, holders, drawn), seed)
        self._drawn: Words = drawn[self._preference.order]
        self._weighed = 0
        #: The worlds that count, their places among those drawn, and how likely the others' actions are in each.
        self.worlds: Words = self._drawn[:0]
        self._places: Places = np.zeros(0, np.int64)
        self._logs: Logs = np.zeros(0)

    @property
    def drawn(self) -> int:
        """The number of different deals drawn."""
        return len(self._drawn)

    def more(self, count: int) -> None:
        """Weigh worlds until so many were weighed in all, and keep those that count."""
        before, self._weighed = self._weighed, max(self._weighed, min(count, self.drawn))
        new = self._drawn[before : self._weighed]
        logs = np.array(follow(self._weights, self._story, flat(new), self._slip, _DROP_BEHIND))
        stay = np.flatnonzero(np.isfinite(logs))
        if not len(stay) and not len(self.worlds):
            raise PositionError("what the others did fits no world")
        self._places = np.concatenate([self._places, before + stay])
        self._logs = np.concatenate([self._logs, logs[stay]])
        self.worlds = np.concatenate([self.worlds, new[stay]])

    def play(self, worlds: Words, actions: Sequence[int]) -> Records:
        """The records of the hand after each action in each of these worlds."""
        played = play_on(self._weights, self._story, flat(worlds), actions)
        return np.frombuffer(played, np.uint8).reshape(len(actions), len(worlds), RECORD)

    def shares(self) -> Logs:
        """The share of each world that counts."""
        logs = self._logs + self._preference.correction(self._weighed)[self._places]
        found: Logs = np.exp(logs - logs.max())
        found /= found.sum()
        return found

    def picked(self, count: int, seed: int) -> tuple[Words, Logs, Logs]:
        """So many of the worlds that count, preferring the likely ones.

        Also how likely the others' actions are in each, and what makes up for the preference, as logarithms.
        """
        corrections = self._preference.correction(self._weighed)[self._places]
        preference = Preference(self._logs + corrections, seed)
        first = preference.order[:count]
        return self.worlds[first], self._logs[first], corrections[first] + preference.correction(count)

    def likeliest(self, count: int) -> tuple[Words, Logs]:
        """The likeliest worlds, and the shares of these."""
        shares = self.shares()
        first = np.argsort(-shares, kind="stable")[:count]
        return self.worlds[first], shares[first] / shares[first].sum()


class Preference:
    """A random order that prefers likely things, and the weights that make up for the preference."""

    def __init__(self, logs: Logs, seed: int) -> None:
        """`logs` say how likely each is."""
        # Noise on the logarithms and a cut: the chance to be above the cut is known, and the weight is its inverse.
        noisy = logs + np.random.default_rng(seed).gumbel(size=len(logs))
        self.order: Places = np.argsort(-noisy, kind="stable")
        self._logs = logs[self.order]
        self._noisy = noisy[self.order]

    def correction(self, count: int) -> Logs:
        """The logarithms of the weights of the first ones in this order."""
        if count >= len(self.order):
            return np.zeros(len(self.order))
        ahead = np.minimum(self._logs[:count] - self._noisy[count], 50.0)
        found: Logs = -np.log(-np.expm1(-np.exp(ahead)))
        return found


def _log_beliefs(book: Rulebook, view: View, holders: npt.NDArray[np.float32], worlds: Words) -> Logs:
    """The log-likelihood of each world by the beliefs about single cards."""
    assert view.seat is not None
    assert view.turn_up is not None
    base = view.turn_up.suit if view.trump is None else view.trump
    logs = np.zeros((32, 4))
    logs[[card_in_slot(slot, base) for slot in range(CARDS)]] = np.log(holders.astype(np.float64) + 1e-6)
    nobody: Words = np.full(len(worlds), unseen_by(book, view), np.uint64)
    found = np.zeros(len(worlds))
    for other in range(3):
        held = worlds[:, (view.seat + other + 1) % 4]
        nobody &= ~held
        found += _added(logs[:, other], held)
    return found + _added(logs[:, 3], nobody)


def mixed(worlds: Words) -> Words:
    """One number for each world, different for different worlds."""
    found: Words = worlds @ _MIXED
    return found


def flat(worlds: Words) -> array[int]:
    """The worlds for the kernel."""
    found = array("Q")
    found.frombytes(np.ascontiguousarray(worlds).tobytes())
    return found


def _added(numbers: Logs, cards: Words) -> Logs:
    """The sum of the cards' numbers in each set, suit by suit."""
    found = np.zeros(len(cards))
    for start in range(0, 32, 8):
        found += (_EIGHT @ numbers[start : start + 8])[cards >> np.uint64(start) & np.uint64(255)]
    return found
