"""A computer's clocks, as a test sets them."""

from __future__ import annotations

from bowerbird.live.clock import SteadyClock

__all__ = ["Clocks", "Seconds"]

#: A Monday evening, in milliseconds since 1970.
EVENING = 1_767_639_600_000


class Clocks:
    """A wall clock that can be set, and a steady clock that cannot."""

    def __init__(self) -> None:
        self.wall = EVENING
        self.steady = 5_000_000
        self.read = 0  # how often somebody has looked at the time

    def started(self) -> SteadyClock:
        """The clock of a process that starts now."""
        return SteadyClock(lambda: self.wall, self._look)

    def _look(self) -> int:
        self.read += 1
        return self.steady

    def go(self, seconds: float) -> None:
        """Time passes."""
        self.wall += int(seconds * 1000)
        self.steady += int(seconds * 1000)

    def jump(self, seconds: float) -> None:
        """Somebody sets the wall clock."""
        self.wall += int(seconds * 1000)


class Seconds:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at
