"""Open databases from the addresses people write, and run transactions that are on disk before they are acknowledged.

A transaction is a plain function of a connection. SQLite runs it in a thread as a whole, which is much faster than
passing each statement; PostgreSQL runs it on the event loop.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bowerbird.extras import require
from bowerbird.store.errors import is_unreachable

__all__ = [
    "CONNECTIONS",
    "Database",
    "Direct",
    "database_url",
    "describe_url",
    "file_url",
    "one_moment",
    "sqlite_file",
]

Answer = TypeVar("Answer")

#: Seconds without an answer after which a database counts as unreachable.
_CONNECT_WAIT, _ANSWER_WAIT = 5, 8
#: Connections to PostgreSQL, at most. One writes, one reads streams and one listens; the rest is for everything else.
CONNECTIONS = 10
_OF_THEIR_OWN = 3
#: Concurrent transactions on SQLite: one writes, the rest read.
_THREADS = 4


def database_url(where: str | Path) -> str:
    """The address of a database: a PostgreSQL address as people write it, or a file (or folder) for SQLite."""
    text = str(where)
    if text.startswith(("postgresql://", "postgres://")):
        require("postgres")
        return "postgresql+asyncpg://" + text.partition("://")[2]
    if "://" in text:
        return text
    path = Path(where)
    # os.path, because a folder that cannot be read is not an error yet. Opening it will raise one.
    return f"sqlite:///{path / 'bowerbird.sqlite' if os.path.isdir(path) or not path.suffix else path}"


def sqlite_file(url: str) -> Path | None:
    """The file of a SQLite address; None for PostgreSQL."""
    return Path(url.partition(":///")[2]) if url.startswith("sqlite") else None


def describe_url(url: str) -> str:
    """Name the database, without its password."""
    return str(sqlite_file(url) or url.rpartition("@")[2].partition("?")[0])


def file_url(file: str | Path, **options: str) -> URL:
    """The address of a file for SQLAlchemy. In a text, it would read `?` and `%41` as more than parts of a name."""
    return URL.create("sqlite", database=str(file), query=options)


def one_moment(connection: Connection) -> None:
    """Let all queries of this transaction see the database as it is now, however long they take."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    else:
        connection.exec_driver_sql("BEGIN")  # the driver itself begins only at the first change


class Database:
    """Connections to a database, kept for the next transaction."""

    def __init__(self, engine: Engine | AsyncEngine, fresh: AsyncEngine | None = None) -> None:
        """Wrap an engine. Usually called through `at`, `patient` or `reading`.

        `fresh` makes connections that are used by one owner, as long as they last.
        """
        self._fresh = fresh
        self._in_threads = engine if isinstance(engine, Engine) else None
        self._on_loop = engine if isinstance(engine, AsyncEngine) else None
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="bowerbird-store") if self._in_threads else None

    @classmethod
    def at(cls, url: str, connections: int = CONNECTIONS) -> Database:
        """Open for play, with short timeouts and at most so many connections."""
        file = _writing(url)
        if file is not None:
            return cls(file)
        shared = max(1, connections - _OF_THEIR_OWN)
        return cls(
            _postgresql(url, command_timeout=_ANSWER_WAIT, pool_size=shared, max_overflow=0),
            _postgresql(url, command_timeout=_ANSWER_WAIT, poolclass=NullPool),
        )

    @classmethod
    def patient(cls, url: str) -> Database:
        """Open for long work that no player waits for, without timeouts."""
        return cls(_writing(url) or _postgresql(url))

    @classmethod
    def reading(cls, url: str) -> Database:
        """Open read-only: not even the file format can change."""
        file = sqlite_file(url)
        if file is None:
            return cls(_postgresql(url, settings={"default_transaction_read_only": "on"}))
        return cls(create_engine(file_url(file.absolute().as_uri(), mode="ro", uri="true")))

    @property
    def is_sqlite(self) -> bool:
        """True for a SQLite file."""
        return self._in_threads is not None

    async def do(self, work: Callable[[Connection], Answer]) -> Answer:
        """Run this in one transaction. When it returns, all of it is on disk; if it raises, nothing is."""
        if self._in_threads is not None:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._do_in_thread, work)
        async with self.on_loop.begin() as connection:
            return await connection.run_sync(work)

    async def once(self, work: Callable[[Connection], Answer]) -> Answer:
        """The same for a single statement, which on PostgreSQL needs no explicit transaction."""
        if self._in_threads is not None:
            return await self.do(work)
        async with self.on_loop.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            return await connection.run_sync(work)

    def _do_in_thread(self, work: Callable[[Connection], Answer]) -> Answer:
        assert self._in_threads is not None
        with self._in_threads.begin() as connection:
            return work(connection)

    @property
    def on_loop(self) -> AsyncEngine:
        """The asynchronous engine of PostgreSQL."""
        assert self._on_loop is not None, "only PostgreSQL has these"
        return self._on_loop

    @property
    def fresh(self) -> AsyncEngine:
        """The engine of PostgreSQL for a connection of one's own. It is new, so it cannot have been lost already."""
        assert self._fresh is not None, "only PostgreSQL has these"
        return self._fresh

    async def close(self) -> None:
        """Close the connections."""
        with suppress(DBAPIError, OSError):
            if self._in_threads is not None and self._threads is not None:
                await asyncio.get_running_loop().run_in_executor(self._threads, self._in_threads.dispose)
                self._threads.shutdown()
            if self._on_loop is not None:
                await self._on_loop.dispose()


