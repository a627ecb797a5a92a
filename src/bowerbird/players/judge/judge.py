"""Judge a decision: the worth of each choice, compared with the best in the same worlds.

The master's net looks at the view once: its probabilities say which choices are in question, its beliefs which worlds
are plausible. Every choice is tried in the first worlds, the net plays on in all four seats, and the differences
between choices in the same worlds are compared. Choices that are not clear are tried in more worlds, up to a bound. The
counts never depend on a clock, and all randomness comes from the view, so the same view always gets the same judgement.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from bowerbird.cards import STRENGTH, SUIT_AS_PLAYED, trump_index
from bowerbird.kernel.position import PositionError, mask_of
from bowerbird.kernel.search import COMPILED
from bowerbird.players.base import decision_seed
from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.judge.judgement import MISTAKE, Choice, Evidence, Judgement
from bowerbird.players.judge.opinion import opinion
from bowerbird.players.judge.results import Results
from bowerbird.players.judge.worlds import BelievedWorlds
from bowerbird.players.knowledge import unseen_by
from bowerbird.players.net.compiled import prepared, story_of
from bowerbird.players.net.inputs import Seen, knows, seen_by_master, worth_row
from bowerbird.players.net.weights import Found, Net, quick, shipped
from bowerbird.players.outlook import Outlook
from bowerbird.players.worth import Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Discard, Fact, Phase, Play, View

__all__ = ["Bounds", "judge"]

Floats = npt.NDArray[np.float64]

#: How far the net's own choice is ahead of another before any world is tried, in points for each e-fold preference, and
#: the most of it; and how little that is trusted, as a standard error.
_PREFERENCE, _MOST_PREFERRED, _TRUST = 0.02, 0.1, 0.15
#: A choice whose mistake is sure by so many standard errors is tried no further.
_SURE: Final = 2.5


class Bounds(msgspec.Struct, frozen=True):
    """The numbers of worlds to try, up to the last if it is not clear before, and of the deals to choose them from."""

    worlds: tuple[int, ...] = (64, 192, 512, 1024)
    drawn: int = 3072


_USUAL: Final = Bounds() if COMPILED else Bounds((8, 24), 96)


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
        large, small = shipped(), quick()
        seen, found, rows = _looked(book, view, large)
        self._groups = _grouped(book, view, seen, found)
        story = story_of(book, view, *rows)
        seed = decision_seed(0, view)
        self._worlds = BelievedWorlds(book, view, story, prepared(small), found.holders, seed)
        self._results = Results(Stakes(book, view), view.seat)
        self._actions = [group[0] for group in self._groups]
        self._facts = [tuple(seen.legal[action] for action in group) for group in self._groups]
        liked = [float(found.policy[action]) for action in self._actions]
        self._ahead_before = [-min(_PREFERENCE * (liked[0] - each), _MOST_PREFERRED) for each in liked]
        self._records: list[list[npt.NDArray[np.uint8]]] = [[] for _ in self._actions]

    def judgement(self) -> Judgement:
        """Try until it is clear, or the bound is reached."""
        in_question = list(range(len(self._actions)))
        self._worlds.draw(self._bounds.drawn)
        for count in self._bounds.worlds:
            new = self._worlds.more(count)
            if len(new):
                played = self._worlds.play(new, [self._actions[place] for place in in_question])
                for place, records in zip(in_question, played, strict=True):
                    self._records[place].append(records)
            compared = self._compared()
            in_question = compared.in_question()
            if len(in_question) < 2 or self._worlds.drawn <= count:
                break
        return self._told(compared)

    def _compared(self) -> _Compared:
        shares = self._worlds.shares()
        records = [np.concatenate(parts) for parts in self._records]
        return _Compared(self._results, records, shares, self._ahead_before)

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


def _looked(book: Rulebook, view: View, net: Net) -> tuple[Seen, Found, tuple[tuple[float, ...], tuple[float, ...]]]:
    """What the net sees and finds, and the worth of the hand to the seat's side and to the other."""
    assert view.seat is not None
    seen = seen_by_master(book, view)
    ours, theirs = (worth_row(Stakes(book, replace(view, seat=seat)), seat) for seat in (view.seat, view.seat.left))
    return seen, net(seen.bits, ours), (ours, theirs)


