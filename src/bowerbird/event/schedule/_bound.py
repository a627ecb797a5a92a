"""Bounds that no schedule can beat: the most pairs that can meet, and the fewest partner repeats.

Each bound is a counting argument given beside it, or comes from a complete search that the tests repeat. Sit-outs are
assumed to be even and never twice in a row. Nothing here makes a schedule.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Final

__all__ = ["fewest_partner_repeats", "most_new_pairs", "most_pairs"]

# (people, rounds): an exhaustive search found no schedule with even sit-outs that has more.
_SEARCHED: Final = {(7, 4): 17, (9, 4): 34, (10, 4): 39, (11, 4): 42, (12, 4): 59}


def most_pairs(people: int, rounds: int) -> int:
    """The most different pairs that can sit at a table together, with even sit-outs."""
    tables, resting = divmod(people, 4)
    each, more = divmod(resting * rounds, people)
    least, most = (rounds - each - 1), (rounds - each)
    # A person meets three people a round, and never more than everyone else.
    by_person = more * min(people - 1, 3 * least) + (people - more) * min(people - 1, 3 * most)
    bound = min(comb(people, 2), by_person // 2, 6 * tables * rounds - _forced_repeats(tables, resting, rounds))
    return min(bound, _SEARCHED.get((people, rounds), bound))


def _forced_repeats(tables: int, resting: int, rounds: int) -> int:
    """Repeats that too few tables force.

    Of two rounds, the people of the second come from `tables` tables of the first, except people who sat out; so some
    who sat together must again. Spread as evenly as possible over the tables-by-tables grid, that is the least number
    of shared pairs of two rounds. A pair that meets m times is shared by m(m-1)/2 pairs of rounds and is m - 1 repeats,
    and m is at most `rounds`: so repeats are at least the shared pairs times 2 / rounds.
    """
    each, more = divmod(4 * tables - resting, tables * tables)
    shared = (tables * tables - more) * comb(each, 2) + more * comb(each + 1, 2)
    return -(-2 * shared * comb(rounds, 2) // rounds)


def most_new_pairs(unmet: Sequence[int], tables: int, rounds: int) -> int:
    """The most pairs that can still meet. `unmet` has, for each person present, how many of them they have not met."""
    return min(6 * tables * rounds, sum(min(left, 3 * rounds) for left in unmet) // 2)


def fewest_partner_repeats(people: int, rounds: int) -> int:
    """The partner repeats that cannot be avoided in games with one partner each."""
    tables, resting = divmod(people, 4)
    each, more = divmod(resting * rounds, people)
    games = [rounds - each - 1] * more + [rounds - each] * (people - more)
    by_person = sum(max(0, played - (people - 1)) for played in games)
    return max(2 * tables * rounds - comb(people, 2), -(-by_person // 2), 0)
