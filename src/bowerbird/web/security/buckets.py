"""Count what somebody asks for: so many at once, and then so many a second. What is over is refused."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import ceil
from typing import Final

from bowerbird.errors import BowerbirdError
from bowerbird.web.security.tokens import Tokens

__all__ = ["Bucket", "TooManyRequestsError", "in_words"]

#: The number of addresses, people or links that a bucket remembers.
_KEYS: Final = 20_000


class TooManyRequestsError(BowerbirdError):
    """A limit is exceeded. The text says when to try again, and `retry_after` says it in whole seconds.

    With `checked`, what was sent was looked at all the same, and was wrong: sending it again is no use. `place` keeps
    the client's place in line: see `Room`.
    """

    def __init__(self, why: str, retry_after: float, *, checked: bool = False, place: str = "") -> None:
        """Round up: a client that waits this long is not early."""
        super().__init__(why)
        self.retry_after = max(1, ceil(retry_after))
        self.checked = checked
        self.place = place


class Bucket:
    """Allows `burst` at once and `rate` a second for each key."""

    def __init__(
        self,
        limit: tuple[float, float],
        clock: Callable[[], float] = time.monotonic,
        tokens: Callable[[str], Tokens] | None = None,
    ) -> None:
        """The clock is in seconds. `tokens` gives those of a key, if other processes count as well."""
        self._tokens = tokens
        self._burst, self._rate = limit
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, key: str = "") -> None:
        """Count one; raise `TooManyRequestsError` if there are too many."""
        now = self._clock()
        shared = self._tokens(key) if self._tokens else None
        if shared is not None and shared.take(now):
            return
        left = shared.left(now) if shared is not None else self._has(key, now)
        if left < 1:
            wait = (1 - left) / self._rate
            raise TooManyRequestsError(f"Too many requests. Try again in {in_words(wait)}.", wait)
        if len(self._left) >= _KEYS:
            self._forget(now)
        self._left[key] = (left - 1, now)

    def give_back(self, key: str = "") -> None:
        """Uncount one."""
        now = self._clock()
        if self._tokens:
            self._tokens(key).give_back(now)
            return
        self._left[key] = (min(self._burst, self._has(key, now) + 1), now)

    def _has(self, key: str, now: float) -> float:
        left, then = self._left.get(key, (self._burst, now))
        return min(self._burst, left + (now - then) * self._rate)

    def _forget(self, now: float) -> None:
        """Forget keys at their full limit. Of the rest keep at most half the maximum, those with the most requests."""
        left = {key: self._has(key, now) for key in self._left}
        keep = sorted((key for key in left if left[key] < self._burst), key=left.__getitem__)[: _KEYS // 2]
        self._left = {key: (left[key], now) for key in keep}


def in_words(seconds: float) -> str:
    """A time to wait, for people."""
    if seconds > 90:
        return f"{round(seconds / 60)} minutes"
    whole = max(1, ceil(seconds))
    return f"{whole} second{'' if whole == 1 else 's'}"
