"""Insert facts, move the heads of streams and count them, in the fastest way of each database."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from bowerbird.errors import BowerbirdError
from bowerbird.store._database import Direct
from bowerbird.store._rows import Row
from bowerbird.store._sealing import refuse_sealed
from bowerbird.store.seals import Tally

__all__ = [
    "CHANNEL",
    "Count",
    "Moved",
    "OutdatedError",
    "insert_postgresql",
    "insert_sqlite",
]

#: The channel on which PostgreSQL announces commits to other processes, and the longest message it accepts.
CHANNEL: Final = "bowerbird"
_LONGEST_MESSAGE: Final = 7_900

_FACTS: Final = "INSERT INTO facts (stream, seq, at, body, digest)"
_HEADS: Final = "INSERT INTO heads (stream, seq, at, digest, seal)"
_COUNT: Final = "UPDATE tallies SET facts = {}, streams = {}, total = {}, seal = {}"
#: One statement is one transaction and one round trip. The tally and the heads decide who may write: if another process
#: has moved a stream on, or folded the tally, nothing at all is written. All processes lock their own tally first and
#: then heads in the same order, so two that want the same streams cannot deadlock.
_ALL_AT_ONCE: Final = f"""
WITH
  wanted AS MATERIALIZED (
    SELECT * FROM unnest(
      $6::text[], $7::int[], $8::int[], $9::bigint[], $10::bytea[], $11::bytea[], $12::bytea[], $13::int[])
    AS wanted (stream, after, seq, at, digest, seal, before, message)),
  mine AS MATERIALIZED ({{mine}}),
  held AS MATERIALIZED (
    SELECT stream, seq, seal FROM heads WHERE stream = ANY ($6::text[]) AND EXISTS (SELECT FROM mine)
    ORDER BY stream FOR UPDATE),
  stale AS MATERIALIZED (
    SELECT stream, coalesce(held.seq, 0) <> after AS moved_on FROM wanted LEFT JOIN held USING (stream)
    WHERE EXISTS (SELECT FROM mine) AND (coalesce(held.seq, 0) <> after OR held.seal IS DISTINCT FROM before)),
  free AS MATERIALIZED (SELECT 1 FROM mine WHERE NOT EXISTS (SELECT FROM stale)),
  moved AS (
    UPDATE heads SET seq = wanted.seq, at = wanted.at, digest = wanted.digest, seal = wanted.seal FROM wanted, free
    WHERE heads.stream = wanted.stream AND wanted.after > 0),
  begun AS ({_HEADS} SELECT stream, seq, at, digest, seal FROM wanted, free WHERE after = 0),
  written AS (
    {_FACTS} SELECT fact.* FROM free, unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[], $5::bytea[])
    AS fact (stream, seq, at, body, digest)),
  {{count}}
  told AS MATERIALIZED (
    SELECT pg_notify('{CHANNEL}', $14::text || string_agg(E'\n' || seq || ' ' || stream, '')) AS sent
    FROM wanted, free WHERE message IS NOT NULL GROUP BY message)
