"""The live tables of this process, read from the log on demand.

On PostgreSQL several processes can share the log. Each holds in memory the tables that someone has open through it, and
owns some of them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from typing import Literal

import msgspec

from bowerbird.hall.asides import Asides
from bowerbird.hall.birds import check_bird
from bowerbird.hall.bots import Bots
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.facts import Board, Pace, decode_hall_fact, encode_hall_fact, made_with
from bowerbird.hall.hints import Hints
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.hall.portraits import Portraits
from bowerbird.hall.presence import Own, Presence
from bowerbird.hall.review import Reviews
from bowerbird.hall.room import Room
from bowerbird.hall.work_queue import WorkQueue
from bowerbird.live.clock import not_before
from bowerbird.live.cluster import Cluster
from bowerbird.live.keeper import Keeper
from bowerbird.live.stream import Clock
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
        clock: Clock,
        settings: Settings | None = None,
        bot_processes: int = 1,
        work_processes: int | None = None,
    ) -> None:
        """Use a log; nothing is read before `open`. `work` takes what is slow; by default it has as many processes."""
        self.log = log
        self.clock = clock
        self.settings = settings or Settings()
        self.bots = Bots(bot_processes)
        self.work = WorkQueue(bot_processes if work_processes is None else work_processes)
        self.reviews = Reviews(self.bots)
        self.hints = Hints(self.bots)
        self.portraits = Portraits(log, clock)
        self._birds_chosen = Asides()
        self.cluster = Cluster(log)
        self._presence = Presence(self.cluster, log.name, self._own, self._presence_changed)
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
        self._warming: asyncio.Task[None] | None = None
        self._coming: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Connect to the other processes, if the database allows several."""
        await self.cluster.open()
        self._presence.open()
        self._warming = asyncio.create_task(self.work.warm_up())
        if not self.cluster.alone:
            self.bots.warm_up()

    async def make_table(
        self,
        host: str,
        *,
        rules: str = "bicycle",
        house_rules: str = "",
        book: Rulebook | None = None,
        mode: Literal["guarded", "real"] = "guarded",
        private: bool = True,
        pace: Pace = "normal",
        bots_slip: bool = False,
        name: str = "",
        boards: tuple[Board, ...] = (),
    ) -> LiveTable:
        """Set up a table with a rulebook by name, house rules as TOML text, or rules that were read already.

        With `boards`, its hands are those of a duplicate event. Rules that can't be used are refused with the reason. A
        `name` from the caller must be as hard to guess as a generated one; the same name again gives the same table.
        """
        if rules not in book_names():
            raise NotAllowedError(f"There is no rulebook {rules[:40]!r}. Choose from {', '.join(book_names())}.")
        if book is None:
            try:
                book = await self.work.run(read_house_rules, house_rules) if house_rules else load_rulebook(rules)
            except RulebookError as error:
                raise NotAllowedError(str(error)) from None
        name = name or secrets.token_urlsafe(12)
        code = await self._new_code(name)
        made = made_with(
            host, book, mode=mode, private=private, code=code, pace=pace, bots_slip=bots_slip, boards=boards
        )
        try:
            await self.log.append(f"table:{name}", 0, [encode_hall_fact(made)], self.clock())
        except ConflictError:
            return await self.table(name)
        # It may have been requested by name as soon as it was written.
        return self.tables.get(name) or self.tables.keep(name, Room(made))

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
        )

    def _found(self, live: LiveTable) -> None:
        """Continue with a table from the log. The clock of a timed game must not go back."""
        if live.room.ends_at is not None and live.room.played_at is not None:
            not_before(self.clock, live.room.played_at)
        self._presence.ask(live.name)

    async def sit(self, live: LiveTable, person: str, name: str, seat: Seat) -> None:
        """Seat a person, and add the table to the person's list."""
        if live.name not in await self.tables_of(person):
            await self._note(person, live.name)
        await live.sit(person, name, seat, await self.portraits.of(person))

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
        newest_first = (msgspec.json.decode(entry.body, type=_Place).table for entry in reversed(entries))
        return list(dict.fromkeys(newest_first))[::-1]

    async def chairs_of(self, person: str) -> list[LiveTable]:
        """The tables where a person sits now, newest first, among their latest ones."""
        latest = [await self.table(name) for name in reversed((await self.tables_of(person))[-_LATELY:])]
        return [live for live in latest if live.room.seat_of(person) is not None]

    async def rename(self, person: str, name: str) -> None:
        """Change a person's name in the chairs they hold."""
        for live in await self.chairs_of(person):
            await live.rename(person, name)

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
        """The people at each table of this process, and if strangers may join it."""
        return {live.name: (live.people_connected_here(), live.is_open) for live in self.tables}

    def _presence_changed(self, name: str, joinable: bool) -> None:
        live = self.tables.get(name)
        if live is not None:
            live.presence_changed()
        elif joinable:
            task = asyncio.create_task(self._come(name))
            self._coming.add(task)
            task.add_done_callback(self._coming.discard)

    async def _come(self, name: str) -> None:
        """Load a table that anyone may join: it is on every process's list."""
        try:
            await self.table(name)
        except (StoreError, NotFoundError) as error:
            log.warning("table %s is not on the list yet: %s", name, error)

    # Shutdown.

    async def close(self) -> None:
        """Stop tables and bots. Everything is on disk."""
        for task in self._coming:
            task.cancel()
        await self._presence.close()
        await self.cluster.hand_on()
        await self.tables.close()
        await self.cluster.close()
        await self.reviews.close()
        await self.hints.close()
        self.bots.close()
        self.work.close()
        if self._warming is not None:
            await asyncio.wait({self._warming})


def _room(entries: Sequence[Entry]) -> Room:
    return Room.fold((decode_hall_fact(entry.body), entry.at) for entry in entries)
