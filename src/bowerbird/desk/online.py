"""Online tables of a round: chairs for the players, and results that arrive automatically.

The event says who sits where and who deals; `bowerbird.hall` plays the game. A watch over each table starts the game
when all four are there, lets bots play for people who do not come if the director allows it, and enters the score in
the event.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from bowerbird.desk.game_score import score_of
from bowerbird.desk.live import LiveEvent
from bowerbird.evening.clock import ends_at, time_is_up
from bowerbird.evening.commands.proposal import Proposal
from bowerbird.evening.state import BOTS_WAIT, Evening, Story
from bowerbird.event.facts import HALL, ScoreEntered, Table
from bowerbird.hall.bots import USUAL_LEVEL
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.facts import BellSet, BotSat, Closed, Expected, HallFact, Happened, Left, Sat
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable
from bowerbird.hall.room import Room
from bowerbird.seats import Seat
from bowerbird.store import StoreError
from bowerbird.table import EndBell, Open, StartBell
from bowerbird.table import Table as Game

__all__ = ["OnlineTables", "PlaysAlreadyError"]

log = logging.getLogger(__name__)

#: Seconds between checks of a watch when the table sends no news.
_LOOK = 2.0
_LONGEST_NAME = 40


class PlaysAlreadyError(NotAllowedError):
    """Raised when a browser that plays in a game opens the link of another player. `table` is where it plays."""

    def __init__(self, name: str, player: str, table: str) -> None:
        """`name` is the player for whom the browser plays, `player` the one whose link was opened."""
        super().__init__(
            f"This browser plays for {name} in a game in progress. Open {player}'s link in {player}'s own browser."
        )
        self.table = table


class OnlineTables:
    """The watches of this process."""

    def __init__(self, hall: Hall, wait: int = BOTS_WAIT, look: float = _LOOK) -> None:
        """Use this `Hall`.

        `wait` is the time in milliseconds before a bot plays for a missing person, `look` the time in seconds between
        checks of a watch when the table sends no news.
        """
        self._hall = hall
        self._wait = wait
        self._look = look
        self._opening = asyncio.Lock()
        self._watches: dict[str, asyncio.Task[None]] = {}

    async def open(self, live: LiveEvent) -> str:
        """Open every online table of the round in progress. Return what could not be done and why, or nothing."""
        for (_, number), name in _unfinished(live.evening).items():
            try:
                await self._table(live, name)
            except (StoreError, NotAllowedError) as error:
                log.warning("table %s cannot be opened: %s", name, error)
                return f"Table {number} is not open online yet: {_why(error)}"
        return ""

    async def _table(self, live: LiveEvent, name: str) -> LiveTable:
        """The online table of this name, created on first use and only once."""
        async with self._opening:
            try:
                return await self._hall.table(name)
            except NotFoundError:
                return await self._hall.make_table(_host(live), book=live.evening.event.book, private=True, name=name)

    def watch(self, live: LiveEvent) -> None:
        """Watch every online table of the round in progress that nobody watches yet, here or in another process."""
        unfinished = _unfinished(live.evening)
        if not unfinished:
            return
        if not self._hall.cluster.leads(live.stream.name):
            self._hall.cluster.seek(live.stream.name)
            return
        for (round_, number), name in unfinished.items():
            if name not in self._watches:
                self._watches[name] = asyncio.create_task(self._kept_up(live, round_, number, name))

    def unwatch(self, live: LiveEvent) -> None:
        """Stop watching: another process watches the tables of this event."""
        for name in _unfinished(live.evening).values():
            if name in self._watches:
                self._watches[name].cancel()

    def is_on(self, live: LiveEvent) -> bool:
        """True if tables of this event need a watch."""
        return bool(_unfinished(live.evening))

    async def close(self) -> None:
        """Stop the watches; they start again with the next start of the server."""
        watches = list(self._watches.values())
        for task in watches:
            task.cancel()
        await asyncio.gather(*watches, return_exceptions=True)

    async def take_chair(self, live: LiveEvent, player: str, person: str) -> str:
        """Seat a person in a player's chair, even if it is taken, and return the name of the online table.

        A person who already plays at this table keeps that chair until the game is over.
        """
        evening = live.evening
        current = evening.event.round
        for table in current.tables:
            names = [current.subs.get(name, name) for name in table.seats]
            name = evening.online.get((current.number, table.number))
            if player in names and name:
                hall_table = await self._table(live, name)
                await self._seat(hall_table, Seat(names.index(player)), player, person)
                self.watch(live)
                return name
        raise NotAllowedError("Your table is not played online in this round.")

    async def _seat(self, table: LiveTable, seat: Seat, player: str, person: str) -> None:
        bird = await self._hall.portraits.of(person)

        def moved(room: Room) -> list[HallFact]:
            old = room.seat_of(person)
            if old is seat:
                return []
            if old is not None and room.is_on:
                raise PlaysAlreadyError(room.chairs[old].name, player, table.name)
            return [*([Left(old)] if old is not None else []), Sat(seat, person, player[:_LONGEST_NAME], bird)]

        await table.change(moved)

    # The watch over one table.

    async def _kept_up(self, live: LiveEvent, round_: int, number: int, name: str) -> None:
        live.waiting += 1
        try:
            if await self._is_open(live, round_, number, name):
                await self._watch(live, round_, number, name)
        except Exception:
            # The game itself continues; the director sees no score until the next player who comes starts a new watch.
            log.exception("the watch over table %s ended", name)
        finally:
            live.waiting -= 1
            del self._watches[name]

    async def _is_open(self, live: LiveEvent, round_: int, number: int, name: str) -> bool:
        """Wait until the table is open. Return true if it is still wanted then."""
        while (round_, number) in _unfinished(live.evening):
            try:
                await self._table(live, name)
            except (StoreError, NotAllowedError) as error:
                log.warning("table %s cannot be opened yet: %s", name, error)
                live.tell_unopened(number, _why(error))
                await asyncio.sleep(self._look)
            else:
                live.tell_unopened(number, "")
                return True
        live.tell_unopened(number, "")
        return False

    async def _watch(self, live: LiveEvent, round_: int, number: int, name: str) -> None:
        table = await self._hall.table(name)
        news = asyncio.Event()

        def heard(_: TableSnapshot) -> None:
            news.set()

        table.listen(heard)
        empty_since: dict[Seat, int] = {}
        # The event hosts its tables: people at the table do not rearrange them.
        await table.came(_host(live))
        try:
            while (round_, number) in _unfinished(live.evening):
                news.clear()
                try:
                    if table.room.finished():
                        await self._bring(live, number, table)
                        return
                    if not table.room.started:
                        await self._begin(live, number, table)
                    else:
                        await table.change(_clock_moved(live, self._hall.clock()))
                        await self._fill(table, empty_since)
                except StoreError as error:
                    log.warning("table %s waits: %s", name, error)
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._look):
                        await news.wait()
            await self._send_away(live, round_, number, table)
        finally:
            table.unlisten(heard)
            table.went(_host(live))

    async def _begin(self, live: LiveEvent, number: int, table: LiveTable) -> None:
        """Start when all four chairs are taken; bots take the chairs of missing people if the director allows it."""
        current = live.evening.event.round
        places = current.table(number)
        bots_at = live.evening.bots_at(current.number, number, self._wait)
        names = [current.subs.get(name, name)[:_LONGEST_NAME] for name in places.seats]
        expected = Expected((names[0], names[1], names[2], names[3]), bots_at)
        now = self._hall.clock()
        sit_in = bots_at is not None and now >= bots_at

        def who_comes(room: Room) -> list[HallFact]:
            empty = [seat for seat, chair in room.chairs.items() if chair.is_empty]
            if sit_in:
                return [BotSat(seat, USUAL_LEVEL) for seat in empty]
            return [expected] if empty and (room.closed or room.expected != expected) else []

        def opening(room: Room) -> list[HallFact]:
            if room.started or any(chair.is_empty for chair in room.chairs.values()):
                return []
            # If a start bell opens the play, the room's clock applies from the first card on.
            bell = [BellSet(_bell_at(live.evening, now))] if room.book.deal.after_start_bell else []
            return [*bell, Happened(_opening(room, places))]

        await table.change(who_comes)
        await table.change(opening)
        if table.room.started:
            table.await_return()

    async def _fill(self, table: LiveTable, empty_since: dict[Seat, int]) -> None:
        """Seat a bot in a chair that has been empty in a game for as long as a player may be away."""
        now = self._hall.clock()
        empty = [seat for seat, chair in table.room.chairs.items() if chair.is_empty]
        for seat in Seat:
            empty_since[seat] = empty_since.get(seat, now) if seat in empty else now
        due = [seat for seat in empty if now - empty_since[seat] >= self._hall.settings.grace * 1000]

        def bots(room: Room) -> list[HallFact]:
            return [BotSat(seat, USUAL_LEVEL) for seat in due if room.is_on and room.chairs[seat].is_empty]

        if due:
            await table.change(bots)

    async def _send_away(self, live: LiveEvent, round_: int, number: int, table: LiveTable) -> None:
        """Tell people who wait at a table that is no longer played online. A game that has started is left alone."""
        taken_back = (round_, number) not in live.evening.online
        why = "This table is not played online any more." if taken_back else "Nothing more is played at this table."

        def closed(room: Room) -> list[HallFact]:
            return [] if room.started else [Closed(why)]

        try:
            await table.change(closed)
        except StoreError as error:
            log.warning("those who wait at table %s are not told: %s", table.name, error)

    async def _bring(self, live: LiveEvent, number: int, table: LiveTable) -> None:
        """Enter the score of the first game played there in the event, once."""
        game = Game(table.room.book, table.room.finished()[0])
        score = score_of(table.room.book, game.state)

        def propose(_: Story, __: int) -> Proposal:
            return Proposal((ScoreEntered(table=number, score=score, by=HALL),))

        try:
            await live.do("hall", table.name, propose)
        except NotAllowedError as refusal:
            log.warning("the score of table %s was not taken: %s", table.name, refusal)


def _why(error: StoreError | NotAllowedError) -> str:
    """The reason why a table cannot be opened, for the director."""
    return str(error) if isinstance(error, NotAllowedError) else "the hall cannot write to its disk now."


def _clock_moved(live: LiveEvent, now: int) -> Callable[[Room], list[HallFact]]:
    """Apply the round's clock to its online tables: its pauses, added minutes and bells."""
    evening = live.evening
    event, clock = evening.event, evening.clock
    rung = event.round.bell or time_is_up(event, clock, now)
    bell = BellSet(_bell_at(evening, now))
    started = rung or (clock.started is not None and clock.paused is None)

    def told(room: Room) -> list[HallFact]:
        if started and room.waits_for_start_bell and room.table.allows(StartBell()):
            return [Happened(StartBell())]
        if rung:
            ringing = EndBell()
            return [Happened(ringing)] if room.table.allows(ringing) else []
        # Until somebody starts the round's clock, a table has its own.
        known = room.bell_set or clock.started is not None
        return [bell] if known and room.book.game.minutes and room.bell_set != bell else []

    return told


def _bell_at(evening: Evening, now: int) -> int | None:
    """The time of the round's bell, while its clock runs."""
    return ends_at(evening.event, evening.clock, now) if evening.clock.paused is None else None


def _opening(room: Room, places: Table) -> Open:
    return Open(names=room.names, mode="guarded", dealer=Seat(places.dealer), partners_arranged=True)


def _host(live: LiveEvent) -> str:
    """The event as the host of its tables. No cookie can have this name."""
    return f"event {live.name}"


def _unfinished(evening: Evening) -> dict[tuple[int, int], str]:
    """Online tables of the round in progress that have no score yet."""
    if not evening.online or not evening.event.rounds or evening.event.round.closed:
        return {}
    current = evening.event.round
    missing = set(current.missing())
    return {
        place: name
        for place, name in evening.online.items()
        if place[0] == current.number and place[1] in missing and place[1] not in current.results
    }
