"""Online tables of a round: chairs for the players, and results that arrive automatically.

The event says who sits where and who deals; `bowerbird.hall` plays the game. A watch over each table starts the game
when all four are there, lets bots play for people who do not come if the director allows it, tells the event for whom
bots play, and enters the score. Reading an event starts no watch: people and the director do.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator

import msgspec

from bowerbird.desk.game_score import score_of
from bowerbird.desk.live import LiveEvent
from bowerbird.evening.clock import ends_at, time_is_up
from bowerbird.evening.commands.proposal import Proposal
from bowerbird.evening.facts import PlayedOnline, StandIns
from bowerbird.evening.state import BOTS_WAIT, Evening, Story
from bowerbird.event.boards import boards_told, is_open, margins
from bowerbird.event.facts import HALL, BoardsSeen, ScoreEntered, Table
from bowerbird.hall.bots import USUAL_LEVEL
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.facts import (
    BellSet,
    Board,
    BotSat,
    Closed,
    Expected,
    HallFact,
    HandedOver,
    Happened,
    Left,
    Revealed,
    Sat,
)
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable
from bowerbird.hall.room import Room
from bowerbird.hall.setup import TableSetup
from bowerbird.seats import Seat
from bowerbird.shuffling import board_secret
from bowerbird.store import StoreError
from bowerbird.table import EndBell, Open, StartBell
from bowerbird.table import Table as Game

__all__ = ["ChairShown", "OnlineTables", "Place", "PlaysAlreadyError", "event_name"]

log = logging.getLogger(__name__)

#: Seconds between checks of a watch when the table sends no news.
_LOOK = 2.0
_LONGEST_NAME = 40
#: An event's tables have it as their host, by this and its name.
_EVENT = "event "


#: Milliseconds after which bots play on at a table that everybody has left: the other tables of the round wait for it.
_DESERTED = 120_000


class PlaysAlreadyError(NotAllowedError):
    """Raised when a browser that plays for one player would play for another by mistake."""

    def __init__(self, name: str, player: str) -> None:
        """`name` is the player for whom the browser plays, `player` the one whose link was opened."""
        super().__init__(f"This browser plays for {name}. Open {player}'s link again and choose.")


class Place(msgspec.Struct, frozen=True):
    """A player's chair at an online table of the round in progress. `name` is that of the table in the hall."""

    player: str
    round: str
    table: int
    seat: Seat
    name: str


class ChairShown(msgspec.Struct, frozen=True):
    """What a player's link would do in a browser.

    `mine` if the browser has that chair already. `elsewhere` if another one has it. `plays` is the place of another
    player for whom this browser plays. `late` if a hand is in progress, which a bot plays to its end.
    """

    place: Place
    mine: bool = False
    elsewhere: bool = False
    plays: Place | None = None
    late: bool = False


