"""Share a few places fairly between people, so that one person's many tables don't hold up anyone else's bots.

Each person has a queue. A free place goes to the person who has used the least time, and nobody saves up time that they
didn't use. So a bot waits for one thought of each other person, and not for all their tables. Does not depend on bots
or tables.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager

__all__ = ["Turns"]


class _Person:
    """What waits for one person, and the time that this person's turns have taken."""

    def __init__(self, used: float) -> None:
        self.waiting: deque[asyncio.Future[None]] = deque()
        self.running = 0
        self.used = used

    @property
    def turns(self) -> int:
        """All turns of this person that aren't over."""
        return len(self.waiting) + self.running


class Turns:
    """A number of places, and the people who wait for one."""

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds."""
        self._free = places
        self._clock = clock
        self._people: dict[str, _Person] = {}
        #: The time used by the person who was served last: where a new one begins.
        self._used = 0.0

    @asynccontextmanager
    async def turn(self, people: Collection[str]) -> AsyncIterator[float]:
        """Hold a place for one of these people: the one with the fewest turns. Gives the seconds it took to get it."""
        name = min(people, key=lambda each: self._people[each].turns if each in self._people else 0)
        person = self._people.setdefault(name, _Person(self._used))
        asked = self._clock()
        try:
            async with self._place(person):
                yield self._clock() - asked
        finally:
            if not person.turns:
                self._people.pop(name, None)

    @asynccontextmanager
    async def _place(self, person: _Person) -> AsyncIterator[None]:
        place = asyncio.get_running_loop().create_future()
        person.waiting.append(place)
        self._give()
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():
                self._take_back(person)  # it had just got its place
            elif place in person.waiting:
                person.waiting.remove(place)
            raise
        began = self._clock()
        try:
            yield
        finally:
            person.used += self._clock() - began
            self._take_back(person)

    def _take_back(self, person: _Person) -> None:
        person.running -= 1
        self._free += 1
        self._give()

    def _give(self) -> None:
        """Give free places away."""
        while self._free and (person := self._next()):
            place = person.waiting.popleft()
            if not place.cancelled():
                place.set_result(None)
                person.running += 1
                self._free -= 1

    def _next(self) -> _Person | None:
        """The person whose turn it is. They get a second place only when nobody else waits."""
        waiting = [person for person in self._people.values() if person.waiting]
        if not waiting:
            return None
        found = min(waiting, key=lambda person: (person.running, person.used))
        self._used = max(self._used, found.used)
        return found
