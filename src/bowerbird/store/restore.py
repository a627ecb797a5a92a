"""Putting a backup back. Nothing is ever overwritten: facts are only added behind what is there.

Into an empty database everything goes; into one with facts only what it lacks, and nothing at all if the two tell
different stories. That may be done while the hall runs: it hears of the new facts as of anybody else's, and on SQLite,
where nobody tells it, finds them when it next writes there.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, create_engine, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from bowerbird.store._chain import START, link
from bowerbird.store._database import Database, database_url
from bowerbird.store._insert import as_row, digest_at
from bowerbird.store._salvage import salvage
from bowerbird.store._schema import facts, heads
from bowerbird.store._swap import set_aside
from bowerbird.store.audit import audit, stream_names, survey
from bowerbird.store.errors import ConflictError, StoreError, explain
from bowerbird.store.log import Log
from bowerbird.store.migrate import Progress, migrate

__all__ = ["Restored", "restore"]


@dataclass(slots=True)
class Restored:
    """How much was added, in words what could not be or is wrong now, and where the old database was put aside."""

    facts: int = 0
    streams: int = 0
    aside: str = ""
    left_out: list[str] = field(default_factory=list)


async def restore(
    source: Path,
    where: str | Path,
    progress: Progress,
    *,
    add: bool = False,
    into_new: bool = False,
    readable: bool = False,
) -> Restored:
    """Put the facts of a file into a database.

    With `add` the database may have facts, and gets those that it lacks; with `into_new` it is put aside, once the file
    is known to be good. With `readable` the file may be damaged, and everything is taken that is sound.
    """
    with tempfile.TemporaryDirectory(prefix="bowerbird-") as folder:
        try:
            file = await asyncio.to_thread(_prepared, source, Path(folder), readable)
            found = await survey(file, progress)
            if found.problems and not readable:
                raise StoreError(
                    f"{source} is not as it was written: {found.problems[0]}. Nothing was restored. Use another "
                    "backup, or add --readable to take everything from it that is sound."
                )
            aside = await set_aside(where) if into_new else ""
            async with Log(where) as log:
                if not add and await log.streams():
                    raise StoreError(
                        "this database has facts already, and nothing is overwritten. Name an empty one, or add "
                        "--into-new to put the old one aside, or --add-missing to add what it lacks."
                    )
                done = await _restored(log, file, progress)
                done.aside = aside
                return done
        except (DBAPIError, sqlite3.Error, OSError) as error:
            raise StoreError(f"nothing can be restored from {source}: {explain(error)}") from error


async def _restored(log: Log, file: Path, progress: Progress) -> Restored:
    backup = Database.reading(database_url(file))
    try:
        return await _Restoring(log, backup, progress).run()
    finally:
        await backup.close()


def _prepared(source: Path, folder: Path, readable: bool) -> Path:
    """The file in today's form: itself, or what can be read of it; an old one is brought up to date as a copy."""
    if not source.is_file():
        raise StoreError(f"{source}: there is no such file.")
    copy = folder / "copy.sqlite"
    if readable:
        salvage(source, copy)
        return copy
    database = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
    try:
        columns = {str(row[1]) for row in database.execute("PRAGMA table_info(facts)")}
    except sqlite3.DatabaseError as error:
        raise StoreError(
            f"{source} is no backup, or it is damaged ({error}). Use another one, or add --readable."
        ) from error
    finally:
        database.close()
    if not columns:
        raise StoreError(f"{source} is no backup: it holds no facts.")
    if "digest" in columns:
        return source
    shutil.copyfile(source, copy)
    with create_engine(f"sqlite:///{copy}", poolclass=NullPool).begin() as connection:
        migrate(connection)
    return copy


class _Restoring:
    """One restore: first everything is compared, then written, then read again."""

    def __init__(self, log: Log, backup: Database, progress: Progress) -> None:
        self._log = log
        self._backup = backup
        self._progress = progress
        self._done = Restored()

    async def run(self) -> Restored:
        names = await self._backup.do(stream_names)
        for name, last in (await self._log.heads(names)).items():
            await self._same_story(name, last)
        for number, name in enumerate(names, 1):
            await self._add(name)
            self._progress(number, len(names))
        return self._done

    async def _same_story(self, name: str, last: int) -> None:
        """Where both have facts, they have the same: the last digest that both have says so for all before it."""
        query = select(facts.c.seq, facts.c.digest).where(facts.c.stream == name, facts.c.seq <= last)
        common = query.order_by(facts.c.seq.desc()).limit(1)
        saved = await self._backup.do(lambda connection: connection.execute(common).first())
        if saved is None:
            return
        if saved.digest != await self._log.do(partial(digest_at, stream=name, seq=saved.seq)):
            raise StoreError(
                f"the database and the backup tell different stories of {name}, at fact {saved.seq} or before. "
                "Nothing was restored. Restore into an empty database, and compare the two."
            )

    async def _add(self, name: str) -> None:
        for _ in range(3):
            there = (await self._log.heads([name])).get(name, 0)
            before = await self._log.do(partial(digest_at, stream=name, seq=there)) or START
            fresh, known = await self._backup.do(partial(_fresh, name=name, there=there, digest=before))
            try:
                reached = await self._log.extend(name, there, fresh)
            except ConflictError:
                continue  # the hall has just written to it
            break
        else:
            self._done.left_out.append(f"{name}: it is in use now. Try again.")
            return
        if reached < known:
            self._done.left_out.append(
                f"{name}: fact {reached + 1} cannot be read, so it ends with fact {reached} of {known}."
            )
        if fresh:
            self._done.facts += len(fresh)
            self._done.streams += 1
            checked = await self._log.do(lambda connection: audit(connection, name))
            self._done.left_out += [f"{name}: after the restore, {problem}" for problem in checked.problems]


def _fresh(connection: Connection, name: str, there: int, digest: bytes) -> tuple[list[tuple[int, bytes]], int]:
    """What a file has behind fact number `there`, as far as it is whole; and the last number that it knows of."""
    fresh: list[tuple[int, bytes]] = []
    known = connection.execute(select(heads.c.seq).where(heads.c.stream == name)).scalar_one_or_none() or 0
    whole = True
    query = select(facts).where(facts.c.stream == name, facts.c.seq > there).order_by(facts.c.seq)
    for found in connection.execute(query):
        _, seq, at, body, sealed = as_row(found)
        known = max(known, seq)
        whole = whole and seq == there + len(fresh) + 1 and sealed == link(digest, name, seq, at, body)
        if whole:
            fresh.append((at, body))
            digest = sealed
    return fresh, known
