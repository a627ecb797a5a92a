"""What someone can do who can write to the database and knows this program, but does not have the server's secret."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bowerbird.hall.log_seals import log_seals
from bowerbird.keyring import Keyring
from bowerbird.store._chain import START, link
from bowerbird.store._rows import as_row
from bowerbird.store.seals import Seals

__all__ = ["cut_end", "drop_stream", "forging", "put_rows", "rewrite", "rows_of", "seals_of", "swap_heads", "tables_of"]

Rows = list[dict[str, Any]]


def seals_of(folder: Path, secret: bytes = b"s" * 32) -> Seals:
    """The seals of a hall, by its secret. It is a file as the first version wrote it, if there is none yet."""
    file = folder / "secret"
    if not file.exists():
        file.touch(0o600)
        file.write_bytes(secret)
    return log_seals(Keyring.from_file(file), folder)


@contextmanager
def forging(folder: Path) -> Iterator[sqlite3.Connection]:
    """The database of a hall in the hands of somebody else."""
    database = sqlite3.connect(folder / "bowerbird.sqlite")
    database.row_factory = sqlite3.Row
    try:
        with database:
            yield database
    finally:
        database.close()


def tables_of(database: sqlite3.Connection) -> list[str]:
    """The tables that hold the log; an older version has two."""
    found = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return [table for table in ("facts", "heads", "tallies") if table in found]


def rows_of(database: sqlite3.Connection, table: str, where: str = "1") -> Rows:
    """Rows to put back later."""
    return [dict(row) for row in database.execute(f"SELECT * FROM {table} WHERE {where}")]


def put_rows(database: sqlite3.Connection, table: str, rows: Rows) -> None:
    """Put rows in, in place of those that are there."""
    for row in rows:
        marks = ", ".join("?" * len(row))
        database.execute(f"INSERT OR REPLACE INTO {table} ({', '.join(row)}) VALUES ({marks})", list(row.values()))


def cut_end(database: sqlite3.Connection, stream: str, last: int) -> None:
    """Cut off what comes after a fact, and set the head back to it."""
    database.execute("DELETE FROM facts WHERE stream = ? AND seq > ?", (stream, last))
    database.execute(
        "UPDATE heads SET (seq, at, digest) = (SELECT seq, at, digest FROM facts WHERE stream = heads.stream "
        "AND seq = ?) WHERE stream = ?",
        (last, stream),
    )


def drop_stream(database: sqlite3.Connection, stream: str) -> None:
    """Remove a stream and its head."""
    for table in ("facts", "heads"):
        database.execute(f"DELETE FROM {table} WHERE stream = ?", (stream,))


def rewrite(database: sqlite3.Connection, stream: str, changed: int, body: bytes) -> None:
    """Change a fact, and compute every digest after it again, and the head."""
    digest = START
    for row in rows_of(database, "facts", f"stream = '{stream}' ORDER BY seq"):
        _, seq, at, text, _ = as_row([row[name] for name in ("stream", "seq", "at", "body", "digest")])
        text = body if seq == changed else text
        digest = link(digest, stream, seq, at, text)
        values = (text, digest, stream, row["seq"])
        database.execute("UPDATE facts SET body = ?, digest = ? WHERE stream = ? AND seq = ?", values)
    database.execute("UPDATE heads SET digest = ? WHERE stream = ?", (digest, stream))


def swap_heads(database: sqlite3.Connection, one: str, other: str) -> None:
    """Give each of two streams the facts and the head of the other, with digests that are right for its name."""
    for table in ("facts", "heads"):
        for old, new in ((one, "?"), (other, one), ("?", other)):
            database.execute(f"UPDATE {table} SET stream = ? WHERE stream = ?", (new, old))
    for stream in (one, other):
        rewrite(database, stream, 0, b"")
