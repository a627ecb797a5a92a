"""Restore a backup. Nothing is ever overwritten: facts are only appended.

An empty database gets everything. A database with facts gets only what it lacks, and nothing if the two histories
differ. What was archived in the backup is archived again on the way, so that years of play need no more disk than they
did. The server may be running: PostgreSQL notifies it of the new facts, and on SQLite it finds them when it next
writes to the stream.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError

from bowerbird.store._archived import digest_at, facts_of, has_archives, last_until
from bowerbird.store._chain import START, link
from bowerbird.store._database import Database, database_url
from bowerbird.store._erasing import mark_of
from bowerbird.store._rows import as_int
from bowerbird.store._salvage import salvage
from bowerbird.store._schema import archived, heads
from bowerbird.store._sealing import begin_again
from bowerbird.store._swap import set_aside
from bowerbird.store.archiving import Archiver
from bowerbird.store.audit import audit, stream_names, survey
from bowerbird.store.errors import ConflictError, StoreError, explain
from bowerbird.store.log import Log
from bowerbird.store.migrate import Progress
from bowerbird.store.seals import Seals

__all__ = ["Restored", "restore"]

#: Streams that are restored before those that were archived are archived again.
_ARCHIVE_EVERY = 500


@dataclass(slots=True)
class Restored:
    """The result: counts, problems in words, and the new name of the old database."""

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
    seals: Seals | None = None,
) -> Restored:
    """Copy the facts of a file into a database, and seal them.

    With `add`, the database may have facts, and gets those it lacks. With `into_new`, it is renamed once the file is
    known to be good. With `readable`, the file may be damaged, and every sound fact is used.
    """
    with tempfile.TemporaryDirectory(prefix="bowerbird-") as folder:
        try:
            file = await asyncio.to_thread(_prepared, source, Path(folder), readable)
            found = await survey(file, progress)
            if found.problems and not readable:
                raise StoreError(
                    f"{source} is damaged: {found.problems[0]}. Nothing was restored. Use another "
                    "backup, or add --readable to restore everything in it that is sound."
                )
            aside = await set_aside(where) if into_new else ""
            if seals is not None and (await _is_empty(where)):
                seals.forget(database_url(where))  # the owner has put the old one away
            async with Log(where, seals) as log:
                if not add and await log.streams():
                    raise StoreError(
                        "this database already has data, and nothing is overwritten. Name an empty one, or add "
                        "--into-new to rename the old one, or --add-missing to add what it lacks."
                    )
                done = await _restored(log, file, progress)
                done.aside = aside
                return done
        except (DBAPIError, sqlite3.Error, OSError) as error:
            raise StoreError(f"{source} could not be restored: {explain(error)}") from error


async def _is_empty(where: str | Path) -> bool:
    async with Log(where) as log:
        return await log.do(begin_again)


async def _restored(log: Log, file: Path, progress: Progress) -> Restored:
    backup = Database.reading(database_url(file))
    try:
        return await _Restoring(log, backup, progress).run()
    finally:
        await backup.close()


def _prepared(source: Path, folder: Path, readable: bool) -> Path:
    """A file that can be read: the source itself, or a salvaged copy."""
    if not source.is_file():
        raise StoreError(f"{source} doesn't exist.")
    copy = folder / "copy.sqlite"
    if readable:
        salvage(source, copy)
        return copy
    database = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
    try:
        columns = {str(row[1]) for row in database.execute("PRAGMA table_info(facts)")}
    except sqlite3.DatabaseError as error:
        raise StoreError(
            f"{source} isn't a backup, or it is damaged ({error}). Use another one, or add --readable."
        ) from error
    finally:
        database.close()
    if not columns:
        raise StoreError(f"{source} isn't a backup: it has no facts.")
    if "digest" not in columns:
        raise StoreError(f"Bowerbird 0.1 wrote {source}, and this version can't read it.")
    return source


class _Restoring:
    """One restore: compare everything, then write, then read it again."""

    def __init__(self, log: Log, backup: Database, progress: Progress) -> None:
        self._log = log
        self._backup = backup
        self._progress = progress
        self._done = Restored()
        self._archiver = Archiver(log)

    async def run(self) -> Restored:
        names = await self._backup.do(stream_names)
        for name, last in (await self._log.heads(names)).items():
            await self._check_same_history(name, last)
        archived_before = await self._backup.do(_archived_before)
        for number, name in enumerate(names, 1):
            await self._add(name)
            if number % _ARCHIVE_EVERY == 0 or number == len(names):
                await self._archive(archived_before)
            self._progress(number, len(names))
        return self._done

    async def _archive(self, before: int) -> None:
        while before and await self._archiver.step(before):
            pass

    async def _check_same_history(self, name: str, last: int) -> None:
        """Raise `StoreError` if the two differ. The last digest that both have covers all earlier facts."""
        saved = await self._backup.do(partial(last_until, stream=name, seq=last))
        if saved is None or saved[0] < await self._log.do(partial(mark_of, stream=name)):
            return  # or its person has had it erased since the backup, and it stays so
        seq, digest = saved
        if digest != await self._log.do(partial(digest_at, stream=name, seq=seq)):
            raise StoreError(
                f"the database and the backup have different histories of {name}, at fact {seq} or before. "
                "Nothing was restored. Restore into an empty database, and compare the two."
            )

    async def _erased_too(self, name: str) -> int:
        """The last number of a stream, after what is erased in the backup is erased in the database as well."""
        there = (await self._log.heads([name])).get(name, 0)
        mark = await self._backup.do(partial(mark_of, stream=name))
        if mark <= there:
            return there
        at = await self._backup.do(partial(_time_of, name=name, seq=mark))
        return await self._log.erase(name, at, mark)

    async def _add(self, name: str) -> None:
        for _ in range(3):
            there = await self._erased_too(name)
            before = await self._log.do(partial(digest_at, stream=name, seq=there)) or START
            fresh, known = await self._backup.do(partial(_fresh, name=name, there=there, digest=before))
            try:
                reached = await self._log.extend(name, there, fresh)
            except ConflictError:
                continue  # the server has just written to it
            break
        else:
            self._done.left_out.append(f"{name}: it is in use. Try again.")
            return
        if reached < known:
            self._done.left_out.append(
                f"{name}: fact {reached + 1} could not be read, so it ends with fact {reached} of {known}."
            )
        if fresh:
            self._done.facts += len(fresh)
            self._done.streams += 1
            checked = await self._log.do(lambda connection: audit(connection, name))
            self._done.left_out += [f"{name}: after the restore, {problem}" for problem in checked.problems]


def _archived_before(connection: Connection) -> int:
    """The time before which the streams of a backup are archived; 0 if none is."""
    if not has_archives(connection):
        return 0
    query = select(func.max(heads.c.at)).join(archived, archived.c.stream == heads.c.stream)
    latest = connection.execute(query.where(archived.c.last == heads.c.seq, archived.c.moved)).scalar_one()
    return 0 if latest is None else as_int(latest) + 1


def _time_of(connection: Connection, name: str, seq: int) -> int:
    return next(at for _, number, at, _, _ in facts_of(connection, name, seq - 1) if number == seq)


def _fresh(connection: Connection, name: str, there: int, digest: bytes) -> tuple[list[tuple[int, bytes]], int]:
    """The unbroken facts of a file after number `there`, and the last number it has."""
    fresh: list[tuple[int, bytes]] = []
    known = connection.execute(select(heads.c.seq).where(heads.c.stream == name)).scalar_one_or_none() or 0
    whole = True
    for _, seq, at, body, sealed in facts_of(connection, name, there):
        known = max(known, seq)
        whole = whole and seq == there + len(fresh) + 1 and sealed == link(digest, name, seq, at, body)
        if whole:
            fresh.append((at, body))
            digest = sealed
    return fresh, known
