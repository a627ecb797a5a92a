"""Somebody sets the server's clock in the middle of an evening: no bell rings, no seat is given away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bowerbird.desk.desk import Desk
from bowerbird.desk.online import OnlineTables
from bowerbird.evening.clock import ends_at, time_is_up
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.store import Log
from desk.conftest import KEYRING, until
from desk.test_live import ask
from desk.test_online import national_table, real_evening
from kit.clock import HandClock

HOURS = 2 * 3600
WAIT = 180_000
#: Seconds in which the desk and the tables look at the clock until they would have done something wrong.
LOOKS = 20


def opened(log: Log, clocks: HandClock) -> Desk:
    """The desk of a server that starts now."""
    settings = Settings(grace=30, words_wait=0, pace_factor=0, review_ahead=False)
    hall = Hall(log, clocks.started(), settings, bot_processes=0)
    desk = Desk(hall, KEYRING)
    desk.online = OnlineTables(hall, WAIT)
    return desk


async def looked_at(clocks: HandClock) -> None:
    """Everybody looks at the clock, more than once."""
    await clocks.advance(LOOKS)


async def closed(desk: Desk) -> None:
    await desk.close()
    await desk.hall.close()


@pytest.fixture
def clocks() -> HandClock:
    return HandClock()


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[Log]:
    async with Log(tmp_path) as log:
        yield log


@pytest.fixture
async def desk(log: Log, clocks: HandClock) -> AsyncIterator[Desk]:
    desk = opened(log, clocks)
    yield desk
    await closed(desk)


@pytest.mark.parametrize("jump", [HOURS, -HOURS])
async def test_clock_set_during_a_round(desk: Desk, clocks: HandClock, jump: int) -> None:
    live, director, table = await national_table(desk)
    room = table.room
    for chair in room.chairs.values():
        await table.came(chair.person)
    await desk.do(director, live, ask("clock", "start", do="start"))
    await until(desk, lambda: room.table.state.started and room.ends_at is not None)
    end = room.ends_at
    assert end is not None
    for number, seconds in enumerate((jump, -jump)):  # there and back
        clocks.jump(seconds)
        # Every change of the round's clock sets the tables' bells again.
        await desk.do(director, live, ask("clock", f"pause {number}", do="pause"))
        await desk.do(director, live, ask("clock", f"resume {number}", do="resume"))
        await looked_at(clocks)
        evening = live.evening
        assert not time_is_up(evening.event, evening.clock, desk.clock())
        assert ends_at(evening.event, evening.clock, desk.clock()) == end
        assert not room.table.state.bell_rung
        assert room.ends_at == end
    await clocks.advance((end - desk.clock()) / 1000 - 1)
    assert not room.table.state.bell_rung
    await clocks.advance(1)
    assert room.table.state.bell_rung


@pytest.mark.parametrize("jump", [HOURS, -HOURS])
async def test_clock_set_while_people_are_on_their_way(desk: Desk, clocks: HandClock, jump: int) -> None:
    live, _ = await real_evening(desk, bots=True)
    room = (await desk.hall.table(live.evening.online[1, 1])).room
    clocks.jump(jump)
    await looked_at(clocks)
    assert all(chair.is_empty for chair in room.chairs.values())
    clocks.jump(-jump)
    bots_at = live.evening.online_since[1, 1] + WAIT
    await clocks.advance((bots_at - desk.clock()) / 1000 - 1)
    assert all(chair.is_empty for chair in room.chairs.values())
    await clocks.advance(3)
    assert all(chair.bot for chair in room.chairs.values())


async def test_clock_set_back_before_a_restart(desk: Desk, log: Log, clocks: HandClock) -> None:
    """The wall clock is all that a server has when it starts: the facts say that it is later."""
    live, director, table = await national_table(desk)
    began = desk.clock()
    await desk.do(director, live, ask("clock", "start", do="start"))
    await until(desk, lambda: table.room.table.state.started and table.room.ends_at is not None)
    assert table.room.ends_at is not None
    left = table.room.ends_at - began
    await closed(desk)
    clocks.jump(-HOURS)
    clocks.go(20)
    again = opened(log, clocks)
    await again.wake_recent()
    found = await again.event(live.name)
    end = ends_at(found.evening.event, found.evening.clock, again.clock())
    assert end is not None
    assert left - 20_000 <= end - again.clock() <= left
    await closed(again)
