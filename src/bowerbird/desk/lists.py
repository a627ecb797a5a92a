"""A person's list of their own creations: one line for each key, even if the same request comes twice at once."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from bowerbird.clock import Now
from bowerbird.store import ConflictError, Log

__all__ = ["ListItem", "StoredLists"]


class ListItem(msgspec.Struct, frozen=True, kw_only=True):
    """A line; `key` is that of the request which created the thing."""

    key: str = ""


L = TypeVar("L", bound=ListItem)


class StoredLists:
    """Lists on the log, each in its own stream."""

    def __init__(self, log: Log, clock: Now) -> None:
        """Use this log."""
        self._log = log
        self._clock = clock

    async def of(self, stream: str, kind: type[L]) -> list[L]:
        """The lines, oldest first."""
        return [msgspec.json.decode(entry.body, type=kind) for entry in await self._log.read(stream)]

    async def add(self, stream: str, line: L) -> L:
        """Add a line, or return the one that is already there under its key."""
        while True:
            lines = await self.of(stream, type(line))
            known = next((each for each in lines if each.key == line.key), None)
            if known is not None:
                return known
            try:
                await self._log.append(stream, len(lines), [msgspec.json.encode(line)], self._clock())
            except ConflictError:
                continue
            return line
