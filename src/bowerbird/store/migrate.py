"""Run the migrations in `migrations/` with Alembic, on an open connection.

Only one process migrates at a time, completely or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from bowerbird.store.errors import StoreError

__all__ = ["Progress", "check_version", "exclusive", "migrate"]

#: Called now and then with the amount done and the total.
Progress = Callable[[int, int], None]

#: The revisions of version 0.1, whose entries mean something else today.
_FIRST_VERSION = ("0001", "0002", "0003")
#: The key of the advisory lock: any number that is not used for another lock in this database.
_LOCK = 0x626F7765


def migrate(connection: Connection) -> None:
    """Run every migration that this database has not seen yet."""
    check_version(connection)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    if _is_up_to_date(connection, config):
        return  # no lock needed
    exclusive(connection)
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError(
            f"a newer version of Bowerbird wrote this database. Update Bowerbird first ({error})."
        ) from error


def exclusive(connection: Connection) -> None:
    """Let one process at a time do what follows in this transaction. On SQLite, nobody else can write."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    elif not connection.connection.driver_connection.in_transaction:  # type: ignore[union-attr]
        # The driver itself would only begin at the first change of data, and not for a change of the schema.
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def check_version(connection: Connection) -> None:
    """Refuse a database of version 0.1."""
    if MigrationContext.configure(connection).get_current_revision() in _FIRST_VERSION:
        raise StoreError("Bowerbird 0.1 wrote this database, and this version can't read it. Start with a new folder.")


def _is_up_to_date(connection: Connection, config: Config) -> bool:
    revision = MigrationContext.configure(connection).get_current_revision()
    return revision == ScriptDirectory.from_config(config).get_current_head()
