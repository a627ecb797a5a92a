"""Report what other processes write. PostgreSQL notifies at every commit; SQLite has one process and nothing to report.

Messages are lost while the connection is down. So after every reconnect, the streams in memory are compared with the
log, and changed ones are reported. Processes can also send each other messages that are not stored and reach
only current listeners.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Self

from sqlalchemy import Connection, text

from bowerbird.store._insert import CHANNEL
from bowerbird.store.log import Log

__all__ = ["LONGEST_MESSAGE", "Notifications"]

log = logging.getLogger(__name__)

#: Seconds between tests of the connection, and the longest wait for an answer. A cut cable raises no error.
_TEST_EVERY: Final = 3.0
_ANSWER_WAIT: Final = 3.0
#: Seconds before reconnecting: soon at first, then less often.
_RECONNECT_PAUSES: Final = (0.1, 0.2, 0.5, 1.0)
#: The channel for messages between processes, and their length in bytes.
_MESSAGES: Final = "bowerbird_messages"
LONGEST_MESSAGE: Final = 7_500
_SAY: Final = text(f"SELECT pg_notify('{_MESSAGES}', :said)")


class Notifications:
    """Calls `heard` with a stream and its last number when another process has written. It must not block.

    `known` returns the streams in memory here, with the last known number of each. `told` receives what other processes
    `say`. `in_touch` is called when the connection is made or lost.
    """

    def __init__(
        self,
        shared: Log,
        heard: Callable[[str, int], None],
        known: Callable[[], Mapping[str, int]],
        told: Callable[[str], None] | None = None,
        in_touch: Callable[[bool], None] = lambda _: None,
    ) -> None:
        """Use an open log."""
        self.connected = False
        self._in_touch = in_touch
        self._log = shared
        self._heard = heard
        self._known = known
        self._told = told
        self._listening: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        if not self._log.database.is_sqlite:
            self._listening = asyncio.create_task(self._listen_forever())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening

    async def say(self, *messages: str) -> None:
        """Send messages of at most `LONGEST_MESSAGE` bytes to all other processes. They are not stored."""

        def say(connection: Connection) -> None:
            for message in messages:
                connection.execute(_SAY, {"said": f"{self._log.name}\n{message}"})

        if messages and not self._log.database.is_sqlite:
            await self._log.do(say)

    async def _listen_forever(self) -> None:
        failed = 0
        while True:
            try:
                await self._listen()
            except Exception as error:
                if self.connected:
                    failed = 0
                    log.warning("notifications from other processes interrupted: %s; reconnecting", error)
            self.connected = False
            self._in_touch(False)
            await self._log.clock.sleep(_RECONNECT_PAUSES[min(failed, len(_RECONNECT_PAUSES) - 1)])
            failed += 1

    async def _listen(self) -> None:
        """Listen until the connection is lost."""
        async with self._log.database.fresh.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            ended = asyncio.Event()
            try:
                driver.add_termination_listener(lambda _: ended.set())
                await driver.add_listener(CHANNEL, self._hear)
                if self._told is not None:
                    await driver.add_listener(_MESSAGES, self._listen_to)
                self.connected = True
                self._in_touch(True)
                await self._catch_up()
                while not ended.is_set():
                    await driver.execute("SELECT 1", timeout=_ANSWER_WAIT)
                    await self._log.clock.wait(ended, _TEST_EVERY)
            finally:
                driver.terminate()
                await connection.invalidate()

    async def _catch_up(self) -> None:
        known = dict(self._known())
        for stream, seq in (await self._log.heads(list(known))).items():
            if seq > known[stream]:
                self._heard(stream, seq)

    def _hear(self, _connection: object, _process: int, _channel: str, message: str) -> None:
        writer, *lines = message.split("\n")
        if writer == self._log.name:
            return
        for line in lines:
            seq, _, stream = line.partition(" ")
            self._heard(stream, int(seq))

    def _listen_to(self, _connection: object, _process: int, _channel: str, message: str) -> None:
        writer, _, said = message.partition("\n")
        if writer != self._log.name and self._told is not None:
            self._told(said)
