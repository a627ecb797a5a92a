"""A budget of the server's processor time for each caller: so many seconds at once, and then a small share of a core.

A caller who has spent it waits, so that nobody else notices. Only what would have to wait for too
long is refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from bowerbird.clock import REAL_TIME, Clock
from bowerbird.hall.effort import Effort, the_effort
from bowerbird.web.security.buckets import TooManyRequestsError, in_words
from bowerbird.web.security.lines import Until

__all__ = ["Budget", "Budgets"]

#: Seconds that are held back while a request is answered, at most: it probably costs what the last one did.
_DEPOSIT: Final = 0.1
#: The number of callers to remember.
_KEYS: Final = 20_000


class Budget:
    """What one caller has left, in seconds. Pure: the time comes from outside."""

    __slots__ = ("_burst", "_rate", "_then", "last", "left")

    def __init__(self, limit: tuple[float, float], now: float) -> None:
        self._burst, self._rate = limit
        self._then = now
        self.left = self._burst
        self.last = 0.0

    def wait(self, now: float) -> float:
        """Seconds until something is left."""
        self.left = min(self._burst, self.left + (now - self._then) * self._rate)
        self._then = now
        return max(0.0, -self.left / self._rate)

    def settle(self, deposit: float, spent: float, longest: float) -> None:
        """Pay for a request. A debt takes at most `longest` seconds, so that there is always a next time."""
        self.last = spent
        self.left = max(self.left + deposit - spent, -longest * self._rate)

    def is_full(self, now: float) -> bool:
        """True if forgetting this one changes nothing."""
        self.wait(now)
        return self.left >= self._burst


class Budgets:
    """A budget for each key, such as a person or a link."""

    def __init__(
        self,
        limit: tuple[float, float],
        longest: float,
        clock: Clock = REAL_TIME,
        *,
        refuses: bool = True,
    ) -> None:
        """Nobody waits longer than `longest` seconds. A budget that many people share delays, and never refuses."""
        self._limit = limit
        self._longest = longest
        self._refuses = refuses
        self._clock = clock
        self._known: dict[str, Budget] = {}

    @asynccontextmanager
    async def paid_by(self, key: str, until: Until) -> AsyncIterator[Effort]:
        """Wait until this caller may ask, and charge what the block takes.

        Raises `TooManyRequestsError` if that would take too long.
        """
        budget = self._of(key)
        wait = budget.wait(self._clock.steady())
        if wait > self._longest and self._refuses:
            raise TooManyRequestsError(f"This is a lot of work. Try again in {in_words(wait)}.", wait)
        deposit = min(budget.last, _DEPOSIT)
        budget.left -= deposit  # callers who come later wait for this one, too
        effort = Effort()
        before = the_effort.set(effort)
        try:
            if wait:
                await until(self._in(min(wait, self._longest)))
            yield effort
        finally:
            the_effort.reset(before)
            budget.settle(deposit, effort.seconds, self._longest)

    def _in(self, seconds: float) -> asyncio.Future[None]:
        """Done after so many seconds."""
        done = asyncio.get_running_loop().create_future()
        self._clock.call_later(seconds, _end, done)
        return done

    def _of(self, key: str) -> Budget:
        now = self._clock.steady()
        if len(self._known) >= _KEYS and key not in self._known:
            kept = [(budget.left, known) for known, budget in self._known.items() if not budget.is_full(now)]
            self._known = {known: self._known[known] for _, known in sorted(kept)[: _KEYS // 2]}
        return self._known.setdefault(key, Budget(self._limit, now))


def _end(done: asyncio.Future[None]) -> None:
    if not done.done():
        done.set_result(None)
