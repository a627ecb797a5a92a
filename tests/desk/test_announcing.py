"""The final standings can be held back and announced from the bottom up; nobody sees a place before it is announced."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.event import EventError
from bowerbird.event.export import standing_rows
from bowerbird.event.standings import standings
from bowerbird.hall.errors import NotAllowedError
from bowerbird.rulebook import book_names
from desk.desks import HELPER, PUBLIC, Room, player

steps = st.lists(
    st.tuples(
        st.sampled_from(["hold", "hold", "next", "next", "next", "all", "undo", "finish", "score", "place"]),
        st.integers(0, 9),
    ),
    max_size=14,
)


def attempt(room: Room, what: str, number: int) -> None:
    """Do it, or have it refused."""
    asked: dict[str, dict[str, Any]] = {
        "score": {"what": "correct", "round": 1, "table": 1, "ns": 10, "ew": number % 10, "reason": "added wrongly"},
        "place": {"what": "reveal", "do": "next", "place": number},
        **{do: {"what": "reveal", "do": do} for do in ("hold", "next", "all")},
    }
    rest = asked.get(what, {"what": what})
    with contextlib.suppress(EventError, NotAllowedError):
        room.do(rest["what"], **{key: value for key, value in rest.items() if key != "what"})


def announced_places(room: Room) -> set[int]:
    """The places that people may know, reckoned from the standings and the record only."""
    evening = room.evening
    return {line.place for line in standings(room.event) if not evening.held or 0 < evening.announced <= line.place}


def assert_nothing_leaks(room: Room) -> None:
    """No view or file for others than the desk has a place above what was announced."""
    may_know = announced_places(room)
    public = room.view(PUBLIC)
    assert {line["place"] for line in public["standings"]["lines"]} <= may_know
    for line in (public["announced"] or {"places": []})["places"]:
        assert line["place"] in may_know
    hidden = {line.name: line.place for line in standings(room.event) if line.place not in may_know}
    assert (public["announced"] or {"hidden": len(hidden)})["hidden"] == len(hidden)
    if hidden:
        told = str(public["standings"]) + str(public["announced"])
        assert not any(f"'{name}'" in told for name in hidden)
        assert public["standings"]["held"]
    for name in list(room.event.people)[:5]:
        phone = room.view(player(name))
        assert {line["place"] for line in phone["standings"]["lines"]} <= may_know
        own = next((line.place for line in standings(room.event) if name in line.players), None)
        if own is not None and own not in may_know:
            assert phone["your_line"] is None
            assert "place " not in phone["sentence"]
    rows = standing_rows(room.event, announced=room.evening.is_announced)
    assert {row[0] for row in rows[1:]} <= may_know
    assert len(room.view()["standings"]["lines"]) == len(standings(room.event)), "the desk sees everything"
    assert len(room.view(HELPER)["standings"]["lines"]) == len(standings(room.event))


@pytest.mark.parametrize("rules", book_names())
@settings(max_examples=20, deadline=None)
@given(st.integers(4, 13), steps)
def test_no_place_is_seen_before_it_is_announced(rules: str, people: int, row: list[tuple[str, int]]) -> None:
    room = Room(rules, people)
    room.play_round()
    for what, number in (("hold", 0), *row):
        attempt(room, what, number)
        assert_nothing_leaks(room)
        assert room.again().evening == room.evening


@pytest.mark.parametrize("people", [8, 24])
def test_the_places_are_announced_from_the_bottom_up(people: int) -> None:
    room = Room("trailer-estates", people, settings={"event.money.fee": 500})
    for _ in range(3):
        room.play_round()
        room.do("next")
    room.play_round()
    room.do("reveal", do="hold")
    assert room.view(PUBLIC)["standings"]["lines"] == []
    room.refuses("Finish the event first", "reveal", do="next")
    room.do("finish")
    assert room.view(PUBLIC)["announced"]["places"] == []
    places = sorted({line.place for line in standings(room.event)}, reverse=True)
    desk = room.view()["announcing"]
    assert (desk["held"], desk["next"]) == (True, places[0])
    if people == 24:
        assert desk["many"] > 8
        room.do("reveal", do="next", place=desk["many"])
        assert min(line["place"] for line in room.view(PUBLIC)["announced"]["places"]) == desk["many"]
        places = [place for place in places if place < desk["many"]]
    for place in places:
        assert room.view(PUBLIC)["announced"]["next"] == place
        says = room.do("reveal", do="next")
        assert says[0].startswith(f"Place {place}: ")
        shown = room.view(PUBLIC)["announced"]["places"]
        assert {line["place"] for line in shown if line["now"]} == {place}
    told = room.view(PUBLIC)["announced"]
    assert (told["next"], told["hidden"], told["places"][0]["prize"][0]) == (0, 0, "$")
    assert not room.view(PUBLIC)["standings"]["held"]
    room.refuses("Every place has been announced", "reveal", do="next")


def test_holding_back_and_showing_all_say_so_and_can_be_undone() -> None:
    room = Room("trailer-estates", 8)
    room.play_round()
    before = room.evening
    room.refuses("Everybody sees the standings already", "reveal", do="all")
    room.refuses("Hold them back first", "reveal", do="next")
    room.do("reveal", do="hold")
    room.refuses("held back already", "reveal", do="hold")
    room.do("undo")
    assert (room.evening.held, room.event) == (before.held, before.event)
    room.do("reveal", do="hold")
    room.do("reveal", do="all")
    assert room.view(PUBLIC)["standings"]["lines"]


def test_a_tie_that_is_not_settled_is_not_announced() -> None:
    room = Room("alberta", 8)
    for table in (1, 2):
        room.score(table, 10, 6)
    room.do("reveal", do="hold")
    room.do("finish")
    assert room.view()["ties"]
    room.refuses("are tied", "reveal", do="next")


def test_the_board_has_the_prizes_for_the_people_who_are_here() -> None:
    room = Room("trailer-estates", 8, seat=False, settings={"event.money.fee": 500})
    shown = room.view(PUBLIC)
    assert (shown["prizes_for"], [prize["words"] for prize in shown["prizes"]]) == (8, ["1st place", "2nd place"])
    assert [prize["amount"] for prize in shown["prizes"]] == ["$24", "$16"]
    assert Room("st-joe", 8).view(PUBLIC)["prizes"] == []
