"""Judge a decision: the worth of each choice, compared with the best in the same worlds.

The master's net looks at the view once: its preferences say what to expect of each choice, its beliefs which worlds are
plausible. Every choice is tried in the first worlds, a quick net plays on in all four seats, and the differences between
choices in the same worlds are compared. Choices that are not clear are tried in more worlds, up to a bound. The counts
never depend on a clock, and all randomness comes from the view, so the same view always gets the same judgement.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from bowerbird.cards import STRENGTH, SUIT_AS_PLAYED, trump_index
from bowerbird.kernel.position import PositionError, mask_of
from bowerbird.kernel.search import COMPILED
from bowerbird.players.base import decision_seed
from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.judge.judgement import MISTAKE, RECORD, Choice, Evidence, Judgement
from bowerbird.players.judge.opinion import opinion
from bowerbird.players.judge.results import Results
from bowerbird.players.judge.sample import Sample
from bowerbird.players.knowledge import unseen_by
from bowerbird.players.net.compiled import story_of
from bowerbird.players.net.inputs import Seen, knows, seen_by_master, worth_rows
from bowerbird.players.net.weights import Found, shipped
from bowerbird.players.outlook import Outlook
from bowerbird.players.worth import Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Discard, Fact, Phase, Play, View

__all__ = ["Bounds", "grouped", "judge"]

Floats = npt.NDArray[np.float64]

#: What to expect before any world is tried: how far the net's own choice is ahead of another, in points for each e-fold
#: preference, and the most of it; the standard error of that, and the preference at which it has doubled. It grows with
#: the square: what the net likes little may cost nothing, or the hand. All are fitted to thousands of worlds.
_PREFERENCE, _MOST_PREFERRED = 0.008, 0.1
_TRUST, _TRUST_HALVED = 0.06, 8.0
#: The standard errors that come on top of chance, because nets are not people: if the quick one has weighed the worlds
#: and played them out, if it has only played them out, and if all is the master's.
_HASTY, _QUICK, _MASTER = 0.04, 0.02, 0.01
#: The standard errors by which a choice must be ahead of the net's own to be named before it.
_OVERTURNED: Final = 2.0
#: A choice that is so many standard errors away from being a mistake, or from being none, is tried no further.
_SURE: Final = 2.0
#: A mistake so large should not be missed, in points.
GRAVE: Final = 0.2


class Bounds(msgspec.Struct, frozen=True):
    """The numbers of worlds to try, until it is clear. The last is for choices that may be grave mistakes.

    A choice that overturns the master's own is tried by the master's net in `confirmed` worlds.
    """

    worlds: tuple[int, ...] = (32, 128, 512, 1024)
    confirmed: int = 256


_USUAL: Final = Bounds() if COMPILED else Bounds((8, 24), confirmed=16)


def judge(book: Rulebook, view: View, bounds: Bounds = _USUAL) -> Judgement:
    """Judge the decision of the seat of this view. Empty if there is only one choice."""
    if len(view.legal) < 2 or (view.phase is Phase.DISCARD and view.seat in view.sitting_out):
        return Judgement()
    if not knows(book, view):
        return _by_expert(book, view)
    try:
        return _Trial(book, view, bounds).judgement()
    except PositionError:
        return _by_expert(book, view)  # something irregular happened at this table


class _Trial:
    """The choices of one decision, the net's own first, and what came of them in the worlds so far."""

    def __init__(self, book: Rulebook, view: View, bounds: Bounds) -> None:
        assert view.seat is not None
        self._bounds = bounds
        seen, rows = seen_by_master(book, view), worth_rows(book, view)
        found = shipped()(seen.bits, rows[0])
        groups = grouped(book, view, seen, found)
        self._worlds = Sample(book, view, story_of(book, view, *rows), found.holders, decision_seed(0, view))
        self._results = Results(Stakes(book, view), view.seat)
        self._actions = [group[0] for group in groups]
        self._facts = [tuple(seen.legal[action] for action in group) for group in groups]
        liked = [float(found.policy[action]) for action in self._actions]
        self._gaps = [liked[0] - each for each in liked]
        self._records = [np.zeros((0, RECORD), np.uint8) for _ in self._actions]

    def judgement(self) -> Judgement:
        """Try until it is clear, or the bound is reached."""
        in_question = list(range(len(self._actions)))
        *most, last = self._bounds.worlds
        for count, next_count in zip(self._bounds.worlds, (*most[1:], last, 0), strict=True):
            self._worlds.more(count)
            compared = self._compared(in_question)
            in_question = compared.in_question(next_count == last)
            if not in_question or (self._worlds.is_all and self._worlds.is_careful):
                break
        self._confirm(compared)
        return self._told(compared)

    def _confirm(self, compared: _Compared) -> None:
        """Let the master's net play out what overturns its choice: the quick one is not always right about that."""
        while (best := compared.ranked()[0]) and not compared.is_confirmed(best):
            first = self._worlds.worlds[: None if self._worlds.is_all else self._bounds.confirmed]
            own, other = self._worlds.play_carefully(first, [self._actions[0], self._actions[best]])
            compared.confirm(best, own, other)

    def _compared(self, in_question: list[int]) -> _Compared:
        """Compare after trying what is in question in all worlds so far, and so the best, if that becomes another."""
        while True:
            self._try(in_question)
            compared = _Compared(self._results, self._records, self._worlds.shares(), self._gaps, self._doubt())
            best = compared.ranked()[0]
            if len(self._records[best]) == len(self._worlds.worlds):
                return compared
            in_question = [best]

    def _doubt(self) -> Doubt:
        return Doubt(not self._worlds.is_all, _QUICK if self._worlds.is_careful else _HASTY)

    def _try(self, places: list[int]) -> None:
        """Try choices in the worlds in which they were not tried yet: one may be in question again after a while."""
        worlds = self._worlds.worlds
        for tried in {len(self._records[place]) for place in places} - {len(worlds)}:
            behind = [place for place in places if len(self._records[place]) == tried]
            played = self._worlds.play(worlds[tried:], [self._actions[place] for place in behind])
            for place, records in zip(behind, played, strict=True):
                self._records[place] = np.concatenate([self._records[place], records])

    def _told(self, compared: _Compared) -> Judgement:
        order = compared.ranked()
        best = order[0]
        choices = []
        for place in order:
            fact, *same = self._facts[place]
            behind, error = compared.behind(best, place)
            points, points_error = compared.points_behind(best, place)
            choices.append(
                Choice(fact, compared.outlook(best, place), behind, error, points, points_error, tuple(same))
            )
        evidence = Evidence(self._worlds.worlds, compared.shares, tuple(compared.records[place] for place in order))
        return Judgement(tuple(choices), "net", evidence)


