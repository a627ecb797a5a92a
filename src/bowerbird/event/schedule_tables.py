"""Which table each group of four goes to, so that people come to a table they have not sat at.

Who sits with whom is settled before; this only numbers the tables. People are numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bowerbird.event._dice import Dice
from bowerbird.event.schedule_search import Seats

__all__ = ["spread_over_tables"]

_PASSES: Final = 40


def spread_over_tables(rounds: Sequence[Seats], played: Sequence[Seats] = (), *, dice: Dice) -> list[Seats]:
    """The same rounds with their tables in a new order: as few returns to a table as a few passes find."""
    groups = [[seats[first : first + 4] for first in range(0, len(seats), 4)] for seats in rounds]
    visits: Counter[tuple[int, int]] = Counter()
    for seats in [*played, *rounds]:
        visits.update((person, place // 4) for place, person in enumerate(seats))
    for _ in range(_PASSES):
        returns = [_renumber(tables, visits, dice) for tables in groups]
        if not any(returns):
            break
    return [[person for table in tables for person in table] for tables in groups]


def _renumber(tables: list[Seats], visits: Counter[tuple[int, int]], dice: Dice) -> int:
    """Swap tables of one round where that costs no returns. Say how many people still return to a table."""
    for number, table in enumerate(tables):
        visits.subtract((person, number) for person in table)

    def returns(table: Seats, number: int) -> int:
        return sum(visits[person, number] for person in table)

    left = 0
    for here, table in enumerate(tables):
        now = returns(table, here)
        if not now:
            continue
        savings = [
            now + returns(other, there) - returns(table, there) - returns(other, here)
            for there, other in enumerate(tables)
        ]
        most = max(savings)
        # A swap that saves nothing is made too, by lot: it opens the way to others.
        choices = [there for there, saved in enumerate(savings) if saved == most]
        there = choices[dice.below(len(choices))]
        tables[here], tables[there] = tables[there], table
        left += now - most
    for number, table in enumerate(tables):
        visits.update((person, number) for person in table)
    return left
