"""Judge a decision: the worth of each choice, compared with the best in the same worlds.

The master's net looks at the view once: its preferences say what to expect of each choice, its beliefs which worlds are
plausible. Every choice is tried in the first worlds, a quick net plays on in all four seats, and the differences
between choices in the same worlds are compared. Choices that are not clear are tried in more worlds, up to a bound. The
counts never depend on a clock, and all randomness comes from the view, so the same view always gets the same judgement.
"""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np

from bowerbird.cards import STRENGTH, SUIT_AS_PLAYED, trump_index
from bowerbird.kernel.position import PositionError, mask_of
from bowerbird.kernel.search import COMPILED
from bowerbird.players.base import decision_seed
from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.judge.compared import HASTY, QUICK, Compared, Doubt
from bowerbird.players.judge.judgement import RECORD, Choice, Evidence, Judgement
from bowerbird.players.judge.opinion import opinion
from bowerbird.players.judge.results import Results
from bowerbird.players.judge.sample import Sample
from bowerbird.players.knowledge import unseen_by
from bowerbird.players.net.compiled import story_of
from bowerbird.players.net.inputs import Seen, knows, worth_rows
from bowerbird.players.net.look import look
from bowerbird.players.net.weights import Found, shipped
from bowerbird.players.worth import Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Discard, Fact, Phase, Play, View

__all__ = ["Bounds", "grouped", "judge"]


#: With so few cards in hand, the master's net is quick enough to play worlds out.
_LATE: Final = 2


class Bounds(msgspec.Struct, frozen=True):
    """The numbers of worlds to try, up to the last if it is not clear before.

    Choices that are likely mistakes, maybe grave ones, are tried in `grave` worlds, if that is more. One that overturns
    the master's own is tried by the master's net in `confirmed` worlds. For a check of what was judged, that net plays
    all of them (`carefully`), and another `seed` gives other worlds.
    """

    worlds: tuple[int, ...]
    grave: int = 0
    confirmed: int = 256
    carefully: bool = False
    seed: int = 0


_USUAL: Final = Bounds((32, 128, 512), grave=1024) if COMPILED else Bounds((8, 24), confirmed=16)


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
        seen, found = look(shipped(), book, view)
        groups = grouped(book, view, seen, found)
        story = story_of(book, view, *worth_rows(book, view))
        late, seed = len(view.hand) <= _LATE, decision_seed(bounds.seed, view)
        self._worlds = Sample(book, view, story, found.holders, seed, carefully=bounds.carefully, late=late)
        self._results = Results(Stakes(book, view), view.seat)
        self._actions = [group[0] for group in groups]
        self._facts = [tuple(seen.legal[action] for action in group) for group in groups]
        liked = [float(found.policy[action]) for action in self._actions]
        self._gaps = [liked[0] - each for each in liked]
        self._records = [np.zeros((0, RECORD), np.uint8) for _ in self._actions]

    def judgement(self) -> Judgement:
        """Try until it is clear, or the bound is reached."""
        in_question = list(range(len(self._actions)))
        *others, last = self._bounds.worlds
        for count in (*others, last, max(last, self._bounds.grave)):
            self._worlds.more(count)
            compared = self._compared(in_question)
            in_question = compared.in_question(only_grave=count >= last)
            if not in_question or (self._worlds.is_all and self._worlds.is_careful):
                break
        self._confirm(compared)
        return self._told(compared)

    def _confirm(self, compared: Compared) -> None:
        """Let the master's net play out what overturns its choice: the quick one is not always right about that."""
        while (best := compared.ranked()[0]) and not compared.is_confirmed(best):
            first = self._worlds.worlds[: None if self._worlds.is_all else self._bounds.confirmed]
            own, other = self._worlds.play_carefully(first, [self._actions[0], self._actions[best]])
            compared.confirm(best, own, other)

    def _compared(self, in_question: list[int]) -> Compared:
        """Compare after trying what is in question in all worlds so far, and so the best, if that becomes another."""
        while True:
            self._try(in_question)
            compared = Compared(self._results, self._records, self._worlds.shares(), self._gaps, self._doubt())
            best = compared.ranked()[0]
            if len(self._records[best]) == len(self._worlds.worlds):
                return compared
            in_question = [best]

    def _doubt(self) -> Doubt:
        return Doubt(not self._worlds.is_all, QUICK if self._worlds.is_careful else HASTY)

    def _try(self, places: list[int]) -> None:
        """Try choices in the worlds in which they were not tried yet: one may be in question again after a while."""
        worlds = self._worlds.worlds
        for tried in {len(self._records[place]) for place in places} - {len(worlds)}:
            behind = [place for place in places if len(self._records[place]) == tried]
            played = self._worlds.play(worlds[tried:], [self._actions[place] for place in behind])
            for place, records in zip(behind, played, strict=True):
                self._records[place] = np.concatenate([self._records[place], records])

    def _told(self, compared: Compared) -> Judgement:
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


def _by_expert(book: Rulebook, view: View) -> Judgement:
    """The expert's opinion, for what the net was not trained for."""
    expert = ExpertPlayer()
    return opinion(book, view, expert.outlooks(book, view), expert.level)
