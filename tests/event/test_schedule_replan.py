"""Planning on after absences, late arrivals and departures."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.event.schedule import Kind, Person, Round, Schedule, ScheduleError, nights, replan, weeks
from kit.amount import amount
from kit.rows import rows


def people_of(each: Round) -> list[Person]:
    return [person for table in each.tables for person in table] + list(each.sitting_out)


def badness(rounds: tuple[Round, ...], kind: Kind) -> tuple[int, int]:
    """Partner repeats, then repeated meetings."""
    partners: Counter[frozenset[Person]] = Counter()
    met: Counter[frozenset[Person]] = Counter()
    for each in rounds:
        for north, east, south, west in each.tables:
            partners.update([frozenset((north, south)), frozenset((east, west))])
            met.update(frozenset(pair) for pair in combinations((north, east, south, west), 2))
    repeats = (sum(count - 1 for count in partners.values()), sum(count - 1 for count in met.values()))
    return repeats if kind == "nights" else (0, repeats[1])


def make(kind: Kind, people: list[Person], rounds: int) -> Schedule:
    return nights(people, rounds) if kind == "nights" else weeks(people, rounds)


@given(
    people=st.integers(4, 60),
    played=st.integers(0, 5),
    remaining=st.integers(1, 5),
    leaving=st.integers(0, 9),
    arriving=st.integers(0, 5),
    kind=st.sampled_from(["weeks", "nights"]),
)
@settings(max_examples=amount(4, full=12), deadline=None)
def test_what_was_played_stays_and_everyone_present_has_one_place(
    people: int, played: int, remaining: int, leaving: int, arriving: int, kind: Kind
) -> None:
    everyone: list[Person] = [f"P{number}" for number in range(people)]
    before = make(kind, everyone, max(played, 1)).rounds[:played]
    staying = everyone[min(leaving, people - 4) :]
    present = [*staying, *(f"Late {number}" for number in range(arriving))]
    after = replan(before, present, remaining, kind)
    assert after.rounds[:played] == before
    assert len(after.rounds) == played + remaining
    last = set(before[-1].sitting_out) if before else set()
    for each in after.rounds[played:]:
        assert sorted(map(str, people_of(each))) == sorted(map(str, present))
        assert len(each.sitting_out) == len(present) % 4
        assert not last & set(each.sitting_out)
        last = set(each.sitting_out)
    assert after.distinct_pairs <= after.bound


@pytest.mark.clause("TE-8", "TE-X")
@rows("kind", ["weeks", "nights"])
@rows(("people", "leaving", "arriving"), [(24, 8, 4), (20, 1, 5), (12, 0, 4)][: amount(1, full=3)])
def test_it_repeats_no_more_than_a_new_schedule_for_the_rest_would(
    kind: Kind, people: int, leaving: int, arriving: int
) -> None:
    everyone: list[Person] = [f"P{number}" for number in range(people)]
    before = make(kind, everyone, 8).rounds[:4]
    present = [*everyone[leaving:], *(f"Late {number}" for number in range(arriving))]
    naive = (*before, *make(kind, present, 4).rounds)
    assert badness(replan(before, present, 4, kind).rounds, kind) <= badness(naive, kind)


@pytest.mark.clause("TE-8")
def test_after_one_of_forty_leaves_nobody_repeats_a_partner_or_a_meeting() -> None:
    plan = nights(40)
    present = [person for person in people_of(plan.rounds[0]) if person != 17]
    after = replan(plan.rounds[:3], present, 5, "nights", planned=plan.rounds[3:])
    assert badness(after.rounds, "nights") == (0, 0)
    assert after.proven
    assert all(17 not in people_of(each) for each in after.rounds[3:])


@pytest.mark.clause("CCC-1b")
def test_an_unchanged_room_keeps_the_quality_of_its_plan() -> None:
    plan = weeks(12)
    after = replan(plan.rounds[:2], people_of(plan.rounds[0]), 2, "weeks", planned=plan.rounds[2:])
    assert after.distinct_pairs == 59
    night = nights(24)
    assert night.distinct_pairs == 270
    again = replan(night.rounds[:5], people_of(night.rounds[0]), 3, "nights", planned=night.rounds[5:])
    assert (again.partner_repeats, again.distinct_pairs) == (0, 270)


@pytest.mark.clause("TE-X")
@rows("kind", ["nights", "weeks"])
@rows("people", [4, 5, 6, 7, 8, 11, 15, 17][: amount(4, full=8)])
def test_after_a_first_round_by_hand_the_rest_is_as_good_as_a_new_schedule(kind: Kind, people: int) -> None:
    names: list[Person] = [f"P{number}" for number in range(people)]
    seated = people // 4 * 4
    tables = [names[first : first + 4] for first in range(0, seated, 4)]
    by_hand = Round(tuple((n, e, s, w) for n, e, s, w in tables), tuple(names[seated:]))
    after, new = replan([by_hand], names, 7, kind), make(kind, names, 8)
    assert after.rounds[0] == by_hand
    assert badness(after.rounds, kind) == badness(new.rounds, kind)
    times = Counter(dict.fromkeys(names, 0))
    times.update(person for each in after.rounds for person in each.sitting_out)
    assert max(times.values()) - min(times.values()) <= 1
    for one, two in pairwise(after.rounds):
        assert not set(one.sitting_out) & set(two.sitting_out)


def test_seven_people_seated_by_hand_never_have_a_partner_twice() -> None:
    by_hand = Round((("Ann", "Bob", "Cal", "Dee"),), ("Eve", "Fay", "Gus"))
    people: list[Person] = ["Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus"]
    assert replan([by_hand], people, 6, "nights").partner_repeats == 0


def test_sit_outs_go_on_from_those_before_and_someone_new_starts_level() -> None:
    plan = nights(9, games=9)
    assert all(len(each.sitting_out) == 1 for each in plan.rounds)
    rested = {person for each in plan.rounds[:5] for person in each.sitting_out}
    after = replan(plan.rounds[:5], people_of(plan.rounds[0]), 4, "nights")
    later = {person for each in after.rounds[5:] for person in each.sitting_out}
    assert not rested & later
    assert len(later) == 4
    # All nine have sat out once now. A tenth comes: not one who must sit out again and again to catch up.
    ten = [*people_of(plan.rounds[0]), "late"]
    longer = replan(after.rounds, ten, 5, "nights")
    times = Counter(person for each in longer.rounds[9:] for person in each.sitting_out)
    assert set(times.values()) == {1}


def test_two_hundred_people_with_thirty_changes_go_on_without_a_second_meeting() -> None:
    plan = nights(200)
    present: list[Person] = [person for person in people_of(plan.rounds[0]) if int(person) > 20]
    present += [f"Late {number}" for number in range(10)]
    after = replan(plan.rounds[:4], present, 4, "nights", planned=plan.rounds[4:])
    assert badness(after.rounds, "nights") == (0, 0)


def test_bad_input_is_refused_with_the_reason() -> None:
    plan = nights(8)
    everyone = people_of(plan.rounds[0])
    with pytest.raises(ScheduleError, match="there are 3: add 1 more"):
        replan(plan.rounds[:1], everyone[:3], 2, "nights")
    with pytest.raises(ScheduleError, match="more than once: 1"):
        replan(plan.rounds[:1], [1, 1, 2, 3, 4], 2, "nights")
    with pytest.raises(ScheduleError, match="5 planned rounds were given for 2"):
        replan(plan.rounds[:1], everyone, 2, "nights", planned=plan.rounds[3:])
    with pytest.raises(ScheduleError, match="Round 1 has Ann in two places"):
        replan([Round((("Ann", "Bob", "Cy", "Dot"),), ("Ann",))], everyone, 2, "nights")
    with pytest.raises(ScheduleError, match="at most 250 in all"):
        replan(plan.rounds, everyone, 245, "nights")


@rows("newcomers", [3, 1, 2][: amount(1, full=3)])
def test_who_has_just_come_plays_before_resting(newcomers: int) -> None:
    played = nights(8, 2).rounds
    present = [*range(1, 9), *range(9, 9 + newcomers)]
    made = replan(played, present, 2, "nights")
    assert not {9, 10, 11} & set(made.rounds[2].sitting_out)
    assert len(made.rounds[2].sitting_out) == newcomers
