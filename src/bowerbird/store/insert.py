"""Facts into a database with the heads of their streams, as each database takes them quickest; and rows out of it."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, select

from bowerbird.store.schema import facts

__all__ = ["CHANNEL", "Row", "as_row", "digest_at", "insert_postgresql", "insert_sqlite"]

#: Stream, number, time, body and digest of a fact.
Row: TypeAlias = tuple[str, int, int, bytes, bytes]

#: Where PostgreSQL tells other processes what was committed, and the longest message that it takes.
CHANNEL: Final = "bowerbird"
_LONGEST_MESSAGE: Final = 7_900

_FACTS: Final = "INSERT INTO facts (stream, seq, at, body, digest)"
_HEADS: Final = "INSERT INTO heads (stream, seq, at, digest)"
_MOVE: Final = "ON CONFLICT (stream) DO UPDATE SET seq = excluded.seq, at = excluded.at, digest = excluded.digest"
#: One statement is its own transaction and one journey to the database and back.
_ALL_AT_ONCE: Final = f"""
WITH
  written AS ({_FACTS} SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[], $5::bytea[])),
  moved AS ({_HEADS} SELECT * FROM unnest($6::text[], $7::int[], $8::bigint[], $9::bytea[]) {_MOVE})
SELECT pg_notify('{CHANNEL}', message) FROM unnest($10::text[]) AS message
"""


def insert_sqlite(connection: Connection, rows: list[Row]) -> None:
    """Into SQLite."""
    connection.exec_driver_sql(f"{_FACTS} VALUES (?, ?, ?, ?, ?)", rows)
    connection.exec_driver_sql(f"{_HEADS} VALUES (?, ?, ?, ?) {_MOVE}", _heads(rows))


def insert_postgresql(connection: Connection, rows: list[Row], writer: str) -> None:
    """Into PostgreSQL; the other processes hear of it from this writer with the commit."""
    # In one order in all processes: two that want the same streams wait for each other, and never both.
    rows = sorted(rows)
    heads = _heads(rows)
    values = tuple(list(column) for column in (*zip(*rows, strict=True), *zip(*heads, strict=True)))
    connection.exec_driver_sql(_ALL_AT_ONCE, (*values, _messages(writer, heads)))


def digest_at(connection: Connection, stream: str, seq: int) -> bytes | None:
    """The digest of a fact; None if it is not there."""
    query = select(facts.c.digest).where(facts.c.stream == stream, facts.c.seq == seq)
    return connection.execute(query).scalar_one_or_none()


def as_row(found: Any) -> Row:
    """A row of facts as it was found. SQLite keeps whatever somebody puts in: text in place of bytes, or nothing."""
    body, digest = (value if isinstance(value, bytes) else str(value or "").encode() for value in found[3:5])
    return str(found[0]), int(found[1]), int(found[2]), body, digest


def _heads(rows: list[Row]) -> list[tuple[str, int, int, bytes]]:
    """The last fact of every stream."""
    last = {row[0]: row for row in rows}
    return [(stream, seq, at, digest) for stream, seq, at, _, digest in last.values()]


def _messages(writer: str, heads: list[tuple[str, int, int, bytes]]) -> list[str]:
    """Who wrote, and a line for each stream with its last number, in as many messages as it takes."""
    messages, lines, size = [], [writer], len(writer)
    for stream, seq, *_ in heads:
        line = f"{seq} {stream}"
        more = len(line.encode()) + 1
        if size + more > _LONGEST_MESSAGE:
            messages.append("\n".join(lines))
            lines, size = [writer], len(writer)
        lines.append(line)
        size += more
    return [*messages, "\n".join(lines)]
