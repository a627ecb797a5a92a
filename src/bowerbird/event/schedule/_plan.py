"""Plans of rounds for people given as numbers: a fresh one, and one that continues from the rounds played.

Puts the parts together: sit-outs, starts, search, table numbers. Does not depend on names.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bowerbird.event.schedule._apart import kept_apart
from bowerbird.event.schedule._bound import fewest_partner_repeats, most_pairs
from bowerbird.event.schedule._dice import Dice
from bowerbird.event.schedule._search import Aim, History, Seats, cost, improve
from bowerbird.event.schedule._starts import circle, known, shuffled_rounds, sit_outs
from bowerbird.event.schedule._tables import spread_over_tables

__all__ = ["extend", "fresh"]

_FEWEST_STEPS: Final = 100_000
_MOST_STEPS: Final = 500_000
_STEPS_A_SEAT: Final = 40
# Small rooms are both the hardest and the quickest.
_ATTEMPTS: Final = 4
_ATTEMPTS_LARGE: Final = 1
_LARGE: Final = 40
# From a good start the search stays cool, so that it repairs the plan instead of melting it.
_COOL: Final = 12.0
_NOBODY: Final = -1


@lru_cache(maxsize=256)
def fresh(people: int, rounds: int, aim: Aim) -> tuple[tuple[int, ...], ...]:
    """Rounds for people who have not met, tables in order; anyone missing from a round sits out."""
    history = History(people)
    best = _best_without_search(people, rounds, aim, history)
    if best is None:
        best = _search(people, rounds, aim, history)
    dice = Dice(rounds)
    best = _apart(best, (), history, aim, dice)
    return tuple(tuple(seats) for seats in spread_over_tables(best, dice=dice))


def _best_without_search(people: int, rounds: int, aim: Aim, history: History) -> list[Seats] | None:
    """A stored schedule of exactly this length, or a longer one cut short if it has no repeat."""
    for plan, whole in known(people, rounds):
        if whole or not cost(plan, history, aim):
            return plan
    return None


def _search(people: int, rounds: int, aim: Aim, history: History) -> list[Seats]:
    dice = Dice(people * 1_000 + rounds)
    plans: list[list[Seats]] = []
    for _ in range(_ATTEMPTS if people <= _LARGE else _ATTEMPTS_LARGE):
        start = shuffled_rounds(people, sit_outs([0] * people, (), rounds, dice), dice)
        plans.append(_apart(improve(start, history, aim, dice=dice, steps=_steps(start)), (), history, aim, dice))
        if _is_best_possible(people, plans[-1]):
            return plans[-1]
    for start in _structured(people, rounds):
        improved = improve(start, history, aim, dice=dice, steps=_steps(start), hottest=_COOL)
        plans += (_apart(plan, (), history, aim, dice) for plan in (start, improved))
    return min(plans, key=lambda plan: (_partner_repeats(people, plan) if aim.apart else 0, cost(plan, history, aim)))


def _apart(plan: list[Seats], before: Sequence[int], history: History, aim: Aim, dice: Dice) -> list[Seats]:
    return kept_apart(plan, before, history, aim, dice) if aim.apart else plan


def _steps(rounds: Sequence[Sequence[int]]) -> int:
    """The number of search steps that a plan of this size is worth."""
    return min(max(_FEWEST_STEPS, _STEPS_A_SEAT * sum(map(len, rounds))), _MOST_STEPS)


def _is_best_possible(people: int, plan: Sequence[Seats]) -> bool:
    met = _different_pairs(_counts(people, plan).met, people)
    repeats = _partner_repeats(people, plan)
    return met == most_pairs(people, len(plan)) and repeats == fewest_partner_repeats(people, len(plan))


def _counts(people: int, plan: Sequence[Seats]) -> History:
    counts = History(people)
    for seats in plan:
        counts.add(seats)
    return counts


def _partner_repeats(people: int, plan: Sequence[Seats]) -> int:
    games = sum(len(seats) for seats in plan) // 2
    return games - _different_pairs(_counts(people, plan).partnered, people)


def _different_pairs(counts: bytearray, people: int) -> int:
    return (people * people - counts.count(0)) // 2


def _structured(people: int, rounds: int) -> list[list[Seats]]:
    starts = [plan for plan, _ in known(people, rounds)]
    # For few rounds the search alone is better: the circle brings the same opponents back early.
    if people % 4 in (0, 1) and rounds >= people // 4:
        starts.append(circle(people, rounds))
    return starts


def extend(
    played: Sequence[Sequence[int]],
    present: int,
    everyone: int,
    resting: Sequence[Sequence[int]],
    aim: Aim,
    *,
    planned: Sequence[Sequence[int]],
    seed: int,
) -> list[Seats]:
    """More rounds for the people 0 to `present` - 1, after these; `everyone` also counts people who have left.

    `resting` lists who sits out in each new round. `planned` are the rounds that were going to be played, as a start.
    Neither is needed after one full round of the same people: then a fresh plan goes on from there.
    """
    dice = Dice(seed)
    before = [list(seats) for seats in played]
    if len(before) == 1 and present == everyone and len(before[0]) // 4 == present // 4:
        return spread_over_tables(_fresh_after(before[0], present, len(resting), aim), before, dice=dice)
    history = History(everyone)
    for seats in played:
        history.add(seats)
    start = shuffled_rounds(present, resting, dice)
    best = improve(start, history, aim, dice=dice, steps=_steps(start))
    for ready in (planned, fresh(present, len(resting), aim)):
        if ready and cost(best, history, aim):
            start = _with_sit_outs(ready, present, resting)
            better = improve(start, history, aim, dice=dice, steps=_steps(start), hottest=_COOL)
            best = min(best, better, key=lambda plan: cost(plan, history, aim))
    best = _apart(best, played[-1] if played else (), history, aim, dice)
    return spread_over_tables(best, before, dice=dice)


def _fresh_after(first: Seats, people: int, rounds: int, aim: Aim) -> list[Seats]:
    """A fresh plan after its first round: every full round is the first of such a plan, if people swap names."""
    opening, *rest = fresh(people, 1 + rounds, aim)
    everyone = range(people)
    places = [*opening, *(person for person in everyone if person not in opening)]
    names = [*first, *(person for person in everyone if person not in first)]
    named = dict(zip(places, names, strict=True))
    return [[named[person] for person in seats] for seats in rest]


def _with_sit_outs(rounds: Sequence[Sequence[int]], present: int, resting: Sequence[Sequence[int]]) -> list[Seats]:
    """These rounds with exactly these people sitting out: people who should play replace people who should not.

    With fewer tables than before, the emptiest ones go; with more, the new ones are filled from the people waiting.
    """
    plan = []
    for seats, out in zip(rounds, resting, strict=True):
        playing = set(range(present)) - set(out)
        tables = [list(seats[first : first + 4]) for first in range(0, len(seats), 4)]
        tables.sort(key=lambda table: -len(playing.intersection(table)))
        chairs = [person for table in tables for person in table][: len(playing)]
        chairs += [_NOBODY] * (len(playing) - len(chairs))
        waiting = sorted(playing.difference(chairs))
        plan.append([person if person in playing else waiting.pop() for person in chairs])
    return plan
