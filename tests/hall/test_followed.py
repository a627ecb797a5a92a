"""Streams that others write to as well: nothing is missed, not even at the moment when they are read first."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest

from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.live.keeper import FirstReads
from bowerbird.store import Entry, Log
from kit.clock import soon


async def test_what_is_written_while_a_table_is_read_first_is_not_missed(
    hall: Hall, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await hall.make_table("host")
    other = Hall(log, lambda: 1, Settings(), bot_processes=0)
    read = log.read

    async def read_and_wait(stream: str, after: int = 0) -> list[Entry]:
        entries = await read(stream, after)
        if stream == live.stream.name and not after:
            assert other.tables.known() == {live.stream.name: 0}, "news that was missed on the way is asked for as well"
            await live.set_pace("host", "quick")
            other.tables.heard(stream, live.room.seq)
        return entries

    monkeypatch.setattr(log, "read", read_and_wait)
    there: Any = await other.table(live.name)
    await soon(lambda: there.room.seq == live.room.seq)
    assert there.room.pace == "quick"
    assert other.tables.known() == {live.stream.name: live.room.seq}
    await other.close()


@pytest.mark.parametrize("cancelled", [True, False])
async def test_of_two_who_read_first_the_one_who_ends_first_leaves_the_other_listening(
    log: Log, monkeypatch: pytest.MonkeyPatch, cancelled: bool
) -> None:
    turns: list[asyncio.Event] = []
    read = log.read

    async def read_and_wait(stream: str, after: int = 0) -> list[Entry]:
        entries = await read(stream, after)
        turns.append(asyncio.Event())
        await turns[-1].wait()
        return entries

    monkeypatch.setattr(log, "read", read_and_wait)
    reads = FirstReads(log)
    first = asyncio.create_task(reads.fold("table:one", list))
    await soon(lambda: len(turns) == 1)
    second = asyncio.create_task(reads.fold("table:one", list))
    await soon(lambda: len(turns) == 2)
    if cancelled:
        first.cancel()
    turns[0].set()
    with suppress(asyncio.CancelledError):
        await first
    assert reads.known() == {"table:one": 0}
    reads.heard("table:one", 2)
    turns[1].set()
    assert await second == (None, 2)
    reads.heard("table:one", 3)
    assert reads.known() == {}


async def test_a_stream_is_folded_beside_the_loop_and_no_news_are_missed(log: Log) -> None:
    await log.append("table:one", 0, [b"a", b"b"], 1)
    reads = FirstReads(log)
    loop = asyncio.get_running_loop()
    where: list[int] = []

    def fold(entries: Sequence[Entry]) -> int:
        where.append(threading.get_ident())
        asyncio.run_coroutine_threadsafe(another_writes(), loop).result(20)
        return len(entries)

    async def another_writes() -> None:
        assert reads.known() == {"table:one": 0}
        reads.heard("table:one", 3)

    assert await reads.fold("table:one", fold) == (2, 3)
    assert where != [threading.get_ident()]
    assert reads.known() == {}
    assert await reads.fold("table:none", fold) == (None, 0)
