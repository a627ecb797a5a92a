"""Allow one server process per SQLite file.

The lock is SQLite's own, on an empty file next to the database. It works on every system, and the operating system
releases it however the process ends. The database itself can still be opened for backups and checks.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bowerbird.store._database import database_url, sqlite_file
from bowerbird.store.errors import StoreError, explain

__all__ = ["AlreadyRunningError", "single_process"]


class AlreadyRunningError(StoreError):
    """Another server process uses this file."""


@contextmanager
def single_process(where: str | Path) -> Iterator[None]:
    """Hold the lock, or raise `AlreadyRunningError` if another process has it. PostgreSQL needs no lock."""
    file = sqlite_file(database_url(where))
    if file is None:
        yield
        return
    try:
        holding = sqlite3.connect(f"{file}.lock", timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise StoreError(explain(error)) from error
    with closing(holding):
        try:
            holding.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise StoreError(explain(error)) from error
            raise AlreadyRunningError(
                f"Bowerbird is already running on {file}. Stop it first, with Ctrl+C or in its window, or give this "
                "one another folder with --data. Several processes can share a PostgreSQL database: see --database."
            ) from None
        yield
