"""The bird that each person has chosen as a picture. Doesn't depend on tables or the web.

It belongs to the person, not to a browser or a name: signing in elsewhere brings it along.
"""

from __future__ import annotations

import msgspec

from bowerbird.live.stream import Clock
from bowerbird.store import ConflictError, Entry, Log

__all__ = ["Portraits"]


class _Chosen(msgspec.Struct, frozen=True):
    """A choice; the last one in the stream counts. Empty: initials again."""

    bird: str


class Portraits:
    """The choices of all people."""

    def __init__(self, log: Log, clock: Clock) -> None:
        """Use the server's log."""
        self._log = log
        self._clock = clock

    async def of(self, person: str) -> str:
        """The bird of a person; empty if they never chose one."""
        return _last(await self._log.read(_stream(person)))

    async def choose(self, person: str, bird: str) -> None:
        """Write down a choice, if it is a new one."""
        while True:
            entries = await self._log.read(_stream(person))
            if bird == _last(entries):
                return
            try:
                body = msgspec.json.encode(_Chosen(bird))
                await self._log.append(_stream(person), len(entries), [body], self._clock())
            except ConflictError:
                continue
            return


def _stream(person: str) -> str:
    return f"portrait:{person}"


def _last(entries: list[Entry]) -> str:
    return msgspec.json.decode(entries[-1].body, type=_Chosen).bird if entries else ""
