"""Alone or with the partner: a call tried both ways in the same worlds.

In training by self-play the net soon gave up most lone calls of the second round, and never tried them again, so its
preference says nothing about them. Played out, about one call in a hundred gains by the change, and much.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

from msgspec.structs import replace

from bowerbird.extras import needs

with needs("bots"):
    import numpy as np

from bowerbird.kernel.net import Weights
from bowerbird.kernel.position import PositionError
from bowerbird.kernel.search import COMPILED
from bowerbird.players.base import decision_seed
from bowerbird.players.judge.results import Results
from bowerbird.players.judge.worlds import BelievedWorlds
from bowerbird.players.net.compiled import prepared, story_of
from bowerbird.players.net.inputs import Seen, worth_rows
from bowerbird.players.net.weights import Found, Net, quick
from bowerbird.players.worth import Aim, Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, Name, Order, View

__all__ = ["OtherWay", "other_way"]

#: Worlds that the small net tries first, and worlds that the net itself tries if the first are for a change.
_FIRST: Final = 96
_AGAIN: Final = 256
#: A call with the partner is tried alone if the net expects all five tricks at least this often.
_MARCH: Final = 0.15
#: The points and the standard errors by which the other way must be ahead.
_AHEAD: Final = 0.1
_SURE: Final = 1.5


class OtherWay(NamedTuple):
    """The same call the other way: alone if it was with the partner. `gain` is what that brings, in points."""

    fact: Fact
    gain: float
    error: float

    @property
    def pays(self) -> bool:
        """True if it is better for sure."""
        return self.gain > max(_AHEAD, _SURE * self.error)


def other_way(
    book: Rulebook, view: View, call: Fact, look: tuple[Seen, Found], net: Net, aim: Aim = "game"
) -> OtherWay | None:
    """The call the other way if that seems to be better; None if it is not, or is not possible."""
    if not COMPILED or not isinstance(call, Order | Name):
        return None
    seen, found = look
    actions = {fact: action for action, fact in seen.legal.items()}
    other: Fact = replace(call, alone=not call.alone)
    if other not in actions or (not call.alone and found.after(actions[call])[-1] < _MARCH):
        return None
    trial = _Trial(book, view, (actions[call], actions[other]), found, aim)
    try:
        gain, error = trial.gain(prepared(quick()), _FIRST)
        if gain > _AHEAD:
            gain, error = trial.gain(prepared(net), _AGAIN)
    except PositionError:
        return None  # something irregular happened at this table
    way = OtherWay(other, gain, error)
    return way if way.pays else None


class _Trial:
    def __init__(self, book: Rulebook, view: View, actions: tuple[int, int], found: Found, aim: Aim) -> None:
        assert view.seat is not None
        self._book, self._view, self._actions, self._holders = book, view, actions, found.holders
        self._story = story_of(book, view, *worth_rows(book, view, aim))
        self._results = Results(Stakes(book, view, aim), view.seat)

    def gain(self, weights: Weights, count: int) -> tuple[float, float]:
        """What the second action brings more than the first in so many worlds, and its standard error."""
        seed = decision_seed(count, self._view)
        worlds = BelievedWorlds(self._book, self._view, self._story, weights, self._holders, 2 * count, seed)
        worlds.more(count)
        one, other = (self._results.worth(each) for each in worlds.play(worlds.worlds, self._actions))
        shares, ahead = worlds.shares(), other - one
        gain = float(ahead @ shares)
        return gain, sqrt(float(np.square((ahead - gain) * shares).sum()))
