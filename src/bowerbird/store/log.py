"""Append and read facts. One writer task gathers what comes in and commits it together; nobody is told before that.

A stream's facts are numbered from 1 without holes, and the number is unique: of two writers who both append the next
fact, one gets `Conflict` and nothing of its facts is written.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from sqlalchemy import Select, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bowerbird.store.database import database_url, make_engine, sqlite_file
from bowerbird.store.errors import Conflict, StoreError, in_words, is_away
from bowerbird.store.migrate import Progress, migrate
from bowerbird.store.schema import LONGEST_NAME, facts, heads
from bowerbird.store.writer import Request, Writer

__all__ = ["Conflict", "Entry", "Log", "StoreError", "database_url"]

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact in its stream."""

    stream: str
    seq: int
    at: int
    body: bytes


class Log:
    """The facts of many streams. Use `async with Log(url) as log`."""

    def __init__(self, where: str | Path, progress: Progress | None = None) -> None:
        """A log at an address; `open` (or `async with`) makes the schema if it is not there.

        `progress` is called while an old database is brought up to date.
        """
        self.url = database_url(where)
        self.name = secrets.token_hex(8)  # by which other processes know whose commit it was
        self._progress = progress
        self._engine: AsyncEngine | None = None
        self._writer: Writer | None = None

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def open(self) -> None:
        """Connect, bring the schema up to date, and start the writer."""
        file = sqlite_file(self.url)
        # An old database may take minutes to be brought up to date: that is no sign of a dead connection.
        patient = make_engine(self.url, patient=True)
        try:
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
            async with patient.begin() as connection:
                await connection.run_sync(migrate, self._progress)
        except (DBAPIError, OSError) as error:
            why = in_words(error, "Nothing was changed.")
            raise StoreError(f"the database cannot be opened: {why}") from error
        finally:
            with suppress(DBAPIError, OSError):
                await patient.dispose()
        self._engine = make_engine(self.url)
        self._writer = Writer(self._engine, self.name)

    async def close(self) -> None:
        """Write what is waiting, then let go."""
        if self._writer is not None:
            await self._writer.close()
            self._writer = None
        if self._engine is not None:
            await self._engine.dispose()
            self._engine = None

    async def append(self, stream: str, after: int, bodies: Sequence[bytes], at: int) -> int:
        """Append facts behind fact number `after` of a stream. Returns once they are on disk, with the last number."""
        if not bodies:
            return after
        if not 0 < len(stream) <= LONGEST_NAME or not stream.isprintable() or not 0 <= after < 2**31 - len(bodies):
            raise StoreError(f"not written: {stream[:LONGEST_NAME]!r} after {after} is no place in a log")
        request = Request(stream, after, bodies, at, asyncio.get_running_loop().create_future())
        self.writer.put(request)
        await request.done
        return after + len(bodies)

    async def read(self, stream: str, after: int = 0) -> list[Entry]:
        """The facts of a stream, in order, from number `after + 1` on."""
        query = (
            select(facts.c.stream, facts.c.seq, facts.c.at, facts.c.body)
            .where(facts.c.stream == stream, facts.c.seq > after)
            .order_by(facts.c.seq)
        )
        return [Entry(*row) for row in await self._ask(query)]

    async def streams(self, prefix: str = "", since: int = 0) -> dict[str, int]:
        """The streams whose names start with `prefix` and whose last fact is from `since` on, with its number."""
        query = (
            select(heads.c.stream, heads.c.seq)
            .where(heads.c.stream.startswith(prefix, autoescape=True), heads.c.at >= since)
            .order_by(heads.c.stream)
        )
        return {str(name): int(last) for name, last in await self._ask(query)}

    async def heads(self, streams: Sequence[str]) -> dict[str, int]:
        """The last number of some streams; one that has no fact is left out."""
        query = select(heads.c.stream, heads.c.seq).where(heads.c.stream.in_(streams))
        return {str(name): int(last) for name, last in await self._ask(query)}

    @property
    def engine(self) -> AsyncEngine:
        """The connections, for what else is kept beside the facts."""
        if self._engine is None:
            raise StoreError("the log is closed")
        return self._engine

    @property
    def writer(self) -> Writer:
        """Who writes, with its figures."""
        if self._writer is None:
            raise StoreError("the log is closed")
        return self._writer

    async def do(self, work: Callable[[AsyncConnection], Awaitable[Answer]]) -> Answer:
        """Do something in a transaction, and once more on a new connection where the first is lost."""
        try:
            async with self.engine.begin() as connection:
                return await work(connection)
        except (DBAPIError, OSError) as error:
            if not is_away(error):
                raise StoreError(in_words(error)) from error
        try:
            async with self.engine.begin() as connection:
                return await work(connection)
        except (DBAPIError, OSError) as error:
            raise StoreError(in_words(error)) from error

    async def _ask(self, query: Select[*tuple[Any, ...]]) -> Sequence[Sequence[Any]]:
        async def ask(connection: AsyncConnection) -> Sequence[Sequence[Any]]:
            return (await connection.execute(query)).all()

        return await self.do(ask)