SELECT NULL AS stream, NULL AS moved_on, (SELECT count(*) FROM free) AS done, (SELECT count(sent) FROM told) AS messages
UNION ALL SELECT stream, moved_on, 0, 0 FROM stale
"""
_SEALED: Final = _ALL_AT_ONCE.format(
    mine="SELECT 1 FROM tallies WHERE writer = $15 AND seal = $16 FOR UPDATE",
    count=f"counted AS ({_COUNT.format('$17', '$18', '$19', '$20')} FROM free WHERE writer = $15),",
)
_UNSEALED: Final = _ALL_AT_ONCE.format(mine="SELECT 1 WHERE NOT EXISTS (SELECT FROM tallies)", count="")


#: A stream, the number of the head that its new facts follow, number, time, digest and seal of the last of them, and
#: the seal of the head that they follow. A plain tuple: there are tens of thousands a second.
Moved: TypeAlias = tuple[str, int, int, int, bytes, bytes | None, bytes | None]


class Count(NamedTuple):
    """The tally of this process after the new facts, and the seals of it before and after."""

    tally: Tally
    before: bytes
    seal: bytes

    @property
    def values(self) -> tuple[int, int, bytes, bytes]:
        """The columns that change."""
        return self.tally.facts, self.tally.streams, self.tally.total, self.seal


class OutdatedError(BowerbirdError):
    """The heads or the tally in memory are not those of the database. Nothing was written: read them again."""


def insert_sqlite(connection: Connection, rows: list[Row], moved: Sequence[Moved], count: Count | None) -> None:
    """Insert rows into SQLite. By the driver's own cursor: SQLAlchemy takes longer for a statement than SQLite."""
    if count is None:
        refuse_sealed(connection)
    begun, further = [], []
    for stream, after, seq, at, digest, seal, before in moved:
        if after:
            further.append((seq, at, digest, seal, stream, before if count else after))
        else:
            begun.append((stream, seq, at, digest, seal))
    cursor = connection.connection.cursor()
    try:
        cursor.executemany(f"{_FACTS} VALUES (?, ?, ?, ?, ?)", rows)
        if begun:
            cursor.executemany(f"{_HEADS} VALUES (?, ?, ?, ?, ?)", begun)
        if further:
            # The seal of a head stands for its number as well.
            cursor.executemany(f"{_MOVE} AND {'seal' if count else 'seq'} IS ?", further)
            _expect(cursor.rowcount, len(further))
        if count is not None:
            values = (*count.values, count.tally.writer, count.before)
            cursor.execute(f"{_COUNT.format(*'????')} WHERE writer = ? AND seal = ?", values)
            _expect(cursor.rowcount, 1)
    except sqlite3.Error as error:
        raise DBAPIError.instance("", (), error, sqlite3.Error, dialect=connection.dialect) from error
    finally:
        cursor.close()


_MOVE: Final = "UPDATE heads SET seq = ?, at = ?, digest = ?, seal = ? WHERE stream = ?"


def _expect(found: int, wanted: int) -> None:
    if found != wanted:
        raise OutdatedError


async def insert_postgresql(
    direct: Direct,
    rows: list[Row],
    moved: Sequence[Moved],
    count: Count | None,
    writer: str,
    is_quiet: Callable[[str], bool],
) -> set[str]:
    """Insert rows into PostgreSQL, and notify the other processes in the same commit, unless nobody follows them.

    Returns the streams in which another process wrote the next fact first. If there are any, nothing was written.
    """
    messages = _messages(moved, len(writer), is_quiet)
    wanted = [(*head, message) for head, message in zip(moved, messages, strict=True)]
    columns = [list(column) for column in (*zip(*rows, strict=True), *zip(*wanted, strict=True))]
    if count is None:
        answers = await direct.fetch(_UNSEALED, (*columns, writer))
    else:
        values = (*columns, writer, count.tally.writer, count.before, *count.values)
        answers = await direct.fetch(_SEALED, values)
    stale = {stream for stream, moved_on, _, _ in answers if moved_on}
    if not stale and not any(done for _, _, done, _ in answers):
        raise OutdatedError
    return stale


def _messages(heads: Sequence[Moved], size_of_name: int, is_quiet: Callable[[str], bool]) -> list[int | None]:
    """The number of the message that announces each stream; None if nobody is told.

    A message is the writer's name and a line per stream. A commit without any takes no lock that all commits share.
    """
    numbers: list[int | None] = []
    number, size = 0, size_of_name
    for stream, _, seq, *_ in heads:
        if is_quiet(stream):
            numbers.append(None)
            continue
        more = len(f"\n{seq} {stream}".encode())
        if size + more > _LONGEST_MESSAGE:
            number += 1
            size = size_of_name
        size += more
        numbers.append(number)
    return numbers
