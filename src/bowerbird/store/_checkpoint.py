"""Move committed data from SQLite's journal into its file in the background.

SQLite itself does this during a commit once the journal is long, and then every table waits for the disk. Here another
connection does it while commits continue.
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

#: Seconds between checks of the journal, and its length in bytes that starts a checkpoint.
_CHECK_SECONDS: Final = 2.0
_MAX_JOURNAL_BYTES: Final = 4 * 1024 * 1024


class Checkpointer:
    """Checks the journal now and then until it is closed. Does nothing on PostgreSQL."""

    def __init__(self, database: Database, url: str) -> None:
        """Start at once."""
        file = sqlite_file(url)
        self._running = asyncio.create_task(_checkpoint_forever(database, file)) if file is not None else None

    async def close(self) -> None:
        """Stop. Closing the last connection empties the journal."""
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running


async def _checkpoint_forever(database: Database, file: Path) -> None:
    journal = file.with_name(f"{file.name}-wal")
    while True:
        await asyncio.sleep(_CHECK_SECONDS)
        # The writer reports a failing disk; the next check tries again.
        with suppress(DBAPIError, OSError):
            if journal.stat().st_size > _MAX_JOURNAL_BYTES:
                await database.do(_checkpoint)


def _checkpoint(connection: Connection) -> Any:
    return connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
