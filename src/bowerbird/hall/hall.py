"""The live tables of this process, read from the log on demand.

On PostgreSQL several processes can share the log. Each holds in memory the tables that someone has open through it, and
owns some of them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from functools import partial

import msgspec

from bowerbird.clock import Clock, Now
from bowerbird.hall.asides import Asides
from bowerbird.hall.birds import check_bird
from bowerbird.hall.blocks import Blocks
from bowerbird.hall.bots import Bots
from bowerbird.hall.company import Company, Visitors
from bowerbird.hall.daily import DailyHands
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.facts import decode_hall_fact, encode_hall_fact
from bowerbird.hall.friends import Friends
from bowerbird.hall.hints import Hints
from bowerbird.hall.joinable import JoinableTable, joinable_table
from bowerbird.hall.kept import Kept, each_of
from bowerbird.hall.known_as import KnownAs
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.hall.lobby import Lobby
from bowerbird.hall.portraits import Portraits
from bowerbird.hall.practice import Practice
from bowerbird.hall.presence import Own, Presence
from bowerbird.hall.rated import Ratings
from bowerbird.hall.record import Records
from bowerbird.hall.reports import Reports
from bowerbird.hall.review import Decided, Reviews
from bowerbird.hall.room import Room
from bowerbird.hall.setup import USUAL, TableSetup
from bowerbird.hall.work_queue import WorkQueue
from bowerbird.live.cluster import Cluster
from bowerbird.live.keeper import Keeper
from bowerbird.rulebook import Rulebook, RulebookError, book_names, load_rulebook, read_house_rules
from bowerbird.seats import Seat
from bowerbird.store import ConflictError, Entry, Log, StoreError

__all__ = ["Hall"]

log = logging.getLogger(__name__)

#: The number of a person's latest tables that are searched for their chair.
_LATELY = 5
#: The number of a person's latest tables that are read at all. A table from before is listed again if they sit down.
_LISTED = 200
#: Join codes are read out loud: no letters or digits that sound or look alike.
_CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
#: The number of tables that are read together after a restart.
_AT_ONCE = 50
#: After a restart, tables that were active in this time, in milliseconds, continue automatically.
_RECENT = 24 * 3600 * 1000


class _Place(msgspec.Struct, frozen=True):
    """A table's name, as stored under a code and in a person's list of tables."""

    table: str


class Hall:
    """The tables in use. On SQLite this process owns them all, on PostgreSQL each has one owner."""

    def __init__(
        self,
        log: Log,
        clock: Now,
        settings: Settings | None = None,
        bot_processes: int = 1,
        work_processes: int | None = None,
    ) -> None:
        """Use a log; nothing is read before `open`. `work` takes what is slow; by default it has as many processes."""
        self.log = log
        self.clock = clock = Clock.of(clock)
        self.settings = settings or Settings()
        self.bots = Bots(bot_processes, clock)
        self.work = WorkQueue(bot_processes if work_processes is None else work_processes, clock)
        self.reviews = Reviews(self.bots, self._judged, clock)
        self.hints = Hints(self.bots)
        self.portraits = Portraits(log, clock)
        self.kept = Kept(log, clock)
        self.ratings = Ratings(log, clock)
        self.records = Records(log, clock, self.bots, self.reviews, self.ratings, self._room_of, self.tables_of)
        self.practice = Practice(log, clock, self.bots, self.work, self._room_of, self.tables_of)
        self.daily = DailyHands(self)
        self.blocks = Blocks(log, clock)
        self.known_as = KnownAs(log, clock)
        self.friends = Friends(log, clock, self.blocks, self.known_as)
        self.reports = Reports(log, clock)
        self._birds_chosen = Asides()
        self.cluster = Cluster(log)
        self._presence = Presence(self.cluster, log.name, self._own, self._presence_changed, clock)
        self.tables = Keeper(
            "table",
            log,
            self.cluster,
            fold=_room,
            make=self._live,
            found=self._found,
            wants_leader=lambda live: live.wants_leader,
            lead=LiveTable.lead,
            follow=LiveTable.follow,
        )
        self.lobby = Lobby(self)
        self.company = Company(self)
        self._visitors = Visitors(clock)
        self._warming: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect to the other processes, if the database allows several."""
        await self.cluster.open()
        self._presence.open()
        try:
            await self.daily.open()
        except StoreError as error:
            log.warning("the daily hands have no chain until somebody plays one: %s", error)
        self._warming = asyncio.create_task(self.work.warm_up())
        if not self.cluster.alone:
            self.bots.warm_up()

    async def make_table(self, host: str, wanted: TableSetup = USUAL) -> LiveTable:
        """Set up a table; the same name again gives the same one. Rules that can't be used are refused."""
        book = wanted.book or await self._rules(wanted)
        name = wanted.name or secrets.token_urlsafe(12)
        if wanted.bots_at is not None and (known := await self.tables.find(name)) is not None:
            return known  # somebody else who looked for a game has made it
        facts = wanted.facts(host, book, await self._new_code(name))
        now = self.clock()
        try:
            await self.log.append(f"table:{name}", 0, [encode_hall_fact(fact) for fact in facts], now)
        except ConflictError:
            return await self.table(name)
        # It may have been requested by name as soon as it was written.
        return self.tables.get(name) or self.tables.keep(name, Room.fold((fact, now) for fact in facts))

    async def _rules(self, wanted: TableSetup) -> Rulebook:
        if wanted.rules not in book_names():
            raise NotAllowedError(f"There is no rulebook {wanted.rules[:40]!r}. Choose from {', '.join(book_names())}.")
        try:
            if wanted.house_rules:
                return await self.work.run(read_house_rules, wanted.house_rules)
            return load_rulebook(wanted.rules)
        except RulebookError as error:
            raise NotAllowedError(str(error)) from None

    async def _new_code(self, name: str) -> str:
        while True:
            code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(6))
            try:
                await self.log.append(f"code:{code}", 0, [msgspec.json.encode(_Place(name))], self.clock())
            except ConflictError:
                continue
            return code

    async def by_code(self, code: str) -> LiveTable:
        """The table with this join code; case and spaces don't matter."""
        tidy = "".join(code.split()).upper()
        entries = await self.log.read(f"code:{tidy}") if len(tidy) == 6 and tidy.isalnum() else []
        if not entries:
            raise NotFoundError("No table has this code. Check it: a code is six letters and digits.")
        return await self.table(msgspec.json.decode(entries[0].body, type=_Place).table)

    async def table(self, name: str) -> LiveTable:
        """A table by its name, from memory or from the log."""
        live = await self.tables.find(name)
        if live is None:
            raise NotFoundError("There is no such table. Check the link, or ask the host for a new one.")
        return live

    def _live(self, name: str, room: Room) -> LiveTable:
        return LiveTable(
            name,
            room,
            self.log,
            self.clock,
            self.bots,
            self.settings,
            self.cluster,
            self._presence,
            self.reviews.follow,
            self._ended,
        )

    def _found(self, live: LiveTable) -> None:
        """Continue with a table from the log. The clock of a timed game must not go back."""
        if live.room.ends_at is not None and live.room.played_at is not None:
            self.clock.not_before(live.room.played_at)
        self._presence.ask(live.name)

    async def sit(self, live: LiveTable, person: str, name: str, seat: Seat) -> None:
        """Seat a person, and add the table to the person's list."""
        await self._check_apart(live, person, seat)
        await self.list_table(person, live.name)
        await live.sit(person, name, seat, await self.portraits.of(person))

    async def _check_apart(self, live: LiveTable, person: str, seat: Seat) -> None:
        """Refuse a public table where somebody sits who has blocked this person. The seat they had stays theirs."""
        room = live.room
        if room.made.private or live.is_host(person) or room.chairs[seat].before == person:
            return
        others = {room.chairs[each].person for each in room.people()} - {person}
        if await self.blocks.blocking(person, others):
            raise NotAllowedError("The seats at this table are kept for other people. Choose another one in the lobby.")

    async def list_table(self, person: str, table: str) -> None:
        """Add a table to a person's list, unless it is on it."""
        if table not in await self.tables_of(person):
            await self._note(person, table)

    async def _room_of(self, name: str) -> Room:
        return (await self.table(name)).room

    def _ended(self, table: str, room: Room) -> None:
        """Keep the result of a game that is over."""
        self.daily.ended(table, room)
        self.records.ended(table, room)

    def _judged(self, table: str, room: Room, game: int, decisions: Sequence[Decided]) -> None:
        """Keep what follows from the teacher's opinions of a finished game, unless others still play its boards."""
        if room.boards_closed:
            return
        self.practice.judged(table, room, game, decisions)
        self.daily.judged(table, room, game, decisions)
        self.records.judged(table, room, game, decisions)

    async def _note(self, person: str, table: str) -> None:
        stream = f"tables:{person}"
        while True:
            last = await self.log.tail(stream, 1)
            try:
                await self.log.append(
                    stream, last[0].seq if last else 0, [msgspec.json.encode(_Place(table))], self.clock()
                )
            except ConflictError:
                continue
            return

    async def tables_of(self, person: str) -> list[str]:
        """The names of the latest tables where a person has sat, oldest first."""
        entries = await self.log.tail(f"tables:{person}", _LISTED)
        newest_first = (
            msgspec.json.decode(entry.body, type=_Place).table for entry in reversed(entries) if not entry.is_erased
        )
        return list(dict.fromkeys(newest_first))[::-1]

    async def chairs_of(self, person: str) -> list[LiveTable]:
        """The tables where a person sits now, newest first, among their latest ones."""
        latest = [await self.table(name) for name in reversed((await self.tables_of(person))[-_LATELY:])]
        return [live for live in latest if live.room.seat_of(person) is not None]

    async def rename(self, person: str, name: str) -> None:
        """Change a person's name in the chairs they hold."""
        for live in await self.chairs_of(person):
            await live.rename(person, name)

    async def erase(self, person: str, kind: str) -> None:
        """Erase one kind of what is kept about a person. Without a record, they also start over in the ratings."""
        await self.kept.erase(person, kind)
        if kind == "record":
            await self.ratings.forget(person)

    async def erase_everything(self, person: str) -> None:
        """Erase everything that is kept about a person alone. The people they know no longer know them."""

        async def part() -> None:
            for friend in await self.friends.of(person):
                await self.friends.part(person, friend.person)

        await each_of(part, partial(self.kept.erase_everything, person), partial(self.ratings.forget, person))

    async def choose_bird(self, person: str, bird: str) -> None:
        """Change a person's picture, also in the chairs they hold. An empty one means initials again."""
        check_bird(bird)
        now = self.clock()
        self._birds_chosen.check(person, now)
        self._birds_chosen.count(person, now)
        await self.portraits.choose(person, bird)
        # Tables of events are on nobody's list, so look at all that are open here, too.
        here = [live for live in self.in_use() if live.room.seat_of(person) is not None]
        for live in {*here, *await self.chairs_of(person)}:
            await live.show_bird(person, bird)

    def in_use(self) -> list[LiveTable]:
        """The tables that this process has in memory."""
        return list(self.tables)

    def joinable(self) -> list[JoinableTable]:
        """The public tables with a free chair, in any process."""
        here = [joinable_table(live) for live in self.tables if live.may_be_joined]
        return here + [table for table in self._presence.joinable() if self.tables.get(table.table) is None]

    def visits_lobby(self, person: str) -> None:
        """A person has the lobby open: people who know them see that they are here."""
        if self._visitors.saw(person):
            self._presence.tell(_in_lobby(person))

    def everyone_here(self) -> set[str]:
        """Everyone who has a table or the lobby open, in any process."""
        at_tables = {person for live in self.tables for person in live.people_connected_here()}
        return self._visitors.here() | at_tables | self._presence.everyone()

    async def wake_recent(self) -> int:
        """Resume recently active tables after a restart. Returns the number."""
        streams = list(await self.log.streams("table:", since=self.clock() - _RECENT))
        secrets.SystemRandom().shuffle(streams)  # if several processes start at once, each takes some
        batches = (streams[start : start + _AT_ONCE] for start in range(0, len(streams), _AT_ONCE))
        return sum([await self.tables.wake(batch) for batch in batches])

    async def tidy(self) -> int:
        """Drop idle tables from memory: the log has them. Returns the number."""
        return await self.tables.tidy()

    # For the other processes.

    def _own(self) -> Own:
        """The people at each table of this process, and if strangers may join it; then the people in the lobby."""
        tables = {
            live.name: (live.people_connected_here(), joinable_table(live) if live.is_open else None)
            for live in self.tables
        }
        return tables | {_in_lobby(person): ([person], None) for person in self._visitors.here()}

    def _presence_changed(self, name: str) -> None:
        if (live := self.tables.get(name)) is not None:
            live.presence_changed()

    # Shutdown.

    async def close(self) -> None:
        """Stop tables and bots. Everything is on disk."""
        await self._presence.close()
        await self.cluster.hand_on()
        await self.tables.close()
        await self.cluster.close()
        await self.reviews.close()
        await self.practice.close()
        await self.records.close()
        await self.daily.close()
        await self.hints.close()
        self.bots.close()
        self.work.close()
        if self._warming is not None:
            await asyncio.wait({self._warming})


def _in_lobby(person: str) -> str:
    """What stands for a person in the lobby where processes tell each other who is at which table."""
    return f"lobby of {person}"


def _room(entries: Sequence[Entry]) -> Room:
    return Room.fold((decode_hall_fact(entry.body), entry.at) for entry in entries)
