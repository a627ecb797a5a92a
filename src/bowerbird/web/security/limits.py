"""Limits on what one address, person or link may request."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final

import msgspec
from litestar.connection import ASGIConnection

from bowerbird.errors import BowerbirdError
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.people import Guest
from bowerbird.web.security.proxy import address_of

__all__ = ["Bucket", "Limits", "RateLimiter", "TooManyRequestsError", "Turns"]

Connection = ASGIConnection[Any, Any, Any, Any]
#: The path where join codes are tried.
_CODES = "/api/join"
#: Concurrent passphrase checks for an address over its limit, so that other people can sign in, too.
_HEARD_AT_ONCE = 10


class TooManyRequestsError(BowerbirdError):
    """A limit is exceeded. The text says when to try again."""


class Limits(msgspec.Struct, frozen=True):
    """The limits. Pairs are a burst and a rate per second.

    A room full of people shares one address, so an address may do what sixty people do in a minute. One person, one
    link and one connection have smaller limits. `shared` is for links that hang on the wall. `codes` counts tries of
    join codes by an address, right or wrong. `secrets` counts wrong guesses by an address, `sign_ins` those at one name
    from any address. Beyond them, one passphrase for a name is checked every `turns` seconds. `lines` are WebSockets.
    """

    requests: tuple[float, float] = (300, 30)
    shared: tuple[float, float] = (3000, 300)
    files: tuple[float, float] = (6000, 200)
    writes: tuple[float, float] = (300, 2)
    own_writes: tuple[float, float] = (40, 1)
    codes: tuple[float, float] = (600, 10)
    secrets: tuple[float, float] = (60, 0.2)
    secrets_a_day: tuple[float, float] = (300, 300 / 86_400)
    sign_ins: tuple[float, float] = (20, 1 / 60)
    turns: float = 5.0
    prints: tuple[float, float] = (40, 0.5)
    lines: tuple[float, float] = (1000, 50)
    frames: tuple[float, float] = (60, 15)
    own_frames: tuple[float, float] = (120, 30)
    connections: int = 500
    own_lines: int = 30
    at_once: int = 1500
    frame_bytes: int = 4096


#: The number of addresses, people or links that a bucket remembers.
_KEYS: Final = 20_000
#: The maximum that wait in one queue: from one address, and in all.
_PLACES, _LINE = 3, 24


class Bucket:
    """Allows `burst` at once and `rate` a second for each key."""

    def __init__(self, limit: tuple[float, float], clock: Callable[[], float] = time.monotonic) -> None:
        """The clock is in seconds."""
        self._burst, self._rate = limit
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, key: str = "") -> None:
        """Count one; raise `TooManyRequestsError` if there are too many."""
        now = self._clock()
        left = self._has(key, now)
        if left < 1:
            raise TooManyRequestsError(f"Too many requests. Try again in {_in_words((1 - left) / self._rate)}.")
        if len(self._left) >= _KEYS:
            self._forget(now)
        self._left[key] = (left - 1, now)

    def give_back(self, key: str = "") -> None:
        """Uncount one."""
        now = self._clock()
        self._left[key] = (min(self._burst, self._has(key, now) + 1), now)

    def _has(self, key: str, now: float) -> float:
        left, then = self._left.get(key, (self._burst, now))
        return min(self._burst, left + (now - then) * self._rate)

    def _forget(self, now: float) -> None:
        """Forget keys at their full limit. Of the rest keep at most half the maximum, those with the most requests."""
        left = {key: self._has(key, now) for key in self._left}
        keep = sorted((key for key in left if left[key] < self._burst), key=left.__getitem__)[: _KEYS // 2]
        self._left = {key: (left[key], now) for key in keep}


class Turns:
    """A queue for each key, which lets one through `every` number of seconds.

    Nobody is refused for what other people did before, as long as there is room: three places for each address.
    """

    def __init__(self, every: float) -> None:
        """Set the seconds between turns."""
        self._every = every
        self._next: dict[str, float] = {}
        self._waiting: Counter[tuple[str, str]] = Counter()

    async def wait(self, key: str, address: str) -> None:
        """Wait for a turn; raise `TooManyRequestsError` if the queue is full."""
        now = time.monotonic()
        turn = max(now, self._next.get(key, now))
        if self._waiting[key, address] >= _PLACES or turn - now > _LINE * self._every:
            wait = _in_words(_PLACES * self._every)
            raise TooManyRequestsError(f"Too many people are trying this right now. Try again in {wait}.")
        if len(self._next) >= _KEYS:
            self._next = {each: when for each, when in self._next.items() if when > now}
        self._next[key] = turn + self._every
        self._waiting[key, address] += 1
        try:
            await asyncio.sleep(turn - now)
        finally:
            self._waiting[key, address] -= 1
            if not self._waiting[key, address]:
                del self._waiting[key, address]


def _in_words(seconds: float) -> str:
    if seconds > 90:
        return f"{round(seconds / 60)} minutes"
    whole = max(1, round(seconds))
    return f"{whole} second{'' if whole == 1 else 's'}"


class RateLimiter:
    """Count what each address, person and link requests, and refuse what is over the limits."""

    def __init__(self, limits: Limits) -> None:
        """Start with nothing counted."""
        self.limits = limits
        self._requests = Bucket(limits.requests)
        self._shared = Bucket(limits.shared)
        self._files = Bucket(limits.files)
        self._writes = Bucket(limits.writes)
        self._own_writes = Bucket(limits.own_writes)
        self._codes = Bucket(limits.codes)
        self._guesses = (Bucket(limits.secrets), Bucket(limits.secrets_a_day))
        self._sign_ins = Bucket(limits.sign_ins)
        self._turns = Turns(limits.turns)
        self._hearing: Counter[str] = Counter()
        self._prints = Bucket(limits.prints)
        self._lines = Bucket(limits.lines)
        self._own_frames = Bucket(limits.own_frames)
        self._open: Counter[str] = Counter()
        self._own_lines: Counter[str] = Counter()

    def count_request(self, connection: Connection, link: str = "", *, shared: bool = False) -> None:
        """Count a request. Sixty phones in one room share an address, so each is counted by its own link."""
        if connection.url.path.startswith("/static/"):
            self._files.take(_address(connection))
        elif connection.url.path == _CODES:
            self._codes.take(_address(connection))  # many tries must not use up the pages of other people in the room
        elif shared:
            self._shared.take(link)
        else:
            self._requests.take(link or _address(connection))

    def count_write(self, connection: Connection, guest: Guest | None) -> None:
        """Count a new guest, table or event."""
        self._writes.take(_address(connection))
        if guest is not None:
            self._own_writes.take(guest.person)

    def count_print(self, link: str) -> None:
        """Count a printed sheet, which takes much longer than a page."""
        self._prints.take(link)

    @contextmanager
    def code(self, connection: Connection, otherwise: str = "The table's link still works.") -> Iterator[None]:
        """Count wrong join codes and recovery codes. A right one always works: a whole club shares one address, and
        one member may have tried many."""
        try:
            yield
        except NotFoundError as error:
            try:
                for bucket in self._guesses:
                    bucket.take(_address(connection))
            except TooManyRequestsError:
                raise TooManyRequestsError(f"{error} Many wrong codes came from your network. {otherwise}") from None
            raise

    @asynccontextmanager
    async def passphrase(self, connection: Connection, name: str) -> AsyncIterator[None]:
        """Count wrong passphrases for a name or a person. After many wrong ones, at this name or from this address,
        each waits for a turn: guessing is slow, and nobody is shut out."""
        address, name = _address(connection), " ".join(name.split()).casefold()
        taken = []
        for bucket, key in (*((bucket, address) for bucket in self._guesses), (self._sign_ins, name)):
            with suppress(TooManyRequestsError):
                bucket.take(key)
                taken.append((bucket, key))
        late = len(taken) <= len(self._guesses)
        if late:
            await self._turns.wait(name, address)
            if self._hearing[address] >= _HEARD_AT_ONCE:
                raise TooManyRequestsError("Too many sign-ins from your network right now. Try again in a few seconds.")
        self._hearing[address] += 1
        try:
            yield
        except NotAllowedError as error:
            if late:
                raise TooManyRequestsError(f"{error} After many wrong tries, each new one has to wait.") from None
            raise
        finally:
            self._hearing[address] -= 1
            if not self._hearing[address]:
                del self._hearing[address]
        for bucket, key in taken:
            bucket.give_back(key)

    def count_line(self, connection: Connection) -> None:
        """Count a WebSocket request, even if there is no such table."""
        self._lines.take(_address(connection))

    def count_message(self, person: str) -> None:
        """Count a message of a person on any WebSocket. Strangers share only an address, and aren't counted."""
        if person:
            self._own_frames.take(person)

    @property
    def lines(self) -> int:
        """The number of open WebSockets."""
        return self._open.total()

    @contextmanager
    def connection(self, connection: Connection, person: str) -> Iterator[bool]:
        """Count an open WebSocket of this address, and of this person if known. Yields False if there are too many."""
        counts = [(self._open, _address(connection), self.limits.connections)]
        if person:
            counts.append((self._own_lines, person, self.limits.own_lines))
        if any(lines[key] >= most for lines, key, most in counts):
            yield False
            return
        for lines, key, _ in counts:
            lines[key] += 1
        try:
            yield True
        finally:
            for lines, key, _ in counts:
                lines[key] -= 1
                if not lines[key]:
                    del lines[key]


def _address(connection: Connection) -> str:
    return address_of(connection.client.host) if connection.client else ""
