"""Wait in line instead of being refused: for limits that many people share, such as those of an address.

One person who asks for too much looks like a room full of people, if only the address is counted. So whatever is over
the limit waits, and the line is fair: the more somebody has asked for lately, the further back they stand, within
bounds. Only if very many wait is somebody sent away: the one who would be last. They get a slip with which they keep
their place: when they come back, everyone who came later stands behind them. So nobody is sent away for good.

`Line` is pure and gets the time from outside. `Room` has a line for each key, and lets people wait.
"""

from __future__ import annotations

import asyncio
import secrets
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import Final, TypeAlias

from bowerbird.clock import REAL_TIME, Clock
from bowerbird.web.security.buckets import TooManyRequestsError, in_words
from bowerbird.web.security.tokens import OwnTokens, Tokens

__all__ = ["USUAL_STEP", "AbandonedError", "Line", "Place", "Room", "Until"]

#: Waits for something, and raises `AbandonedError` if the client leaves before.
Until: TypeAlias = Callable[[asyncio.Future[None]], Awaitable[None]]

#: Seconds that somebody stands back for each request of the last minute or two, and the maximum.
USUAL_STEP, _FURTHEST = 0.02, 3.0
#: Seconds after which a request of the past counts half.
_HALF: Final = 60.0
#: The number of callers that a line remembers, and the number of lines in a room.
_CALLERS, _KEYS = 4_000, 20_000
#: Seconds that are added to a wait, so that it is over afterwards.
_A_LITTLE: Final = 0.0005
#: The maximum that wait in one line, and of callers who were sent away and keep their place.
_MOST: Final = 2_000


class AbandonedError(TooManyRequestsError):
    """The client left while it waited."""

    def __init__(self) -> None:
        """Nobody reads this."""
        super().__init__("Nobody waits for this any more.", 1)


class Place:
    """A place in a line. `asking` says who waits, from coarse to fine: an address, a person."""

    __slots__ = ("asking", "came", "number", "rank", "turn")

    def __init__(self, asking: tuple[str, ...], came: float, rank: float, number: int) -> None:
        self.asking = asking
        self.came = came
        self.rank = rank
        self.number = number
        self.turn: asyncio.Future[None] = asyncio.Future()


