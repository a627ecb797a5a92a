"""Who looks at one table, here or through another process, and how long those who left have to come back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.room import Room
from bowerbird.seats import Seat
from bowerbird.store import StoreError

__all__ = ["Attendance"]

log = logging.getLogger(__name__)

#: How long to wait before trying again what could not be written, in seconds.
_TRY_AGAIN: Final = 1.0


class Attendance:
    """The people before one table. When the time of somebody's grace is over, `hand_over` is called."""

    def __init__(
        self,
        room: Room,
        grace: float,
        elsewhere: Callable[[str], bool],
        hand_over: Callable[[Seat, str], Coroutine[Any, Any, None]],
    ) -> None:
        """`grace` is in seconds; `elsewhere` knows who looks at the table through another process."""
        self._room = room
        self._grace = grace
        self._elsewhere = elsewhere
        self._hand_over = hand_over
        self._here: dict[str, int] = {}
        self._graces: dict[Seat, asyncio.Task[None]] = {}

    @property
    def waits(self) -> bool:
        """Whether somebody has time left to come back."""
        return bool(self._graces)

    @property
    def somebody_keeps_others_waiting(self) -> bool:
        """Whether there will be a chair to hand over: a person is missing, and another is here."""
        missing = [self._is_missing(seat) for seat in self._room.people()]
        return any(missing) and any(self.is_here(self._room.chairs[seat].person) for seat in self._room.people())

    def is_here(self, person: str) -> bool:
        """Whether a person looks at this table now, wherever."""
        return person in self._here or (bool(person) and self._elsewhere(person))

    def looks_through_us(self, person: str) -> bool:
        """Whether a person looks at it through this very process."""
        return person in self._here

    def of_the_table(self) -> list[str]:
        """Those who sit here or host it, and look at it through this process."""
        known = {self._room.made.host, *(chair.person for chair in self._room.chairs.values())}
        return sorted(person for person in self._here if person and person in known)

    def came(self, person: str) -> None:
        """One more screen of a person."""
        self._here[person] = self._here.get(person, 0) + 1

    def went(self, person: str) -> None:
        """One screen fewer."""
        left = self._here.pop(person, 1) - 1
        if left > 0:
            self._here[person] = left

    def await_return(self) -> None:
        """Everyone who sits here and is not here has the grace time to come back."""
        for seat in self._room.people():
            if self._is_missing(seat) and seat not in self._graces:
                waiting = self._wait(seat, self._room.chairs[seat].person)
                self._graces[seat] = asyncio.create_task(waiting)

    def welcome(self) -> None:
        """Nobody waits any more for those who are here."""
        for seat, grace in list(self._graces.items()):
            if self.is_here(self._room.chairs[seat].person):
                grace.cancel()
                del self._graces[seat]

    def stop_waiting(self) -> None:
        """That is somebody else's to do now."""
        for grace in self._graces.values():
            grace.cancel()
        self._graces.clear()

    def _is_missing(self, seat: Seat) -> bool:
        chair = self._room.chairs[seat]
        return bool(chair.person) and not chair.away and not self.is_here(chair.person)

    async def _wait(self, seat: Seat, person: str) -> None:
        pause = self._grace
        while True:
            await asyncio.sleep(pause)
            try:
                await self._hand_over(seat, person)
            except (StoreError, NotAllowedError) as error:
                log.warning("cannot hand over a seat yet: %s", error)
                pause = _TRY_AGAIN
            else:
                break
        self._graces.pop(seat, None)
