"""Track the viewers of one table, in this and other processes, and the time until a bot plays in a vacant chair.

A chair is vacant in a game if nobody plays for it: it has no bot, and nobody sits there, or the person who does is not
here. `look` compares the chairs with the times that run, and is called after every change of either: so every vacant
chair has its time, whatever made it vacant, and no other chair has one. With nobody at the table, a chair whose time
is over waits; when somebody comes, the others have a short time to come too. Before the game at a table of the lobby,
the chair of a person who is not here is vacant as well, and becomes free after its time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

from bowerbird.clock import REAL_TIME, Clock
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.room import Room
from bowerbird.seats import Seat
from bowerbird.store import StoreError

__all__ = ["Attendance"]

log = logging.getLogger(__name__)

#: Seconds before a failed write is tried again.
_TRY_AGAIN: Final = 1.0
#: The part of the grace time that the others have when somebody comes back to a table that everybody had left.
_SHORT: Final = 0.2


class Attendance:
    """The people who have one table open. Calls `hand_over` when the time of a vacant chair is over."""

    def __init__(
        self,
        room: Room,
        grace: float,
        elsewhere: Callable[[str], bool],
        hand_over: Callable[[Seat, str], Coroutine[Any, Any, None]],
        arrival: float,
        clock: Clock = REAL_TIME,
    ) -> None:
        """`grace` and `arrival` are in seconds: in a game, and before it at a table of the lobby.

        `elsewhere` tells if a person has the table open through another process.
        """
        self._room = room
        self._clock = clock
        self._grace = grace
        self._arrival = arrival
        self._elsewhere = elsewhere
        self._hand_over = hand_over
        self._here: dict[str, int] = {}
        self._events: set[str] = set()
        #: The time of each vacant chair, by the seat and the person who sits there, if any.
        self._graces: dict[tuple[Seat, str], asyncio.Task[None]] = {}
        #: Vacant chairs whose time was over when nobody was here.
        self._overdue: set[tuple[Seat, str]] = set()

    @property
    def waits(self) -> bool:
        """True while a player still has time to come back."""
        return bool(self._graces)

    @property
    def is_watched(self) -> bool:
        """True if anybody has this table open. An event that hosts it isn't anybody."""
        return self.is_watched_here or self.anyone_here

    @property
    def is_watched_here(self) -> bool:
        """True if anybody has it open through this process."""
        return bool(self._here.keys() - self._events)

    @property
    def keeps_people_waiting(self) -> bool:
        """True if a chair will have to be handed over: it is vacant, and somebody at the table is here."""
        return bool(self._vacant()) and (self.anyone_here or not self._room.started)

    @property
    def anyone_here(self) -> bool:
        """True if a person who sits at the table has it open, in any process."""
        return any(self.is_here(self._room.chairs[seat].person) for seat in self._room.people())

    def is_here(self, person: str) -> bool:
        """True if a person has this table open, in any process."""
        return bool(person) and (person in self._here or self._elsewhere(person))

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

    def look(self) -> None:
        """Start the time of every vacant chair, and end that of the others."""
        vacant = self._vacant()
        self._overdue &= vacant.items()
        for chair, grace in list(self._graces.items()):
            if chair not in vacant.items():
                grace.cancel()
                del self._graces[chair]
        for chair in vacant.items() - self._graces.keys():
            if chair not in self._overdue:
                self._graces[chair] = asyncio.create_task(
                    self._wait(*chair, self._grace if self._room.started else self._arrival)
                )
            elif self.anyone_here:
                self._graces[chair] = asyncio.create_task(self._wait(*chair, self._grace * _SHORT))

    def stop_waiting(self) -> None:
        """Cancel all times: another process takes care of them."""
        for grace in self._graces.values():
            grace.cancel()
        self._graces.clear()

    def _vacant(self) -> Mapping[Seat, str]:
        """The vacant chairs of a game in progress, each with the person who sits there, if any."""
        room = self._room
        if room.gathers is not None and not room.started:
            absent = (seat for seat in room.people() if not self.is_here(room.chairs[seat].person))
            return {seat: room.chairs[seat].person for seat in absent}
        if not room.is_on:
            return {}
        return {
            seat: chair.person
            for seat, chair in room.chairs.items()
            if not room.plays_itself(seat) and not self.is_here(chair.person)
        }

    async def _wait(self, seat: Seat, person: str, pause: float) -> None:
        while True:
            await self._clock.sleep(pause)
            if self._room.started and not self.anyone_here:
                self._overdue.add((seat, person))
                break
            try:
                await self._hand_over(seat, person)
            except (StoreError, NotAllowedError) as error:
                log.warning("cannot hand over a seat yet: %s", error)
                pause = _TRY_AGAIN
            else:
                break
        if self._graces.get((seat, person)) is asyncio.current_task():
            del self._graces[seat, person]
