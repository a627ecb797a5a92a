"""Tables online are made once, whatever fails meanwhile; people who wait are told for whom and how long."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from bowerbird.desk.desk import Desk
from bowerbird.desk.live import LiveEvent
from bowerbird.desk.view_cache import view_json
from bowerbird.evening.rights import Right
from bowerbird.evening.state import BOTS_WAIT
from bowerbird.hall.live import LiveTable
from bowerbird.seats import Seat
from bowerbird.store import Log, StoreError
from desk.conftest import closed, desk_on, until
from desk.desks import Room, refused
from desk.test_live import ask, evening
from desk.test_online import all_in, real_evening


@contextmanager
def refusing_tables(log: Log, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A store that takes everything but the hall's tables."""
    append = log.append

    async def refuse(stream: str, *rest: Any) -> None:
        if stream.startswith("table:"):
            raise StoreError("the disk is full")
        await append(stream, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(log, "append", refuse)
        yield


async def made(desk: Desk) -> set[str]:
    return {stream.partition(":")[2] for stream in await desk.log.streams("table:")}


def told(table: LiveTable) -> dict[str, Any]:
    """What everybody at a table of the hall is shown about whom it waits for."""
    expected: dict[str, Any] = msgspec.json.decode(table.snapshot().frame("", ""))["room"]["expected"]
    return expected


async def test_whoever_waits_at_a_table_that_is_taken_back_is_told(desk: Desk) -> None:
    live, seats = await real_evening(desk, bots=False)
    director = (await desk.by_token(desk.links.of(live.name, live.evening, "director")))[0]
    table = await desk.hall.table(await desk.take_chair(live, seats[0], "p-first"))
    await until(desk, lambda: table.room.expected is not None)
    assert told(table)["closed"] == ""
    await desk.do(director, live, ask("online", "back", tables=[]))
    await until(desk, lambda: table.room.closed != "")
    assert told(table)["closed"] == "This table is not played online any more."
    await refused(
        table.sit("p-other", "Other", next(seat for seat, chair in table.room.chairs.items() if chair.is_empty)),
        "not played online any more",
    )
    assert not table.room.started
    await desk.do(director, live, ask("undo", "again"))
    await until(desk, lambda: table.room.closed == "")
    for seat in range(1, 4):
        await desk.take_chair(live, seats[seat], f"p-{seat}")
    await until(desk, lambda: table.room.started)


async def test_whoever_waits_is_told_too_when_the_desk_has_the_score(desk: Desk) -> None:
    live, seats = await real_evening(desk, bots=False)
    director = (await desk.by_token(desk.links.of(live.name, live.evening, "director")))[0]
    table = await desk.hall.table(await desk.take_chair(live, seats[0], "p-first"))
    await until(desk, lambda: table.room.expected is not None)
    await desk.do(director, live, ask("score", "k", table=1, ns=9, ew=4))
    await until(desk, lambda: table.room.closed == "Nothing more is played at this table.")


async def test_a_round_whose_tables_cannot_be_opened_is_seated_and_says_what_to_do(
    desk: Desk, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, director = await evening(desk, "trailer-estates")
    await desk.do(director, live, ask("online", "o", tables="all"))
    await until(desk, lambda: all_in(live))
    first = await made(desk)
    with refusing_tables(log, monkeypatch):
        answer = await desk.do(director, live, ask("next", "n"))
        assert answer.ok
        assert answer.says[0].startswith("Round 2: 2 tables.")
        assert answer.says[-1] == (
            "Table 1 is not open online yet: the hall cannot write to its disk now. "
            "Bowerbird keeps trying. It stays under Needs attention until the table is open."
        )
        assert live.evening.event.round.number == 2
        again = await desk.do(director, live, ask("next", "n"))
        assert (again.seq, again.says) == (answer.seq, answer.says), "sent again, it is done once"
        pressed = await desk.do(director, live, ask("online", "again", tables="all"))
        assert "not open online yet" in pressed.says[-1]
        assert await made(desk) == first, "nothing is half done"
    pressed = await desk.do(director, live, ask("online", "and again", tables="all"))
    assert pressed.says == ("2 tables of round 2 online.",)
    assert await made(desk) == first | {name for (round_, _), name in live.evening.online.items() if round_ == 2}
    await until(desk, lambda: all_in(live))


async def test_tables_that_could_not_be_opened_open_by_themselves(
    desk: Desk, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, director = await evening(desk, "trailer-estates")
    with refusing_tables(log, monkeypatch):
        await desk.do(director, live, ask("online", "o", tables="all"))
        await refused(desk.take_chair(live, live.evening.event.round.table(1).seats[0], "p"), "", StoreError)
    await until(desk, lambda: all_in(live))


async def test_the_desk_shows_that_a_table_is_not_open_until_it_is(
    desk: Desk, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, director = await evening(desk, "trailer-estates")
    with refusing_tables(log, monkeypatch):
        await desk.do(director, live, ask("online", "o", tables=[2]))
        seq = live.story.seq
        # Whoever heard of the wish before it failed hears that it failed, though nothing was done.
        assert await live.changed(seq, 5, turn=0)
        seen = await look(desk, live, director)
        assert seen["turn"] == live.turn > 0
        assert [need["words"] for need in seen["list"] if need["urgent"]] == [
            "Table 2 is not open online yet: the hall cannot write to its disk now. It is tried again by itself."
        ]
        assert [tile["unopened"] for tile in seen["tables"]] == ["", "the hall cannot write to its disk now."]
        assert [tile["state"] for tile in seen["tables"]] == ["seated", "seated"]
    await until(desk, lambda: live.turn != seen["turn"])
    assert await live.changed(live.story.seq, 5, turn=seen["turn"])
    seen = await look(desk, live, director)
    assert [need for need in seen["list"] if need["urgent"]] == []
    assert seen["tables"][1]["unopened"] == ""


async def test_two_wishes_at_once_make_each_table_once(desk: Desk) -> None:
    live, director = await evening(desk, "trailer-estates", people=16)
    wishes = [ask("online", key, tables="all") for key in ("a", "a", "b", "c")]
    answers = await asyncio.gather(*(desk.do(director, live, wish) for wish in wishes))
    assert answers[0] == answers[1]
    assert await made(desk) == set(live.evening.online.values())
    assert len(live.evening.online) == 4


async def test_two_processes_open_the_same_table_once(log: Log) -> None:
    one, two = desk_on(log, wait=BOTS_WAIT), desk_on(log, wait=BOTS_WAIT)
    here, seats = await real_evening(one, bots=False)
    there = await two.event(here.name)
    tables = await asyncio.gather(one.take_chair(here, seats[0], "p-n"), two.take_chair(there, seats[1], "p-e"))
    assert set(tables) == await made(one)
    assert len(await made(one)) == 1
    for desk in (one, two):
        await closed(desk)


async def look(desk: Desk, live: LiveEvent, right: Right) -> dict[str, Any]:
    seen: dict[str, Any] = msgspec.json.decode(view_json(live, right, desk.links, desk.clock()))
    return seen


async def test_people_who_wait_are_told_for_whom_and_how_long(log: Log) -> None:
    desk = desk_on(log, wait=BOTS_WAIT)
    live, seats = await real_evening(desk, bots=True)
    name = await desk.take_chair(live, seats[0], "p-north")
    table = await desk.hall.table(name)
    await until(desk, lambda: table.room.expected is not None)
    bots_at = live.evening.online_since[1, 1] + BOTS_WAIT
    told = msgspec.json.decode(table.snapshot().frame("p-north", seats[0]))["room"]
    assert told["expected"] == {"names": seats, "bots_at": bots_at, "closed": ""}
    phone = await look(desk, live, Right(live.name, "player", 0, seats[1]))
    assert phone["table"]["bots"]["at"] == bots_at
    assert phone["table"]["bots"]["time"].endswith("m")
    await refused(table.sit("p-stranger", "Stranger", Seat.E), "reserved for an event")
    assert not table.room.started
    await closed(desk)


@pytest.mark.parametrize("bots", [True, False])
async def test_the_director_starts_with_bots_at_once(log: Log, bots: bool) -> None:
    desk = desk_on(log, wait=1_000_000_000)
    live, seats = await real_evening(desk, bots=bots)
    await desk.take_chair(live, seats[0], "p-north")
    table = await desk.hall.table(live.evening.online[1, 1])
    await until(desk, lambda: table.room.expected is not None)
    assert (table.room.expected.bots_at is not None) is bots  # type: ignore[union-attr]
    director = Right(live.name, "director")
    answer = await desk.do(director, live, ask("sit-in", "now", tables="all"))
    assert answer.says == ("Bots play at table 1 for anyone who isn't there.",)
    await until(desk, lambda: table.room.started)
    assert [bool(chair.bot) for chair in table.room.chairs.values()] == [False, True, True, True]
    await closed(desk)


def test_bots_are_called_to_tables_online_only() -> None:
    room = Room()
    room.refuses("Set them online first", "sit-in", tables="all")
    room.do("online", tables=[1])
    room.refuses("Set them online first", "sit-in", tables=[2])
    room.do("online", tables=[])
    room.do("online", tables=[1])
    assert room.evening.bots_called == frozenset()


def test_the_next_round_is_seated_and_put_online_in_one_step_and_taken_back_in_one() -> None:
    room = Room("trailer-estates")
    room.do("online", tables="all")
    room.next_round()
    assert {table for round_, table in room.evening.online if round_ == 2} == {1, 2}
    room.do("undo")
    assert room.event.round.number == 1
    assert {round_ for round_, _ in room.evening.online} == {1}


def test_a_table_that_is_set_online_anew_waits_for_its_people_again() -> None:
    room = Room("trailer-estates", 0, seat=False)
    room.do("paste", text="Ann\nBob\nCat\nDan", here=True)
    room.do("seat")
    room.do("online", tables="all")
    room.do("sit-in", tables="all")
    assert room.evening.bots_at(1, 1) is not None
    room.do("online", tables=[])
    room.do("online", tables="all")
    assert room.evening.bots_at(1, 1) is None


def test_a_table_that_stands_down_does_not_end_the_evening_online() -> None:
    room = Room("trailer-estates", 8)
    room.do("stand-down", table=2, reason="a person is missing")
    room.do("online", tables="all")
    room.score(1, 9, 7)
    room.do("next")
    assert {table for round_, table in room.evening.online if round_ == 2} == {1, 2}


@pytest.mark.parametrize("watched", [False, True])
async def test_the_expert_follows_an_events_table_only_if_somebody_watches_it(log: Log, watched: bool) -> None:
    """The event itself has each of its tables open, and reads no reviews."""
    desk = desk_on(log)
    desk.hall.settings.review_ahead = True
    followed: list[str] = []
    desk.hall.reviews.follow = lambda name, room: followed.append(name)  # type: ignore[method-assign]
    live, _ = await real_evening(desk, bots=True)
    table = await desk.hall.table(live.evening.online[1, 1])
    if watched:
        await table.came("somebody who looks on")
    await until(desk, lambda: len(table.room.table.state.results) > 0)
    assert bool(followed) is watched
    await closed(desk)