class Direct:
    """One connection of PostgreSQL's own driver, for the statements that are run for every act at a table.

    SQLAlchemy takes ten times as long for one of them as the driver does. It still makes the connection, and counts it.
    Only one statement at a time.
    """

    def __init__(self, database: Database) -> None:
        """Connect with the first statement."""
        self._database = database
        self._connection: AsyncConnection | None = None
        self._driver: Any = None

    async def fetch(self, statement: str, values: Sequence[object]) -> list[Any]:
        """The rows that a statement returns. Errors are SQLAlchemy's. After one, the next statement connects again."""
        try:
            if self._connection is None:
                self._connection = await self._database.fresh.connect()
                self._driver = (await self._connection.get_raw_connection()).driver_connection
            rows: list[Any] = await self._driver.fetch(statement, *values)
        except BaseException as error:
            await self.close()
            if is_unreachable(error):
                # Those that wait to be used are lost as well. To close them politely could take for ever.
                await self._database.on_loop.dispose(close=False)
            if isinstance(error, DBAPIError | OSError) or not isinstance(error, Exception):
                raise
            kind = IntegrityError if str(getattr(error, "sqlstate", "")).startswith("23") else DBAPIError
            raise kind(None, None, error) from error
        return rows

    async def close(self) -> None:
        """Disconnect."""
        connection, self._connection = self._connection, None
        if connection is not None:
            if self._driver is not None:
                self._driver.terminate()  # whatever it is doing
            with suppress(DBAPIError, OSError):
                await connection.invalidate()
            await connection.close()
            self._driver = None


def _writing(url: str) -> Engine | None:
    """An engine for a SQLite file; None for any other address."""
    file = sqlite_file(url)
    if file is None:
        return None
    engine = create_engine(file_url(file))
    event.listen(engine, "connect", _safe_sqlite)
    return engine


def _postgresql(
    url: str, *, command_timeout: float | None = None, settings: Mapping[str, str] | None = None, **pool: Any
) -> AsyncEngine:
    arguments = {
        "timeout": _CONNECT_WAIT,
        "command_timeout": command_timeout,
        "server_settings": {"application_name": "bowerbird", **(settings or {})},
    }
    if "poolclass" not in pool:
        pool["pool_timeout"] = _CONNECT_WAIT
    return create_async_engine(url, connect_args=arguments, **pool)


def _safe_sqlite(connection: Any, _: object) -> None:
    """Commit to disk before acknowledging, without readers waiting for the writer."""
    cursor = connection.cursor()
    # A new file can be made smaller a little at a time; an old one after its next VACUUM.
    # `_checkpoint` empties the journal in the background. A commit does so only if that falls far behind.
    # What is deleted is overwritten.
    journal = ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=25000")
    for pragma in ("busy_timeout=5000", "auto_vacuum=INCREMENTAL", *journal, "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
