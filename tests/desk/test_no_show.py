"""CCC's no-show: zero for that week and a seat in the next, whatever the order of commands. A sub is for one week."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.evening.missing import choices_for
from bowerbird.event import EventError
from bowerbird.event.movements import movement_of
from bowerbird.event.movements.base import Choice
from bowerbird.event.results import worth
from bowerbird.event.season import Cell, season, weeks_of
from bowerbird.event.state import Event
from bowerbird.seats import Seat
from desk.desks import Room
from kit.amount import amount

#: Moments of a week, in order: before its seating, then twice a game, before and after the others' scores.
MOMENTS = ("before seating", "game 1", "game 1 in", "game 2", "game 2 in", "game 3", "game 3 in", "a week later")


def play_game(room: Room, without: str = "") -> None:
    """Score every table that can play. The table of somebody who does not come stands down."""
    for number in room.event.round.missing():
        if without in room.event.round.table(number).seats:
            room.do("stand-down", table=number, reason="somebody is missing")
        else:
            room.score(number, 10, 4 + number)


def come(room: Room, *without: str) -> None:
    """Open the next week, and check everybody in save these."""
    room.do("open")
    room.do("check-in", names=[name for name in room.event.people if name not in without])


def play_week(room: Room, without: str = "") -> None:
    """One week with everybody there."""
    if room.event.meetings and room.event.meeting.closed:
        come(room)
    elif any(room.event.presence(name) == "entered" for name in room.event.people):
        room.do("check-in", names="all")
    for game in range(3):
        room.do("next" if game else "seat")
        play_game(room, without)
    room.do("close")


def at(room: Room, moment: str, plan: dict[str, list[dict[str, Any]]]) -> None:
    """Do what is planned for this moment. What cannot be done is refused, and that is an order of commands too."""
    for ask in plan.get(moment, []):
        rest = {key: value for key, value in ask.items() if key != "what"}
        try:
            room.do(ask["what"], **rest)
        except EventError:
            continue


def week_with(room: Room, name: str, plan: dict[str, list[dict[str, Any]]], plays: bool = False) -> None:
    """One week in which `name` plays only if somebody plays instead, with things done at their moments."""
    come(room, *([] if plays else [name]))
    at(room, "before seating", plan)
    for game in (1, 2, 3):
        room.do("next" if game > 1 else "seat")
        at(room, f"game {game}", plan)
        play_game(room, "" if plays else name)
        at(room, f"game {game} in", plan)
        if not plays:
            play_game(room, name)
    room.do("close")


def cell_of(event: Event, name: str, week: int) -> Cell | None:
    lines = season(weeks_of(event), event.book.event.season, event.finished)
    return next(line.weeks[week - 1] for line in lines if line.name == name)


def played(event: Event, name: str) -> Decimal:
    """What somebody's own games were worth."""
    total = 0
    for past in event.rounds:
        for table in past.tables:
            if name in table.seats and table.number in past.results:
                total += worth(event.book, past.results[table.number].score, Seat(table.seats.index(name)))
    return Decimal(total)


def has_a_place(event: Event, name: str) -> bool:
    current = event.round
    return name in current.sitting_out or any(name in table.seats for table in current.tables)


def total_of(room: Room, name: str) -> Decimal:
    return Decimal(next(line["total"] for line in room.view()["standings"]["lines"] if line["name"] == name))


absent_at = st.sampled_from([moment for moment in MOMENTS if moment != "game 3 in"])
back_at = st.sampled_from([*MOMENTS[1:-1], "never"])
other = st.tuples(st.sampled_from(MOMENTS[:-1]), st.sampled_from(["late", "absent", "check-in"]))


@pytest.mark.clause("CCC-15a")
@settings(max_examples=amount(2, full=25), deadline=None)
@given(st.sampled_from([8, 9]), st.integers(0, 7), absent_at, back_at, st.lists(other, max_size=2))
def test_a_no_show_has_zero_for_the_week_and_a_seat_in_the_next(
    people: int, who: int, noted: str, back: str, others: list[tuple[str, str]]
) -> None:
    room = Room("ccc", people, seat=False, rounds=9)
    name = list(room.event.people)[who]
    play_week(room)
    plan: dict[str, list[dict[str, Any]]] = {moment: [] for moment in MOMENTS}
    for moment, what in others:
        if moment != "before seating" or what == "late":
            plan[moment].append({"what": what, **({"names": [name]} if what == "check-in" else {"name": name})})
    if noted != "a week later":
        plan[noted].append({"what": "absent", "name": name})
    if back != "never":
        plan[back].append({"what": "check-in", "names": [name]})
    if noted == "a week later":
        # Somebody who was checked in by mistake; not seen at all, they are absent when the week is closed.
        plan["before seating"].append({"what": "check-in", "names": [name]})
    week_with(room, name, plan)
    come(room)
    room.do("seat")
    assert room.event.round.meeting == 3
    assert has_a_place(room.event, name), "next week there is a seat as usual"
    if noted == "a week later" and room.event.attendance(name, 2).presence != "absent":
        room.do("absent", name=name, meeting=2)
    cell = cell_of(room.event, name, 2)
    assert cell is not None
    assert (cell.status, cell.points, cell.missed) == ("absent", Decimal(0), 0)
    assert has_a_place(room.event, name), "what is noted about last week changes nothing this week"
    for game in range(3):
        if game:
            room.do("next")
        play_game(room)
    room.do("finish")
    assert cell_of(room.event, name, 2) == cell
    if people == 8:
        assert total_of(room, name) == played(room.event, name), "no average for a week away"


