"""News: what another process wrote is heard soon, also after the connection was lost."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from sqlalchemy import text

from bowerbird.store import Log
from bowerbird.store.notifications import LONGEST_MESSAGE, Notifications
from realtime.waiting import soon

WRITES = """
import asyncio, sys
from bowerbird.store import Log
async def main():
    async with Log(sys.argv[1]) as log:
        for number in range(50):
            await log.append(sys.argv[2], number, [b"from another process"], at=0)
asyncio.run(main())
"""


class Heard(dict[str, int]):
    """The last number that was heard of each stream."""

    def __call__(self, stream: str, seq: int) -> None:
        self[stream] = max(seq, self.get(stream, 0))


async def cut(log: Log) -> None:
    """End every connection that listens."""
    end = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE pid <> pg_backend_pid() AND application_name = 'bowerbird' "
        "AND (query = 'SELECT 1' OR query LIKE 'LISTEN%')"
    )
    await log.do(lambda connection: connection.execute(end).all())


async def test_what_another_process_writes_is_heard(postgres: str, own: str) -> None:
    heard = Heard()
    async with Log(postgres) as log, Notifications(log, heard, dict) as news:
        await soon(lambda: news.connected)
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", WRITES, postgres, own)
        await soon(lambda: heard.get(own) == 50, 30)
        assert await process.wait() == 0
        await log.append(own, 50, [b"ours"], at=0)
        async with Log(postgres) as other:
            await other.append(f"{own} last", 0, [b"theirs"], at=0)
        await soon(lambda: f"{own} last" in heard)
        assert heard[own] == 50, "what this process writes is no news to it"


async def test_many_streams_in_one_commit_are_all_heard(postgres: str, own: str) -> None:
    heard = Heard()
    names = [f"{own[:40]} é {number}" for number in range(450)]  # more than one message can hold
    async with Log(postgres) as log, Log(postgres) as other, Notifications(log, heard, dict) as news:
        await soon(lambda: news.connected)
        await asyncio.gather(*(other.append(name, 0, [b"x", b"y"], at=0) for name in names))
        await soon(lambda: all(heard.get(name) == 2 for name in names))


async def test_after_a_lost_connection_it_says_what_has_moved(postgres: str, own: str) -> None:
    heard = Heard()
    known = {own: 1, f"{own} still": 1, f"{own} nowhere": 0}
    async with Log(postgres) as log, Log(postgres) as other:
        await other.append(own, 0, [b"x"], at=0)
        await other.append(f"{own} still", 0, [b"x"], at=0)
        async with Notifications(log, heard, lambda: known) as news:
            await soon(lambda: news.connected)
            await cut(other)
            await soon(lambda: not news.connected)
            await other.append(own, 1, [b"meanwhile"], at=0)
            await soon(lambda: heard.get(own) == 2)
            assert f"{own} still" not in heard
            await soon(lambda: news.connected)
            await other.append(f"{own} still", 1, [b"again"], at=0)
            await soon(lambda: heard.get(f"{own} still") == 2)


async def test_sqlite_has_one_process_and_no_news(tmp_path: Path) -> None:
    heard = Heard()
    async with Log(tmp_path) as log, Notifications(log, heard, dict) as news:
        await log.append("s", 0, [b"x"], at=0)
        assert not news.connected
    assert heard == {}


async def test_processes_talk_to_each_other_and_nothing_is_kept(postgres: str) -> None:
    told: list[str] = []
    long = "é" * (LONGEST_MESSAGE // 2)
    async with (
        Log(postgres) as log,
        Log(postgres) as other,
        Notifications(log, Heard(), dict, told.append) as listening,
        Notifications(other, Heard(), dict) as saying,
    ):
        await soon(lambda: listening.connected)
        await listening.say("to myself")
        await saying.say("hello", long)
        await soon(lambda: len(told) == 2)
        assert told == ["hello", long]


async def test_on_sqlite_there_is_nobody_to_talk_to(tmp_path: Path) -> None:
    async with Log(tmp_path) as log, Notifications(log, Heard(), dict) as news:
        await news.say("hello")
