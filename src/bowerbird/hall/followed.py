"""A stream of the log that this process has in memory and others may write to: what is in doubt is read again.

It knows neither tables nor events: what becomes of the entries is for whoever is made of them.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Final, TypeVar

from bowerbird.store import Entry, Log, StoreError

__all__ = ["TRY_AGAIN", "FirstReads", "Followed"]

log = logging.getLogger(__name__)

#: How long to wait before reading again what could not be read, in seconds.
TRY_AGAIN: Final = 0.5
Folded = TypeVar("Folded")


class FirstReads:
    """Streams that are just being read into memory: what others write to them meanwhile is not missed."""

    def __init__(self, facts: Log) -> None:
        """On a log."""
        self._log = facts
        self._readers: Counter[str] = Counter()
        self._heard: dict[str, int] = {}

    def known(self) -> dict[str, int]:
        """The streams, of which nothing is known yet."""
        return dict.fromkeys(self._readers, 0)

    def heard(self, stream: str, seq: int) -> None:
        """Another process has written up to this number."""
        if stream in self._readers:
            self._heard[stream] = max(seq, self._heard.get(stream, 0))

    async def read(self, stream: str) -> tuple[list[Entry], int]:
        """All of a stream, and up to which number it was heard that others have written."""
        with self._reading(stream):
            return await self._log.read(stream), self._heard.get(stream, 0)

    async def fold(self, stream: str, made_of: Callable[[list[Entry]], Folded]) -> tuple[Folded | None, int]:
        """What a stream amounts to, which is nothing if it has no entries, and the same number.

        An evening of a thousand people takes a while to fold: nobody waits for that.
        """
        with self._reading(stream):
            entries, _ = await self.read(stream)
            folded = await asyncio.to_thread(made_of, entries) if entries else None
            return folded, self._heard.get(stream, 0)

    @contextmanager
    def _reading(self, stream: str) -> Iterator[None]:
        self._readers[stream] += 1
        try:
            yield
        finally:
            self._readers[stream] -= 1
            if not self._readers[stream]:  # as long as one of several still reads, news matter
                del self._readers[stream]
                self._heard.pop(stream, None)


class Followed(ABC):
    """What a stream amounts to, as far as it is known here."""

    def __init__(self, facts: Log) -> None:
        """On a log."""
        self._log = facts
        self._turn = asyncio.Lock()
        self._in_doubt = False
        self._following: asyncio.Task[None] | None = None

    @property
    @abstractmethod
    def stream(self) -> str:
        """The name of the stream in the log."""

    @property
    @abstractmethod
    def seq(self) -> int:
        """How far it is known here."""

    @abstractmethod
    def _take(self, entries: Sequence[Entry]) -> None:
        """What others have written comes after what is known."""

    @abstractmethod
    async def _followed(self) -> None:
        """What was in doubt is known now."""

    @asynccontextmanager
    async def in_turn(self) -> AsyncIterator[None]:
        """One at a time, and only on what the log has."""
        async with self._turn:
            if self._in_doubt:
                await self._catch_up()
            yield

    def heard(self, seq: int) -> None:
        """Another process has written up to this number."""
        if seq > self.seq:
            self._in_doubt = True
            self._follow_from(0.0)

    async def look_again(self) -> None:
        """Read what others may have written, if it can be read now."""
        self._in_doubt = True
        try:
            async with self.in_turn():
                return
        except StoreError as error:
            log.warning("%s may have moved on: %s", self.stream, error)
            self._follow_from(TRY_AGAIN)

    def _follow_from(self, seconds: float) -> None:
        """Read what is in doubt, in so many seconds, and again until it can be read."""
        if self._following is None:
            self._following = asyncio.create_task(self._follow(seconds))

    async def _follow(self, pause: float) -> None:
        try:
            while self._in_doubt:
                await asyncio.sleep(pause)
                pause = TRY_AGAIN
                try:
                    async with self.in_turn():
                        continue
                except StoreError as error:
                    log.warning("%s cannot be followed now: %s", self.stream, error)
        finally:
            self._following = None
        await self._followed()

    def _stop_following(self) -> None:
        if self._following is not None:
            self._following.cancel()

    async def _catch_up(self) -> None:
        """Somebody else has written to this stream, or it is not sure what was written: the log knows."""
        self._in_doubt = False  # unless more is heard of meanwhile
        try:
            entries = await self._log.read(self.stream, self.seq)
        except BaseException:
            self._in_doubt = True
            raise
        if entries:
            self._take(entries)
