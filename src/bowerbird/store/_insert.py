"""Insert facts and stream heads in the fastest way of each database, and read rows back."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, select

from bowerbird.store._schema import facts

__all__ = ["CHANNEL", "Row", "as_row", "digest_at", "insert_postgresql", "insert_sqlite"]

#: Stream, number, time, body and digest of a fact.
Row: TypeAlias = tuple[str, int, int, bytes, bytes]

#: The channel on which PostgreSQL announces commits to other processes, and the longest message it accepts.
CHANNEL: Final = "bowerbird"
_LONGEST_MESSAGE: Final = 7_900

_FACTS: Final = "INSERT INTO facts (stream, seq, at, body, digest)"
_HEADS: Final = "INSERT INTO heads (stream, seq, at, digest)"
_MOVE: Final = "ON CONFLICT (stream) DO UPDATE SET seq = excluded.seq, at = excluded.at, digest = excluded.digest"
#: One statement is one transaction and one round trip. The heads decide who may write: if a stream has moved on, its
#: head no longer matches and none of its facts are written. All processes lock heads in the same order, so two that
#: want the same streams cannot deadlock.
_ALL_AT_ONCE: Final = f"""
WITH
  wanted AS MATERIALIZED (
    SELECT * FROM unnest($6::text[], $7::int[], $8::int[], $9::bigint[], $10::bytea[], $11::int[])
    AS wanted (stream, after, seq, at, digest, message)),
  held AS MATERIALIZED (SELECT stream FROM heads WHERE stream = ANY ($6::text[]) ORDER BY stream FOR UPDATE),
  moved AS (
    UPDATE heads SET seq = wanted.seq, at = wanted.at, digest = wanted.digest FROM wanted JOIN held USING (stream)
    WHERE heads.stream = wanted.stream AND heads.seq = wanted.after RETURNING heads.stream),
  begun AS (
    {_HEADS} SELECT stream, seq, at, digest FROM wanted WHERE after = 0 ON CONFLICT DO NOTHING RETURNING stream),
  taken AS (SELECT stream FROM moved UNION ALL SELECT stream FROM begun),
  written AS (
    {_FACTS} SELECT fact.* FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[], $5::bytea[])
    AS fact (stream, seq, at, body, digest) WHERE stream IN (SELECT stream FROM taken))
SELECT array_agg(stream), pg_notify('{CHANNEL}', $12::text || string_agg(E'\n' || seq || ' ' || stream, ''))
FROM taken JOIN wanted USING (stream) GROUP BY message
"""


def insert_sqlite(connection: Connection, rows: list[Row]) -> None:
    """Insert rows into SQLite."""
    connection.exec_driver_sql(f"{_FACTS} VALUES (?, ?, ?, ?, ?)", rows)
    connection.exec_driver_sql(f"{_HEADS} VALUES (?, ?, ?, ?) {_MOVE}", _heads(rows))


def insert_postgresql(connection: Connection, rows: list[Row], writer: str) -> set[str]:
    """Insert rows into PostgreSQL, and notify the other processes in the same commit.

    Returns the streams that were written. In the rest, another process wrote the next fact first.
    """
    rows = sorted(rows)
    first = {row[0]: row[1] for row in reversed(rows)}
    heads = _heads(rows)
    wanted = [
        (stream, first[stream] - 1, seq, at, digest, message)
        for (stream, seq, at, digest), message in zip(heads, _messages(heads, len(writer)), strict=True)
    ]
    columns = [list(column) for column in (*zip(*rows, strict=True), *zip(*wanted, strict=True))]
    answers = connection.exec_driver_sql(_ALL_AT_ONCE, (*columns, writer))
    return {stream for streams, _ in answers for stream in streams}


def digest_at(connection: Connection, stream: str, seq: int) -> bytes | None:
    """The digest of a fact; None if it is not there."""
    query = select(facts.c.digest).where(facts.c.stream == stream, facts.c.seq == seq)
    return connection.execute(query).scalar_one_or_none()


def as_row(found: Any) -> Row:
    """A row with the right types. SQLite accepts any value in a column, such as text in place of bytes, or none."""
    body, digest = (value if isinstance(value, bytes) else str(value or "").encode() for value in found[3:5])
    return str(found[0]), int(found[1]), int(found[2]), body, digest


def _heads(rows: list[Row]) -> list[tuple[str, int, int, bytes]]:
    """The last fact of every stream."""
    last = {row[0]: row for row in rows}
    return [(stream, seq, at, digest) for stream, seq, at, _, digest in last.values()]


def _messages(heads: list[tuple[str, int, int, bytes]], size_of_name: int) -> list[int]:
    """The number of the message that announces each stream. A message is the writer's name and a line per stream."""
    numbers, size = [0], size_of_name
    for stream, seq, *_ in heads:
        more = len(f"\n{seq} {stream}".encode())
        if size + more > _LONGEST_MESSAGE:
            numbers[-1] += 1
            size = size_of_name
        size += more
        numbers.append(numbers[-1])
    return numbers[:-1]
