"""The turn clock of a public table: when a person's time is over, a bot makes this one decision for them.

The person keeps the seat. After `AWAY_AFTER` times in a row they count as away, and a bot plays until they come back.
The time of a turn runs from its beginning, or from the moment when this process took the table over: a restart gives
the time again in full.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Final

from bowerbird.hall.bots import USUAL_LEVEL, Bots
from bowerbird.hall.driver import Driven
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import HallFact, HandedOver, Happened, TimedOut
from bowerbird.hall.room import Room
from bowerbird.seats import Seat
from bowerbird.store import StoreError
from bowerbird.table import State

__all__ = ["AWAY_AFTER", "TurnTimer", "turn_ends_at", "turn_of_person"]

log = logging.getLogger(__name__)

#: Turns in a row that a person lets pass before a bot plays for them.
AWAY_AFTER: Final = 2


def turn_of_person(room: Room) -> Seat | None:
    """The seat of the person whose time runs now, if this table has a turn clock."""
    state = room.table.state
    if not room.turn_clock or not room.is_on or room.paused or state.turn is None or not state.hands_are_up:
        return None
    return None if room.plays_itself(state.turn) or not room.chairs[state.turn].person else state.turn


def turn_ends_at(room: Room, since: int) -> int | None:
    """When the current turn ends, in milliseconds. `since` is when this process took the table over."""
    if turn_of_person(room) is None:
        return None
    return max(room.turn_from, since) + room.turn_clock * 1000


class TurnTimer:
    """The running time of one table. Call `look` after every change, in the process that leads it."""

    def __init__(self, live: Driven, bots: Bots) -> None:
        """Start with no time running."""
        self._live = live
        self._bots = bots
        self._running: asyncio.Task[None] | None = None
        self._ends: tuple[State, int] | None = None

    @property
    def is_idle(self) -> bool:
        """True if no time is running."""
        return self._running is None or self._running.done()

    def look(self, since: int) -> None:
        """Start the time of the current turn, and stop that of any other."""
        ends, state = turn_ends_at(self._live.room, since), self._live.room.table.state
        if ends is None:
            self.stop()
        elif self._ends is None or self._ends[0] is not state or self._ends[1] != ends:
            self.stop()
            self._ends = (state, ends)
            self._running = asyncio.create_task(self._run(state, ends))

    def stop(self) -> None:
        """Stop the time. What is decided because it is over goes on."""
        if self._running is not None and self._running is not asyncio.current_task():
            self._running.cancel()
        self._running = self._ends = None

    async def _run(self, state: State, ends: int) -> None:
        await self._live.clock.sleep_until(ends)
        try:
            await self._decide(state)
        except (StoreError, NotAllowedError) as error:
            log.warning("table %s: the turn clock waits: %s", self._live.name, error)
        if self._running is asyncio.current_task():
            self._running = None

    async def _decide(self, state: State) -> None:
        room, seat = self._live.room, turn_of_person(self._live.room)
        if seat is None or room.table.state is not state:
            return
        others = [room.chairs[other].person for other in room.people()]
        fact = await self._bots.choose(USUAL_LEVEL, secrets.randbits(62), room.book, room.table.view(seat), others, "")
        async with self._live.stream.turn():
            if not self._live.leads or turn_of_person(room) is not seat or room.table.state is not state:
                return
            facts: list[HallFact] = [TimedOut(seat), Happened(fact)]
            if room.timed_out.get(seat, 0) + 1 >= AWAY_AFTER:
                facts.append(HandedOver(seat))
            await self._live.write(*facts)
        self._live.rouse()