class OnlineTables:
    """The watches of this process."""

    def __init__(self, hall: Hall, wait: int = BOTS_WAIT, look: float = _LOOK, *, deserted: int = _DESERTED) -> None:
        """Use this `Hall`.

        `wait` is the time in milliseconds before a bot plays for a missing person, `look` the time in seconds between
        checks of a watch when the table sends no news, `deserted` the time in milliseconds after which bots play on
        where everybody has left.
        """
        self._hall = hall
        self._wait = wait
        self._look = look
        self._deserted = deserted
        self._opening = asyncio.Lock()
        self._watches: dict[str, asyncio.Task[None]] = {}
        #: Tables whose boards were shown by this process.
        self._shown: set[str] = set()
        self._showing = asyncio.Lock()
        self._catching_up: set[asyncio.Task[None]] = set()

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
                book, boards = live.evening.event.book, _boards(live.evening, name)
                return await self._hall.make_table(
                    _host(live), TableSetup(book=book, private=True, name=name, boards=boards)
                )

    def watch(self, live: LiveEvent) -> None:
        """Watch every online table of the round in progress that nobody watches yet, here or in another process.

        Boards that were to be opened before a crash, or when the disk was full, are opened now.
        """
        live.roused = True
        self._catch_up(live)
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

    def _catch_up(self, live: LiveEvent) -> None:
        if self._to_open(live.evening):
            task = asyncio.create_task(self.open_boards(live))
            self._catching_up.add(task)
            task.add_done_callback(self._catching_up.discard)

    async def open_boards(self, live: LiveEvent) -> None:
        """Show the cards of boards at the tables of an event, once nobody has to play them any more, and rate them."""
        async with self._showing:
            for (round_, number), name in self._to_open(live.evening).items():
                try:
                    await self._open_boards(live.evening, round_, number, name)
                except (NotAllowedError, StoreError) as error:
                    log.warning("the boards of table %s stay closed for now: %s", name, error)
                else:
                    self._shown.add(name)

    async def _open_boards(self, evening: Evening, round_: int, number: int, name: str) -> None:
        table = await self._hall.tables.find(name)
        if table is not None:  # it may never have been opened
            await table.change(_secrets_shown)
            await self._rate(evening, round_, number, table)

    def _to_open(self, evening: Evening) -> dict[tuple[int, int], str]:
        """The online tables whose boards should be open, except those that this process has opened."""
        return {place: name for place, name in _opened(evening).items() if name not in self._shown}

    async def _rate(self, evening: Evening, round_: int, number: int, table: LiveTable) -> None:
        """Rate the players of an online table by the difference from other tables: nobody is rated for good cards."""
        found = (each for each in margins(evening.event) if (each.round, each.table) == (round_, number))
        margin, room = next(found, None), table.room
        players = room.four_of(1) if room.games_over else None
        if margin is not None and players is not None and room.is_rated(1):
            ahead = margin.margin.numerator
            await self._hall.ratings.note(table.name, 1, players, (max(ahead, 0), max(-ahead, 0)))

    def is_on(self, live: LiveEvent) -> bool:
        """True if tables of this event need a watch, and not only because somebody reads it."""
        return live.roused and bool(_unfinished(live.evening))

    async def close(self) -> None:
        """Stop the watches; they start again with the next start of the server."""
        tasks = [*self._watches.values(), *self._catching_up]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Chairs.

    async def chair(self, live: LiveEvent, player: str, person: str) -> ChairShown:
        """What a player's link would do in the browser of a person, who may be unknown. Nothing is changed."""
        place = _place(live.evening, player)
        plays = await self._plays(live, place, person) if person else None
        room = await self._room(place.name)
        if room is None:
            return ChairShown(place, plays=plays)
        held = room.chairs[place.seat].person
        if person and held == person:
            return ChairShown(place, mine=True)
        late = bool(room.owners) and room.owners[place.seat] != person
        return ChairShown(place, elsewhere=bool(held), plays=plays, late=late)

    async def _plays(self, live: LiveEvent, wanted: Place, person: str) -> Place | None:
        """The place of another player for whom this person plays in the round in progress."""
        for place in _places(live.evening):
            room = await self._room(place.name) if place != wanted else None
            if room is not None and room.seat_of(person) is place.seat and not room.finished():
                return place
        return None

    async def _room(self, name: str) -> Room | None:
        """The room of an online table, if it is open."""
        found = await self._hall.tables.find(name)
        return found.room if found else None

    async def take_chair(self, live: LiveEvent, player: str, person: str, leaving: str = "") -> str:
        """Seat a person in a player's chair, even if it is taken, and return the name of the online table.

        A person who plays for another player of this round has to say so by `leaving`. That player's chair stays: at
        the same table a bot takes it, at another one a bot plays after the time that anyone has to come back. Their
        own link brings them back. But nobody has chairs at two tables that play the same boards.
        """
        shown = await self.chair(live, player, person)
        if shown.plays is not None and leaving != shown.plays.player:
            raise PlaysAlreadyError(shown.plays.player, player)
        await self._check_not_seen(live, shown.place, person)
        if shown.plays is not None and _share_boards(live.evening, shown.place.name, shown.plays.name):
            await (await self._table(live, shown.plays.name)).change(_stands_up(person))
        table = await self._table(live, shown.place.name)
        await self._seat(table, shown.place.seat, player, person, leaving)
        self.watch(live)
        return shown.place.name

    async def _check_not_seen(self, live: LiveEvent, place: Place, person: str) -> None:
        """Refuse a browser in which somebody else saw a hand of these boards, at any table that the event ever had.

        What the player themselves saw is known at the desk, which seats them accordingly.
        """
        boards = _boards(live.evening, place.name)
        secrets = {board.secret for board in boards}
        others = _tables_with(live.story, {board.number for board in boards}) - {place.name}
        for room in [room for name in others if (room := await self._room(name))]:
            for (who, called), dealt in room.shown_to.items():
                again = tuple(board.number for board in room.made.boards[:dealt] if board.secret in secrets)
                if again and who == person and called != place.player[:_LONGEST_NAME]:
                    raise NotAllowedError(
                        f"In this browser {called} has seen a hand of {boards_told(again)}, and nobody sees two. Open "
                        f"{place.player}'s link on another phone or computer, or ask the director for a sub."
                    )

    async def _seat(self, table: LiveTable, seat: Seat, player: str, person: str, leaving: str = "") -> None:
        bird = await self._hall.portraits.of(person)

        def moved(room: Room) -> list[HallFact]:
            old = room.seat_of(person)
            if old is seat:
                return []
            if old is not None and room.chairs[old].name != leaving[:_LONGEST_NAME]:
                raise PlaysAlreadyError(room.chairs[old].name, player)
            sat = Sat(seat, person, player[:_LONGEST_NAME], bird)
            if old is None:
                return [sat]
            return [BotSat(old, USUAL_LEVEL) if room.is_on else Left(old), sat]

        await table.change(moved)

    # The watch over one table.

    async def _kept_up(self, live: LiveEvent, round_: int, number: int, name: str) -> None:
        live.waiting += 1
        try:
            while (round_, number) in _unfinished(live.evening):
                try:
                    if await self._is_open(live, round_, number, name):
                        await self._watch(live, round_, number, name)
                        return
                except Exception:
                    # The game itself continues; its score is entered when the watch works again.
                    log.exception("the watch over table %s failed; it starts again", name)
                    await self._hall.clock.sleep(self._look)
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
                await self._hall.clock.sleep(self._look)
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
        left_at: float | None = None
        # The event hosts its tables: people at the table do not rearrange them.
        table.event_came(_host(live))
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
                        await self._tell_looked(live, number, table)
                        await table.change(_clock_moved(live, self._hall.clock()))
                        left_at = await self._play_on(table, left_at)
                    await self._tell_bots(live, round_, number, table)
                except (StoreError, NotAllowedError) as error:
                    log.warning("table %s waits: %s", name, error)
                await self._hall.clock.wait(news, self._look)
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

    async def _play_on(self, table: LiveTable, left_at: float | None) -> float | None:
        """Let bots play for everybody at a table that all have left for a while. Return since when nobody is there.

        If only some have left, the table itself lets bots play for them.
        """
        now = self._hall.clock.steady()  # a wall clock may jump
        if table.anyone_here or not table.room.is_on:
            return None
        left_at = now if left_at is None else left_at

        def handed_over(room: Room) -> list[HallFact]:
            people = [] if table.anyone_here or not room.is_on else room.people()
            return [HandedOver(seat) for seat in people if not room.chairs[seat].away]

        if (now - left_at) * 1000 >= self._deserted:
            await table.change(handed_over)
        return left_at

    async def _tell_bots(self, live: LiveEvent, round_: int, number: int, table: LiveTable) -> None:
        """Tell the event for whom bots play at a table, whenever that changes. In a practice run bots are people."""
        current = live.evening.event.round
        seats = current.table(number).seats
        room = table.room
        missing = [at for at, chair in room.chairs.items() if room.plays_itself(at) and not table.is_here(chair.person)]
        names = tuple(current.subs.get(seats[at], seats[at]) for at in missing if room.is_on)
        known = tuple(live.evening.stand_ins.get((round_, number), ()))
        if live.evening.trial or set(names) == set(known):
            return

        def propose(_: Story, __: int) -> Proposal:
            return Proposal(notes=(StandIns(round=round_, table=number, names=names),))

        await live.do("hall", f"bots {table.name} {table.room.seq}", propose)

    async def _tell_looked(self, live: LiveEvent, number: int, table: LiveTable) -> None:
        """Tell the event, once, that people at a table look at the cards of its boards."""
        if not table.room.shown_to or number in live.evening.event.round.looked:
            return

        def propose(_: Story, __: int) -> Proposal:
            return Proposal((BoardsSeen(table=number),))

        await live.do("hall", f"looked {table.name}", propose)

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
        boards = [board.number for board in table.room.made.boards]
        score = score_of(table.room.book, game.state, boards)

        def propose(_: Story, __: int) -> Proposal:
            return Proposal((ScoreEntered(table=number, score=score, by=HALL),))

        try:
            await live.do("hall", table.name, propose)
        except NotAllowedError as refusal:
            log.warning("the score of table %s was not taken: %s", table.name, refusal)


