"""Copy all facts to one file while the server runs, from either kind of database.

The file is an ordinary SQLite database, so newer versions can read it too. It holds everything up to one moment, and is
checked before it gets its name.
"""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from sqlalchemy import Connection, create_engine, func, inspect, select, tuple_
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from bowerbird.store._database import Database, database_url, file_url, one_moment, sqlite_file
from bowerbird.store._files import atomic_file
from bowerbird.store._schema import archived, archives, facts, heads, tallies
from bowerbird.store.audit import Survey, require_data, survey
from bowerbird.store.errors import NoDataError, StoreError, explain
from bowerbird.store.migrate import Progress, migrate
from bowerbird.store.seals import Seals

__all__ = ["backup"]

#: Pages (SQLite) and facts (PostgreSQL) copied at a time.
_PAGES, _BATCH = 2_000, 5_000


async def backup(
    where: str | Path, to: Path, progress: Progress, *, replace: bool = False, seals: Seals | None = None
) -> Survey:
    """Copy all facts to a file. The server can keep running; facts written after the start are not in the copy."""
    url = database_url(where)
    file = sqlite_file(url)
    if to.exists() and not replace:
        raise StoreError(f"{to} already exists. Choose another name, or add --replace.")
    require_data(where)
    if file is not None and to.exists() and to.samefile(file):
        raise StoreError("a backup can't replace the database itself. Choose another name.")
    try:
        with atomic_file(to) as part:
            if file is None:
                await _from_postgresql(url, part, progress)
            else:
                await asyncio.to_thread(_from_sqlite, file, part, progress)
            await asyncio.to_thread(_finish, part)
            copied = await survey(part, progress, seals=seals.of_copies() if seals else None)
            if copied.problems and to.exists():
                raise StoreError(
                    f"no backup was made: the database has a problem ({copied.problems[0]}). "
                    f"The earlier backup {to} is unchanged. Run `bowerbird check`, or choose another name."
                )
            return copied
    except (DBAPIError, sqlite3.Error, OSError) as error:
        raise StoreError(f"no backup was made: {explain(error, 'Nothing was changed.')}") from error


def _from_sqlite(file: Path, part: Path, progress: Progress) -> None:
    source = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    target = sqlite3.connect(part)
    try:
        source.execute("PRAGMA busy_timeout=5000")
        source.execute("BEGIN")  # one moment, however long the copy takes
        source.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        source.backup(target, pages=_PAGES, progress=lambda _, left, total: progress(total - left, total))
    finally:
        target.close()
        source.close()


async def _from_postgresql(url: str, part: Path, progress: Progress) -> None:
    target = create_engine(file_url(part), poolclass=NullPool)
    database = Database.reading(url)

    def copy(source: Connection) -> None:
        one_moment(source)
        if not inspect(source).has_table("facts"):
            raise NoDataError("this database")
        if not inspect(source).has_table("archived"):
            raise StoreError("an old version wrote this database. Open it once with `bowerbird serve`.")
        total = source.execute(select(func.count()).select_from(facts)).scalar_one()
        done, last = 0, ("", 0)
        with target.begin() as into:
            migrate(into)
            while batch := source.execute(
                select(facts)
                .where(tuple_(facts.c.stream, facts.c.seq) > last)
                .order_by(facts.c.stream, facts.c.seq)
                .limit(_BATCH)
            ).all():
                into.execute(facts.insert(), [row._asdict() for row in batch])
                last = (batch[-1].stream, batch[-1].seq)
                done += len(batch)
                progress(done, total)
            last_archive = -1
            while one := source.execute(
                select(archives).where(archives.c.id > last_archive).order_by(archives.c.id).limit(1)
            ).first():
                into.execute(archives.insert(), one._asdict())
                last_archive = one.id
            for table in (archived, heads, tallies):
                ends = source.execute(select(table)).all()
                for start in range(0, len(ends), _BATCH):
                    into.execute(table.insert(), [row._asdict() for row in ends[start : start + _BATCH]])

    try:
        await database.do(copy)
    finally:
        await database.close()
        target.dispose()


def _finish(part: Path) -> None:
    """Migrate the copy to the current schema, and make it one file."""
    engine = create_engine(file_url(part), poolclass=NullPool)
    with engine.begin() as connection:
        migrate(connection)
    with engine.connect() as connection:
        connection.exec_driver_sql("DELETE FROM leases")  # they belong to the running processes
        connection.commit()
        connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
    engine.dispose()
