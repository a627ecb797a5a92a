"""Rename a database so that a new one can take its place. Nothing is deleted."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from itertools import count
from pathlib import Path

from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import DBAPIError

from bowerbird.store._database import Database, database_url, sqlite_file
from bowerbird.store.errors import StoreError, explain

__all__ = ["set_aside"]


async def set_aside(where: str | Path) -> str:
    """Rename a database that is not in use. Returns the new name, or "" if there was no database."""
    url = database_url(where)
    file = sqlite_file(url)
    if file is not None:
        return _rename_file(file) if file.exists() else ""
    return await _rename_database(url)


def _rename_file(file: Path) -> str:
    database = sqlite3.connect(file, timeout=1)
    try:
        # Only the last open connection can end this mode. After that, everything is in one file.
        database.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        if "locked" in str(error):
            raise StoreError(f"{file} is in use. Stop Bowerbird first, then try again ({error}).") from error
        # Any other error means that it is damaged. It is renamed as it is.
    finally:
        database.close()
    name = next(name for number in count(1) if not (name := file.with_name(f"{file.name}.before-{number}")).exists())
    for ending in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            file.with_name(file.name + ending).replace(name.with_name(name.name + ending))
    return str(name)


async def _rename_database(url: str) -> str:
    own = make_url(url)
    name = own.database or ""
    beside = own.set(database="postgres" if name != "postgres" else "template1")
    database = Database.patient(beside.render_as_string(hide_password=False))

    def rename(connection: Connection) -> str:
        names = set(connection.execute(text("SELECT datname FROM pg_database")).scalars())
        quote = connection.dialect.identifier_preparer.quote_identifier
        other = ""
        if name in names:
            other = next(free for number in count(1) if (free := f"{name}_before_{number}") not in names)
            connection.exec_driver_sql(f"ALTER DATABASE {quote(name)} RENAME TO {quote(other)}")
        connection.exec_driver_sql(f"CREATE DATABASE {quote(name)}")
        return other

    try:
        return await database.once(rename)
    except (DBAPIError, OSError) as error:
        raise StoreError(
            f"the old database could not be renamed: {explain(error, 'Nothing was changed.')} "
            "Stop Bowerbird first, and use a database user who may create databases."
        ) from error
    finally:
        await database.close()
