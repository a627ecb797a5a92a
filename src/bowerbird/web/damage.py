"""Check the database when the server starts, beside play, and keep what was found for the pages and the log.

Damage never stops an evening: everything that can be read is served and written. It stays in sight until the owner has
looked into it and says so with `bowerbird check --accept`.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from litestar.di import NamedDependency

from bowerbird.store import Log, StoreError
from bowerbird.store.quick_check import quick_check

__all__ = ["DamageCheck", "TheDamage"]

log = logging.getLogger(__name__)

#: Seconds that a start may wait for the check. What takes longer goes on beside play.
_PATIENCE: Final = 2.0
#: Problems written to the log one by one.
_LOGGED: Final = 20


class DamageCheck:
    """The problems of the database, as far as they are known."""

    def __init__(self, facts: Log) -> None:
        """Check this log, once it is open."""
        self.problems: list[str] = []
        self._facts = facts
        self._task: asyncio.Task[None] | None = None

    @property
    def found(self) -> bool:
        """True if the database is damaged or was changed from outside."""
        return bool(self.problems or self._facts.broken)

    async def start(self) -> None:
        """Begin the check, and wait a moment for it."""
        self._task = asyncio.create_task(self._run())
        await self._facts.clock.wait(self._task, _PATIENCE)

    async def close(self) -> None:
        """Stop checking."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        try:
            async for problems in quick_check(self._facts.url, self._facts.seals):
                self.problems += problems
        except StoreError as error:
            log.warning("%s", error)
        for problem in self.problems[:_LOGGED]:
            log.error("the database is damaged or was changed from outside: %s", problem)
        if self.problems:
            log.error("play goes on; make a backup, run `bowerbird check`, and see the page on backups for what to do")


TheDamage = NamedDependency[DamageCheck]
