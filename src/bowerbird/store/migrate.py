"""Bringing a database up to date: the migrations in `migrations/`, run by Alembic on the connection at hand."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

__all__ = ["migrate"]


def migrate(connection: Connection) -> None:
    """Run every migration that this database has not seen yet."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
