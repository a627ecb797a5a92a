"""The choices of a decision, compared in the same worlds, with what the master's net thinks of them beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from bowerbird.players.judge.judgement import MISTAKE
from bowerbird.players.judge.results import Results
from bowerbird.players.outlook import Outlook

__all__ = ["HASTY", "QUICK", "Compared", "Doubt"]

Floats: TypeAlias = npt.NDArray[np.float64]
Records: TypeAlias = npt.NDArray[np.uint8]

#: What to expect before any world is tried: how far the net's own choice is ahead of another, in points for each e-fold
#: preference, and the most of it; the standard error of that, and the preference at which it has doubled. It grows with
#: the square: what the net likes little may cost nothing, or the hand. All are fitted to thousands of worlds.
_PREFERENCE, _MOST_PREFERRED = 0.008, 0.1
_TRUST, _TRUST_HALVED = 0.06, 8.0
#: The standard errors that come on top of chance, because nets are not people: if the quick one has weighed the worlds
#: and played them out, if it has only played them out, and if all is the master's.
HASTY, QUICK, _MASTER = 0.04, 0.02, 0.01
#: The standard errors by which a choice must be ahead of the net's own to be named before it.
_OVERTURNED: Final = 2.0
#: A choice that is so many standard errors away from being a mistake, or from being none, is tried no further.
_SURE: Final = 2.0
#: A mistake so large should not be missed, in points.
_GRAVE: Final = 0.2


class Doubt(NamedTuple):
    """Why a difference may be wrong: by chance, unless all worlds were tried, and by what the quick net doesn't see."""

    by_chance: bool
    by_net: float


