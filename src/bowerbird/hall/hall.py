"""The hall: all live tables of this process, found in the log when they are asked for."""

from __future__ import annotations

import secrets
from typing import Literal

import msgspec

from bowerbird.hall.bots import Bots
from bowerbird.hall.errors import NotAllowed, NotFound
from bowerbird.hall.facts import Made, Pace, decode_hall_fact, encode_hall_fact
from bowerbird.hall.live import Clock, LiveTable, Settings
from bowerbird.hall.review import Reviews
from bowerbird.hall.room import Room
from bowerbird.rulebook import RulebookError, book_names, read_rulebook
from bowerbird.seats import Seat
from bowerbird.store import Conflict, Log

__all__ = ["Hall"]

#: Join codes are read out loud: no letters or digits that sound or look alike.
_CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
#: House rules longer than this are no house rules.
_LONGEST_RULES = 20_000
#: After a restart, tables at which something happened in this time go on by themselves (in milliseconds).
_RECENT = 24 * 3600 * 1000


class _Place(msgspec.Struct, frozen=True):
    """A table's name, as it is kept under a code and in a person's list of tables."""

    table: str


class Hall:
    """The tables that are in use. One process leads them all."""

    def __init__(self, log: Log, clock: Clock, settings: Settings | None = None, bot_processes: int = 1) -> None:
        """A hall on a log."""
        self.log = log
        self.clock = clock
        self.settings = settings or Settings()
        self.bots = Bots(bot_processes)
        self.reviews = Reviews(self.bots)
        self._tables: dict[str, LiveTable] = {}

    async def make_table(
        self,
        host: str,
        *,
        rules: str = "bicycle",
        house_rules: str = "",
        mode: Literal["guarded", "real"] = "guarded",
        private: bool = True,
        pace: Pace = "normal",
    ) -> LiveTable:
        """A new table. House rules are TOML text; a book that cannot be used is refused with the reason."""
        if rules not in book_names():
            raise NotAllowed(f"There is no rulebook {rules[:40]!r}; choose {', '.join(book_names())}.")
        if len(house_rules) > _LONGEST_RULES:
            raise NotAllowed(f"House rules have at most {_LONGEST_RULES} characters.")
        try:
            if house_rules:
                read_rulebook(house_rules)
        except RulebookError as error:
            raise NotAllowed(str(error)) from None
        name = secrets.token_urlsafe(12)
        made = Made(host, rules, house_rules, mode, private, await self._new_code(name), pace)
        await self.log.append(f"table:{name}", 0, [encode_hall_fact(made)], self.clock())
        return self._keep(name, Room(made))

    async def _new_code(self, name: str) -> str:
        while True:
            code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(6))
            try:
                await self.log.append(f"code:{code}", 0, [msgspec.json.encode(_Place(name))], self.clock())
            except Conflict:
                continue
            return code

    async def by_code(self, code: str) -> LiveTable:
        """The table that a join code leads to; small letters and spaces do not matter."""
        tidy = "".join(code.split()).upper()
        entries = await self.log.read(f"code:{tidy}") if len(tidy) == 6 and tidy.isalnum() else []
        if not entries:
            raise NotFound("No table has this code. Read it out once more: six letters and digits.")
        return await self.table(msgspec.json.decode(entries[0].body, type=_Place).table)

    async def table(self, name: str) -> LiveTable:
        """A table by its name, from memory or from the log."""
        if name in self._tables:
            return self._tables[name]
        entries = await self.log.read(f"table:{name}") if len(name) <= 40 else []
        if name in self._tables:  # somebody else was quicker while we read
            return self._tables[name]
        if not entries:
            raise NotFound("There is no such table. Check the link, or ask the host for a new one.")
        live = self._keep(name, Room.fold((decode_hall_fact(entry.body), entry.at) for entry in entries))
        live.await_return()
        live.wake()
        return live

    def _keep(self, name: str, room: Room) -> LiveTable:
        live = LiveTable(name, room, self.log, self.clock, self.bots, self.settings)
        self._tables[name] = live
        return live

    async def sit(self, live: LiveTable, person: str, name: str, seat: Seat) -> None:
        """A person takes a chair; the table is on the person's list from then on."""
        if live.name not in await self.tables_of(person):
            await self._note(person, live.name)
        await live.sit(person, name, seat)

    async def _note(self, person: str, table: str) -> None:
        stream = f"tables:{person}"
        while True:
            known = len(await self.log.read(stream))
            try:
                await self.log.append(stream, known, [msgspec.json.encode(_Place(table))], self.clock())
            except Conflict:
                continue
            return

    async def tables_of(self, person: str) -> list[str]:
        """The names of the tables at which a person has sat, oldest first."""
        entries = await self.log.read(f"tables:{person}")
        return [msgspec.json.decode(entry.body, type=_Place).table for entry in entries]

    def in_use(self) -> list[LiveTable]:
        """The tables that this process has in memory."""
        return list(self._tables.values())

    async def wake_recent(self) -> int:
        """After a restart: tables that were in use lately go on by themselves. Returns how many."""
        streams = await self.log.streams("table:", since=self.clock() - _RECENT)
        for stream in streams:
            await self.table(stream.partition(":")[2])
        return len(streams)

    async def tidy(self) -> int:
        """Let tables go at which nobody looks and nothing happens: the log has them. Returns how many."""
        idle = [live for live in self._tables.values() if live.is_idle]
        for live in idle:
            del self._tables[live.name]
            await live.close()
        return len(idle)

    async def close(self) -> None:
        """Let the tables and the bots go; everything is on disk."""
        for live in self._tables.values():
            await live.close()
        await self.reviews.close()
        self.bots.close()
