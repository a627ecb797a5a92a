"""A coached game: the coach speaks to the only person among bots, and the game isn't rated."""

from __future__ import annotations

import pytest

from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import Made, Sat, decode_hall_fact, encode_hall_fact, made_with
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable
from bowerbird.hall.room import Room
from bowerbird.learn import coach
from bowerbird.players import explain as explaining
from bowerbird.players.explain import explain
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from hall.test_hints import from_log
from hall.test_take_backs import finish, frame_of, go, table_of
from players.tables import quick_judge

N, E, S, W = Seat


@pytest.fixture(autouse=True)
def _quick_teacher(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "judge", quick_judge)


def coached(live: LiveTable) -> LiveTable:
    """The same table, had it been set up with a coach."""
    made = live.room.made
    live.room.made = Made(made.host, made.book, made.rules, code=made.code, coached=True)
    live.room.hinted = True
    return live


async def test_the_coach_says_what_the_teacher_would_do_and_why(hall: Hall) -> None:
    live = coached(await table_of(hall, "S"))
    found = explain(live.room.book, live.room.table.view(S)).options[0]
    said = await hall.hints.coach(live, "south")
    assert f"I would {found.says}." in said.says
    assert frame_of(live, "south")["room"]["coached"]


async def test_a_coached_game_is_marked_from_the_start_and_the_next_one_is_free(hall: Hall) -> None:
    book = load_rulebook("bicycle")
    made = made_with("south", book, coached=True)
    assert decode_hall_fact(encode_hall_fact(made)) == made
    assert not decode_hall_fact(encode_hall_fact(made_with("south", book))).coached  # type: ignore[union-attr]
    room = Room(made)
    assert (room.coached, room.hinted) == (True, True)
    live = coached(await table_of(hall, "S"))
    await finish(live)
    assert not live.room.is_rated(1)
    assert (await from_log(hall, live)).is_rated(1), "the log of this table has no coach"


async def test_there_is_no_coach_where_none_was_asked_for_and_none_beside_other_people(hall: Hall) -> None:
    live = await table_of(hall, "S")
    with pytest.raises(NotAllowedError, match="no coach at this table"):
        await hall.hints.coach(live, "south")
    coached(live)
    with pytest.raises(NotAllowedError, match="only while you play"):
        await hall.hints.coach(live, "north")
    await live.write(Sat(N, "north", "North"))
    with pytest.raises(NotAllowedError, match="only at a table where all others are bots"):
        await hall.hints.coach(live, "south")


async def test_where_there_is_nothing_to_choose_the_coach_says_why_or_nothing(hall: Hall) -> None:
    live = coached(await table_of(hall, "S"))
    while not (live.room.table.state.turn is S and len(live.room.table.legal) == 1):
        await go(live)
        if live.room.table.state.turn is not S:
            assert (await hall.hints.coach(live, "south")).says == "", "not your turn"
    view = live.room.table.view(S)
    said = (await hall.hints.coach(live, "south")).says
    assert said == coach.forced(live.room.book, view, 1)
    assert said.startswith("You must follow ") == (len(view.hand) > 1)


async def test_after_a_few_hands_the_coach_is_silent(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    live = coached(await table_of(hall, "S"))
    monkeypatch.setattr(coach, "_EVERY", 0)
    monkeypatch.setattr(coach, "_HARD", 0)
    assert (await hall.hints.coach(live, "south")).says == ""
    monkeypatch.setattr(coach, "_NEWS", {1: "From now on I am silent."})
    assert (await hall.hints.coach(live, "south")).says == "From now on I am silent."
