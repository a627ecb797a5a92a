"""The bird that each person has chosen as a picture. Doesn't depend on tables or the web.

It belongs to the person, not to a browser or a name: signing in elsewhere brings it along.
"""

from __future__ import annotations

import msgspec

from bowerbird.clock import Now
from bowerbird.store import ConflictError, Log

__all__ = ["Portraits"]


class _Chosen(msgspec.Struct, frozen=True):
    """A choice; the last one in the stream counts. Empty: initials again."""

    bird: str


class Portraits:
    """The choices of all people."""

    def __init__(self, log: Log, clock: Now) -> None:
        """Use the server's log."""
        self._log = log
        self._clock = clock

    async def of(self, person: str) -> str:
        """The bird of a person; empty if they never chose one."""
        _, bird = await self._last(person)
        return bird

    async def choose(self, person: str, bird: str) -> None:
        """Write down a choice, if it is a new one."""
        while True:
            seq, last = await self._last(person)
            if bird == last:
                return
            try:
                body = msgspec.json.encode(_Chosen(bird))
                await self._log.append(_stream(person), seq, [body], self._clock())
            except ConflictError:
                continue
            return

    async def _last(self, person: str) -> tuple[int, str]:
        """The last choice, with its number."""
        for entry in await self._log.tail(_stream(person), 1):
            return entry.seq, "" if entry.is_erased else msgspec.json.decode(entry.body, type=_Chosen).bird
        return 0, ""


def _stream(person: str) -> str:
    return f"portrait:{person}"
