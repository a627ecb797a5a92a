"""PostgreSQL that goes away: stopped, killed, frozen, its connections cut. Nothing acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from typing import Any

import psutil
import pytest

from bowerbird.store import Log, StoreError, _database
from bowerbird.store.audit import survey
from faults.conftest import away
from store.postgres import cut_connections

pytestmark = pytest.mark.full


def silent(_done: int, _total: int) -> None:
    """Nobody watches."""


class Writing:
    """Several tables that write without end, each trying the same fact again until it is acknowledged."""

    def __init__(self, log: Log, name: str, tables: int = 5) -> None:
        self.log = log
        self.acknowledged = {f"{name}:{number}": 0 for number in range(tables)}
        self.refused: list[str] = []
        self.tasks = [asyncio.create_task(self.table(stream)) for stream in self.acknowledged]

    async def table(self, stream: str) -> None:
        while True:
            number = self.acknowledged[stream]
            try:
                await self.log.append(stream, number, [f"{number}".encode()], at=number)
            except StoreError as error:
                self.refused.append(str(error))
                await asyncio.sleep(0.05)
                # It is not sure what was written: the log knows.
                try:
                    self.acknowledged[stream] = len(await self.log.read(stream))
                except StoreError as error:
                    self.refused.append(str(error))
            else:
                self.acknowledged[stream] = number + 1

    async def more(self, facts: int) -> None:
        """Wait until every table has written so many more."""
        goal = {stream: number + facts for stream, number in self.acknowledged.items()}
        async with asyncio.timeout(40):
            while any(self.acknowledged[stream] < number for stream, number in goal.items()):
                await asyncio.sleep(0.01)

    async def end(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for stream, number in self.acknowledged.items():
            entries = await self.log.read(stream)
            assert len(entries) >= number, f"{stream}: something acknowledged is lost"
            assert [entry.body for entry in entries] == [f"{place}".encode() for place in range(len(entries))]


def kill(server: Any) -> None:
    """As a machine does that loses its power."""
    postmaster = psutil.Process(server.get_pid())
    processes = [postmaster, *postmaster.children()]
    for process in processes:
        process.kill()
    psutil.wait_procs(processes, timeout=5)
    (server.pgdata / "postmaster.pid").unlink()


async def test_a_database_that_is_stopped_is_told_and_play_goes_on_when_it_is_back(server: Any) -> None:
    async with Log(server.get_uri()) as log:
        await log.append("stopped", 0, [b"before"], at=0)
        async with away(server):
            for question in (log.append("stopped", 1, [b"not now"], at=0), log.read("stopped"), log.streams()):
                with pytest.raises(StoreError, match="the database doesn't answer") as told:
                    await question
                assert "Everything already saved is safe" in str(told.value)
                assert "Play continues when it is back" in str(told.value)
            with pytest.raises(StoreError, match="could not be opened: the database doesn't answer"):
                await Log(server.get_uri()).open()
            assert log.writer.trouble
        assert await log.append("stopped", 1, [b"after"], at=0) == 2
        assert [entry.body for entry in await log.read("stopped")] == [b"before", b"after"]
        assert log.writer.trouble == ""


async def test_a_database_that_is_killed_under_load_loses_nothing(server: Any) -> None:
    async with Log(server.get_uri()) as log:
        writing = Writing(log, "killed")
        await writing.more(50)
        await asyncio.to_thread(kill, server)
        await asyncio.sleep(0.3)
        await asyncio.to_thread(server.start)
        await writing.more(50)
        await writing.end()
        assert writing.refused, "they were told"
    assert (await survey(server.get_uri(), silent)).problems == []


async def test_cut_connections_are_hardly_noticed(server: Any) -> None:
    chance = random.Random(8)
    async with Log(server.get_uri()) as log, Log(server.get_uri()) as other:
        writing = Writing(log, "cut")
        for _ in range(15):
            await writing.more(chance.randrange(1, 20))
            await cut_connections(other)
        await writing.more(20)
        await writing.end()
        assert len(writing.refused) <= 15, "most are written on a new connection, and nobody is told"
    assert (await survey(server.get_uri(), silent)).problems == []


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be frozen here")
async def test_a_frozen_database_is_noticed(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_database, "_ANSWER_WAIT", 0.5)
    monkeypatch.setattr(_database, "_CONNECT_WAIT", 0.5)
    async with Log(server.get_uri()) as log:
        await log.append("frozen", 0, [b"before"], at=0)
        processes = [psutil.Process(server.get_pid()), *psutil.Process(server.get_pid()).children()]
        for process in processes:
            os.kill(process.pid, signal.SIGSTOP)
        try:
            async with asyncio.timeout(20):
                with pytest.raises(StoreError, match="doesn't answer"):
                    await log.append("frozen", 1, [b"not now"], at=0)
        finally:
            for process in processes:
                os.kill(process.pid, signal.SIGCONT)
        async with asyncio.timeout(20):
            while (there := len(await log.read("frozen"))) < 2:  # what was in doubt may have been written all the same
                await log.append("frozen", there, [b"not now"], at=0)
        assert [entry.body for entry in await log.read("frozen")] == [b"before", b"not now"]
