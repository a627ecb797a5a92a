"""Append and read facts. One writer task commits concurrent requests together, and answers after the commit.

A stream's facts are numbered from 1 without gaps, and the number is unique. If two writers append the next fact, one
gets `ConflictError` and none of its facts are written.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, Select, select, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bowerbird.clock import REAL_TIME, Clock
from bowerbird.machine import create_private_folder, make_private
from bowerbird.store._archived import PART, WHOLE, expanded, in_order
from bowerbird.store._batching import closed_error
from bowerbird.store._checkpoint import Checkpointer
from bowerbird.store._database import CONNECTIONS, Database, Direct, database_url, sqlite_file
from bowerbird.store._entry import Entry
from bowerbird.store._erasing import erase
from bowerbird.store._reader import Reader
from bowerbird.store._schema import LONGEST_NAME, facts, heads
from bowerbird.store._sealing import fold, prepare
from bowerbird.store._writer import Request, Writer
from bowerbird.store.audit import chain_problems
from bowerbird.store.errors import ConflictError, StoreError, explain, is_unreachable
from bowerbird.store.migrate import Progress, migrate
from bowerbird.store.seals import Seals

__all__ = ["CONNECTIONS", "ConflictError", "Entry", "Log", "StoreError", "database_url"]

Answer = TypeVar("Answer")
Work = TypeVar("Work")

logger = logging.getLogger(__name__)

#: Seconds between two folds of the tallies.
_FOLD_EVERY = 10.0
#: Seconds for the fold when the log is closed, in real time. If the database doesn't answer, the next start does it.
_LAST_FOLD = 3.0
#: Seconds in which every process has noticed a new key.
_NOTICED_BY_ALL = 2.0
#: Streams per query.
_AT_ONCE = 1_000
#: Larger than the number of any fact.
_FARTHEST = 2**31


class Log:
    """The facts of many streams. Use `async with Log(url) as log`."""

    def __init__(
        self,
        where: str | Path,
        seals: Seals | None = None,
        *,
        fold_every: float = _FOLD_EVERY,
        connections: int = CONNECTIONS,
        clock: Clock = REAL_TIME,
    ) -> None:
        """Name the database; `open` (or `async with`) creates the schema if it is missing.

        With `seals`, the end of the log is sealed, and all tallies are folded every so many seconds. A log that is
        sealed can be read without them, and not written. On PostgreSQL, it has at most so many `connections`.
        What is done now and then is done by the `clock`, also in what shares the log.
        """
        self._connections = connections
        self.clock = clock
        self.url = database_url(where)
        self.seals = seals
        self.name = secrets.token_hex(8)  # identifies the writer of a commit to other processes
        self._database: Database | None = None
        self._writer: Writer | None = None
        self._checkpointer: Checkpointer | None = None
        self._reader: Reader | None = None
        self._direct: Direct | None = None  # for the reader
        self._fold_every = fold_every
        self._folded = 0  # facts written by this process when it last folded
        self._folding: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def open(self, progress: Progress = lambda done, total: None) -> None:
        """Connect, migrate the schema, and start the writer. An unsealed log is checked and sealed first."""
        file = sqlite_file(self.url)
        # Migrating an old database may take minutes, so no timeouts.
        patient = Database.patient(self.url)
        try:
            if file is not None:
                create_private_folder(file.parent)
                make_private(file, like=file.parent)
            await patient.do(migrate)
            if self.seals is not None:
                await self._prepare(patient, self.seals, progress)
        except (DBAPIError, OSError) as error:
            why = explain(error, "Nothing was changed.")
            raise StoreError(f"the database could not be opened: {why}") from error
        finally:
            await patient.close()
        self._database = Database.at(self.url, self._connections)
        self._writer = Writer(self._database, self.url, self.name, self.seals)
        self._checkpointer = Checkpointer(self._database, self.url, self.clock)
        if not self._database.is_sqlite:
            self._direct = Direct(self._database)
            self._reader = Reader(self._fetch)
        if self.seals is not None:
            self._folding = asyncio.create_task(self._fold_regularly())

    async def _prepare(self, database: Database, seals: Seals, progress: Progress) -> None:
        base = await database.do(lambda connection: prepare(connection, seals, self.url, progress, chain_problems))
        if base is not None:
            seals.remember(self.url, base)

    async def _fold_regularly(self) -> None:
        while True:
            await self.clock.sleep(self._fold_every)
            await self._follow_keys()
            await self._fold()

    async def _follow_keys(self) -> None:
        """If there is a new key, seal everything again with it, so that the old one can be dropped."""
        if self.seals is None or not self.seals.renew():
            return
        await self.clock.sleep(_NOTICED_BY_ALL)
        patient = Database.patient(self.url)
        try:
            await self._prepare(patient, self.seals, lambda done, total: None)
        except (SQLAlchemyError, OSError) as error:
            logger.warning("the log is sealed with the new key when it is next opened: %s", explain(error))
        finally:
            await patient.close()

    async def _fold(self) -> None:
        """Fold all tallies, so that parts of the database from before and after this moment do not fit together."""
        seals, writer = self.seals, self._writer
        if seals is None or writer is None or writer.trouble or writer.written == self._folded:
            return
        written = writer.written
        try:
            base = await self.do(lambda connection: fold(connection, seals))
            if base is not None:
                seals.remember(self.url, base)
            self._folded = written
        except (StoreError, OSError) as error:
            logger.warning("the tallies are not folded until later: %s", error)

    async def close(self) -> None:
        """Write what is waiting, then close the connections."""
        if self._folding is not None:
            self._folding.cancel()
            with suppress(asyncio.CancelledError):
                await self._folding
            self._folding = None
        if self._writer is not None:
            await self._writer.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(_LAST_FOLD):
                    await self._fold()
            self._writer = None
        if self._reader is not None:
            await self._reader.close()
            self._reader = None
        if self._direct is not None:
            await self._direct.close()
            self._direct = None
        if self._checkpointer is not None:
            await self._checkpointer.close()
            self._checkpointer = None
        if self._database is not None:
            await self._database.close()
            self._database = None

    async def append(self, stream: str, after: int, bodies: Sequence[bytes], at: int) -> int:
        """Append facts behind fact number `after` of a stream. Returns once they are on disk, with the last number."""
        # Not by way of `extend`: every coroutine takes its time, and this is called for every act at every table.
        await self._put(stream, after, [(at, body) for body in bodies])
        return after + len(bodies)

    async def extend(self, stream: str, after: int, timed: Sequence[tuple[int, bytes]]) -> int:
        """The same, with a time for each fact."""
        await self._put(stream, after, timed)
        return after + len(timed)

    def _put(self, stream: str, after: int, timed: Sequence[tuple[int, bytes]]) -> asyncio.Future[None]:
        """Queue facts for the writer."""
        done = asyncio.get_running_loop().create_future()
        if not timed:
            done.set_result(None)
            return done
        if not _is_name(stream) or not 0 <= after < _FARTHEST - len(timed):
            raise StoreError(f"not written: {stream[:LONGEST_NAME]!r} after {after} isn't a position in a log")
        self.writer.put(Request(stream, after, timed, done))
        return done

    async def erase(self, stream: str, at: int, number: int = 0) -> int:
        """Erase a stream that belongs to one person: none of its facts is in the database any more.

        A fact with an empty body takes their place (`Entry.is_erased`). Returns its number, which is the next one or
        `number`; 0 if there was nothing to erase. Earlier backups still have the facts.
        """
        if not _is_name(stream) or not 0 <= number < _FARTHEST:
            raise StoreError(f"not erased: {stream[:LONGEST_NAME]!r} isn't the name of a stream")
        seals, url, writer = self.seals, self.url, self.name
        marked = await self.do(lambda connection: erase(connection, seals, url, writer, stream, at, number))
        if marked and self._checkpointer is not None:
            await self._checkpointer.empty()
        return marked

    async def read(self, stream: str, after: int = 0) -> list[Entry]:
        """The facts of a stream, in order, from number `after + 1` on."""
        if not _is_name(stream) or after >= _FARTHEST:
            return []  # in a batch it would make the other queries fail
        found: Sequence[Any]
        if self._reader is not None:
            found = await self._reader.read(stream, after)
        else:
            found = await self.ask(
                lambda connection: connection.execute(WHOLE, {"stream": stream, "after": after}).all()
            )
        if found and found[0][0] == PART:
            return self._learnt(await asyncio.to_thread(lambda: in_order(expanded(found), after)))
        return self._learnt([row[1:] for row in found])

    async def tail(self, stream: str, count: int) -> list[Entry]:
        """The last facts of a stream, in order, `count` at most.

        It takes no longer for a long stream, if that many are in no archive. If not, all of the stream is read.
        """
        if not _is_name(stream):
            return []
        query = select(facts).where(facts.c.stream == stream).order_by(facts.c.seq.desc()).limit(count)
        found = (await self._ask(query))[::-1]
        if len(found) < count and (not found or found[0].seq > 1):
            return (await self.read(stream))[-count:]  # the others may be in archives
        return self._learnt(found)

    def _learnt(self, found: Sequence[Any]) -> list[Entry]:
        if found:
            stream, seq, at, _, digest = found[-1]
            self.writer.learn(stream, seq, at, digest)
        return [Entry(stream, seq, at, body) for stream, seq, at, body, _ in found]

    async def streams(self, prefix: str = "", since: int = 0) -> dict[str, int]:
        """The streams whose names start with `prefix` and whose last fact is from `since` on, with its number."""
        query = (
            select(heads.c.stream, heads.c.seq)
            .where(heads.c.stream.startswith(prefix, autoescape=True), heads.c.at >= since)
            .order_by(heads.c.stream)
        )
        found = {str(name): int(last) for name, last in await self._ask(query)}
        # SQLite ignores case here.
        return {name: last for name, last in found.items() if name.startswith(prefix)}

    async def heads(self, streams: Sequence[str]) -> dict[str, int]:
        """The last number of each of these streams. A stream without facts is left out."""
        found: dict[str, int] = {}
        for start in range(0, len(streams), _AT_ONCE):
            some = streams[start : start + _AT_ONCE]
            query = select(heads.c.stream, heads.c.seq).where(heads.c.stream.in_(some))
            found |= {str(name): int(last) for name, last in await self._ask(query)}
        return found

    @property
    def database(self) -> Database:
        """The connections, for tables other than facts."""
        if self._database is None:
            raise closed_error()
        return self._database

    @property
    def writer(self) -> Writer:
        """The writer, with its counters."""
        if self._writer is None:
            raise closed_error()
        return self._writer

    async def most_connections(self) -> int | None:
        """How many connections PostgreSQL allows to all programs together; None for SQLite."""
        if self.database.is_sqlite:
            return None
        query = text(
            "SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int"
        )
        return int(await self.ask(lambda connection: connection.execute(query).scalar_one()))

    @property
    def broken(self) -> set[str]:
        """The streams whose heads had a wrong seal when they were written to."""
        return self._writer.broken if self._writer else set()

    async def do(self, work: Callable[[Connection], Answer]) -> Answer:
        """Run this in a transaction, and once more on a new connection if the first is lost."""
        return await self._twice(self.database.do, work)

    async def ask(self, work: Callable[[Connection], Answer]) -> Answer:
        """The same for a single query, which needs no transaction."""
        return await self._twice(self.database.once, work)

    async def _fetch(self, statement: str, values: Sequence[object]) -> list[Any]:
        """The rows of a query, by the reader's own connection."""
        direct = self._direct
        if direct is None:
            raise closed_error()
        return await self._twice(lambda given: direct.fetch(statement, given), values)

    async def _twice(self, do: Callable[[Work], Awaitable[Answer]], work: Work) -> Answer:
        try:
            return await do(work)
        except (SQLAlchemyError, OSError) as error:
            if not is_unreachable(error):
                raise StoreError(explain(error)) from error
        try:
            return await do(work)
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(explain(error)) from error

    async def _ask(self, query: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        return await self.ask(lambda connection: connection.execute(query).all())


def _is_name(stream: str) -> bool:
    """True if a stream can have this name."""
    return 0 < len(stream) <= LONGEST_NAME and stream.isprintable()
