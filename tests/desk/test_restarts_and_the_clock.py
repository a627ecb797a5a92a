"""A server that starts has only the wall clock and the facts: what a wrong wall clock does then, and what not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from bowerbird.cli.check import check_meaning
from bowerbird.desk.desk import Desk
from bowerbird.desk.view_cache import view_json
from bowerbird.evening.clock import ends_at, time_is_up
from bowerbird.evening.rights import Right
from bowerbird.store import Log
from bowerbird.store.audit import survey
from desk.conftest import until
from desk.test_live import ask
from desk.test_online import national_table
from kit.clock import HandClock
from security.test_attacks_clock import closed, opened

HOURS = 2 * 3600
#: Milliseconds of a National round.
MINUTES = 7 * 60_000
YEAR = 366 * 24 * 3600


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[Log]:
    async with Log(tmp_path) as log:
        yield log


async def round_begun(log: Log, clocks: HandClock) -> tuple[str, str]:
    """An event with a round under way, on a server that has stopped. Its name, and its online table's."""
    desk = opened(log, clocks)
    live, director, table = await national_table(desk)
    await desk.do(director, live, ask("clock", "start", do="start"))
    await until(desk, lambda: table.room.table.state.started and table.room.ends_at is not None)
    await closed(desk)
    return live.name, table.name


async def left(desk: Desk, event: str) -> int:
    """The milliseconds that are left of the round."""
    evening = (await desk.event(event)).evening
    end = ends_at(evening.event, evening.clock, desk.clock())
    assert end is not None
    return end - desk.clock()


@pytest.mark.parametrize("off", [True, False], ids=["two hours off", "set forward by two hours"])
async def test_a_wall_clock_set_forward_before_a_start_is_time_that_has_passed(log: Log, off: bool) -> None:
    """No server can tell the two apart. The round is over, and more time can be given."""
    clocks = HandClock()
    event, table = await round_begun(log, clocks)
    (clocks.go if off else clocks.jump)(HOURS)
    desk = opened(log, clocks)
    await desk.wake_recent()
    live = await desk.event(event)
    assert time_is_up(live.evening.event, live.evening.clock, desk.clock())
    room = (await desk.hall.table(table)).room
    await until(desk, lambda: room.table.state.bell_rung)
    await closed(desk)


async def test_a_paused_round_keeps_its_time_over_a_restart(log: Log) -> None:
    """This is what the page for directors advises before the clock of the computer is set."""
    clocks = HandClock()
    event, _ = await round_begun(log, clocks)
    desk = opened(log, clocks)
    live = await desk.event(event)
    before = await left(desk, event)
    await desk.do(Right(event, "director"), live, ask("clock", "pause", do="pause"))
    await closed(desk)
    clocks.jump(HOURS)
    desk = opened(log, clocks)
    live = await desk.event(event)
    await desk.do(Right(event, "director"), live, ask("clock", "resume", do="resume"))
    assert await left(desk, event) == before
    await closed(desk)


@pytest.mark.parametrize("ahead", [HOURS, YEAR])
async def test_facts_of_the_future_break_nothing(log: Log, ahead: int) -> None:
    """An evening on a wrong clock; then the clock is corrected, and the server starts again."""
    clocks = HandClock()
    clocks.jump(ahead)
    event, table = await round_begun(log, clocks)
    clocks.jump(-ahead)
    clocks.go(20)
    desk = opened(log, clocks)
    await desk.wake_recent()
    live = await desk.event(event)
    director = Right(event, "director")
    room = (await desk.hall.table(table)).room
    assert not time_is_up(live.evening.event, live.evening.clock, desk.clock())
    assert not room.table.state.bell_rung
    shown = msgspec.json.decode(view_json(live, director, desk.links, desk.clock()))
    assert shown["tables"]
    if ahead == HOURS:
        assert MINUTES - 30_000 <= await left(desk, event) <= MINUTES, "the round goes on where it was"
    # Whatever the clock shows, the director can end the round.
    await desk.do(director, live, ask("bell", "bell"))
    await until(desk, lambda: room.table.state.bell_rung)
    clocks.go(5)
    await closed(desk)
    found = await survey(desk.log.url, lambda done, total: None, check_meaning)
    assert found.problems == []
    again = opened(log, clocks)
    assert msgspec.json.decode(view_json(await again.event(event), director, again.links, again.clock()))["tables"]
    await closed(again)
