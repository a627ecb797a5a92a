"""The time that rounds, bells and everything else here run on: the wall clock at the start, then a steady clock.

A wall clock can be set: by a person, by the network, by a computer that wakes up. Rounds must not end because of that.
So the wall clock is read once, and the time goes on from there as the computer's steady clock does, which nobody can
set. It counts on while a laptop sleeps.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from bowerbird.live.stream import Clock
from bowerbird.machine import steady_milliseconds

__all__ = ["SteadyClock", "not_before"]

#: Milliseconds. A fact from a later time than this is nonsense, and no reason to move the clock.
_A_DAY: Final = 86_400_000


def _wall() -> int:
    return time.time_ns() // 1_000_000


class SteadyClock:
    """Milliseconds since 1970 that neither jump nor go back. Call it to read it."""

    def __init__(
        self, wall: Callable[[], int] = _wall, steady: Callable[[], int] = steady_milliseconds, ahead: int | None = None
    ) -> None:
        """Read the wall clock once. `ahead` is given by another process of this machine, to agree with it."""
        self._wall = wall
        self._steady = steady
        #: The milliseconds from the steady clock to this one.
        self.ahead = wall() - steady() if ahead is None else ahead

    def __call__(self) -> int:
        """The time now."""
        return self._steady() + self.ahead

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


def not_before(clock: Clock, at: int) -> None:
    """The same for any clock: only a steady one can be moved."""
    if isinstance(clock, SteadyClock):
        clock.not_before(at)
