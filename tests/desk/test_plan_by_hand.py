"""The plan that a director changes by hand: what the desk shows of it, and that the next seating follows it."""

from __future__ import annotations

from bowerbird.evening.setup import NewEvent
from bowerbird.event.planning import plan_to_change, to_plan
from bowerbird.nights.room import Room

NAMES = ["Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon"]


def room(rules: str, people: int, rounds: int = 0) -> Room:
    wanted = NewEvent(rules=rules, key="made", title="By hand", date="2026-11-02", rounds=rounds)
    made = Room(wanted, 2026)
    made.ask("enter", people=[{"name": name} for name in NAMES[:people]])
    made.ask("open", date="2026-11-02")
    return made


def plan(made: Room, *fours: list[str]) -> None:
    made.ask("plan", tables=[{"table": number, "names": four} for number, four in enumerate(fours, 1)])


def test_without_a_plan_people_are_offered_in_order_of_entry() -> None:
    offered = plan_to_change(room("ccc", 9).event)
    assert offered is not None
    assert offered.tables == (("Ann", "Bob", "Cal", "Dee"), ("Eve", "Fay", "Gus", "Hal"))
    assert offered.sitting_out == ("Ida",)


def test_a_plan_that_was_made_is_offered_as_it_is() -> None:
    made = room("ccc", 8)
    plan(made, ["Ann", "Hal", "Cal", "Dee"], ["Eve", "Fay", "Gus", "Bob"])
    offered = plan_to_change(made.event)
    assert offered is not None
    assert offered.tables == (("Ann", "Hal", "Cal", "Dee"), ("Eve", "Fay", "Gus", "Bob"))


def test_in_a_series_everybody_has_a_place_in_the_plan_also_who_is_not_here_yet() -> None:
    made = room("ccc", 9)
    made.ask("check-in", names=NAMES[:7])
    assert to_plan(made.event) == tuple(NAMES[:9])
    made.ask("rule", name="Ida", action="removed", reason="shouting")
    assert to_plan(made.event) == tuple(NAMES[:8])


def test_one_night_is_planned_for_the_people_who_are_here_and_seated_so() -> None:
    made = room("trailer-estates", 10, rounds=4)
    made.ask("check-in", names=NAMES[1:])
    assert to_plan(made.event) == tuple(NAMES[1:])
    plan(made, ["Jon", "Bob", "Ida", "Cal"], ["Dee", "Eve", "Fay", "Gus"])
    made.ask("seat")
    current = made.event.round
    assert [table.seats for table in current.tables] == [("Jon", "Bob", "Ida", "Cal"), ("Dee", "Eve", "Fay", "Gus")]
    assert current.sitting_out == ("Hal",), "Ann signed up and did not come: the plan does not wait for her"


def test_nothing_is_offered_where_results_decide_with_too_few_people_or_at_the_end() -> None:
    assert plan_to_change(room("national", 8).event) is None
    assert plan_to_change(room("ccc", 3).event) is None
    over = room("ccc", 8)
    over.ask("finish")
    assert plan_to_change(over.event) is None
