"""Move facts that nobody has added to for a while into archives, a little at a time, and give their room back.

Every step is one short transaction, and after each of them the log is whole, wherever this process stops:

1. The facts of some streams are packed into a block. It is stored with a note for each stream, which nobody reads yet.
2. Some streams at a time: the stored block is unpacked and compared with the facts, bit by bit. If they are the same,
   the facts are deleted and the note says *moved*, in one transaction. From then on the archive is read.

A stop between the steps leaves notes that say nothing yet; the next one to archive goes on with them. A stream whose
facts don't fit its chain or its head stays as it is, for `check` to show.

Streams are archived as a whole, and may go on: new facts are written as ever, and archived later into another block. It
depends on no fact's meaning. Heads, seals and tallies don't change, for the same facts are there.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from sqlalchemy import ColumnElement, Connection, delete, exists, func, select, tuple_, update
from sqlalchemy.exc import DBAPIError

from bowerbird.clock import Now
from bowerbird.store._archived import drop_from
from bowerbird.store._chain import START
from bowerbird.store._compacting import compact
from bowerbird.store._packing import LARGEST, pack, unpack
from bowerbird.store._rows import Row, as_bytes, as_int, as_row
from bowerbird.store._schema import archived, archives, facts, heads, metadata
from bowerbird.store.audit import audited, facts_and_head
from bowerbird.store.errors import ArchiveError, StoreError
from bowerbird.store.lease import Leases, database_time
from bowerbird.store.log import Log
from bowerbird.store.migrate import Progress, exclusive
from bowerbird.store.single_process import single_process

__all__ = ["AGE_DAYS", "Archiver", "BackgroundArchiver", "Done", "archive_all", "size_of"]

log = logging.getLogger(__name__)

#: Days without a new fact after which a stream is archived.
AGE_DAYS: Final = 30
#: A stream with fewer facts stays as it is: the note on where they are would take as much room.
_WORTH: Final = 8
#: The bytes of facts in a block. To read one stream, all of its block is unpacked.
_BLOCK_BYTES: Final = 512 * 1024
#: A stream with more bytes of facts stays as it is. No event or table comes near.
_LARGEST_STREAM: Final = LARGEST // 2
#: Bytes around a fact in a block: the length of its body, and its time.
_AROUND_FACT: Final = 16
#: Streams that are looked for at a time, and the most in a block.
_STREAMS: Final = 100
#: Facts that are deleted in one transaction, or those of one stream: on SQLite, play waits for it.
_FACTS: Final = 500
#: Free pages of an SQLite file that are given back in one transaction, and that stay in it for new games.
_PAGES, _SPARE_PAGES = 200, 1000
#: Who may archive now: one process at a time, so that no two do the same work.
_LEASE: Final = "archiving"
_LEASE_SECONDS: Final = 10.0
#: Seconds between looks for something to archive, and the rest after a step, as a multiple of the time that it took.
_LOOK_EVERY: Final = 300.0
_REST: Final = 10.0
#: SQLite's number for a file that is made smaller when it is asked to.
_INCREMENTAL: Final = 2


@dataclass(slots=True)
class Done:
    """What was archived: streams and facts. `skipped` has streams that stay as they are, with the problem of each.

    `before` and `after` are the bytes on disk, of which `to_shrink` could be given back if the server were stopped.
    """

    streams: int = 0
    facts: int = 0
    skipped: dict[str, str] = field(default_factory=dict)
    before: int = 0
    after: int = 0
    to_shrink: int = 0


class _Note(NamedTuple):
    """Facts of a stream that are in an archive and not moved yet."""

    stream: str
    first: int
    last: int
    archive: int


class _Chosen(NamedTuple):
    """The facts of a stream that are to be archived, and the digest before them."""

    before: bytes
    rows: list[Row]

    @property
    def size(self) -> int:
        """The bytes that they take in a block, at most."""
        return sum(len(body) + _AROUND_FACT for _, _, _, body, _ in self.rows)


class Archiver:
    """Archives the streams of an open log, step by step. Any number of them may run: each checks what it does."""

    def __init__(self, shared: Log) -> None:
        """Use an open log. Nothing happens before `step`."""
        self.done = Done()
        self._log = shared
        self._looked = (-1, "")  # the time and name of the last stream that was looked at

    async def step(self, before: int) -> bool:
        """Do a little. False if there is nothing left to archive whose last fact is older than `before`."""
        notes = await self._log.do(partial(_notes, without=list(self.done.skipped)))
        if notes:
            await self._move(notes)
            return True
        chosen = await self._choose(before)
        if not chosen:
            return False
        await self._pack(chosen)
        return True

    async def _choose(self, before: int) -> dict[str, _Chosen]:
        """As many streams as fill a block, the oldest first, from where the last look has ended."""
        chosen: dict[str, _Chosen] = {}
        size = 0
        while size < _BLOCK_BYTES and len(chosen) < _STREAMS:
            found = await self._log.do(partial(_candidates, before=before, looked=self._looked))
            if not found:
                self._looked = (-1, "")
                break
            for at, stream in found:
                if size >= _BLOCK_BYTES or len(chosen) >= _STREAMS:
                    break
                self._looked = (at, stream)
                wanted = await self._read(stream)
                if wanted is not None:
                    chosen[stream] = wanted
                    size += wanted.size
        return chosen

    async def _read(self, stream: str) -> _Chosen | None:
        """The facts of a stream, if there are enough of them and nothing is wrong with it."""
        if stream in self.done.skipped:
            return None
        chosen, found = await self._log.do(partial(_read, stream=stream))
        problems = (await asyncio.to_thread(audited, stream, found)).problems
        if problems:
            self._skip(stream, problems[0])
            return None
        return chosen if len(chosen.rows) >= _WORTH and chosen.size < _LARGEST_STREAM else None

    def _skip(self, stream: str, problem: str) -> None:
        log.error("%s is not archived: %s; see `bowerbird check`", stream, problem)
        self.done.skipped[stream] = problem

    async def _pack(self, chosen: dict[str, _Chosen]) -> None:
        data = await asyncio.to_thread(lambda: pack(chosen).to_bytes())
        ends = {stream: (each.rows[0][1], each.rows[-1][1], each.rows[-1][4]) for stream, each in chosen.items()}
        await self._log.do(partial(_store, data=data, ends=ends))

    async def _move(self, notes: Sequence[_Note]) -> None:
        """Move the facts of some streams of one archive."""
        data = await self._log.do(partial(_data, archive=notes[0].archive))
        group: dict[_Note, list[Row]] = {}
        try:
            block = await asyncio.to_thread(unpack, data)
            for note in notes:
                if group and sum(map(len, group.values())) + note.last - note.first >= _FACTS:
                    break
                group[note] = block.rows(note.stream)
        except ArchiveError as error:
            for note in notes:
                self._skip(note.stream, error.problem)
            await self._log.do(partial(_forget, archive=notes[0].archive))
            return
        for note, was_moved in zip(group, await self._log.do(partial(_move, group=group)), strict=True):
            if was_moved:
                self.done.streams += 1
                self.done.facts += note.last - note.first + 1
            else:
                self._skip(note.stream, "the archive would not have the same facts")

    async def give_back(self, spare: int = _SPARE_PAGES) -> bool:
        """Make the file of an SQLite database a little smaller. False if that is done, or not possible.

        PostgreSQL uses the room for new facts by its own vacuum, which the schema asks for early.
        """
        return self._log.database.is_sqlite and await self._log.ask(partial(_give_back, spare=spare))


class BackgroundArchiver:
    """Archives beside play until it is closed, gently: a step, then a rest ten times as long."""

    def __init__(self, shared: Log, clock: Now, days: float, *, look_every: float = _LOOK_EVERY) -> None:
        """Use an open log and its time in milliseconds. Streams that old are archived; with 0 days, none is."""
        self._log = shared
        self._clock = clock
        self._age = int(days * 86_400_000)
        self._look_every = look_every
        self._archiver = Archiver(shared)
        self._running: asyncio.Task[None] | None = None

    @property
    def done(self) -> Done:
        """What was archived so far."""
        return self._archiver.done

    async def __aenter__(self) -> Self:
        if self._age:
            self._running = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    async def _run(self) -> None:
        while True:
            await self._log.clock.sleep(self._look_every)
            try:
                await self._archive()
            except StoreError as error:
                log.warning("nothing is archived until later: %s", error)
            except Exception:
                log.exception("archiving failed")

    async def _archive(self) -> None:
        """Archive all there is, if no other process does."""
        async with Leases(self._log, lambda name: None, seconds=_LEASE_SECONDS) as leases:
            if not await leases.take(_LEASE):
                return
            going, steady = True, self._log.clock
            while going and leases.holds(_LEASE):
                began = steady.steady()
                going = await self._archiver.step(self._clock() - self._age) or await self._archiver.give_back()
                await steady.sleep((steady.steady() - began) * _REST)


async def archive_all(where: str | Path, age: int, progress: Progress) -> Done:
    """Archive all streams whose last fact is older than `age` in milliseconds, and give the room back.

    The server can keep running. Raises `StoreError` if another process is archiving.
    """
    async with Log(where) as shared, Leases(shared, lambda name: None, seconds=_LEASE_SECONDS) as leases:
        if not await leases.take(_LEASE):
            raise StoreError("The server is archiving just now. It does the same work, so leave it to that.")
        archiver = Archiver(shared)
        before = await database_time(shared) - age
        total = await shared.do(partial(_old_streams, before=before))
        archiver.done.before = await size_of(shared)
        while await archiver.step(before):
            progress(archiver.done.streams, total)
        if shared.database.is_sqlite:
            archiver.done.to_shrink = await _shrink(shared, archiver)
        else:
            await compact(shared.url)
        archiver.done.after = await size_of(shared)
        return archiver.done


async def _shrink(shared: Log, archiver: Archiver) -> int:
    """Give all free pages of an SQLite file back. Returns the bytes that stay, because the server runs."""
    while await archiver.give_back(spare=0):
        pass
    free = await shared.do(_free_bytes)
    if not free:
        return 0
    try:
        with single_process(shared.url):
            # Once, for a file of an earlier version: from then on it is made smaller a little at a time.
            await shared.ask(lambda connection: connection.exec_driver_sql("VACUUM"))
    except StoreError as error:
        log.info("the file stays as large as it is: %s", error)
        return free
    return 0


async def size_of(shared: Log) -> int:
    """The bytes that a log takes on disk, its indexes too."""
    return await shared.do(_size)


def _notes(connection: Connection, without: list[str]) -> list[_Note]:
    """What is still to be moved, of one archive, and of other streams than these."""
    query = select(archived.c.stream, archived.c.first, archived.c.last, archived.c.archive)
    query = (
        query.where(~archived.c.moved, archived.c.stream.not_in(without))
        .order_by(archived.c.archive, archived.c.stream)
        .limit(_STREAMS)
    )
    found = [_Note(*row) for row in connection.execute(query)]
    return [note for note in found if note.archive == found[0].archive]


def _candidates(connection: Connection, before: int, looked: tuple[int, str]) -> list[tuple[int, str]]:
    """Time and name of streams whose last fact is old, with enough facts in no archive, the oldest first."""
    query = select(heads.c.at, heads.c.stream).where(
        heads.c.at < before, tuple_(heads.c.at, heads.c.stream) > looked, *_are_worth()
    )
    query = query.order_by(heads.c.at, heads.c.stream).limit(_STREAMS)
    return [(as_int(at), str(stream)) for at, stream in connection.execute(query)]


def _are_worth(*noted: ColumnElement[bool]) -> tuple[ColumnElement[bool], ...]:
    """Conditions for heads: enough facts were added since the last note of this kind, and are there.

    Where the earlier facts were erased, there are fewer than their numbers say.
    """
    last = select(func.coalesce(func.max(archived.c.last), 0)).where(archived.c.stream == heads.c.stream, *noted)
    some = select(facts.c.seq).where(facts.c.stream == heads.c.stream).limit(1).offset(_WORTH - 1)
    return heads.c.seq >= _WORTH, heads.c.seq - last.scalar_subquery() >= _WORTH, some.exists()


def _read(connection: Connection, stream: str) -> tuple[_Chosen, list[Any]]:
    """The facts of a stream that are in no archive, and all of it for `audited`."""
    last = select(archived.c.digest).where(archived.c.stream == stream).order_by(archived.c.last.desc()).limit(1)
    before = connection.execute(last).scalar_one_or_none()
    own = connection.execute(select(facts).where(facts.c.stream == stream).order_by(facts.c.seq))
    return _Chosen(before or START, [as_row(row) for row in own]), facts_and_head(connection, stream)


def _store(connection: Connection, data: bytes, ends: dict[str, tuple[int, int, bytes]]) -> bool:
    """Store a block and its notes, if nothing was added to its streams, and nothing erased, since they were read."""
    exclusive(connection)
    query = select(heads.c.stream, heads.c.seq, heads.c.digest).where(heads.c.stream.in_(ends))
    now = {row.stream: (row.seq, as_bytes(row.digest)) for row in connection.execute(query)}
    noted = select(archived.c.stream, archived.c.last, archived.c.moved).where(archived.c.stream.in_(ends))
    other = any(not row.moved or row.last >= ends[row.stream][1] for row in connection.execute(noted))
    if other or now != {stream: (last, digest) for stream, (_, last, digest) in ends.items()}:
        return False  # somebody else was quicker
    number = connection.execute(archives.insert().values(data=data).returning(archives.c.id)).scalar_one()
    connection.execute(
        archived.insert(),
        [
            {"stream": stream, "first": first, "last": last, "archive": number, "moved": False, "digest": digest}
            for stream, (first, last, digest) in ends.items()
        ],
    )
    return True


def _data(connection: Connection, archive: int) -> bytes:
    return as_bytes(connection.execute(select(archives.c.data).where(archives.c.id == archive)).scalar_one_or_none())


def _move(connection: Connection, group: dict[_Note, list[Row]]) -> list[bool]:
    """Delete facts that an archive has, bit by bit the same. Tells for each stream whether that was so."""
    exclusive(connection)
    return [_move_one(connection, note, rows) for note, rows in group.items()]


def _move_one(connection: Connection, note: _Note, rows: list[Row]) -> bool:
    this = (archived.c.stream == note.stream, archived.c.last == note.last, archived.c.archive == note.archive)
    if connection.execute(select(archived.c.moved).where(*this, ~archived.c.moved)).first() is None:
        return True  # somebody else has moved or erased it
    mine = (facts.c.stream == note.stream, facts.c.seq <= note.last)
    there = [as_row(row) for row in connection.execute(select(facts).where(*mine).order_by(facts.c.seq))]
    if there == rows:
        connection.execute(update(archived).where(*this).values(moved=True))
        connection.execute(delete(facts).where(*mine))
        return True
    # Facts that are there count, and not what was packed. But where some are missing, the archive may be all there is.
    if [row[1] for row in there] == [row[1] for row in rows]:
        drop_from(connection, note.stream, note.archive)
    return False


def _forget(connection: Connection, archive: int) -> None:
    """Remove an archive that can't be read, and whose facts are all there. If some were moved, it stays for `check`."""
    exclusive(connection)
    connection.execute(delete(archived).where(archived.c.archive == archive, ~archived.c.moved))
    used = exists().where(archived.c.archive == archive)
    connection.execute(delete(archives).where(archives.c.id == archive, ~used))


