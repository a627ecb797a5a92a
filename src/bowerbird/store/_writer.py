"""Write facts: concurrent requests go into one commit, and each stream's facts into its chain.

Only numbers decide: a request that follows the stream's last fact is written, any other gets `ConflictError`.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from bowerbird.store._batching import Batcher
from bowerbird.store._chain import START, link
from bowerbird.store._database import Database
from bowerbird.store._insert import Row, digest_at, insert_postgresql, insert_sqlite
from bowerbird.store._schema import heads
from bowerbird.store.errors import ConflictError, StoreError, explain, is_unreachable

__all__ = ["Request", "Writer"]

#: The most facts in one commit.
_BATCH_FACTS: Final = 500
#: Stream heads kept in memory.
_REMEMBERED: Final = 5_000
#: Attempts to write a batch when other processes are faster, before each request is tried alone.
_TRIES: Final = 3


class _Head(NamedTuple):
    """The last fact of a stream."""

    seq: int
    digest: bytes


_NOTHING: Final = _Head(0, START)


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
    """Writes until it is closed. `written` and `commits` are counters; `trouble` is the current problem, if any."""

    def __init__(self, database: Database, name: str) -> None:
        """Write to a database. `name` identifies this writer to other processes."""
        self.written = 0
        self.commits = 0
        self.trouble = ""
        self._database = database
        self._name = name
        self._heads: OrderedDict[str, _Head] = OrderedDict()
        self._requests = Batcher[Request](_BATCH_FACTS, self._write, lambda request: len(request.facts))

    def put(self, request: Request) -> None:
        """Queue a request."""
        self._requests.put(request)

    async def close(self) -> None:
        """Write what is queued, then stop. New requests are refused."""
        await self._requests.close()

    def learn(self, stream: str, seq: int, digest: bytes) -> None:
        """Remember the head of a stream that has just been read, so that the next write does not look it up."""
        if seq > self._heads.get(stream, _NOTHING).seq and isinstance(digest, bytes):  # SQLite accepts any value there
            self._remember({stream: _Head(seq, digest)})

    async def _write(self, group: list[Request]) -> None:
        reconnected = False
        for tried in range(_TRIES):
            try:
                if reconnected:
                    group = await self._still_open(group)
                group = await self._commit(group, look=tried > 0)
                if reconnected:  # the lost attempt may have been committed late
                    group = await self._still_open(group)
            except IntegrityError:  # another process was faster: read the heads again
                self._forget(group)
            except Exception as error:
                self._forget(group)
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
        rows, moved, refused = await self._database.once(lambda connection: self._append(connection, group, look))
        self.trouble = ""
        if rows:
            self.written += rows
            self.commits += 1
            self._remember(moved)
        left = set(refused)
        _answer(request for request in group if request not in left)
        return refused

    def _append(
        self, connection: Connection, group: list[Request], look: bool
    ) -> tuple[int, dict[str, _Head], list[Request]]:
        refused = []
        moved: dict[str, _Head] = {}
        rows: list[Row] = []
        known = self._look_up(connection, group, look)
        for request in group:
            head = moved.get(request.stream) or known.get(request.stream, _NOTHING)
            if head.seq != request.after:
                refused.append(request)
                continue
            seq, digest = head
            for at, body in request.facts:
                seq += 1
                digest = link(digest, request.stream, seq, at, body)
                rows.append((request.stream, seq, at, body, digest))
            moved[request.stream] = _Head(seq, digest)
            request.digest = digest
        if rows and self._database.is_sqlite:
            insert_sqlite(connection, rows)
        elif rows:
            written = insert_postgresql(connection, rows, self._name)
            refused += [request for request in group if request.stream in moved and request.stream not in written]
            moved = {stream: head for stream, head in moved.items() if stream in written}
            rows = [row for row in rows if row[0] in written]
        return len(rows), moved, refused

    def _look_up(self, connection: Connection, group: list[Request], look: bool) -> dict[str, _Head]:
        """The heads of a batch's streams. Only unknown and outdated ones are queried."""
        known = {request.stream: self._heads.get(request.stream, _NOTHING) for request in group}
        unknown = {request.stream for request in group if look or known[request.stream].seq < request.after}
        if unknown:
            query = select(heads.c.stream, heads.c.seq, heads.c.digest).where(heads.c.stream.in_(unknown))
            known |= {row.stream: _Head(row.seq, row.digest) for row in connection.execute(query)}
        return known

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

    def _remember(self, moved: dict[str, _Head]) -> None:
        for stream, head in moved.items():
            self._heads[stream] = head
            self._heads.move_to_end(stream)
        while len(self._heads) > _REMEMBERED:
            self._heads.popitem(last=False)

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
