"""The room of archived games on PostgreSQL, and the connections that a server needs beside the work on archives."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import get_type_hints

import pytest
from sqlalchemy import Connection, text

from bowerbird.cli.serve import serve
from bowerbird.store import Log, _compacting
from bowerbird.store._compacting import compact
from bowerbird.store._database import Database
from bowerbird.store.archiving import archive_all, size_of
from bowerbird.store.lease import Leases
from bowerbird.store.migrate import exclusive
from store.test_archive import archive, everything, problems, silent

pytestmark = pytest.mark.parametrize("where", ["postgresql"], indirect=True)


async def fill(log: Log) -> None:
    """Tables to archive, and behind them more facts that stay than are moved at once."""
    for number in range(60):
        await log.append(f"table:{number}", 0, [b'{"fact":1,"card":%d}' % number] * 100, at=5)
    for number in range(160):
        await log.append(f"code:{number}", 0, [b"{}"] * 7, at=5)


@asynccontextmanager
async def looking(where: str) -> AsyncIterator[None]:
    """Look at the database as it is now, as `pg_dump` does."""
    database = Database.patient(where)
    try:
        async with database.on_loop.execution_options(isolation_level="REPEATABLE READ").connect() as connection:
            await connection.execute(text("SELECT count(*) FROM facts"))
            yield
    finally:
        await database.close()


async def test_while_a_backup_looks_on_the_disk_is_not_filled(where: str, caplog: pytest.LogCaptureFixture) -> None:
    async with Log(where) as log:
        await fill(log)
        before = await everything(log)
        async with looking(where), asyncio.timeout(60):
            done = await archive_all(where, 0, silent)
        assert done.streams == 60
        assert done.after < done.before * 1.5
        assert "run `bowerbird archive` once more" in caplog.text
        caplog.clear()
        again = await archive_all(where, 0, silent)
        assert again.after < done.before / 2
        assert not caplog.records
        assert await everything(log) == before
        assert await problems(log) == []


async def test_a_backup_that_begins_later_only_keeps_the_room(
    where: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The holes are free, and the old copies of what is moved into them are not."""
    vacuumed = 0
    execute = _compacting._execute

    def counted(connection: Connection, statement: str) -> None:
        nonlocal vacuumed
        vacuumed += statement.startswith("VACUUM")
        execute(connection, statement)

    monkeypatch.setattr(_compacting, "_execute", counted)
    async with Log(where) as log:
        await fill(log)
        await archive(log)
        before, size = await everything(log), await size_of(log)
        async with looking(where), asyncio.timeout(60):
            await compact(log.url)
        assert await size_of(log) < size * 1.5
        assert vacuumed < 10, "it stops, instead of trying again and again"
        assert "run `bowerbird archive` once more" in caplog.text
        assert await everything(log) == before


async def test_the_fewest_connections_leave_one_to_renew_leases(where: str) -> None:
    """While new keys are used, a fold, an archiver and a person who erases something all wait for the same lock."""
    [option] = get_type_hints(serve, include_extras=True)["database_connections"].__metadata__
    async with Log(where) as other, Log(where, connections=option.min) as log, Leases(log, lambda name: None) as leases:
        assert await leases.take("table:1")
        locked, done = asyncio.Event(), asyncio.Event()

        async def seal_again() -> None:
            async with other.database.on_loop.begin() as connection:
                await connection.run_sync(exclusive)
                locked.set()
                await done.wait()

        async with asyncio.TaskGroup() as group:
            group.create_task(seal_again())
            await locked.wait()
            waiting = [group.create_task(log.do(exclusive)) for _ in range(3)]
            await asyncio.sleep(0.2)
            async with asyncio.timeout(2):
                await leases.renew()
            assert not any(task.done() for task in waiting)
            assert leases.holds("table:1")
            done.set()
