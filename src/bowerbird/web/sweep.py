"""Connections that hold a place and do nothing: a request that never ends, an answer that nobody takes.

The web server itself waits for them for ever. It knows uvicorn's connections, and nothing of the hall.
"""

from __future__ import annotations

from collections import deque
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

__all__ = ["Patience", "Sweep"]


class Patience(msgspec.Struct, frozen=True):
    """How long a connection may take, in seconds, and how much may wait for it, in bytes."""

    #: How often connections are looked through.
    look: float = 1
    head: float = 15
    body: float = 60
    untaken: float = 30
    line_bytes: int = 1_000_000
    #: How often a live line is asked whether anybody is there, and how long it may take to say so: phones go dark
    #: without a word, and those who wait at the table should not wait for long.
    ping: float = 5
    pong: float = 5
    #: How many connections of one address may be in the middle of asking; a proxy asks for all.
    asking: int = 200


class _Note:
    """What was last seen of a connection."""

    __slots__ = ("since", "state", "untaken", "untaken_since")

    def __init__(self, state: str, now: float) -> None:
        self.state = state
        self.since = now
        self.untaken = 0
        self.untaken_since = now


#: A connection on which a request has begun and is not complete.
_HEAD, _BODY, _OTHER = "head", "body", "other"


class Sweep:
    """Looks through the connections again and again, and cuts those that only hold their place."""

    def __init__(self, patience: Patience | None = None, *, behind_proxy: bool = False) -> None:
        """A proxy asks for everybody: its connections are not counted by address."""
        self.cut = 0
        self._patience = patience or Patience()
        self._behind_proxy = behind_proxy
        self._notes: WeakKeyDictionary[Any, _Note] = WeakKeyDictionary()

    def look(self, connections: set[Any], now: float) -> None:
        """Now; the clock counts seconds."""
        asking: dict[str, deque[Any]] = {}
        for connection in tuple(connections):
            state = _state(connection)
            note = self._notes.get(connection)
            if note is None:
                note = self._notes[connection] = _Note(state, now)
            elif note.state != state:
                note.state, note.since = state, now
            if self._is_too_slow(connection, note, now):
                self._cut(connection)
            elif state != _OTHER and connection.client:
                asking.setdefault(connection.client[0], deque()).append(connection)
        if not self._behind_proxy:
            for crowd in asking.values():
                crowd_by_age = sorted(crowd, key=lambda each: self._notes[each].since)
                for connection in crowd_by_age[: max(0, len(crowd) - self._patience.asking)]:
                    self._cut(connection)

    def _is_too_slow(self, connection: Any, note: _Note, now: float) -> bool:
        patience = self._patience
        took = now - note.since
        if (note.state == _HEAD and took > patience.head) or (note.state == _BODY and took > patience.body):
            return True
        untaken = connection.transport.get_write_buffer_size()
        if untaken < note.untaken or not untaken:
            note.untaken_since = now  # somebody reads, however slowly
        note.untaken = untaken
        is_line = not hasattr(connection, "cycle")
        return now - note.untaken_since > patience.untaken or (is_line and untaken > patience.line_bytes)

    def _cut(self, connection: Any) -> None:
        self.cut += 1
        connection.transport.abort()


def _state(connection: Any) -> str:
    """What a connection of uvicorn's waits for; a live line, and one that is being answered, wait for us."""
    if not hasattr(connection, "cycle"):
        return _OTHER
    cycle = connection.cycle
    if cycle is None or cycle.response_complete:
        # Between two requests uvicorn's own clock runs, until the first letter of the next one.
        return _HEAD if connection.timeout_keep_alive_task is None else _OTHER
    return _BODY if cycle.more_body else _OTHER