@pytest.mark.clause("CCC-15b")
@settings(max_examples=amount(2, full=25), deadline=None)
@given(st.integers(0, 7), st.sampled_from([*MOMENTS[:2], "game 1 in", "game 2", "game 3"]), st.booleans())
def test_a_sub_plays_for_one_week(who: int, named: str, noted_absent: bool) -> None:
    room = Room("ccc", 8, seat=False, rounds=9)
    name = list(room.event.people)[who]
    play_week(room)
    absent: list[dict[str, Any]] = [{"what": "absent", "name": name}] if noted_absent else []
    week_with(room, name, {named: [*absent, {"what": "sub", "name": name, "by": "Zed"}]}, plays=True)
    assert all(name not in past.subs for past in room.event.rounds[:3]), "last week's record names no sub"
    assert room.event.round.subs == {name: "Zed"}
    come(room)
    room.do("seat")
    assert room.event.round.meeting == 3
    assert room.event.round.subs == {}
    assert room.event.sub_of(name) == ""
    assert has_a_place(room.event, name)
    assert "Zed" not in room.event.round.names()


@pytest.mark.clause("CCC-15a")
def test_closing_the_week_says_who_did_not_come() -> None:
    room = Room("ccc", 8, seat=False, rounds=9)
    first = next(iter(room.event.people))
    play_week(room)
    come(room, first)
    for game in range(3):
        room.do("next" if game else "seat")
        play_game(room, first)
    assert f"{first} did not come: zero for this week." in room.do("close")


@pytest.mark.clause("CCC-15a", "CCC-15c")
def test_somebody_noted_before_the_seating_keeps_the_chair_and_the_others_their_tables() -> None:
    room = Room("ccc", 8, seat=False, rounds=9)
    name = next(iter(room.event.people))
    play_week(room)
    printed = [set(four) for four in room.event.plan[0].tables]
    before = total_of(room, name)
    come(room, name)
    assert room.do("absent", name=name)[0] == f"{name} is absent."
    assert total_of(room, name) == before
    room.do("seat")
    assert [set(table.seats) for table in room.event.round.tables] == printed
    table = room.event.round.table_of(name)
    assert table is not None
    assert list(room.event.round.stood_down) == [table.number]
    room.refuses("already marked absent", "absent", name=name)


@pytest.mark.clause("CCC-15a")
def test_an_absence_is_entered_for_a_week_in_which_nobody_has_a_score_for_them() -> None:
    room = Room("ccc", 8, seat=False, rounds=9)
    name = next(iter(room.event.people))
    play_week(room)
    room.refuses("has a score in week 1", "absent", name=name, meeting=1)
    room.refuses("There has been no week 3", "absent", name=name, meeting=3)
    week_with(room, name, {"before seating": [{"what": "check-in", "names": [name]}]})
    come(room)
    assert room.do("absent", name=name, meeting=2)[0] == f"{name} is absent in week 2."
    assert room.do("absent", name=name, meeting=2)[0].endswith("Nothing changes.")


@pytest.mark.clause("CCC-15a")
def test_what_to_do_about_a_no_show_offers_the_week_and_not_only_going_home() -> None:
    room = Room("ccc", 8, seat=False, rounds=9)
    name = next(iter(room.event.people))
    play_week(room)

    def offered() -> list[str]:
        return [choice.words for choice in choices_for(room.event, name, room.chance)]

    come(room)
    assert f"Play without {name}: {name} isn't coming today" in offered()
    room.do("seat")
    assert f"{name} isn't coming today, and nobody takes the seat" in offered()
    play_game(room)
    room.do("next")
    assert f"{name} has gone home, and nobody takes the seat" in offered(), "in a later game of the same week"


@pytest.mark.clause("CCC-15c")
def test_a_new_plan_says_who_could_not_play_under_each() -> None:
    room = Room("ccc", 8, seat=False, rounds=9)
    play_week(room)
    name, *others = room.event.people
    room.do("open")
    room.do("check-in", names=others)
    assert "can't play" not in next(each.label for each in _choices(room) if each.name == "new_plan")
    room.do("absent", name=name)
    label = next(each.label for each in _choices(room) if each.name == "new_plan")
    planned = next(four for four in room.event.plan[0].tables if name in four)
    waiting = [each for each in planned if each != name]
    assert all(each in label.partition("can't play")[0] for each in waiting)
    assert label.count(" would sit out") == 1


def _choices(room: Room) -> tuple[Choice, ...]:
    return movement_of(room.event.book).open_choices(room.event)