class _Waiting:
    """The callers who wait. Within a group, such as one address, the order stays, so it is sorted once."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, ...], list[Place]] = {}
        self._number = 0

    def __len__(self) -> int:
        return self._number

    def __contains__(self, place: Place) -> bool:
        group = self._groups.get(place.asking[:-1], [])
        at = bisect_left(group, _in_group(place), key=_in_group)
        return at < len(group) and group[at] is place

    def add(self, place: Place) -> None:
        insort(self._groups.setdefault(place.asking[:-1], []), place, key=_in_group)
        self._number += 1

    def remove(self, place: Place) -> None:
        group = self._groups[place.asking[:-1]]
        del group[bisect_left(group, _in_group(place), key=_in_group)]
        self._number -= 1
        if not group:
            del self._groups[place.asking[:-1]]

    def ends(self, at: int) -> Iterator[Place]:
        """The first of each group (0), or the last (-1)."""
        return (group[at] for group in self._groups.values())


def _in_group(place: Place) -> tuple[float, int]:
    return place.rank, place.number


class Line:
    """Lets `burst` through at once, then `rate` a second; with a rate of 0, as many as are given back."""

    def __init__(
        self, limit: tuple[float, float], places: int, step: float, now: float, tokens: Tokens | None = None
    ) -> None:
        """At most `places` wait. Each request of the past costs its sender `step` seconds in line.

        The `tokens` for the limit may be shared with other processes.
        """
        self._burst, self._rate = limit
        self._places = places
        self._step = step
        self._tokens = tokens or OwnTokens(limit, now)
        self._then = self._halved = now
        self._asked: Counter[tuple[str, ...]] = Counter()
        self._number = 0
        self.waiting = _Waiting()

    def join(self, asking: tuple[str, ...], now: float, came: float | None = None) -> tuple[Place, Place | None]:
        """Stand in line, as of when they first came. Also gives the one who is sent away, if there are too many."""
        self._number += 1
        rank = self.note(asking, now)
        place = Place(asking, now, rank, self._number) if came is None else Place(asking, came, came, self._number)
        self.waiting.add(place)
        if len(self.waiting) - int(self._tokens.left(now)) <= self._places:
            return place, None
        last = max(self.waiting.ends(-1), key=self._order)
        self.waiting.remove(last)
        return place, last

    def note(self, asking: tuple[str, ...], now: float) -> float:
        """Count a request of somebody. Gives the time as of which they stand in line."""
        self._count(now)
        rank = now + self._back(asking)
        for depth in range(1, len(asking) + 1):
            self._asked[asking[:depth]] += 1
        return rank

    def _back(self, who: tuple[str, ...]) -> float:
        """Seconds that somebody stands back for what they have asked for."""
        return min(self._asked[who] * self._step, _FURTHEST * self._step / USUAL_STEP)

    def _order(self, place: Place) -> tuple[float, int]:
        """The caller counts as it was when they came; the address, which others use as well, as it is now."""
        shared = sum(self._back(place.asking[:depth]) for depth in range(1, len(place.asking)))
        return place.rank + shared, place.number

    def leave(self, place: Place) -> None:
        """Wait no longer."""
        self.waiting.remove(place)

    def release(self, now: float) -> list[Place]:
        """The callers whose turn it is now."""
        self._count(now)
        released = []
        while self.waiting and self._tokens.take(now):
            first = min(self.waiting.ends(0), key=self._order)
            self.waiting.remove(first)
            released.append(first)
        return released

    def give_back(self, now: float) -> None:
        """Uncount one."""
        self._count(now)
        self._tokens.give_back(now)

    def seconds_until(self, ahead: int) -> float:
        """Seconds until there is room for one more, after so many others; 0 if nobody can know."""
        return max(0.0, (1 + ahead - self._tokens.left(self._then)) / self._rate) if self._rate else 0.0

    def left(self, now: float) -> float:
        """How many may go at once now."""
        self._count(now)
        return self._tokens.left(now)

    def is_idle(self, now: float) -> bool:
        """True if forgetting this line changes nothing."""
        return not self.waiting and self.left(now) >= self._burst

    def _count(self, now: float) -> None:
        self._then = now
        if now - self._halved >= _HALF or len(self._asked) > _CALLERS:
            self._halved = now
            self._asked = Counter({who: times // 2 for who, times in self._asked.items() if times > 1})


class Room:
    """A line for each key, such as an address. What is over the limit waits for its turn."""

    def __init__(
        self,
        limit: tuple[float, float],
        longest: float = 10.0,
        *,
        places: int = 0,
        step: float = USUAL_STEP,
        clock: Clock = REAL_TIME,
        tokens: Callable[[str], Tokens] | None = None,
    ) -> None:
        """Nobody waits much longer than `longest` seconds; `places` wait where no rate says how many that are.

        `tokens` gives those of a key, if other processes count as well. Each process has lines of its own.
        """
        self._limit = limit
        self._longest = longest
        self._places = places or min(_MOST, int(longest * limit[1]))
        self._step = step
        self._clock = clock
        self._tokens = tokens
        self._lines: dict[str, Line] = {}
        self._coming: set[str] = set()
        #: When the holders of slips came; oldest slip first.
        self._slips: dict[str, float] = {}

    async def enter(self, key: str, *asking: str, until: Until | None = None, slip: str = "") -> None:
        """Wait for a turn. Raises `TooManyRequestsError` for the last in line if too many wait.

        `until` waits for the turn as long as the client is there. A `slip` is good once.
        """
        now = self._clock.steady()
        line = self._line(key, now)
        place, last = line.join(asking, now, self._slips.pop(slip, None))
        if last is not None:
            self._send_away(line, last)
        if place is last:
            await place.turn
        self._let_in(key)
        try:
            await (until(place.turn) if until else place.turn)
        except (asyncio.CancelledError, AbandonedError):
            if place in line.waiting:
                line.leave(place)
            elif not place.turn.cancelled() and place.turn.exception() is None:
                self.give_back(key)  # it had just got its turn
            raise

    def _send_away(self, line: Line, last: Place) -> None:
        wait = line.seconds_until(len(line.waiting)) or self._longest
        if not last.turn.done():
            says = f"Too many requests. Try again in {in_words(wait)}."
            last.turn.set_exception(TooManyRequestsError(says, wait, place=self._slip(last)))

    def _slip(self, place: Place) -> str:
        """A slip for somebody who is sent away."""
        if len(self._slips) >= _MOST:
            del self._slips[next(iter(self._slips))]
        slip = secrets.token_urlsafe(9)
        self._slips[slip] = place.came
        return slip

    def note(self, key: str, *asking: str) -> None:
        """Count a request that needs no turn: its sender stands further back later."""
        now = self._clock.steady()
        self._line(key, now).note(asking, now)

    def give_back(self, key: str) -> None:
        """Uncount one, and let the next one in."""
        now = self._clock.steady()
        self._line(key, now).give_back(now)
        self._let_in(key)

    def _line(self, key: str, now: float) -> Line:
        if key not in self._lines:
            if len(self._lines) >= _KEYS:
                self._forget(now)
            shared = self._tokens(key) if self._tokens else None
            self._lines[key] = Line(self._limit, self._places, self._step, now, shared)
        return self._lines[key]

    def _forget(self, now: float) -> None:
        """Forget lines at their full limit. Of the rest keep those where people wait, and those with most requests."""
        if self._tokens:  # they are in the file, and each look at it takes a while
            self._lines = {key: line for key, line in self._lines.items() if line.waiting}
            return
        kept = [(line.left(now), key) for key, line in self._lines.items() if not line.is_idle(now)]
        few = {key for _, key in sorted(kept)[: _KEYS // 2]}
        self._lines = {key: line for key, line in self._lines.items() if line.waiting or key in few}

    def _let_in(self, key: str) -> None:
        """Let those in whose turn it is, and come back when the next one may go."""
        line = self._lines.get(key)
        if line is None:
            return
        now = self._clock.steady()
        for place in line.release(now):
            if not place.turn.done():
                place.turn.set_result(None)
        if line.waiting and self._limit[1] and key not in self._coming:
            self._coming.add(key)
            self._clock.call_later(line.seconds_until(0) + _A_LITTLE, self._again, key)

    def _again(self, key: str) -> None:
        self._coming.discard(key)
        self._let_in(key)
