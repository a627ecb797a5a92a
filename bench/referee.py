"""The referee of the judge: what a choice costs, by the master's net alone, in thousands of worlds of its own.

Nothing is expected beforehand, and no choice is preferred: the cost is how far the choice is behind the one that did
best. All choices are tried in some hundreds of worlds, and those that may be best, with the choice in question, in
thousands: until the standard error is under the goal, or the last number is reached.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bowerbird.players.base import decision_seed
from bowerbird.players.judge.judge import grouped
from bowerbird.players.judge.results import Results
from bowerbird.players.judge.sample import Sample
from bowerbird.players.net.compiled import story_of
from bowerbird.players.net.inputs import seen_by_master, worth_rows
from bowerbird.players.net.weights import shipped
from bowerbird.players.worth import Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, View

Floats = npt.NDArray[np.float64]

#: Other worlds than the judge's.
_SEED: Final = 7
#: The worlds in which all choices are tried.
_FIRST: Final = 512
#: A choice that is behind the best by so many standard errors is not the best.
_OUT: Final = 4.0
#: The standard error to reach, and how many times the worlds asked for are tried for it at most.
ERROR: Final = 0.02
_TIMES: Final = (1, 2, 4)


class Found(NamedTuple):
    """What a choice costs, the standard error, and the number of worlds."""

    cost: float
    error: float
    worlds: int


def refereed(book: Rulebook, view: View, fact: Fact, worlds: int) -> Found:
    """What a choice costs, in so many worlds or more."""
    assert view.seat is not None
    seen, rows = seen_by_master(book, view), worth_rows(book, view)
    found = shipped()(seen.bits, rows[0])
    groups = grouped(book, view, seen, found)
    chosen = next(place for place, group in enumerate(groups) if fact in [seen.legal[action] for action in group])
    seed = decision_seed(_SEED, view)
    sample = Sample(book, view, story_of(book, view, *rows), found.holders, seed, carefully=True)
    results = Results(Stakes(book, view), view.seat)
    left = list(range(len(groups)))
    worth = {place: np.zeros(0) for place in left}
    for count in (min(_FIRST, worlds), *(times * worlds for times in _TIMES)):
        before = len(sample.worlds)
        sample.more(count)
        played = sample.play(sample.worlds[before:], [groups[place][0] for place in left])
        for place, records in zip(left, played, strict=True):
            worth[place] = np.concatenate([worth[place], results.worth(records)])
        shares = sample.shares()
        best = max(left, key=lambda place: float(worth[place] @ shares))
        cost, error = _behind(worth[best], worth[chosen], shares)
        if sample.is_all or (count >= worlds and error < ERROR):
            break
        left = [place for place in left if place == chosen or not _is_out(worth[best], worth[place], shares)]
        if left == [chosen]:
            break
    return Found(cost, 0.0 if sample.is_all else error, len(shares))


def _behind(one: Floats, other: Floats, shares: Floats) -> tuple[float, float]:
    ahead = one - other
    mean = float(ahead @ shares)
    return mean, sqrt(float(np.square((ahead - mean) * shares).sum()))


def _is_out(best: Floats, other: Floats, shares: Floats) -> bool:
    behind, error = _behind(best, other, shares)
    return behind > _OUT * (error + 1 / len(shares))
