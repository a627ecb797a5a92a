"""The ranking of entries with equal totals, and the reasons in plain words: each step is one file.

A step is a subclass of `base.RankingStep`, with one object of it as `KIND` in its module. Put a file here and a
rulebook can name it. A step for two leaves a larger group to the next one; as soon as two of the group are left tied,
it comes first. Where the steps end, places are shared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bowerbird.event.errors import EventError
from bowerbird.event.ranking.base import Contest, Due, Encounter, Group, RankingStep, Tally
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.kinds import RANKING_STEPS

__all__ = ["Contest", "Due", "Encounter", "Ranking", "RankingStep", "Tally", "rank", "ranking_of", "step_named"]


class Ranking(NamedTuple):
    """The groups from first to last, and the play-offs that are still due."""

    groups: list[Group]
    due: list[Due]


def step_named(name: str) -> RankingStep:
    """The step with this name."""
    steps = RANKING_STEPS.all()
    found = steps.get(name)
    if not isinstance(found, RankingStep):
        raise EventError(f"There is no ranking step {name!r}. Choose from: {', '.join(steps)}.")
    return found


def ranking_of(book: Rulebook) -> tuple[RankingStep, ...]:
    """The steps that a rulebook names, most important first."""
    return tuple(map(step_named, book.event.ranking))


def rank(contest: Contest, steps: Sequence[RankingStep]) -> Ranking:
    """Rank everybody."""
    everybody = Group(tuple(sorted(contest.tallies, key=str.casefold)))
    return Ranking(_order(contest, everybody, tuple(steps)) if everybody.names else [], contest.due)


def _order(contest: Contest, group: Group, steps: tuple[RankingStep, ...]) -> list[Group]:
    if len(group.names) == 1 or group.waits:
        return [group]
    step = next((step for step in steps if len(group.names) == 2 or not step.for_two), None)
    if step is None:
        return [group.because("The rules don't separate them, so they share the place.")]
    rest = tuple(other for other in steps if other is not step)
    return [placed for part in step.split(contest, group) for placed in _order(contest, part, rest)]
