"""Copy every readable fact of a damaged SQLite file into a new, sound file.

Facts are stored in the order they were written. If a page cannot be read, its facts are skipped and reading continues
after it. The chain shows whether a fact that was read is the one that was written. Facts in archives are unpacked: each
archive names its streams itself.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from bowerbird.store._database import file_url
from bowerbird.store._packing import unpack
from bowerbird.store.errors import ArchiveError
from bowerbird.store.migrate import migrate

__all__ = ["salvage"]

#: This many unreadable facts in a row mean the end of the file. A page holds far fewer.
_MAX_UNREADABLE = 20_000

_OLD_FACTS = (
    "CREATE TABLE facts (stream VARCHAR(80) NOT NULL, seq INTEGER NOT NULL, at BIGINT NOT NULL, body BLOB NOT NULL, "
    "PRIMARY KEY (stream, seq))"
)


def salvage(damaged: Path, to: Path) -> int:
    """Copy every readable fact, and return their number."""
    source = sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True)
    target = sqlite3.connect(to)
    count = 0
    try:
        columns = [str(row[1]) for row in source.execute("PRAGMA table_info(facts)")]
        _make(target, sealed="digest" in columns)
        wanted = ", ".join(column for column in ("stream", "seq", "at", "body", "digest") if column in columns)
        for row in _rows(source, f"SELECT rowid, {wanted} FROM facts NOT INDEXED WHERE rowid > ? ORDER BY rowid"):
            with suppress(sqlite3.IntegrityError):  # a torn page may show a fact twice; the first one counts
                target.execute(f"INSERT INTO facts ({wanted}) VALUES ({', '.join('?' * len(row))})", row)
                count += 1
        count += _unpacked(source, target)
        if "digest" in columns:
            with suppress(sqlite3.DatabaseError):  # then the number of facts is unknown
                target.executemany(
                    "INSERT INTO heads (stream, seq, at, digest) VALUES (?, ?, ?, ?)",
                    source.execute("SELECT stream, seq, at, digest FROM heads"),
                )
        target.commit()
    finally:
        source.close()
        target.close()
    with create_engine(file_url(to), poolclass=NullPool).begin() as connection:
        migrate(connection)
    return count


def _unpacked(source: sqlite3.Connection, target: sqlite3.Connection) -> int:
    """Copy every fact in a readable archive that is not there yet, and return their number."""
    count = 0
    with suppress(sqlite3.OperationalError):  # an earlier version had no archives
        source.execute("SELECT id, data FROM archives LIMIT 0")
        for (data,) in _rows(source, "SELECT id, data FROM archives WHERE id > ? ORDER BY id"):
            with suppress(ArchiveError):
                block = unpack(data)
                rows = [row for stream in block.streams for row in block.rows(stream)]
                count += target.executemany("INSERT OR IGNORE INTO facts VALUES (?, ?, ?, ?, ?)", rows).rowcount
    return count


def _make(target: sqlite3.Connection, *, sealed: bool) -> None:
    """Create an empty database with the current schema, or with the one before digests, to be migrated later."""
    if sealed:
        file = target.execute("PRAGMA database_list").fetchone()[2]
        with create_engine(file_url(file), poolclass=NullPool).begin() as connection:
            migrate(connection)
        return
    target.execute(_OLD_FACTS)
    target.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    target.execute("INSERT INTO alembic_version VALUES ('0001')")


def _rows(source: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    last, failed = 0, 0
    while failed < _MAX_UNREADABLE:
        try:
            for place, *row in source.execute(query, (last,)):
                last, failed = place, 0
                yield tuple(row)
        except sqlite3.DatabaseError:
            last, failed = last + 1, failed + 1
        else:
            return