def _grouped(book: Rulebook, view: View, seen: Seen, found: Found) -> list[list[int]]:
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
        self, results: Results, records: Sequence[npt.NDArray[np.uint8]], shares: Floats, ahead_before: Sequence[float]
    ) -> None:
        self.records = records
        self.shares = shares
        self._results = results
        self._worth = [results.worth(each) for each in records]
        self._points = [results.points(each) for each in records]
        self._ahead_before = ahead_before
        self._ahead = [self._ahead_of_own(place) for place in range(len(records))]

    def ranked(self) -> list[int]:
        """The choices, best first."""
        return sorted(range(len(self.records)), key=lambda place: -self._ahead[place])

    def in_question(self) -> list[int]:
        """The choices that are worth another try: the best, and those that may or may not be mistakes."""
        best = self.ranked()[0]
        unclear = []
        for place in range(len(self.records)):
            behind, error = self.behind(best, place)
            if place != best and behind - _SURE * error < MISTAKE < behind + _SURE * error:
                unclear.append(place)
        return [best, *unclear] if unclear else []

    def behind(self, best: int, place: int) -> tuple[float, float]:
        """How far a choice is behind the best, and the standard error."""
        if place == best:
            return 0.0, 0.0
        return self._ahead[best] - self._ahead[place], self._paired(self._worth, best, place)[1]

    def points_behind(self, best: int, place: int) -> tuple[float, float]:
        """The same in plain points: another thing only where the score counts."""
        if place == best or self._results.for_points:
            return self.behind(best, place)
        return self._paired(self._points, best, place)

    def outlook(self, best: int, place: int) -> Outlook:
        """The figures of a choice: those of the best in all its worlds, and the difference in the worlds of both."""
        found = self._means(best, len(self.records[best]))
        points, error = self.points_behind(best, place)
        if place != best:
            few = min(len(self.records[best]), len(self.records[place]))
            theirs, ours = self._means(best, few), self._means(place, few)
            at_best = found[0]
            found = found + ours - theirs
            found[0] = at_best - points
        return self._results.outlook(found, 2 * error)

    def _means(self, place: int, count: int) -> Floats:
        """The figures of a choice in the first worlds. One that was soon clear was tried in few, and may come first."""
        shares = self.shares[:count] / self.shares[:count].sum()
        return self._results.figures(self.records[place][:count], shares)

    def _ahead_of_own(self, place: int) -> float:
        """How far a choice is ahead of the net's own. To overturn that, the worlds must say so against what was known:
        among many choices, one is soon ahead by chance."""
        if not place:
            return 0.0
        behind, error = self._paired(self._worth, 0, place)
        before = self._ahead_before[place]
        if -behind <= before:
            return -behind
        trust = (error / _TRUST) ** 2
        return (-behind + before * trust) / (1 + trust)

    def _paired(self, worth: Sequence[Floats], one: int, other: int) -> tuple[float, float]:
        """How far the second is behind the first in the worlds of both, and the standard error."""
        count = min(len(worth[one]), len(worth[other]))
        shares = self.shares[:count] / self.shares[:count].sum()
        ahead = worth[one][:count] - worth[other][:count]
        mean = float(ahead @ shares)
        # A world that has not come up may differ: it counts as one more, by a point.
        missing = 1 / (1 + 1 / float(shares @ shares))
        return mean, sqrt(float(np.square((ahead - mean) * shares).sum()) + missing**2)


def _by_expert(book: Rulebook, view: View) -> Judgement:
    """The expert's opinion, for what the net was not trained for."""
    return opinion(book, view, ExpertPlayer().outlooks(book, view))
