"""Pair the people of each table so that nobody keeps a partner from one game to the next.

Four people can be paired in three ways. Two of them who were partners in the game before forbid one way, and the other
two, if they were partners too, forbid the same one; the game after forbids at most one more. So one way is always left,
whoever sits together: here "cannot be avoided" never happens. People are numbers, and nobody changes tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from bowerbird.event.schedule._dice import Dice
from bowerbird.event.schedule._search import MOST_ROUNDS, Aim, History, Seats

__all__ = ["kept_apart", "partners_of"]

#: The three ways to pair four chairs, each as an order of the four.
_WAYS: Final = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))
_ATTEMPTS: Final = 20
_PASSES: Final = 12
Pair = tuple[int, int]


def partners_of(seats: Sequence[int]) -> set[Pair]:
    """The pairs of partners of a round, each with the smaller number first."""
    return {pair for first in range(0, len(seats), 4) for pair in _pairs(seats[first : first + 4])}


def _pairs(four: Sequence[int]) -> tuple[Pair, Pair]:
    a, b, c, d = four
    return (a, c) if a < c else (c, a), (b, d) if b < d else (d, b)


def kept_apart(rounds: list[Seats], before: Sequence[int], history: History, aim: Aim, dice: Dice) -> list[Seats]:
    """The same tables round by round, paired so that nobody keeps a partner, with as few repeats as a search finds.

    Repeats that must be come as late as possible. `before` is the round that was played last, and `history` everything
    played so far.
    """
    running = _running([before, *rounds])
    if not running and not sum(_repeats(rounds, history, aim)):
        return rounds
    plans = [] if running else [rounds]
    plans += (_in_order(rounds, before, history, aim, dice) for _ in range(_ATTEMPTS))
    for _ in range(_ATTEMPTS):
        rounds = _one_attempt(rounds, before, history, aim, dice)
        plans.append(rounds)

    def price(plan: list[Seats]) -> tuple[int, list[int]]:
        repeats = _repeats(plan, history, aim)
        return sum(repeats), repeats

    return min(plans, key=price)


def _running(rounds: Sequence[Sequence[int]]) -> bool:
    pairs = list(map(partners_of, rounds))
    return any(earlier & later for earlier, later in pairwise(pairs))


def _repeats(rounds: Sequence[Sequence[int]], history: History, aim: Aim) -> list[int]:
    """The cost of the partner repeats of each round."""
    times, repeats = Counter[Pair](), list[int]()
    for seats in rounds:
        pairs = partners_of(seats)
        repeats.append(sum(_price(pair, times, history, aim) for pair in pairs))
        times.update(pairs)
    return repeats


@cache
def _costs(aim: Aim) -> list[int]:
    return aim.partner_costs(MOST_ROUNDS)


def _played(history: History, pair: Pair) -> int:
    return history.partnered[pair[0] * history.people + pair[1]]


def _in_order(rounds: Sequence[Seats], before: Sequence[int], history: History, aim: Aim, dice: Dice) -> list[Seats]:
    """Pair the tables game by game, each in the cheapest way that the game before allows.

    If the same people play in all rounds, the round that repeats least comes next.
    """
    times, plan, waiting = Counter[Pair](), list[Seats](), list(rounds)
    in_any_order = len({frozenset(seats) for seats in rounds}) == 1
    if in_any_order:
        dice.shuffle(waiting)
    while waiting:
        near = partners_of(plan[-1] if plan else before)
        coming = [
            _paired(seats, near, times, history, aim, dice) for seats in (waiting if in_any_order else waiting[:1])
        ]
        repeats = [sum(_price(pair, times, history, aim) for pair in partners_of(seats)) for seats in coming]
        best = repeats.index(min(repeats))
        waiting.pop(best)
        times.update(partners_of(coming[best]))
        plan.append(coming[best])
    return plan


def _paired(seats: Seats, near: set[Pair], times: Counter[Pair], history: History, aim: Aim, dice: Dice) -> Seats:
    tables = (seats[first : first + 4] for first in range(0, len(seats), 4))
    return [person for four in tables for person in _cheapest(four, near, times, history, aim, dice)]


def _price(pair: Pair, times: Counter[Pair], history: History, aim: Aim) -> int:
    return _costs(aim)[_played(history, pair) + times[pair]]


def _one_attempt(rounds: Sequence[Seats], before: Sequence[int], history: History, aim: Aim, dice: Dice) -> list[Seats]:
    """Go over the tables again and again, and pair each in the cheapest way that the games around it allow."""
    plan = [list(seats) for seats in rounds]
    times = Counter(pair for seats in plan for pair in partners_of(seats))
    places = [(game, first) for game, seats in enumerate(plan) for first in range(0, len(seats), 4)]
    for _ in range(_PASSES):
        dice.shuffle(places)
        for game, first in places:
            near = partners_of(plan[game - 1] if game else before)
            if game + 1 < len(plan):
                near |= partners_of(plan[game + 1])
            four = plan[game][first : first + 4]
            times.subtract(_pairs(four))
            best = _cheapest(four, near, times, history, aim, dice)
            plan[game][first : first + 4] = best
            times.update(_pairs(best))
    return plan


def _cheapest(
    four: Seats, near: set[Pair], times: Counter[Pair], history: History, aim: Aim, dice: Dice
) -> tuple[int, ...]:
    """The way to pair a table that repeats least, without the pairs of the games around it; by lot among equals."""
    ways = [tuple(four[chair] for chair in way) for way in _WAYS]
    dice.shuffle(ways)
    free = [way for way in ways if not near.intersection(_pairs(way))]
    return min(free, key=lambda way: sum(_price(pair, times, history, aim) for pair in _pairs(way)))
