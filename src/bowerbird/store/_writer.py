"""Write facts: concurrent requests go into one commit, each stream's facts into its chain, and its head gets a seal.

Only numbers decide: a request that follows the stream's last fact is written, any other gets `ConflictError`.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from bowerbird.store._archived import digest_at
from bowerbird.store._batching import Batcher
from bowerbird.store._chain import START, link
from bowerbird.store._database import Database, Direct
from bowerbird.store._insert import Count, Moved, OutdatedError, insert_postgresql, insert_sqlite
from bowerbird.store._rows import Row, as_head
from bowerbird.store._schema import heads
from bowerbird.store._sealing import begin_tally, refuse_sealed
from bowerbird.store.errors import ConflictError, SealedError, StoreError, explain, is_unreachable
from bowerbird.store.seals import Seals, Tally

__all__ = ["Request", "Writer"]

log = logging.getLogger(__name__)

#: The most facts in one commit.
_BATCH_FACTS: Final = 500
#: Stream heads kept in memory.
_REMEMBERED: Final = 5_000
#: Attempts to write a batch when other processes are faster, before each request is tried alone. A tally that others
#: fold is outdated each time, although the streams are as they were.
_TRIES: Final = 10


class _Head(NamedTuple):
    """The last fact of a stream, and its seal as it is stored.

    `broken` is set if that is not the right one. It then stays in the sum of the tallies, so that the sum never fits
    again: new facts must not make good what someone has changed.
    """

    seq: int
    digest: bytes
    seal: bytes | None = None
    broken: bool = False


_NOTHING: Final = _Head(0, START)


class _Batch(NamedTuple):
    """The rows of a batch, the heads they move, and the requests that do not follow the last fact of their stream.

    `counted` is the tally with these facts; None without seals.
    """

    rows: list[Row]
    moved: list[Moved]
    refused: list[Request]
    counted: Count | None


@dataclass(slots=True, eq=False)
class Request:
    """Facts, each with its time, to write after fact number `after` of a stream, and the future that waits for it."""

    stream: str
    after: int
    facts: Sequence[tuple[int, bytes]]
    done: asyncio.Future[None]
    digest: bytes = b""  # of its last fact, once it has been tried

    @property
    def last(self) -> int:
        """The number of its last fact."""
        return self.after + len(self.facts)


class Writer:
    """Writes until it is closed. `written` and `commits` are counters; `trouble` is the current problem, if any.

    `broken` has the streams whose heads had a wrong seal when they were read. They are written nevertheless, so that an
    evening can go on: the tallies keep showing what happened.
    """

    def __init__(self, database: Database, url: str, name: str, seals: Seals | None) -> None:
        """Write to a database. `name` identifies this writer to other processes. Without seals, heads get none."""
        self.written = 0
        self.commits = 0
        self.trouble = ""
        self.broken: set[str] = set()
        #: Streams of which other processes need not be told. None until `live.cluster` knows better.
        self.is_quiet: Callable[[str], bool] = lambda _: False
        self._database = database
        self._url = url
        self._name = name
        self._seals = seals
        self._tally_name = name
        self._tally: tuple[Tally, bytes] | None = None  # with its seal; None if it must be read
        self._heads: OrderedDict[str, _Head] = OrderedDict()
        self._direct = None if database.is_sqlite else Direct(database)
        self._requests = Batcher[Request](_BATCH_FACTS, self._write, lambda request: len(request.facts))

    def put(self, request: Request) -> None:
        """Queue a request."""
        self._requests.put(request)

    async def close(self) -> None:
        """Write what is queued, then stop. New requests are refused."""
        await self._requests.close()
        if self._direct is not None:
            await self._direct.close()

    def learn(self, stream: str, seq: int, at: int, digest: bytes) -> None:
        """Remember the head of a stream that has just been read, so that the next write does not look it up."""
        if seq > self._heads.get(stream, _NOTHING).seq and isinstance(digest, bytes):  # SQLite accepts any value there
            seal = self._seals.head(stream, seq, at, digest) if self._seals else None
            self._remember([(stream, _Head(seq, digest, seal))])

    async def _write(self, group: list[Request]) -> None:
        reconnected = False
        for tried in range(_TRIES):
            try:
                if reconnected:
                    group = await self._still_open(group)
                group = await self._commit(group, look=tried > 0)
                if reconnected:  # the lost attempt may have been committed late
                    group = await self._still_open(group)
            except (IntegrityError, OutdatedError):  # another process was faster: read the heads and the tally again
                self._forget(group)
                self._tally = None
            except SealedError as error:
                _answer(group, error)
                return
            except Exception as error:
                self._forget(group)
                self._tally = None
                if reconnected or not is_unreachable(error):
                    self.trouble = f"not written: {explain(error)}"
                    _answer(group, StoreError(self.trouble))
                    return
                reconnected = True
            else:
                self._forget(group)
                _refuse(group)
                return
        if len(group) == 1:
            _refuse(group)
            return
        for request in group:
            await self._write([request])

    async def _commit(self, group: list[Request], look: bool) -> list[Request]:
        """Write a batch and answer it; return the requests that did not follow the last fact of their stream.

        A request for fact 1 assumes a new stream, unless `look` is set.
        """
        if self._direct is None:
            batch = await self._database.once(lambda connection: self._append(connection, group, look))
        else:
            batch = await self._append_directly(self._direct, group, look)
        self.trouble = ""
        if batch.rows:
            self.written += len(batch.rows)
            self.commits += 1
            self._remember([(stream, _Head(seq, digest, seal)) for stream, _, seq, _, digest, seal, _ in batch.moved])
        left = set(batch.refused)
        _answer([request for request in group if request not in left] if left else group)
        return batch.refused

    def _append(self, connection: Connection, group: list[Request], look: bool) -> _Batch:
        """Append to SQLite."""
        batch = self._chained(group, self._prepare(connection, group, look))
        if batch.rows:
            insert_sqlite(connection, batch.rows, batch.moved, batch.counted)
            self._count(batch)
        return batch

    async def _append_directly(self, direct: Direct, group: list[Request], look: bool) -> _Batch:
        """Append to PostgreSQL. What other processes have moved on is left out, and the rest tried again."""
        known = self._in_memory(group)
        if self._unknown(group, known, look) or (self._seals is not None and self._tally is None):
            known = await self._database.once(lambda connection: self._prepare(connection, group, look))
        batch = self._chained(group, known)
        while batch.rows:
            stale = await self._insert(direct, batch)
            if not stale:
                self._count(batch)
                break
            late = [request for request in group if request.stream in stale]
            rest = self._chained([request for request in group if request.stream not in stale], known)
            batch = rest._replace(refused=rest.refused + late)
        return batch

    def _prepare(self, connection: Connection, group: list[Request], look: bool) -> dict[str, _Head]:
        known = self._look_up(connection, group, look)
        if self._seals is not None and self._tally is None:
            self._tally = self._own_tally(connection, self._seals)
        return known

    def _count(self, batch: _Batch) -> None:
        self._tally = (batch.counted.tally, batch.counted.seal) if batch.counted else None

    def _chained(self, group: list[Request], known: dict[str, _Head]) -> _Batch:
        """Link the facts of a batch to the heads of their streams, seal the new heads, and count all of it."""
        rows: list[Row] = []
        refused = []
        ends: dict[str, tuple[int, int, bytes]] = {}
        for request in group:
            stream = request.stream
            end = ends.get(stream)
            if end is None:
                (seq, digest, _, _), at = known[stream], 0
            else:
                seq, at, digest = end
            if seq != request.after:
                refused.append(request)
                continue
            for at, body in request.facts:
                seq += 1
                digest = link(digest, stream, seq, at, body)
                rows.append((stream, seq, at, body, digest))
            ends[stream] = (seq, at, digest)
            request.digest = digest
        seals: Sequence[bytes | None] = self._seals.heads(ends) if self._seals else [None] * len(ends)
        moved: list[Moved] = []
        for (stream, (seq, at, digest)), seal in zip(ends.items(), seals, strict=True):
            head = known[stream]
            moved.append((stream, head.seq, seq, at, digest, seal, head.seal))
        return _Batch(rows, moved, refused, self._counted(len(rows), moved, known))

    def _counted(self, facts: int, moved: list[Moved], known: dict[str, _Head]) -> Count | None:
        """The tally of this process with more facts; None without seals."""
        if self._seals is None or self._tally is None:
            return None
        before, seal = self._tally
        begun = [head[1] for head in moved].count(0)
        replaced = [head[6] for head in moved if not self.broken or not known[head[0]].broken]
        tally = before.plus(facts, begun, [head[5] for head in moved], replaced)
        return Count(tally, seal, self._seals.tally(tally))

    def _own_tally(self, connection: Connection, seals: Seals) -> tuple[Tally, bytes]:
        found = begin_tally(connection, seals, self._url, self._tally_name)
        while found is None:  # someone has changed it: leave it as it is, and count under another name
            log.error("the tally of this process was changed from outside; see `bowerbird check`")
            self._tally_name = secrets.token_hex(8)
            found = begin_tally(connection, seals, self._url, self._tally_name)
        return found

    async def _insert(self, direct: Direct, batch: _Batch) -> set[str]:
        """Write a batch, or nothing and return the streams in which another process was faster."""
        try:
            return await insert_postgresql(
                direct, batch.rows, sorted(batch.moved), batch.counted, self._name, self.is_quiet
            )
        except OutdatedError:
            if batch.counted is None:
                await self._database.once(refuse_sealed)
            raise

    def _in_memory(self, group: list[Request]) -> dict[str, _Head]:
        return {request.stream: self._heads.get(request.stream, _NOTHING) for request in group}

    def _unknown(self, group: list[Request], known: dict[str, _Head], look: bool) -> set[str]:
        """The streams whose heads have to be read."""
        return {request.stream for request in group if look or known[request.stream].seq < request.after}

    def _look_up(self, connection: Connection, group: list[Request], look: bool) -> dict[str, _Head]:
        """The heads of a batch's streams. Only unknown and outdated ones are queried."""
        known = self._in_memory(group)
        unknown = self._unknown(group, known, look)
        if unknown:
            for row in connection.execute(select(heads).where(heads.c.stream.in_(unknown))):
                broken = self._seals is not None and not self._seals.fits_head(row.seal, *as_head(row))
                known[row.stream] = _Head(row.seq, row.digest, row.seal, broken)
                if broken:
                    self._note_broken(row.stream)
        return known

    def _note_broken(self, stream: str) -> None:
        if stream not in self.broken:
            log.error("the head of %s was changed from outside; see `bowerbird check`", stream)
            self.broken.add(stream)

    async def _still_open(self, group: list[Request]) -> list[Request]:
        """After a lost connection, answer the requests that were committed anyway, and return the rest."""

        def arrived(connection: Connection) -> set[Request]:
            return {
                request
                for request in group
                if request.digest and request.digest == digest_at(connection, request.stream, request.last)
            }

        done = await self._database.do(arrived)
        _answer(done)
        return [request for request in group if request not in done]

    def _remember(self, moved: Iterable[tuple[str, _Head]]) -> None:
        known = self._heads
        for stream, head in moved:
            known[stream] = head
            known.move_to_end(stream)
        while len(known) > _REMEMBERED:
            known.popitem(last=False)

    def _forget(self, group: list[Request]) -> None:
        for request in group:
            self._heads.pop(request.stream, None)


def _refuse(group: Iterable[Request]) -> None:
    for request in group:
        _answer([request], ConflictError(f"{request.stream} has changed. Read it again."))


def _answer(group: Iterable[Request], error: StoreError | None = None) -> None:
    for request in group:
        if request.done.done():
            continue  # already answered, or cancelled
        if error is None:
            request.done.set_result(None)
        else:
            request.done.set_exception(error)
