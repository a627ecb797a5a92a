"""Carrying what was committed from SQLite's journal into its file, beside play.

SQLite does this by itself in the middle of a commit once the journal is long, and everybody at a table waits for the
disk meanwhile. Here another connection does it, and commits go on.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from bowerbird.store._database import Database, sqlite_file

__all__ = ["Checkpointer"]

#: How often to look, in seconds, and how long the journal may be until it is swept, in bytes.
_CHECK_SECONDS: Final = 2.0
_MAX_JOURNAL_BYTES: Final = 4 * 1024 * 1024


class Checkpointer:
    """Looks at the journal now and then while it is open; on PostgreSQL it has nothing to do."""

    def __init__(self, database: Database, url: str) -> None:
        """Starts at once."""
        file = sqlite_file(url)
        self._running = asyncio.create_task(_checkpoint_forever(database, file)) if file is not None else None

    async def close(self) -> None:
        """Stop looking; whoever closes the last connection sweeps the rest."""
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running


async def _checkpoint_forever(database: Database, file: Path) -> None:
    journal = file.with_name(f"{file.name}-wal")
    while True:
        await asyncio.sleep(_CHECK_SECONDS)
        # A disk in trouble is told to whoever writes; the next look tries again.
        with suppress(DBAPIError, OSError):
            if journal.stat().st_size > _MAX_JOURNAL_BYTES:
                await database.do(_checkpoint)


def _checkpoint(connection: Connection) -> Any:
    return connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
