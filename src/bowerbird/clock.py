"""The time: what it is, how it goes on, and waiting for it. Who makes something that waits gives it a clock.

The wall clock of a computer can be set: by a person, by the network, by a computer that wakes up. Rounds must not end
because of that. So a server reads it once, and the time goes on from there as the computer's steady clock does, which
nobody can set (`SteadyClock`). It counts on while a laptop sleeps.

What only guards against a program that hangs, or a database that is away, does not ask here: it is in real time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, Protocol, TypeAlias

from bowerbird.machine import steady_milliseconds

__all__ = ["REAL_TIME", "Clock", "Now", "SteadyClock", "Timer"]

#: Milliseconds. A fact from a later time than this is nonsense, and no reason to move the clock.
_A_DAY: Final = 86_400_000
#: Seconds between looks at the time while it is waited for: the loop stands still while a laptop sleeps.
_LOOK: Final = 5.0

#: The time alone: milliseconds since 1970 in UTC.
Now: TypeAlias = Callable[[], int]


class Timer(Protocol):
    """A call that is to come."""

    def cancel(self) -> None:
        """Let it not come."""
        ...


def _wall() -> int:
    return time.time_ns() // 1_000_000


class Clock:
    """The computer's clock. Tests bring one that they move by hand."""

    def __init__(self, now: Now = _wall) -> None:
        """`now` gives the time, if it is not the wall clock's."""
        self._now = now

    @staticmethod
    def of(now: Now) -> Clock:
        """A clock as it is; the time alone with the computer's way to wait for it."""
        return now if isinstance(now, Clock) else Clock(now)

    def __call__(self) -> int:
        """The same as `now`, where only the time is wanted."""
        return self.now()

    def now(self) -> int:
        """Milliseconds since 1970 in UTC."""
        return self._now()

    def steady(self) -> float:
        """Seconds from some beginning. They never jump, but may stand still while a laptop sleeps."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds."""
        await asyncio.sleep(seconds)

    async def sleep_until(self, at: int) -> None:
        """Wait until the time is `at` in milliseconds, however the computer sleeps meanwhile."""
        while (left := (at - self.now()) / 1000) > 0:
            await self.sleep(min(left, _LOOK))

    def timeout(self, seconds: float | None) -> AbstractAsyncContextManager[object]:
        """Raise `TimeoutError` if what is inside takes longer; with None, it may."""
        return asyncio.timeout(seconds)

    async def wait(self, what: asyncio.Event | asyncio.Future[Any], seconds: float | None) -> bool:
        """Until this has happened or is done, so many seconds at most. True if it is. Nothing is cancelled."""
        try:
            async with self.timeout(seconds):
                await (what.wait() if isinstance(what, asyncio.Event) else asyncio.wait([what]))
        except TimeoutError:
            return False
        return True

    def call_later(self, seconds: float, call: Callable[..., object], *args: object) -> Timer:
        """Call this in so many seconds."""
        return asyncio.get_running_loop().call_later(seconds, call, *args)

    def not_before(self, at: int) -> None:
        """Go on from this time if it is later than now. Only a steady clock can be moved."""


class SteadyClock(Clock):
    """A clock that neither jumps nor goes back."""

    def __init__(self, wall: Now = _wall, counted: Now = steady_milliseconds, ahead: int | None = None) -> None:
        """Read the wall clock once. `ahead` is given by another process of this machine, to agree with it."""
        super().__init__()
        self._wall = wall
        self._counted = counted
        #: The milliseconds from the computer's steady clock to this one.
        self.ahead = wall() - counted() if ahead is None else ahead

    def now(self) -> int:
        """Milliseconds since 1970 in UTC."""
        return self._counted() + self.ahead

    @property
    def behind(self) -> int:
        """The milliseconds that the wall clock has been set forward since it was read; negative if set back."""
        return self._wall() - self()

    def settle(self) -> None:
        """Read the wall clock again. Only while nothing is timed: this jumps."""
        self.ahead += self.behind

    def not_before(self, at: int) -> None:
        """Go on from this time if it is later than now: it was noted before a restart, so the wall clock is wrong."""
        late = at - self()
        if 0 < late <= _A_DAY:
            self.ahead += late


#: The computer's clock.
REAL_TIME: Final = Clock()
