"""The hall: all live tables of this process, found in the log when they are asked for."""

from __future__ import annotations

import secrets
from typing import Literal

from bowerbird.hall.bots import Bots
from bowerbird.hall.facts import Made, Pace, decode_hall_fact, encode_hall_fact
from bowerbird.hall.live import Clock, LiveTable, NotAllowed, Settings
from bowerbird.hall.room import Room
from bowerbird.rulebook import RulebookError, load_rulebook, read_rulebook
from bowerbird.rulebook.load import book_names
from bowerbird.store import Log

__all__ = ["Hall"]

#: Join codes are read out loud: no letters or digits that sound or look alike.
_CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


class Hall:
    """The tables that are in use. One process leads them all."""

    def __init__(self, log: Log, clock: Clock, settings: Settings | None = None, bot_processes: int = 1) -> None:
        """A hall on a log."""
        self.log = log
        self.clock = clock
        self.settings = settings or Settings()
        self.bots = Bots(bot_processes)
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
        try:
            if house_rules:
                read_rulebook(house_rules)
            elif rules not in book_names():
                raise NotAllowed(f"There is no rulebook {rules!r}; choose {', '.join(book_names())}.")
            else:
                load_rulebook(rules)
        except RulebookError as error:
            raise NotAllowed(str(error)) from None
        name = secrets.token_urlsafe(9)
        code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(6))
        made = Made(host, rules, house_rules, mode, private, code, pace)
        await self.log.append(f"table:{name}", 0, [encode_hall_fact(made)], self.clock())
        return self._seat(name, Room(made))

    async def table(self, name: str) -> LiveTable:
        """A table by its name, from memory or from the log."""
        if name in self._tables:
            return self._tables[name]
        entries = await self.log.read(f"table:{name}")
        if name in self._tables:  # somebody else was quicker while we read
            return self._tables[name]
        if not entries:
            raise NotAllowed("There is no such table. Check the link, or ask the host for a new one.")
        live = self._seat(name, Room.fold(decode_hall_fact(entry.body) for entry in entries))
        live.wake()
        return live

    def _seat(self, name: str, room: Room) -> LiveTable:
        live = LiveTable(name, room, self.log, self.clock, self.bots, self.settings)
        self._tables[name] = live
        return live

    def in_use(self) -> list[LiveTable]:
        """The tables that this process has in memory."""
        return list(self._tables.values())

    async def wake_all(self) -> int:
        """After a restart: every table that is not over goes on by itself. Returns how many."""
        woken = 0
        for stream in await self.log.streams("table:"):
            live = await self.table(stream.partition(":")[2])
            woken += not live.room.table.state.is_over
        return woken

    async def close(self) -> None:
        """Let the tables and the bots go; everything is on disk."""
        for live in self._tables.values():
            await live.close()
        self.bots.close()
