"""Close stalled connections: requests that never end, and responses that nobody reads.

uvicorn itself would wait forever. Connections are counted for the person or link of their last request, if there is
one, so that a vandal's don't crowd out those of other people behind the same address.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from bowerbird.web.security.callers import noted_caller
from bowerbird.web.security.proxy import address_of

__all__ = ["ConnectionSweeper", "Patience"]


class Patience(msgspec.Struct, frozen=True):
    """Limits of a connection: times in seconds, and unread data in bytes."""

    #: How often connections are checked.
    look: float = 1
    head: float = 15
    body: float = 60
    untaken: float = 30
    line_bytes: int = 1_000_000
    #: Seconds between pings of a WebSocket, and until a ping must be answered: a phone can vanish without closing
    #: its connection, and the other players should not wait long.
    ping: float = 5
    pong: float = 5
    #: The maximum of incomplete requests, and of connections between two requests, from one person or link, or from all
    #: strangers of one address; not applied to a proxy.
    asking: int = 200
    idle: int = 1000


class _Note:
    """The last observed state of a connection."""

    __slots__ = ("since", "state", "untaken", "untaken_since")

    def __init__(self, state: str, now: float) -> None:
        self.state = state
        self.since = now
        self.untaken = 0
        self.untaken_since = now


#: What a connection waits for: the head or the body of a request, the next request, or something else.
_HEAD, _BODY, _IDLE, _OTHER = "head", "body", "idle", "other"


class ConnectionSweeper:
    """Checks all connections regularly, and closes stalled ones."""

    def __init__(self, patience: Patience | None = None, *, behind_proxy: bool = False) -> None:
        """Behind a proxy, connections are not counted by address."""
        self.cut = 0
        self._patience = patience or Patience()
        self._behind_proxy = behind_proxy
        self._notes: WeakKeyDictionary[Any, _Note] = WeakKeyDictionary()

    def check(self, connections: set[Any], now: float) -> None:
        """Check all connections. `now` is in seconds."""
        crowds: dict[tuple[str, bool], list[Any]] = {}
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
                crowds.setdefault((_whose(connection), state == _IDLE), []).append(connection)
        if not self._behind_proxy:
            for (_, is_idle), crowd in crowds.items():
                self._thin_out(crowd, self._patience.idle if is_idle else self._patience.asking)

    def _thin_out(self, crowd: list[Any], most: int) -> None:
        """Close the oldest if there are too many."""
        crowd.sort(key=lambda each: self._notes[each].since)
        for connection in crowd[: max(0, len(crowd) - most)]:
            self._cut(connection)

    def _is_too_slow(self, connection: Any, note: _Note, now: float) -> bool:
        patience = self._patience
        took = now - note.since
        if (note.state == _HEAD and took > patience.head) or (note.state == _BODY and took > patience.body):
            return True
        untaken = connection.transport.get_write_buffer_size()
        if untaken < note.untaken or not untaken:
            note.untaken_since = now  # the client reads, however slowly
        note.untaken = untaken
        is_line = not hasattr(connection, "cycle")
        return now - note.untaken_since > patience.untaken or (is_line and untaken > patience.line_bytes)

    def _cut(self, connection: Any) -> None:
        self.cut += 1
        connection.transport.abort()


def _state(connection: Any) -> str:
    """The state of a uvicorn connection. WebSockets, and requests being answered, wait for the server."""
    if not hasattr(connection, "cycle"):
        return _OTHER
    cycle = connection.cycle
    if cycle is None or cycle.response_complete:
        # Between two requests uvicorn's own timeout applies, until the next one starts.
        return _HEAD if connection.timeout_keep_alive_task is None else _IDLE
    return _BODY if cycle.more_body else _OTHER


def _whose(connection: Any) -> str:
    """The person or link of the last request on a uvicorn connection; an address if it has none."""
    caller = noted_caller(connection.cycle.scope) if connection.cycle is not None else None
    return caller.own if caller is not None and caller.own else address_of(connection.client[0])
