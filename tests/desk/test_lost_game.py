"""National: a game lost by a ruling is over without the room's bell, and its winner is the winner everywhere."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.evening.history import history
from bowerbird.seats import Side
from desk.desks import HELPER, PUBLIC, Room
from kit.amount import amount
from kit.rows import rows

pytestmark = pytest.mark.clause("NAT-P8a")

RULING: dict[str, Any] = {"irregularity": "call without the card", "table": 1}


def pair(room: Room, side: int) -> str:
    return " & ".join(room.at(1, seat).name for seat in (side, side + 2))


@rows("by", ["director", "helper", "a player and an opponent"])
def test_after_the_ruling_the_score_goes_in_as_it_stands_without_the_bell(by: str) -> None:
    room = Room("national", 8)
    room.refuses("ring the bell first", "score", table=1, ns=6, ew=2)
    room.do("ruling", offender=room.at(1, 0).name, **RULING)
    if by == "a player and an opponent":
        room.score(0, 6, 2, room.at(1, 2))
        room.do("accept", room.at(1, 1))
    elif by == "helper":
        room.score(1, 6, 2, HELPER)
    else:
        said = room.score(1, 6, 2)
        assert said[0] == "Table 1: 6 to 2, East and West win by a ruling."
    result = room.result(1)
    assert (result.status, result.score.points, result.score.winner) == ("accepted", (6, 2), Side.EW)
    assert not room.event.round.bell
    assert room.view()["list"] == [], "nobody is asked whether the score has it"
    room.refuses("ring the bell first", "score", table=2, ns=6, ew=2)


def test_a_game_that_was_played_to_its_end_is_asked_about() -> None:
    room = Room("national", 8)
    room.do("ruling", offender=room.at(1, 0).name, **RULING)
    room.score(1, 11, 2)
    assert room.result(1).score.lost_by is None
    assert "Does the score say so?" in room.view()["list"][0]["words"]


@given(st.integers(0, 10), st.integers(0, 10), st.sampled_from(["NS", "EW"]))
@settings(max_examples=amount(10, full=40), deadline=None)
def test_the_winner_of_a_game_lost_by_a_ruling_is_marked_everywhere(ns: int, ew: int, lost_by: str) -> None:
    room = Room("national", 8)
    room.score(1, ns, ew, lost_by=lost_by)
    winner, side = ("EW", 1) if lost_by == "NS" else ("NS", 0)
    word = {"NS": "North and South", "EW": "East and West"}[winner]
    assert room.view()["tables"][0]["result"]["winner"] == winner, "on the desk"
    board = room.view(PUBLIC)
    assert board["tables"][0]["result"] == {"ns": ns, "ew": ew, "winner": winner}, "on the board"
    points = (ns, ew)
    words = f"{pair(room, side)} {points[side]}, {pair(room, 1 - side)} {points[1 - side]}. {pair(room, side)} win."
    assert board["results"] == [{"table": 1, "words": words}]
    for seat in range(4):
        assert room.view(room.at(1, seat))["table"]["result"]["winner"] == winner, "on each phone"
    told = history(room.story, str)[-1].words
    assert told == [f"Table 1: {ns} to {ew}, {word} win by a ruling, entered by the director."]


@rows(("ns", "ew", "winner"), [(11, 6, "NS"), (6, 11, "EW"), (6, 6, None)])
def test_other_games_are_won_by_points(ns: int, ew: int, winner: str | None) -> None:
    room = Room("national", 8)
    room.do("bell")
    room.score(1, ns, ew)
    assert room.view()["tables"][0]["result"]["winner"] == winner
    assert room.view(PUBLIC)["tables"][0]["result"]["winner"] == winner
    assert "win" not in room.view(PUBLIC)["results"][0]["words"]


def test_a_correction_says_that_the_other_side_wins() -> None:
    room = Room("national", 8)
    room.score(1, 11, 6)
    said = room.do("correct", table=1, ns=11, ew=6, lost_by="NS", reason="no trump in hand")
    assert said[0] == "Round 1, table 1: 11 to 6 is now 11 to 6, East and West win by a ruling."