class Doubt(NamedTuple):
    """Why a difference may be another: by chance, unless all worlds were tried, and by what the quick net gets wrong."""

    by_chance: bool
    by_net: float


def grouped(book: Rulebook, view: View, seen: Seen, found: Found) -> list[list[int]]:
    """The choices as groups of equal actions: each by the net's preference, the one with its own choice first."""
    ranked = sorted(seen.legal, key=lambda action: -float(found.policy[action]))
    groups: list[list[int]] = []
    for action in ranked:
        fact = seen.legal[action]
        group = next((group for group in groups if _are_equal(book, view, seen.legal[group[0]], fact)), None)
        if group is None:
            groups.append([action])
        else:
            group.append(action)
    return groups


def _are_equal(book: Rulebook, view: View, one: Fact, other: Fact) -> bool:
    """True if both are cards of a suit with nothing between them that is on the table or that anyone may hold."""
    if not isinstance(one, Play | Discard) or not isinstance(other, Play | Discard):
        return False
    row = trump_index(view.trump)
    suits, strengths = SUIT_AS_PLAYED[row], STRENGTH[row]
    if suits[one.card] != suits[other.card]:
        return False
    low, high = sorted((strengths[one.card], strengths[other.card]))
    lies = () if view.trick.winner is not None else view.trick.cards
    rivals = unseen_by(book, view) | mask_of(lies)
    return not any(
        rivals >> card & 1 and suits[card] == suits[one.card] and low < strengths[card] < high
        for card in range(len(suits))
    )


class _Compared:
    """The choices in the worlds so far. Differences are between results in the same worlds."""

    def __init__(
        self,
        results: Results,
        records: Sequence[npt.NDArray[np.uint8]],
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
        #: The choices that the large net has played out.
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
            if low < MISTAKE < high and (not only_grave or (cost > MISTAKE and high > GRAVE)):
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
            # The large net's word on the worth is one on the points, too.
            points += behind[0] - self._paired(self._worth, best, place)[0]
        return points, self._at_least_confirmed(error, best, place)

    def _at_least_confirmed(self, error: float, best: int, place: int) -> float:
        """A standard error, or that of the large net's word on either choice, which comes from fewer worlds."""
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

    def confirm(self, place: int, own: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> None:
        """Take the master's word, from the first worlds, for how far a choice is ahead of its own."""
        behind, error = self._difference(self._results.worth(own), self._results.worth(other), _MASTER)
        self._ahead[place], self._errors[place] = self._with_net(-behind, error, place)
        self._confirmed.add(place)
        self._rank()

    def is_confirmed(self, place: int) -> bool:
        """True if the large net has played this choice out."""
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


def _by_expert(book: Rulebook, view: View) -> Judgement:
    """The expert's opinion, for what the net was not trained for."""
    return opinion(book, view, ExpertPlayer().outlooks(book, view))
