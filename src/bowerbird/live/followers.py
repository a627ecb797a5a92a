"""Which streams other processes follow, so that a commit announces those and no others.

A process that has a stream in memory without leading it says so, and repeats it. The leader of a stream that nobody
has asked for announces nothing: where people are routed by table, that is nearly every stream. Silence needs good
reasons, though: the leader has led for a while, and has heard everything that was said meanwhile. Everyone else who
writes announces it.

A message may come too late for a commit that is just being written, so a follower compares the heads as well: soon
after the first read, and at every repeat.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final

__all__ = ["REPEAT", "Followers"]

#: Seconds between two repeats by a process that follows, and for how long a leader believes one.
REPEAT: Final = 3.0
_BELIEVED: Final = 3 * REPEAT + 1.0


class Followers:
    """What a process knows of the others who follow the streams that it leads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start without knowing anything. The clock is in seconds."""
        self._clock = clock
        self._since: dict[str, float] = {}
        self._until: dict[str, float] = {}
        self._in_touch_since: float | None = None

    def led(self, stream: str) -> None:
        """This process leads a stream from now on. Until it has listened for a while, somebody may follow it."""
        self._since[stream] = self._clock()

    def lost(self, stream: str) -> None:
        """It leads it no longer."""
        self._since.pop(stream, None)

    def in_touch(self, connected: bool) -> None:
        """Note whether everything that others say is heard now."""
        if not connected:
            self._in_touch_since = None
        elif self._in_touch_since is None:
            self._in_touch_since = self._clock()

    def heard(self, streams: Iterable[str]) -> None:
        """Another process follows these."""
        until = self._clock() + _BELIEVED
        for stream in streams:
            if stream in self._since:
                self._until[stream] = until

    def is_alone(self, stream: str) -> bool:
        """True if this process leads a stream and certainly nobody else follows it."""
        since, in_touch = self._since.get(stream), self._in_touch_since
        if since is None or in_touch is None:
            return False
        now = self._clock()
        return now - max(since, in_touch) > _BELIEVED and self._until.get(stream, 0.0) < now

    def forget(self) -> None:
        """Forget what is too old to matter."""
        now = self._clock()
        self._until = {stream: until for stream, until in self._until.items() if until > now}
