"""One hall on one SQLite file: a second one is refused while the first is open.

The lock is SQLite's own, on an empty file beside the database: it works on every system, and the machine lets go of it
whatever becomes of the process. The database itself stays open to others, for backups and checks.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bowerbird.store._database import database_url, sqlite_file
from bowerbird.store.errors import StoreError, explain

__all__ = ["single_process"]


@contextmanager
def single_process(where: str | Path) -> Iterator[None]:
    """Be the one hall there; `StoreError` if there is another. On PostgreSQL there may be many."""
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
            raise StoreError(
                f"another hall is open on {file}. Close it first, or give this one a folder of its own with --data. "
                "Several processes can share a hall on PostgreSQL: see --database."
            ) from None
        yield
