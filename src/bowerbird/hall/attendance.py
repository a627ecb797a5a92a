"""Track the viewers of one table, in this and other processes, and the time players have to come back."""

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

#: Seconds before a failed write is tried again.
_TRY_AGAIN: Final = 1.0


class Attendance:
    """The people who have one table open. Calls `hand_over` when a missing player's grace time ends."""

    def __init__(
        self,
        room: Room,
        grace: float,
        elsewhere: Callable[[str], bool],
        hand_over: Callable[[Seat, str], Coroutine[Any, Any, None]],
    ) -> None:
        """`grace` is in seconds; `elsewhere` tells if a person has the table open through another process."""
        self._room = room
        self._grace = grace
        self._elsewhere = elsewhere
        self._hand_over = hand_over
        self._here: dict[str, int] = {}
        self._events: set[str] = set()
        self._graces: dict[Seat, asyncio.Task[None]] = {}

    @property
    def waits(self) -> bool:
        """True while a player still has time to come back."""
        return bool(self._graces)

    @property
    def is_watched(self) -> bool:
        """True if anybody has this table open. An event that hosts it isn't anybody."""
        players = (self._room.chairs[seat].person for seat in self._room.people())
        return bool(self._here.keys() - self._events) or any(self.is_here(person) for person in players)

    @property
    def keeps_people_waiting(self) -> bool:
        """True if a chair will have to be handed over: one person is missing, and another is here."""
        missing = [self._is_missing(seat) for seat in self._room.people()]
        return any(missing) and any(self.is_here(self._room.chairs[seat].person) for seat in self._room.people())

    def is_here(self, person: str) -> bool:
        """True if a person has this table open, in any process."""
        return person in self._here or (bool(person) and self._elsewhere(person))

    def is_connected_here(self, person: str) -> bool:
        """True if a person has it open through this process."""
        return person in self._here

    def connected_here(self) -> list[str]:
        """The seated players and the host, if they have it open through this process."""
        known = {self._room.made.host, *(chair.person for chair in self._room.chairs.values())}
        return sorted(person for person in self._here if person and person in known)

    def came(self, person: str) -> None:
        """Count one more screen of a person."""
        self._here[person] = self._here.get(person, 0) + 1

    def event_came(self, event: str) -> None:
        """An event opens a table that it hosts. Nobody looks at it for that."""
        self._events.add(event)
        self.came(event)

    def went(self, person: str) -> None:
        """Count one screen fewer."""
        left = self._here.pop(person, 1) - 1
        if left > 0:
            self._here[person] = left

    def await_return(self) -> None:
        """Start the grace time of every seated player who is missing."""
        for seat in self._room.people():
            if self._is_missing(seat) and seat not in self._graces:
                waiting = self._wait(seat, self._room.chairs[seat].person)
                self._graces[seat] = asyncio.create_task(waiting)

    def welcome(self) -> None:
        """End the grace time of players who are back."""
        for seat, grace in list(self._graces.items()):
            if self.is_here(self._room.chairs[seat].person):
                grace.cancel()
                del self._graces[seat]

    def stop_waiting(self) -> None:
        """Cancel all grace times: another process takes care of them."""
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
