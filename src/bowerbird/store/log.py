"""Append and read facts. One writer task gathers what comes in and commits it together; nobody is told before that.

A stream's facts are numbered from 1 without holes, and the number is unique: of two writers who both append the next
fact, one gets `Conflict` and nothing of its facts is written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import event, func, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bowerbird.store.migrate import migrate
from bowerbird.store.schema import facts

__all__ = ["Conflict", "Entry", "Log", "StoreError", "database_url"]

#: The most facts that go into one commit.
GROUP = 500


class StoreError(RuntimeError):
    """The log cannot be written or read now. The text says what to do; nothing that was acknowledged is lost."""


class Conflict(StoreError):
    """Somebody else has written to this stream first: read it again, and decide again."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact in its stream."""

    stream: str
    seq: int
    at: int
    body: bytes


@dataclass(slots=True)
class _Request:
    rows: list[dict[str, Any]]
    done: asyncio.Future[None]


def database_url(where: str | Path) -> str:
    """The address of a database: a PostgreSQL address as people write it, or a file (or folder) for SQLite."""
    text = str(where)
    if text.startswith(("postgresql://", "postgres://")):
        return "postgresql+asyncpg://" + text.partition("://")[2]
    if "://" in text:
        return text
    path = Path(where)
    return f"sqlite+aiosqlite:///{path / 'bowerbird.sqlite' if path.is_dir() or not path.suffix else path}"


class Log:
    """The facts of many streams. Use `async with Log(url) as log`."""

    def __init__(self, where: str | Path) -> None:
        """A log at an address; `open` (or `async with`) makes the schema if it is not there."""
        self.url = database_url(where)
        self._engine: AsyncEngine | None = None
        self._waiting: asyncio.Queue[_Request] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._known: dict[str, int] = {}  # facts that are surely there: nothing is ever deleted

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def open(self) -> None:
        """Connect, bring the schema up to date, and start the writer."""
        if self.url.startswith("sqlite"):
            Path(self.url.partition(":///")[2]).parent.mkdir(parents=True, exist_ok=True)
        self._engine = create_async_engine(self.url)
        if self.url.startswith("sqlite"):
            event.listen(self._engine.sync_engine, "connect", _safe_sqlite)
        try:
            async with self._engine.begin() as connection:
                await connection.run_sync(migrate)
        except (DBAPIError, OSError) as error:
            await self._engine.dispose()
            raise StoreError(f"the database cannot be opened: {_reason(error)}. Nothing was changed.") from error
        self._writer = asyncio.create_task(self._write_forever())

    async def close(self) -> None:
        """Write what is waiting, then let go."""
        if self._writer is not None:
            await self._waiting.join()
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
            self._writer = None
        if self._engine is not None:
            await self._engine.dispose()
            self._engine = None

    async def append(self, stream: str, after: int, bodies: Sequence[bytes], at: int) -> int:
        """Append facts behind fact number `after` of a stream. Returns once they are on disk, with the last number."""
        rows = [
            {"stream": stream, "seq": after + place, "at": at, "body": body} for place, body in enumerate(bodies, 1)
        ]
        if not rows:
            return after
        self._connected()
        request = _Request(rows, asyncio.get_running_loop().create_future())
        self._waiting.put_nowait(request)
        await request.done
        return after + len(rows)

    async def read(self, stream: str, after: int = 0) -> list[Entry]:
        """The facts of a stream, in order, from number `after + 1` on."""
        query = (
            select(facts.c.stream, facts.c.seq, facts.c.at, facts.c.body)
            .where(facts.c.stream == stream, facts.c.seq > after)
            .order_by(facts.c.seq)
        )
        async with self._connected().connect() as connection:
            return [Entry(*row) for row in await connection.execute(query)]

    async def streams(self, prefix: str = "", since: int = 0) -> dict[str, int]:
        """The streams whose names start with `prefix` and that have a fact from `since` on, with their last number."""
        query = (
            select(facts.c.stream, func.max(facts.c.seq))
            .where(facts.c.stream.startswith(prefix, autoescape=True))
            .group_by(facts.c.stream)
            .having(func.max(facts.c.at) >= since)
            .order_by(facts.c.stream)
        )
        async with self._connected().connect() as connection:
            return {str(name): int(last) for name, last in await connection.execute(query)}

    def _connected(self) -> AsyncEngine:
        if self._engine is None:
            raise StoreError("the log is closed")
        return self._engine

    async def _write_forever(self) -> None:
        while True:
            group = [await self._waiting.get()]
            while not self._waiting.empty() and sum(len(request.rows) for request in group) < GROUP:
                group.append(self._waiting.get_nowait())
            try:
                await self._write(group)
            finally:
                for _ in group:
                    self._waiting.task_done()

    async def _write(self, group: list[_Request]) -> None:
        try:
            async with self._connected().begin() as connection:
                await self._insert(connection, [row for request in group for row in request.rows])
        except IntegrityError as error:
            if len(group) > 1:  # find out whose it was: one by one
                for request in group:
                    await self._write([request])
                return
            stream = group[0].rows[0]["stream"]
            _fail(group, Conflict(f"{stream} has moved on: read it again ({_reason(error)})"))
        except Exception as error:
            _fail(group, StoreError(f"not written: {_reason(error)}. What was acknowledged before is safe; try again."))
        else:
            for request in group:
                last = request.rows[-1]
                self._known[last["stream"]] = last["seq"]
                if not request.done.done():
                    request.done.set_result(None)

    async def _insert(self, connection: AsyncConnection, rows: list[dict[str, Any]]) -> None:
        await connection.execute(insert(facts), rows)
        # A stream has no holes: what is written behind fact n needs fact n.
        firsts = {row["stream"]: row["seq"] for row in reversed(rows)}
        for stream, first in firsts.items():
            if first - 1 > self._known.get(stream, 0):
                before = select(facts.c.seq).where(facts.c.stream == stream, facts.c.seq == first - 1)
                if (await connection.execute(before)).first() is None:
                    raise IntegrityError(f"{stream} has no fact {first - 1}", None, ValueError("a hole"))


def _fail(group: list[_Request], error: StoreError) -> None:
    for request in group:
        if not request.done.done():
            request.done.set_exception(error)


def _reason(error: Exception) -> str:
    original = getattr(error, "orig", None) or error
    return str(original).splitlines()[0] if str(original) else type(original).__name__


def _safe_sqlite(connection: Any, _: object) -> None:
    """Every commit is on disk before it is acknowledged, and readers do not wait for the writer."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
