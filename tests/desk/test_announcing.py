"""The final standings can be held back and announced from the bottom up; nobody sees a place before it is announced."""

from __future__ import annotations

import contextlib
import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.event import EventError
from bowerbird.event.export import records, standing_rows
from bowerbird.event.standings import standings
from bowerbird.hall.errors import NotAllowedError
from bowerbird.rulebook import book_names
from desk.desks import HELPER, PUBLIC, Room, crowd, player
from kit.amount import amount
from kit.rows import rows

steps = st.lists(
    st.tuples(
        st.sampled_from(
            ["hold", "hold", "next", "next", "next", "all", "undo", "undo", "finish", "score", "turned", "place"]
        ),
        st.integers(0, 9),
    ),
    max_size=14,
)


Told = set[tuple[str, int]]


def ranked(room: Room) -> Told:
    return {(line.name, line.place) for line in standings(room.event)}


def attempt(room: Room, what: str, number: int) -> Told:
    """Do it, or have it refused. Gives the entries that were announced by it, each with its place."""
    table = 1 + number % max(1, len(room.event.people) // 4)
    asked: dict[str, dict[str, Any]] = {
        "score": {"what": "correct", "round": 1, "table": table, "ns": 10, "ew": number % 10, "reason": "wrong"},
        "turned": {"what": "correct", "round": 1, "table": table, "ns": number % 10, "ew": 10, "reason": "wrong"},
        "place": {"what": "reveal", "do": "next", "place": number},
        **{do: {"what": "reveal", "do": do} for do in ("hold", "next", "all")},
    }
    rest = asked.get(what, {"what": what})
    with contextlib.suppress(EventError, NotAllowedError):
        says = room.do(rest["what"], **{key: value for key, value in rest.items() if key != "what"})
        if what in ("next", "place"):
            best = int(says[0].removeprefix("Place ").partition(":")[0].rstrip("="))
            return {each for each in ranked(room) if each[1] >= best}
    return set()


def may_be_known(room: Room, told: Told) -> Told:
    """The entries with their places that people may know. While people play, nothing that is held back."""
    if not room.evening.held:
        return ranked(room)
    return told & ranked(room) if room.event.finished else set()


def shown(lines: list[dict[str, Any]]) -> Told:
    return {(line["name"], line["place"]) for line in lines}


def assert_nothing_leaks(room: Room, told: Told) -> None:
    """No view or file for others than the desk has anybody in a place that was not announced as theirs."""
    may_know = may_be_known(room, told)
    public = room.view(PUBLIC)
    seen = shown(public["standings"]["lines"])
    assert seen <= may_know
    if public["announced"] is not None:
        assert shown(public["announced"]["places"]) == seen
        assert public["announced"]["hidden"] == len(ranked(room) - seen)
    hidden = ranked(room) - may_know
    if hidden:
        words = str(public["standings"]) + str(public["announced"])
        assert not any(f"'{name}'" in words for name, _ in hidden)
        assert public["standings"]["held"]
    for name in list(room.event.people)[:5]:
        phone = room.view(player(name))
        assert shown(phone["standings"]["lines"]) <= may_know
        own = next((line for line in standings(room.event) if name in line.players), None)
        if own is not None and (own.name, own.place) not in may_know:
            assert phone["your_line"] is None
            assert "place " not in phone["sentence"]
    rows = standing_rows(room.event, announced=room.evening.is_announced)
    assert {(row[1], row[0]) for row in rows[1:]} <= may_know
    assert len(room.view()["standings"]["lines"]) == len(standings(room.event)), "the desk sees everything"
    assert len(room.view(HELPER)["standings"]["lines"]) == len(standings(room.event))


@rows("rules", book_names())
@settings(max_examples=amount(2, full=20), deadline=None)
@given(st.integers(4, 13), steps)
def test_no_place_is_seen_before_it_is_announced(rules: str, people: int, row: list[tuple[str, int]]) -> None:
    room = Room(rules, crowd(rules, people))
    room.play_round()
    told: Told = set()
    for what, number in (("hold", 0), *row):
        told |= attempt(room, what, number)
        assert_nothing_leaks(room, told)
        assert room.again().evening == room.evening


def announced(room: Room) -> Told:
    return shown(room.view(PUBLIC)["announced"]["places"])


def test_a_shared_place_is_written_alike_wherever_it_is_told() -> None:
    room = Room("trailer-estates", 8)
    room.score(1, 10, 2)
    room.score(2, 10, 6)
    room.do("reveal", do="hold")
    room.do("finish")
    rows = records(standing_rows(room.event))
    assert [(row["place"], row["written_place"]) for row in rows[-2:]] == [(7, "7="), (7, "7=")]
    assert room.view()["announcing"]["written"] == "7="
    says = room.do("reveal", do="next")
    assert [words.partition(":")[0] for words in says] == ["Place 7=", "Place 7="]
    assert room.view()["news"]["words"].startswith("Place 7= was announced.")
    assert {row[-1] for row in standing_rows(room.event, announced=room.evening.is_announced)[1:]} == {"7="}


def test_a_place_that_a_correction_changed_is_announced_again() -> None:
    room = Room("trailer-estates", 8)
    room.score(1, 10, 2)
    room.score(2, 10, 6)
    room.do("reveal", do="hold")
    room.do("finish")
    lines = standings(room.event)
    room.do("reveal", do="next", place=lines[-3].place)
    told = announced(room)
    assert 0 < len(told) < len(lines)
    says = room.do("correct", round=1, table=1, ns=2, ew=10, reason="turned round")
    assert announced(room) == told & ranked(room) != told
    assert "announced in another place. Announce the places that changed again." in says[0]
    room.do("undo")
    assert announced(room) == told
    room.do("correct", round=1, table=1, ns=2, ew=10, reason="turned round")
    while room.view()["announcing"]["next"]:
        before = announced(room)
        room.do("reveal", do="next")
        assert announced(room) > before
    assert announced(room) == ranked(room)


def test_a_score_that_is_undone_shows_nobody_who_was_not_announced() -> None:
    room = Room("trailer-estates", 8)
    room.score(1, 10, 2)
    room.score(2, 10, 6)
    room.do("reveal", do="hold")
    room.do("finish")
    room.do("correct", round=1, table=1, ns=2, ew=10, reason="turned round")
    corrected = room.evening.seq
    room.do("reveal", do="next", place=standings(room.event)[-3].place)
    told = announced(room)
    room.do("undo", seq=corrected)
    assert announced(room) == told & ranked(room)


def test_nothing_announced_is_seen_while_people_play_again() -> None:
    room = Room("trailer-estates", 8)
    room.play_round()
    room.do("reveal", do="hold")
    room.do("finish")
    finished = room.evening.seq
    room.do("reveal", do="next")
    told = announced(room)
    assert told
    room.do("undo", seq=finished)
    assert room.view(PUBLIC)["standings"] == {**room.view(PUBLIC)["standings"], "lines": [], "held": True}
    room.do("finish")
    assert announced(room) == told


@rows("people", [8, 24])
def test_the_places_are_announced_from_the_bottom_up(people: int) -> None:
    room = Room("trailer-estates", people, settings={"event.money.fee": 500})
    for _ in range(3):
        room.next_round()
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
        assert re.match(rf"Place {place}=?: ", says[0])
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
