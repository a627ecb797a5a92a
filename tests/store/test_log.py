"""The log on both databases: no holes, one winner of two writers, on disk before anyone is told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.hall.setup import TableSetup
from bowerbird.seats import Seat
from bowerbird.store import ConflictError, Log, StoreError
from bowerbird.store.log import database_url
from kit.clock import HandClock, soon


async def test_facts_come_back_in_order_with_their_times(log: Log, own: str) -> None:
    assert await log.append(own, 0, [b"one", b"two"], at=5) == 2
    assert await log.append(own, 2, [b"\x00\xff"], at=2**45) == 3
    assert [(entry.seq, entry.at, entry.body) for entry in await log.read(own)] == [
        (1, 5, b"one"),
        (2, 5, b"two"),
        (3, 2**45, b"\x00\xff"),
    ]
    assert [entry.seq for entry in await log.read(own, after=2)] == [3]
    assert await log.read(f"{own} nothing") == []
    assert await log.streams(own) == {own: 3}
    assert await log.streams(own, since=2**45 + 1) == {}


async def test_of_two_writers_one_wins_and_the_other_writes_nothing(log: Log, own: str) -> None:
    await log.append(own, 0, [b"start"], at=0)
    bodies = [[f"{writer} {place}".encode() for place in range(3)] for writer in range(20)]
    answers = await asyncio.gather(*(log.append(own, 1, body, at=0) for body in bodies), return_exceptions=True)
    assert sum(answer == 4 for answer in answers) == 1
    assert sum(isinstance(answer, ConflictError) for answer in answers) == 19
    written = [entry.body for entry in await log.read(own, after=1)]
    assert written in bodies


async def test_two_processes_on_one_database_cannot_both_win(log: Log, own: str, tmp_path: Path) -> None:
    async with Log(log.url) as other:
        for number in range(10):
            answers = await asyncio.gather(
                log.append(own, number, [b"ours"], at=0),
                other.append(own, number, [b"theirs"], at=0),
                return_exceptions=True,
            )
            assert sum(isinstance(answer, ConflictError) for answer in answers) == 1
        assert len(await log.read(own)) == 10


async def test_a_stream_has_no_holes(log: Log, own: str) -> None:
    with pytest.raises(ConflictError):
        await log.append(own, 1, [b"the second without the first"], at=0)
    await log.append(own, 0, [b"first"], at=0)
    with pytest.raises(ConflictError):
        await log.append(own, 5, [b"a jump"], at=0)
    assert len(await log.read(own)) == 1


async def test_a_conflict_harms_nobody_elses_facts_in_the_same_commit(log: Log, own: str) -> None:
    await log.append(f"{own} 0", 0, [b"x"], at=0)
    answers = await asyncio.gather(
        *(log.append(f"{own} {number}", 0, [b"y"], at=0) for number in range(50)), return_exceptions=True
    )
    assert isinstance(answers[0], ConflictError)
    assert answers[1:] == [1] * 49


async def test_a_hall_runs_on_postgresql(postgres: str, clock: HandClock) -> None:
    async with Log(postgres, clock=clock) as log:
        hall = Hall(log, clock, Settings(grace=60, words_wait=0, pace_factor=0, review_ahead=False), bot_processes=0)
        live = await hall.make_table("host", TableSetup(rules="trailer-estates", pace="at once"))
        for seat in Seat:
            await live.seat_bot("host", seat, "simple")
        await live.start("host")
        await soon(lambda: live.room.table.state.is_over)
        await hall.close()
        again = Hall(log, clock, bot_processes=0)
        assert (await again.table(live.name)).room.table.state == live.room.table.state
        assert await again.by_code(live.room.made.code)
        await again.close()


async def test_what_was_acknowledged_is_there_after_opening_again(tmp_path: Path) -> None:
    async with Log(tmp_path) as log:
        await asyncio.gather(*(log.append(f"s{number}", 0, [b"fact"], at=0) for number in range(700)))
    async with Log(tmp_path) as log:
        assert len(await log.streams("s")) == 700


async def test_a_closed_log_says_so(tmp_path: Path) -> None:
    log = Log(tmp_path)
    with pytest.raises(StoreError, match="closed"):
        await log.read("x")
    async with log:
        pass
    with pytest.raises(StoreError, match="closed"):
        await log.append("x", 0, [b"y"], at=0)


async def test_a_database_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "bowerbird.sqlite").write_bytes(b"this is no database" * 100)
    with pytest.raises(StoreError, match="could not be opened"):
        await Log(tmp_path).open()


@pytest.mark.parametrize(
    ("where", "url"),
    [
        ("postgresql://me@host/db", "postgresql+asyncpg://me@host/db"),
        ("postgres://host/db", "postgresql+asyncpg://host/db"),
        (Path("/data/hall"), f"sqlite:///{Path('/data/hall/bowerbird.sqlite')}"),
        (Path("/data/hall.db"), f"sqlite:///{Path('/data/hall.db')}"),
    ],
)
def test_addresses_as_people_write_them(where: str | Path, url: str) -> None:
    assert database_url(where) == database_url(str(where)) == url


async def test_two_processes_that_want_the_same_streams_at_once_cost_each_other_one_try(log: Log, own: str) -> None:
    names = [f"{own} {number}" for number in range(40)]
    await asyncio.gather(*(log.append(name, 0, [b"start"], at=0) for name in names))
    async with Log(log.url) as other:
        began = log.writer.commits + other.writer.commits
        for after in range(1, 21):
            answers = await asyncio.gather(
                *(log.append(name, after, [b"ours"], at=0) for name in names),
                *(other.append(name, after, [b"theirs"], at=0) for name in reversed(names)),
                return_exceptions=True,
            )
            for ours, theirs in zip(answers[:40], reversed(answers[40:]), strict=True):
                assert sorted((isinstance(ours, ConflictError), isinstance(theirs, ConflictError))) == [False, True]
        assert log.writer.written + other.writer.written == 40 * 21
        # Whoever loses a stream does not lose the others of the same commit, nor tries them one by one.
        assert log.writer.commits + other.writer.commits - began <= 20 * 6
    for name in names:
        assert [entry.seq for entry in await log.read(name)] == list(range(1, 22))
