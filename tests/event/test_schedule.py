"""Schedules: every fact they must reach, and what holds for any number of people."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.event.schedule import Person, Round, Schedule, ScheduleError, nights, weeks
from bowerbird.event.schedule._starts import circle
from kit.amount import amount
from kit.rows import rows


def people_of(each: Round) -> list[Person]:
    return [person for table in each.tables for person in table] + list(each.sitting_out)


def people_met(schedule: Schedule) -> dict[Person, set[Person]]:
    met: dict[Person, set[Person]] = {person: set() for person in people_of(schedule.rounds[0])}
    for each in schedule.rounds:
        for table in each.tables:
            for person in table:
                met[person] |= set(table) - {person}
    return met


def partners_had(schedule: Schedule) -> Counter[frozenset[Person]]:
    return Counter(
        frozenset(pair)
        for each in schedule.rounds
        for north, east, south, west in each.tables
        for pair in ((north, south), (east, west))
    )


def mean_met(schedule: Schedule) -> float:
    return mean(len(others) for others in people_met(schedule).values())


def check_places(schedule: Schedule, people: int) -> None:
    """Everyone in one place each round; sit-outs even after every round, and never twice in a row."""
    times: Counter[Person] = Counter()
    before: set[Person] = set()
    everyone = set(people_of(schedule.rounds[0]))
    assert len(everyone) == people
    for each in schedule.rounds:
        assert len(people_of(each)) == people
        assert set(people_of(each)) == everyone
        assert len(each.sitting_out) == people % 4
        assert not before & set(each.sitting_out)
        before = set(each.sitting_out)
        times.update(each.sitting_out)
        counts = [times[person] for person in everyone]
        assert max(counts) - min(counts) <= 1


@pytest.mark.clause("CCC-1a", "CCC-1b")
def test_in_four_weeks_eight_people_meet_all_seven_others() -> None:
    schedule = weeks(8)
    assert all(len(others) == 7 for others in people_met(schedule).values())
    assert schedule.proven


@pytest.mark.clause("CCC-1b")
def test_in_four_weeks_of_twelve_people_59_of_66_pairs_meet_which_is_best() -> None:
    schedule = weeks(12)
    assert (schedule.distinct_pairs, schedule.bound, schedule.proven) == (59, 59, True)
    assert sum(len(others) for others in people_met(schedule).values()) == 2 * 59
    assert schedule.partner_repeats == 4 * 18 - 59
    assert schedule.sentence == "59 of 66 pairs meet; 59 is the best possible."


@pytest.mark.clause("CCC-1a", "CCC-1b")
def test_in_four_weeks_of_sixteen_or_more_nobody_meets_anybody_twice() -> None:
    for people in range(16, 201, amount(7, full=1)):
        schedule = weeks(people)
        check_places(schedule, people)
        assert schedule.partner_repeats == 0, people
        assert schedule.distinct_pairs == schedule.bound == 4 * 6 * (people // 4)
        if people % 4 == 0:
            assert all(len(others) == 12 for others in people_met(schedule).values()), people


@pytest.mark.clause("TE-8")
@rows(
    ("people", "least"),
    [(12, 11), (16, 15), (20, 19), (24, 22.5), (28, 24), (32, 24), (36, 24), (40, 24), (60, 24), (100, 24), (200, 24)],
)
def test_a_night_of_eight_games_brings_so_many_different_people(people: int, least: float) -> None:
    assert mean_met(nights(people)) >= least


@pytest.mark.clause("TE-8")
def test_nobody_has_a_partner_twice_in_eight_games_from_twelve_players_on() -> None:
    for people in [*range(12, 41, amount(5, full=1)), 47, 77, 98, 200]:
        schedule = nights(people)
        check_places(schedule, people)
        assert max(partners_had(schedule).values()) == 1, people
        assert schedule.partner_repeats == 0


@pytest.mark.clause("TE-8")
def test_from_forty_people_on_a_night_has_no_second_meeting_at_all() -> None:
    for people in [*range(40, 72, amount(6, full=1)), 131, 200]:
        schedule = nights(people)
        assert schedule.distinct_pairs == 8 * 6 * (people // 4) == schedule.bound, people


@pytest.mark.clause("TE-8")
def test_eight_players_have_four_partner_repeats_in_eight_games_and_none_in_seven() -> None:
    eight, seven = nights(8, games=8), nights(8, games=7)
    assert eight.partner_repeats == 4
    assert "4 partner repeats, which cannot be avoided." in eight.sentence
    assert seven.partner_repeats == 0
    assert set(partners_had(seven).values()) == {1}
    assert len(partners_had(seven)) == 28


@pytest.mark.clause("TE-8")
@rows("people", [12, 20])
def test_a_full_turn_gives_everyone_every_partner_once(people: int) -> None:
    had = partners_had(nights(people, games=people - 1))
    assert set(had) == {frozenset(pair) for pair in combinations(range(1, people + 1), 2)}
    assert set(had.values()) == {1}


@pytest.mark.clause("TE-8")
@rows(("people", "share"), [(24, 0.75), (40, 0.85), (60, 0.95), (88, 1.0)])
def test_people_usually_come_to_a_table_where_they_have_not_been(people: int, share: float) -> None:
    visits = {
        (person, number)
        for each in nights(people).rounds
        for number, table in enumerate(each.tables)
        for person in table
    }
    different = len(visits) / (people * min(8, people // 4))
    assert different >= share


@given(people=st.integers(4, 200), rounds=st.integers(1, 9), seed=st.integers(0, 2**32), night=st.booleans())
@settings(max_examples=amount(5, full=20), deadline=None)
def test_everyone_is_in_one_place_and_the_count_is_right(people: int, rounds: int, seed: int, night: bool) -> None:
    schedule = nights(people, rounds, seed) if night else weeks(people, rounds, seed)
    assert len(schedule.rounds) == rounds
    check_places(schedule, people)
    assert schedule.distinct_pairs == sum(len(others) for others in people_met(schedule).values()) // 2
    assert schedule.distinct_pairs <= schedule.bound
    meetings = rounds * (people // 4) * 6
    expected = (
        sum(times - 1 for times in partners_had(schedule).values()) if night else meetings - schedule.distinct_pairs
    )
    assert schedule.partner_repeats == expected


@pytest.mark.clause("TE-X")
@rows("people", [5, 6, 7, 10, 15][: amount(3, full=5)])
def test_those_too_many_for_the_tables_sit_out_in_turn(people: int) -> None:
    check_places(nights(people, games=12), people)
    check_places(weeks(people, weeks=7), people)


def test_names_are_kept_and_a_seed_only_changes_the_places() -> None:
    names = ["Ann", "Bob", "Cy", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida"]
    one, again, other = nights(names, 5), nights(names, 5), nights(names, 5, seed=7)
    assert one == again
    assert one.rounds != other.rounds
    assert set(people_of(one.rounds[0])) == set(names)
    assert (one.partner_repeats, one.distinct_pairs) == (other.partner_repeats, other.distinct_pairs)


@pytest.mark.full
def test_a_thousand_people_are_scheduled_for_twenty_rounds_without_a_second_meeting() -> None:
    for schedule in (weeks(1000, 20), nights(1000, 20)):
        assert schedule.distinct_pairs == 20 * 250 * 6
        assert schedule.partner_repeats == 0


@rows("people", [0, 1, 3])
def test_fewer_than_four_are_refused_with_the_number_that_is_missing(people: int) -> None:
    with pytest.raises(ScheduleError, match=f"there are {people}: add {4 - people} more"):
        weeks(people)


def test_bad_input_is_refused_with_the_reason() -> None:
    with pytest.raises(ScheduleError, match="more than once: Ann"):
        nights(["Ann", "Bob", "Cy", "Ann"])
    with pytest.raises(ScheduleError, match="0 games cannot be planned"):
        nights(8, games=0)
    with pytest.raises(ScheduleError, match="251 weeks cannot be planned: ask for 1 to 250"):
        weeks(8, weeks=251)
    with pytest.raises(ScheduleError, match="too many"):
        weeks(4_001)


@pytest.mark.clause("TE-8")
@rows("people", [8, 12, 13, 16, 17, 44, 200, 201])
def test_the_circle_gives_every_partner_once_in_a_full_turn(people: int) -> None:
    turn = people if people % 2 else people - 1
    rounds = circle(people, turn)
    had = Counter(
        frozenset(pair)
        for seats in rounds
        for first in range(0, len(seats), 4)
        for pair in (seats[first : first + 4 : 2], seats[first + 1 : first + 4 : 2])
    )
    assert all(len(set(seats)) == len(seats) == people // 4 * 4 for seats in rounds)
    assert len(had) == people * (people - 1) // 2
    assert set(had.values()) == {1}
