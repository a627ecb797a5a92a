"""The one who writes: what many ask for at once goes into one commit, each stream's facts linked into its chain.

It judges by numbers alone: a request behind the stream's last fact is written, any other gets `Conflict`.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Insert, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bowerbird.store.chain import START, link
from bowerbird.store.errors import Conflict, StoreError, in_words, is_away
from bowerbird.store.schema import facts, heads

__all__ = ["CHANNEL", "Request", "Writer"]

#: The most facts that go into one commit.
GROUP: Final = 500
#: How many streams' heads are kept in memory.
_REMEMBERED: Final = 20_000
#: How often a group is tried again when other processes were quicker, before each request is tried alone.
_TRIES: Final = 3
#: Where PostgreSQL tells other processes what was committed, and the longest message that it takes.
CHANNEL: Final = "bowerbird"
_LONGEST_MESSAGE: Final = 7_900


class _Head(NamedTuple):
    """The last fact of a stream."""

    seq: int
    digest: bytes


_NOTHING: Final = _Head(0, START)


@dataclass(slots=True, eq=False)
class Request:
    """Facts to be written behind fact number `after` of a stream, and who waits for it."""

    stream: str
    after: int
    bodies: Sequence[bytes]
    at: int
    done: asyncio.Future[None]
    digest: bytes = b""  # of its last fact, once it was tried

    @property
    def last(self) -> int:
        """The number of its last fact."""
        return self.after + len(self.bodies)


class Writer:
    """Writes until it is closed. `written` and `commits` count; `trouble` says what is wrong now, if something is."""

    def __init__(self, engine: AsyncEngine, name: str) -> None:
        """On a database; `name` is how other processes know it."""
        self.written = 0
        self.commits = 0
        self.trouble = ""
        self._engine = engine
        self._name = name
        self._tells = engine.dialect.name == "postgresql"
        self._set_heads = _set_heads(engine.dialect.name)
        self._waiting: asyncio.Queue[Request] = asyncio.Queue()
        self._heads: OrderedDict[str, _Head] = OrderedDict()
        self._task = asyncio.create_task(self._write_forever())

    def put(self, request: Request) -> None:
        """Write this next."""
        self._waiting.put_nowait(request)

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        await self._waiting.join()
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _write_forever(self) -> None:
        while True:
            group = [await self._waiting.get()]
            count = len(group[0].bodies)
            while count < GROUP and not self._waiting.empty():
                group.append(self._waiting.get_nowait())
                count += len(group[-1].bodies)
            try:
                await self._write(group)
            finally:
                for _ in group:
                    self._waiting.task_done()

    async def _write(self, group: list[Request]) -> None:
        reconnected = False
        for tried in range(_TRIES):
            try:
                if reconnected:
                    group = await self._still_open(group)
                refused = await self._commit(group, look=tried > 0)
            except IntegrityError:  # another process was quicker: look again who is behind the last fact
                self._forget(group)
            except Exception as error:
                self._forget(group)
                if reconnected or not is_away(error):
                    self.trouble = f"not written: {in_words(error)}"
                    _answer(group, StoreError(self.trouble))
                    return
                reconnected = True
            else:
                for request in refused:
                    _answer([request], Conflict(f"{request.stream} has moved on: read it again."))
                _answer([request for request in group if request not in refused])
                return
        if len(group) == 1:
            _answer(group, Conflict(f"{group[0].stream} has moved on: read it again."))
        for request in group if len(group) > 1 else ():
            await self._write([request])

    async def _commit(self, group: list[Request], look: bool) -> set[Request]:
        """Write a group; returns those that were not behind the last fact of their stream.

        A stream that begins is taken for a new one, unless it is to `look`.
        """
        refused = set()
        moved: dict[str, _Head] = {}
        rows: list[dict[str, Any]] = []
        async with self._engine.begin() as connection:
            await self._look_up(connection, group, look)
            for request in group:
                head = moved.get(request.stream) or self._heads.get(request.stream, _NOTHING)
                if head.seq != request.after:
                    refused.add(request)
                    continue
                seq, digest = head
                for body in request.bodies:
                    seq += 1
                    digest = link(digest, request.stream, seq, request.at, body)
                    rows.append(
                        {"stream": request.stream, "seq": seq, "at": request.at, "body": body, "digest": digest}
                    )
                moved[request.stream] = _Head(seq, digest)
                request.digest = digest
            if rows:
                await self._insert(connection, rows)
        self.trouble = ""
        if rows:
            self.written += len(rows)
            self.commits += 1
            self._remember(moved)
        return refused

    async def _insert(self, connection: AsyncConnection, rows: list[dict[str, Any]]) -> None:
        # In one order in all processes: two that want the same streams wait for each other, and never both.
        rows.sort(key=lambda row: row["stream"])
        await connection.execute(insert(facts), rows)
        last = {row["stream"]: row for row in rows}
        await connection.execute(self._set_heads, list(last.values()))
        if self._tells:
            for message in _messages(self._name, last):
                await connection.execute(select(func.pg_notify(CHANNEL, message)))

    async def _look_up(self, connection: AsyncConnection, group: list[Request], look: bool) -> None:
        """The heads that are not known, or were known when the stream was shorter."""
        unknown = {
            request.stream for request in group if look or self._heads.get(request.stream, _NOTHING).seq < request.after
        }
        if unknown:
            query = select(heads.c.stream, heads.c.seq, heads.c.digest).where(heads.c.stream.in_(unknown))
            found = await connection.execute(query)
            self._remember({row.stream: _Head(row.seq, row.digest) for row in found})

    async def _still_open(self, group: list[Request]) -> list[Request]:
        """After a lost connection: answer those that were committed all the same; the others are left."""
        still_open = []
        async with self._engine.connect() as connection:
            for request in group:
                query = select(facts.c.digest).where(facts.c.stream == request.stream, facts.c.seq == request.last)
                found = (await connection.execute(query)).scalar_one_or_none()
                if found is not None and found == request.digest:
                    _answer([request])
                else:
                    still_open.append(request)
        return still_open

    def _remember(self, moved: dict[str, _Head]) -> None:
        for stream, head in moved.items():
            self._heads[stream] = head
            self._heads.move_to_end(stream)
        while len(self._heads) > _REMEMBERED:
            self._heads.popitem(last=False)

    def _forget(self, group: list[Request]) -> None:
        for request in group:
            self._heads.pop(request.stream, None)


def _answer(group: Sequence[Request], error: StoreError | None = None) -> None:
    for request in group:
        if request.done.done():
            continue  # whoever asked has gone
        if error is None:
            request.done.set_result(None)
        else:
            request.done.set_exception(error)


def _set_heads(dialect: str) -> Insert:
    make = postgresql.insert if dialect == "postgresql" else sqlite.insert
    row = make(heads)
    return row.on_conflict_do_update(
        index_elements=[heads.c.stream],
        set_={"seq": row.excluded.seq, "at": row.excluded.at, "digest": row.excluded.digest},
    )


def _messages(name: str, last: dict[str, dict[str, Any]]) -> list[str]:
    """Who wrote, and a line for each stream with its last number, in as many messages as it takes."""
    messages, lines, size = [], [name], len(name)
    for stream, row in last.items():
        line = f"{row['seq']} {stream}"
        size += len(line.encode()) + 1
        if size > _LONGEST_MESSAGE:
            messages.append("\n".join(lines))
            lines, size = [name], len(name) + len(line.encode()) + 1
        lines.append(line)
    return [*messages, "\n".join(lines)]
