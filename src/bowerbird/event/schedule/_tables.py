"""Number the tables, so that people come to a table they have not sat at.

The groups of four are already settled. People are numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bowerbird.event.schedule._dice import Dice
from bowerbird.event.schedule._search import Seats

__all__ = ["spread_over_tables"]

_PASSES: Final = 40
# The most swaps considered, so that a very long plan for a very large room is numbered in about a second.
_EFFORT: Final = 200_000


def spread_over_tables(rounds: Sequence[Seats], played: Sequence[Seats] = (), *, dice: Dice) -> list[Seats]:
    """The same rounds with their tables in a new order: as few returns to a table as a short search finds."""
    groups = [[seats[first : first + 4] for first in range(0, len(seats), 4)] for seats in rounds]
    both = [*played, *rounds]
    most_tables = max(len(seats) for seats in both) // 4
    visits = [[0] * most_tables for _ in range(1 + max(person for seats in both for person in seats))]
    for seats in both:
        for place, person in enumerate(seats):
            visits[person][place // 4] += 1
    effort = _EFFORT
    for _ in range(_PASSES):
        before = effort
        for tables in groups:
            if effort > 0:
                effort -= _renumber(tables, visits, dice)
        if effort == before:
            break
    return [[person for table in tables for person in table] for tables in groups]


def _renumber(tables: list[Seats], visits: list[list[int]], dice: Dice) -> int:
    """Swap tables of one round if that costs no returns. Return the number of swaps considered."""
    for number, table in enumerate(tables):
        for person in table:
            visits[person][number] -= 1

    def returns(table: Seats, number: int) -> int:
        a, b, c, d = table
        return visits[a][number] + visits[b][number] + visits[c][number] + visits[d][number]

    looked_at = 0
    for here, table in enumerate(tables):
        now = returns(table, here)
        if not now:
            continue
        savings = [
            now + returns(other, there) - returns(table, there) - returns(other, here)
            for there, other in enumerate(tables)
        ]
        most = max(savings)
        # A swap that saves nothing is made too, by lot: it opens the way to better ones.
        choices = [there for there, saved in enumerate(savings) if saved == most]
        there = choices[dice.below(len(choices))]
        tables[here], tables[there] = tables[there], table
        looked_at += len(tables)
    for number, table in enumerate(tables):
        for person in table:
            visits[person][number] += 1
    return looked_at
