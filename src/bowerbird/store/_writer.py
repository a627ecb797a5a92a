"""The one who writes: what many ask for at once goes into one commit, each stream's facts linked into its chain.

It judges by numbers alone: a request behind the stream's last fact is written, any other gets `ConflictError`.
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

#: The most facts that go into one commit.
GROUP: Final = 500
#: How many streams' heads are kept in memory.
_REMEMBERED: Final = 5_000
#: How often a group is tried again when other processes were quicker, before each request is tried alone.
_TRIES: Final = 3


class _Head(NamedTuple):
    """The last fact of a stream."""

    seq: int
    digest: bytes


_NOTHING: Final = _Head(0, START)


@dataclass(slots=True, eq=False)
class Request:
    """Facts, each with its time, to be written behind fact number `after` of a stream, and who waits for it."""

    stream: str
    after: int
    facts: Sequence[tuple[int, bytes]]
    done: asyncio.Future[None]
    digest: bytes = b""  # of its last fact, once it was tried

    @property
    def last(self) -> int:
        """The number of its last fact."""
        return self.after + len(self.facts)


class Writer(Batcher[Request]):
    """Writes until it is closed. `written` and `commits` count; `trouble` says what is wrong now, if something is."""

    def __init__(self, database: Database, name: str) -> None:
        """On a database; `name` is how other processes know it."""
        self.written = 0
        self.commits = 0
        self.trouble = ""
        self._database = database
        self._name = name
        self._heads: OrderedDict[str, _Head] = OrderedDict()
        super().__init__(GROUP)

    def learn(self, stream: str, seq: int, digest: bytes) -> None:
        """Somebody has read the stream up to here: it need not be looked up when it is written to next."""
        if seq > self._heads.get(stream, _NOTHING).seq and isinstance(digest, bytes):  # whatever somebody has put there
            self._remember({stream: _Head(seq, digest)})

    def _size(self, item: Request) -> int:
        return len(item.facts)

    async def _serve(self, group: list[Request]) -> None:
        await self._write(group)

    async def _write(self, group: list[Request]) -> None:
        reconnected = False
        for tried in range(_TRIES):
            try:
                if reconnected:
                    group = await self._still_open(group)
                group = await self._commit(group, look=tried > 0)
                if reconnected:  # its own facts may have come in late
                    group = await self._still_open(group)
            except IntegrityError:  # another process was quicker: look again who is behind the last fact
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
        """Write a group and answer it; returns those that were not behind the last fact of their stream.

        A stream that begins is taken for a new one, unless it is to `look`.
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
        """The heads of a group's streams. Asked are those not known, or known when the stream was shorter."""
        known = {request.stream: self._heads.get(request.stream, _NOTHING) for request in group}
        unknown = {request.stream for request in group if look or known[request.stream].seq < request.after}
        if unknown:
            query = select(heads.c.stream, heads.c.seq, heads.c.digest).where(heads.c.stream.in_(unknown))
            known |= {row.stream: _Head(row.seq, row.digest) for row in connection.execute(query)}
        return known

    async def _still_open(self, group: list[Request]) -> list[Request]:
        """After a lost connection: answer those that were committed all the same; the others are left."""

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
        _answer([request], ConflictError(f"{request.stream} has moved on: read it again."))


def _answer(group: Iterable[Request], error: StoreError | None = None) -> None:
    for request in group:
        if request.done.done():
            continue  # answered already, or whoever asked has gone
        if error is None:
            request.done.set_result(None)
        else:
            request.done.set_exception(error)