def _boards(evening: Evening, name: str) -> tuple[Board, ...]:
    """The boards of an online table, each with its own secret: a table has no way to the others."""
    event = evening.event
    for (round_, number), online in evening.online.items():
        if online == name:
            boards = event.rounds[round_ - 1].table(number).boards
            return tuple(Board(board, board_secret(event.board_seed, board)) for board in boards)
    return ()


def _share_boards(evening: Evening, name: str, other: str) -> bool:
    """True if two online tables, and not one, have boards in common."""
    return name != other and not set(_boards(evening, name)).isdisjoint(_boards(evening, other))


def _stands_up(person: str) -> Callable[[Room], list[HallFact]]:
    """Leave a chair, if the person still has one: to a bot once the game has started."""

    def left(room: Room) -> list[HallFact]:
        seat = room.seat_of(person)
        return [] if seat is None else [BotSat(seat, USUAL_LEVEL) if room.is_on else Left(seat)]

    return left


def _tables_with(story: Story, boards: set[int]) -> set[str]:
    """Every online table that has had some of these boards, or may have had: its round was undone."""
    event, online = story.evening.event, story.evening.online
    others = {
        name
        for (round_, number), name in online.items()
        if round_ <= len(event.rounds) and boards.isdisjoint(event.rounds[round_ - 1].table(number).boards)
    }
    notes = (note for command in story.commands for note in command.record.notes) if boards else ()
    return {note.hall_table for note in notes if isinstance(note, PlayedOnline)} - {"", *others}


