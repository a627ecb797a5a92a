"""Bringing a database up to date: the migrations in `migrations/`, run by Alembic on the connection at hand.

Only one process does it at a time, and it is done whole or not at all.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from bowerbird.store.errors import StoreError

__all__ = ["Progress", "migrate"]

#: Called now and then with how much is done and how much there is.
Progress = Callable[[int, int], None]

log = logging.getLogger(__name__)

#: Any number will do that nobody else uses for a lock in this database.
_LOCK = 0x626F7765


def migrate(connection: Connection, progress: Progress | None = None) -> None:
    """Run every migration that this database has not seen yet."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["progress"] = progress or _log_progress
    if _is_up_to_date(connection, config):
        return  # nobody's writing waits for a look
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    else:
        # Of its own accord the driver would begin with the first change, and not at all for a change of the schema.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError(
            f"this database was written by a newer version of Bowerbird. Update Bowerbird first ({error})."
        ) from error


def _is_up_to_date(connection: Connection, config: Config) -> bool:
    revision = MigrationContext.configure(connection).get_current_revision()
    return revision == ScriptDirectory.from_config(config).get_current_head()


def _log_progress(done: int, total: int) -> None:
    log.info("bringing the log up to date: %s of %s facts", f"{done:,}", f"{total:,}")