def _old_streams(connection: Connection, before: int) -> int:
    """About how many streams there are to archive."""
    query = select(func.count()).select_from(heads).where(heads.c.at < before, *_are_worth(archived.c.moved))
    return int(connection.execute(query).scalar_one())


def _give_back(connection: Connection, spare: int) -> bool:
    free = as_int(connection.exec_driver_sql("PRAGMA freelist_count").scalar_one())
    if free <= spare or connection.exec_driver_sql("PRAGMA auto_vacuum").scalar_one() != _INCREMENTAL:
        return False
    cursor = connection.connection.cursor()
    try:
        # As a script: this answers with a row without columns for every page, and otherwise the driver stops at one.
        cursor.executescript(f"PRAGMA incremental_vacuum({min(_PAGES, free - spare)})")
    except sqlite3.Error as error:
        raise DBAPIError.instance("", (), error, sqlite3.Error, dialect=connection.dialect) from error
    finally:
        cursor.close()
    return True


def _free_bytes(connection: Connection) -> int:
    free, size = (connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in ("freelist_count", "page_size"))
    return int(free * size)


def _size(connection: Connection) -> int:
    if connection.dialect.name == "postgresql":
        tables = [func.pg_total_relation_size(table.name) for table in metadata.sorted_tables]
        return sum(connection.execute(select(*tables)).one())
    pages, size = (connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in ("page_count", "page_size"))
    return int(pages * size)