def _opened(evening: Evening) -> dict[tuple[int, int], str]:
    """The online tables whose boards nobody has to play any more, by round and table."""
    event = evening.event
    return {
        (round_, number): name
        for (round_, number), name in evening.online.items()
        if round_ <= len(event.rounds)
        and event.rounds[round_ - 1].table(number).boards
        and is_open(event, event.rounds[round_ - 1])
    }


def _secrets_shown(room: Room) -> list[HallFact]:
    """Show the secret of every board that was dealt here."""
    return [Revealed(hand) for hand, deal in room.deals.items() if deal.used and not deal.revealed]


def _places(evening: Evening) -> Iterator[Place]:
    """Every chair at the online tables of the round in progress, with the player who should sit there."""
    current = evening.event.round
    for table in current.tables:
        name = evening.online.get((current.number, table.number))
        for seat, seated in zip(Seat, table.seats, strict=True):
            if name:
                player = current.subs.get(seated, seated)
                yield Place(player, evening.event.round_name(current), table.number, seat, name)


def _place(evening: Evening, player: str) -> Place:
    """A player's own chair."""
    place = next((each for each in _places(evening) if each.player == player), None)
    if place is None:
        raise NotAllowedError("Your table is not played online in this round.")
    return place


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
    return f"{_EVENT}{live.name}"


def event_name(table: LiveTable) -> str:
    """The name of the event that a table belongs to; empty if it belongs to none."""
    host = table.room.made.host
    return host.removeprefix(_EVENT) if host.startswith(_EVENT) else ""


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
