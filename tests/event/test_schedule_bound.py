"""The bounds: a complete search of every schedule shows that the stored ones cannot be beaten."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from bowerbird.event.schedule import nights, weeks
from bowerbird.event.schedule._bound import fewest_partner_repeats, most_new_pairs, most_pairs
from kit.amount import amount
from kit.rows import rows


def pairs_mask(tables: list[tuple[int, ...]], people: int) -> int:
    mask = 0
    for table in tables:
        for one, other in combinations(sorted(table), 2):
            mask |= 1 << (one * people + other)
    return mask


def seatings(people: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to sit at tables of four."""
    if not people:
        yield []
        return
    for others in combinations(people[1:], 3):
        table = (people[0], *others)
        for rest in seatings([person for person in people if person not in table]):
            yield [table, *rest]


def sit_out_plans(people: int, rounds: int) -> Iterator[list[tuple[int, ...]]]:
    """Every even way to sit out, never twice in a row, but for the names of people with the same past."""

    def go_on(plan: list[tuple[int, ...]]) -> Iterator[list[tuple[int, ...]]]:
        times = Counter(person for out in plan for person in out)
        counts = [times[person] for person in range(people)]
        if max(counts) - min(counts) > 1:
            return
        if len(plan) == rounds:
            yield plan
            return
        seen = set()
        for out in combinations(range(people), people % 4):
            past = tuple(sorted(tuple(person in earlier for earlier in plan) for person in out))
            if past not in seen and not (plan and set(out) & set(plan[-1])):
                seen.add(past)
                yield from go_on([*plan, out])

    return go_on([])


def most_by_complete_search(people: int, rounds: int) -> int:
    best = 0
    for plan in sit_out_plans(people, rounds):
        options = [
            [pairs_mask(tables, people) for tables in seatings([one for one in range(people) if one not in out])]
            for out in plan
        ]
        unions = {0}
        for choices in options:
            unions = {union | choice for union in unions for choice in choices}
        best = max(best, *(union.bit_count() for union in unions))
    return best


@rows("people", range(5, amount(9, full=12)))
def test_no_four_weeks_for_few_people_beat_the_bound_that_is_given(people: int) -> None:
    assert most_by_complete_search(people, 4) == most_pairs(people, 4) == weeks(people).distinct_pairs


def grid(one: list[tuple[int, ...]], other: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """How many people each table of one week sends to each table of another, but for the order of the tables."""
    rows = [[len(set(table) & set(there)) for there in other] for table in one]
    return min(
        tuple(sorted(tuple(row[column] for column in columns) for row in rows))
        for columns in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    )


@pytest.mark.clause("CCC-1b")
def test_no_four_weeks_of_twelve_people_have_sixty_pairs() -> None:
    """Complete, but for names: the first two weeks matter only by how their tables share people.

    They may be taken as the two weeks that share fewest pairs, n. All six pairs of weeks then share at least n; a pair
    of people that meets m times is m(m-1)/2 of those and m - 1 repeats, m at most 4, so there are at least
    6n / 2 repeats. Sixty pairs leave room for 72 - 60 = 12 of them, so n is at most 4.
    """
    everything = list(seatings(list(range(12))))
    assert len(everything) == 5775
    masks = [pairs_mask(tables, 12) for tables in everything]
    first = masks[0]
    second_by_grid = {grid(everything[0], tables): mask for tables, mask in zip(everything, masks, strict=True)}
    looked_at = 0
    for second in second_by_grid.values():
        fewest = (first & second).bit_count()
        if fewest > 4:
            continue
        two = first | second
        # The fourth week adds at most 18 - 3 pairs, since any two weeks of three tables share three.
        third = [
            mask
            for mask in masks
            if (two | mask).bit_count() >= 60 - 15
            and (first & mask).bit_count() >= fewest
            and (second & mask).bit_count() >= fewest
        ]
        for index, mask in enumerate(third):
            three = two | mask
            for fourth in third[index:]:
                looked_at += 1
                assert (three | fourth).bit_count() < 60
    assert looked_at > 1000


def test_the_bounds_hold_for_every_schedule_that_is_made() -> None:
    for people in range(4, 48, amount(18, full=9)):
        for rounds in (2, 5):
            made = weeks(people, rounds)
            assert made.distinct_pairs <= made.bound == most_pairs(people, rounds)
            assert made.proven == (made.distinct_pairs == made.bound)


def test_eight_games_of_eight_players_force_four_partner_repeats() -> None:
    assert fewest_partner_repeats(8, 8) == 4
    assert fewest_partner_repeats(8, 7) == 0
    assert fewest_partner_repeats(4, 4) == 2
    assert nights(8).partner_repeats == 4


def test_new_pairs_are_limited_by_tables_and_by_who_is_left_to_meet() -> None:
    assert most_new_pairs([7] * 8, tables=2, rounds=1) == 12
    assert most_new_pairs([1] * 8, tables=2, rounds=5) == 4
    assert most_new_pairs([0] * 8, tables=2, rounds=5) == 0
