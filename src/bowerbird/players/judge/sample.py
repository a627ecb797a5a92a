"""The worlds of one decision in which its choices are tried.

They come in batches, each a sample of its own. For a batch many deals are drawn, some of them weighed by the quick net,
and fewer picked by weight, so that no time goes into worlds that hardly count. Only these few are played out. If there
is more than one batch, the master's net helps to weigh the worlds that were picked: where the quick net is not sure, it
knows better what the others' calls and cards say about their hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from bowerbird.kernel.play_on import RECORD, Four
from bowerbird.kernel.story import Story, follow
from bowerbird.players.judge.worlds import BelievedWorlds, Others, flat, mixed
from bowerbird.players.net.compiled import prepared
from bowerbird.players.net.weights import quick, shipped
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import View

__all__ = ["PEOPLE", "Sample"]

Words: TypeAlias = npt.NDArray[np.uint64]
Floats: TypeAlias = npt.NDArray[np.float64]
Records: TypeAlias = npt.NDArray[np.uint8]

#: People. With this share of chance the net fits their choices in recorded games best: they do what it would in about
#: seven decisions of ten.
PEOPLE: Final = Others(0.3, 0.6)
#: For each world of a batch, so many deals are drawn, and so many weighed.
_DRAWN, _WEIGHED = 12, 4
#: If no more than one in so many draws was new, there are no other deals.
_REPEATED: Final = 4
#: All deals are taken if they are so many times what was asked for, or fewer.
_RATHER_ALL: Final = 2
#: The hands that a memory of the net's choices is made for.
_HANDS: Final = 2000


class Sample:
    """Worlds of a view, and the nets that play them out. `more` adds a batch."""

    def __init__(
        self,
        book: Rulebook,
        view: View,
        story: Story,
        holders: npt.NDArray[np.float32],
        seed: int,
        *,
        carefully: bool = False,
        late: bool = False,
    ) -> None:
        """`holders` are the net's beliefs, card by card.

        A careful sample takes the master's net for everything, a `late` one does so after the first batch: with few
        cards left that is quick enough.
        """
        self._book = book
        self._view = view
        self._story = story
        self._holders = holders
        self._seed = seed
        self._late = late
        self._net = prepared(shipped() if carefully else quick())
        self._batches = 0
        #: True if there are no other worlds.
        self.is_all = False
        #: True if the master's net has weighed them.
        self.is_careful = carefully
        self.worlds: Words = np.zeros((0, 5), np.uint64)
        #: The batch of each world, how likely the others' actions are in it, and what makes up for preferences.
        self._batch = np.zeros(0, np.int64)
        self._logs = np.zeros(0)
        self._corrections = np.zeros(0)
        self._four = Four(self._net, story, _HANDS)

    def more(self, count: int) -> None:
        """Add worlds until there are so many, or all. After the first time, weigh them by the master's net."""
        before, again, large = len(self.worlds), self._batches > 0, prepared(shipped())
        if again and self._late and self._net is not large:
            self._net, self._four = large, Four(large, self._story, _HANDS)
        if count > before and not self.is_all:
            self._add(count - before)
        if again and not (self.is_careful and self._net is large):
            first = before if self.is_careful else 0
            new = flat(self.worlds[first:])
            self._logs[first:] = follow(self._net, self._story, new, PEOPLE.slip, second=large)
            self.is_careful = True

    def _add(self, count: int) -> None:
        seed = self._seed + self._batches
        drawn = _DRAWN * count
        believed = BelievedWorlds(self._book, self._view, self._story, self._net, self._holders, drawn, seed, PEOPLE)
        if believed.drawn * _REPEATED <= drawn and believed.drawn <= _RATHER_ALL * (count + len(self.worlds)):
            self._take_all(believed)
        else:
            believed.more(_WEIGHED * count)
            self._append(*believed.picked(count, seed))
        self._batches += 1

    def _take_all(self, believed: BelievedWorlds) -> None:
        """Take what is left of all deals: then there are no batches any more."""
        believed.more(believed.drawn)
        worlds, logs, corrections = believed.picked(believed.drawn, 0)
        new = ~np.isin(mixed(worlds), mixed(self.worlds))
        self._append(worlds[new], logs[new], corrections[new])
        self._batch[:] = 0
        self._corrections[:] = 0
        self.is_all = True

    def _append(self, worlds: Words, logs: Floats, corrections: Floats) -> None:
        self.worlds = np.concatenate([self.worlds, worlds])
        self._batch = np.concatenate([self._batch, np.full(len(worlds), self._batches)])
        self._logs = np.concatenate([self._logs, logs])
        self._corrections = np.concatenate([self._corrections, corrections])

    def shares(self) -> Floats:
        """The share of each world. A batch counts as much as it has worlds, if all of them counted alike."""
        found = self._logs + self._corrections
        for batch in np.unique(self._batch):
            own = self._batch == batch
            weights = np.exp(found[own] - found[own].max())
            found[own] = weights * weights.sum() / np.square(weights).sum()
        found /= found.sum()
        return found

    def play(self, worlds: Words, actions: Sequence[int]) -> Records:
        """The records of the hand after each action in each of these worlds, by the sample's net."""
        return _records(self._four, worlds, actions)

    def play_carefully(self, worlds: Words, actions: Sequence[int]) -> Records:
        """The same by the master's net."""
        return _records(Four(prepared(shipped()), self._story, _HANDS), worlds, actions)


def _records(four: Four, worlds: Words, actions: Sequence[int]) -> Records:
    played = four.play_on(flat(worlds), actions)
    return np.frombuffer(played, np.uint8).reshape(len(actions), len(worlds), RECORD)
