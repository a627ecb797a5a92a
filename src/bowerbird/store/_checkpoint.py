"""Move committed data from SQLite's journal into its file in the background.

SQLite itself does this during a commit once the journal is long, and then every table waits for the disk. Here another
connection does it while commits continue. After something was erased the journal is emptied as well, because it still
has what was there before.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bowerbird.clock import Clock
from bowerbird.store._database import Database, sqlite_file

__all__ = ["Checkpointer"]

log = logging.getLogger(__name__)

#: Seconds between checks of the journal, and its length in bytes that starts a checkpoint.
_CHECK_SECONDS: Final = 2.0
_MAX_JOURNAL_BYTES: Final = 4 * 1024 * 1024


class Checkpointer:
    """Checks the journal now and then until it is closed. On PostgreSQL it only clears what was erased."""

    def __init__(self, database: Database, url: str, clock: Clock) -> None:
        """Start at once."""
        self._database = database
        self._clock = clock
        self._to_empty = False
        file = sqlite_file(url)
        self._running = asyncio.create_task(self._check_forever(file)) if file is not None else None

    async def close(self) -> None:
        """Stop. Closing the last connection empties the journal."""
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    async def empty(self) -> None:
        """Let nothing that was erased stay in the journal. If somebody is reading from it, it is done a bit later."""
        if self._running is None:
            try:
                await self._database.once(_vacuum)
            except (SQLAlchemyError, OSError) as error:
                log.warning("the place of erased facts is cleared by PostgreSQL's own vacuum: %s", error)
            return
        self._to_empty = True
        with suppress(DBAPIError, OSError):
            await self._empty()

    async def _empty(self) -> None:
        busy, *_ = await self._database.do(_truncate)
        self._to_empty = bool(busy)

    async def _check_forever(self, file: Path) -> None:
        journal = file.with_name(f"{file.name}-wal")
        while True:
            await self._clock.sleep(_CHECK_SECONDS)
            # The writer reports a failing disk; the next check tries again.
            with suppress(DBAPIError, OSError):
                if self._to_empty:
                    await self._empty()
                elif journal.stat().st_size > _MAX_JOURNAL_BYTES:
                    await self._database.do(_checkpoint)


def _checkpoint(connection: Connection) -> Any:
    return connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").fetchone()


def _truncate(connection: Connection) -> Any:
    return connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _vacuum(connection: Connection) -> None:
    connection.exec_driver_sql("VACUUM facts, archives, archived")