class Compared:
    """The choices in the worlds so far. Differences are between results in the same worlds."""

    def __init__(
        self,
        results: Results,
        records: Sequence[Records],
        shares: Floats,
        gaps: Sequence[float],
        doubt: Doubt,
    ) -> None:
        self.records = records
        self.shares = shares
        self._results = results
        self._worth = [results.worth(each) for each in records]
        self._points = [results.points(each) for each in records]
        self._gaps = gaps
        self._doubt = doubt
        known = [self._ahead_of_own(place) for place in range(len(records))]
        self._ahead, self._errors = [ahead for ahead, _ in known], [error for _, error in known]
        self._rank()
        #: The choices that the master's net has played out.
        self._confirmed: set[int] = set()

    def ranked(self) -> list[int]:
        """The choices, best first."""
        return self._ranked

    def _rank(self) -> None:
        """The net's own choice stays first, unless another one is clearly ahead of it."""
        self._shown = [
            ahead if ahead > _OVERTURNED * error else min(0.0, ahead)
            for ahead, error in zip(self._ahead, self._errors, strict=True)
        ]
        self._ranked = sorted(range(len(self.records)), key=lambda place: -self._shown[place])

    def in_question(self, only_grave: bool = False) -> list[int]:
        """The choices that are worth another try: those that may or may not be mistakes, or make one of the net's own
        choice; the best, and the net's own, by which all are measured. Or only what is likely a mistake, maybe a grave
        one."""
        best = self.ranked()[0]
        unclear = [place for place in range(1, len(self.records)) if self._is_unclear(best, place, only_grave)]
        return sorted({0, best, *unclear}) if unclear else []

    def _is_unclear(self, best: int, place: int, only_grave: bool) -> bool:
        costs = [(self._ahead[place], self._errors[place])]
        if place != best:
            costs.append(self.behind(best, place))
        for cost, error in costs:
            low, high = cost - _SURE * error, cost + _SURE * error
            if low < MISTAKE < high and (not only_grave or (cost > MISTAKE and high > _GRAVE)):
                return True
        return False

    def behind(self, best: int, place: int) -> tuple[float, float]:
        """How far a choice is behind the best, and the standard error."""
        if place == best:
            return 0.0, 0.0
        if not (best and place):
            error = self._errors[best or place]
        else:
            error = self._at_least_confirmed(self._paired(self._worth, best, place)[1], best, place)
        return self._shown[best] - self._shown[place], error

    def points_behind(self, best: int, place: int) -> tuple[float, float]:
        """The same in plain points: another thing only where the score counts."""
        behind = self.behind(best, place)
        if place == best or self._results.for_points:
            return behind
        points, error = self._paired(self._points, best, place)
        if self._confirmed & {best, place}:
            # The master's net's word on the worth is one on the points, too.
            points += behind[0] - self._paired(self._worth, best, place)[0]
        return points, self._at_least_confirmed(error, best, place)

    def _at_least_confirmed(self, error: float, best: int, place: int) -> float:
        """A standard error, or that of the master's net's word on either choice, which comes from fewer worlds."""
        return max([error, *(self._errors[each] for each in self._confirmed & {best, place})])

    def outlook(self, best: int, place: int) -> Outlook:
        """The figures of a choice: those of the best in all its worlds, and the difference in the worlds of both.

        Points and worth are behind those of the best by what is told.
        """
        found = self._figures(best, len(self.records[best]))
        points, error = self.points_behind(best, place)
        if place != best:
            both = min(len(self.records[best]), len(self.records[place]))
            difference = self._figures(best, both) - self._figures(place, both)
            found -= self._results.corrected(difference, points, self.behind(best, place)[0])
        return self._results.outlook(found, 2 * error)

    def _figures(self, place: int, count: int) -> Floats:
        """The means of a choice in its first worlds."""
        return self._results.figures(self.records[place][:count], self._shares_of(count))

    def _shares_of(self, count: int) -> Floats:
        """The shares of the first worlds among themselves."""
        found: Floats = self.shares[:count] / self.shares[:count].sum()
        return found

    def _ahead_of_own(self, place: int) -> tuple[float, float]:
        """How far a choice is ahead of the net's own, and the standard error.

        The worlds speak against what the net knew before: among many choices, one is soon ahead or behind by chance.
        """
        if not place:
            return 0.0, 0.0
        behind, error = self._paired(self._worth, 0, place)
        return self._with_net(-behind, error, place)

    def _with_net(self, ahead: float, error: float, place: int) -> tuple[float, float]:
        gap = self._gaps[place]
        before = -min(_PREFERENCE * gap, _MOST_PREFERRED)
        weight = (error / (_TRUST * (1 + (gap / _TRUST_HALVED) ** 2))) ** 2
        return (ahead + before * weight) / (1 + weight), error / sqrt(1 + weight)

    def confirm(self, place: int, own: Records, other: Records) -> None:
        """Take the master's word, from the first worlds, for how far a choice is ahead of its own."""
        behind, error = self._difference(self._results.worth(own), self._results.worth(other), _MASTER)
        self._ahead[place], self._errors[place] = self._with_net(-behind, error, place)
        self._confirmed.add(place)
        self._rank()

    def is_confirmed(self, place: int) -> bool:
        """True if the master's net has played this choice out."""
        return place in self._confirmed

    def _paired(self, worth: Sequence[Floats], one: int, other: int) -> tuple[float, float]:
        """How far the second is behind the first in the worlds of both, and the standard error."""
        count = min(len(worth[one]), len(worth[other]))
        return self._difference(worth[one][:count], worth[other][:count], self._doubt.by_net)

    def _difference(self, one: Floats, other: Floats, by_net: float) -> tuple[float, float]:
        """How far the second is behind the first on average in the first worlds, and the standard error."""
        shares = self._shares_of(len(one))
        ahead = one - other
        mean = float(ahead @ shares)
        if not self._doubt.by_chance and len(one) == len(self.shares):
            return mean, by_net
        # A world that has not come up may differ: it counts as one more, by a point.
        missing = 1 / (1 + 1 / float(shares @ shares))
        return mean, sqrt(float(np.square((ahead - mean) * shares).sum()) + missing**2 + by_net**2)
