"""The lobby: people who look for a game are brought together at tables, also across processes.

The stream `lobby` lists the tables that were opened for this, and who was sent where. Writing to it decides between two
people who look at the same moment: the slower one reads again, and finds the table that the other has just opened. It
is never folded as a whole, since only its last notes matter; what happens at a table is in that table's own stream.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Sequence, Set
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.matching import ANY_RULES, ARRIVING, WAIT, Meeting, choose
from bowerbird.hall.notebook import Note, Notebook
from bowerbird.hall.people import Guest
from bowerbird.hall.setup import TableSetup
from bowerbird.rulebook import book_names
from bowerbird.seats import Seat

if TYPE_CHECKING:
    from bowerbird.hall.hall import Hall
    from bowerbird.hall.live import LiveTable

__all__ = ["Lobby"]

_STREAM: Final = "lobby"
#: The last notes that are read: a few hundred people look for a game within a few hours.
_READ: Final = 300
#: Milliseconds after which nobody is sent to a table any more.
_A_GAME: Final = 2 * 3_600_000
#: The rules of a table that somebody opens who plays by any.
_USUAL_RULES: Final = "bicycle"
#: The first two people are partners.
_ORDER: Final = (Seat.S, Seat.N, Seat.E, Seat.W)
#: How often a seat is looked for before a person is asked to try again.
_TRIES: Final = 20


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """A table is opened for people who look for a game. Everything that it takes to make it is here."""

    table: str
    rules: str
    host: str
    bots_at: int


class Sent(msgspec.Struct, frozen=True, tag="sent"):
    """A person is sent to a table."""

    person: str
    table: str


_Note: TypeAlias = Opened | Sent


class Lobby:
    """People who look for a game."""

    def __init__(self, hall: Hall) -> None:
        """Use the tables of a hall."""
        self._hall = hall
        self._notes: Notebook[_Note] = Notebook(hall.log, hall.clock, _Note, _READ)

    async def play(self, guest: Guest, rules: str = ANY_RULES) -> LiveTable:
        """Seat a person with others who look for a game. Without any, a table is opened where others can join."""
        if rules and rules not in book_names():
            raise NotAllowedError(f"There is no rulebook {rules[:40]!r}. Choose from {', '.join(book_names())}.")
        full: set[str] = set()
        for _ in range(_TRIES):
            live = await self._send(guest, rules, full)
            if live.room.seat_of(guest.person) is not None or await self._sit(live, guest):
                return live
            full.add(live.name)
        raise NotAllowedError("Too many people are looking for a game at once. Try again.")

    async def _send(self, guest: Guest, rules: str, full: set[str]) -> LiveTable:
        """Decide where a person goes, and note it."""
        blocks = self._hall.blocks
        apart = set(await blocks.blocked(guest.person))
        while True:
            notes = await self._notes.read(_STREAM)
            own = await self._own_table(notes, guest.person, full, apart)
            if own is not None:
                return own
            found = choose([each async for each in self._meetings(notes, full)], rules, apart)
            block = frozenset() if found is None else await blocks.blocking(guest.person, found.people)
            if block:
                apart |= block
                continue
            new: list[_Note] = []
            if found is None:
                opened = Opened(
                    secrets.token_urlsafe(12), rules or _USUAL_RULES, guest.person, self._hall.clock() + WAIT
                )
                new.append(opened)
            table = opened.table if found is None else found.table
            new.append(Sent(guest.person, table))
            seen = notes[-1].seq if notes else 0
            wrote = await self._notes.add(_STREAM, lambda now: new if (now[-1].seq if now else 0) == seen else [])  # noqa: B023
            if wrote:
                return await self._table(next(each for each in _opened(notes, new) if each.table == table))

    async def _own_table(
        self, notes: Sequence[Note[_Note]], person: str, full: set[str], apart: Set[str]
    ) -> LiveTable | None:
        """The table of the lobby where a person sits, or is just being sent to: nobody is at two of them."""
        sent = [note for note in notes if isinstance(note.what, Sent) and note.what.person == person]
        opened = {each.table: each for each in _opened(notes)}
        now = self._hall.clock()
        for place, note in enumerate(reversed(sent)):
            if note.what.table not in opened or note.what.table in full:
                continue
            live = await self._table(opened[note.what.table])
            others = {live.room.chairs[seat].person for seat in live.room.people()}
            arrives = place == 0 and now - note.at < ARRIVING and not live.room.started and _free(live)
            if live.room.table.state.is_over:
                continue
            if person in others:
                return live
            if arrives and not others & apart and not await self._hall.blocks.blocking(person, others):
                return live
        return None

    async def _meetings(self, notes: Sequence[Note[_Note]], full: set[str]) -> AsyncIterator[Meeting]:
        now = self._hall.clock()
        for each in _opened(notes):
            if each.table in full or now - each.bots_at > _A_GAME:
                continue
            live = await self._table(each)
            room = live.room
            if room.table.state.is_over or room.made.private:
                continue
            seated = {room.chairs[seat].person for seat in room.people()}
            coming = {
                note.what.person
                for note in notes
                if isinstance(note.what, Sent) and note.what.table == each.table and now - note.at < ARRIVING
            }
            # In a game, people may be away for good: somebody has to be there. Before it, their chairs become free.
            people = seated if not room.started or live.anyone_here else set()
            on_the_way = set() if room.started else coming - seated
            free = len(_free(live)) - len(on_the_way)
            yield Meeting(
                each.table, each.rules, frozenset(people | on_the_way), free, room.started, sum(room.table.state.score)
            )

    async def _table(self, opened: Opened) -> LiveTable:
        """A table that was opened. It is made by the first who comes: its name makes sure that there is one."""
        known = self._hall.tables.get(opened.table)
        if known is not None:
            return known
        return await self._hall.make_table(
            opened.host, TableSetup(rules=opened.rules, private=False, name=opened.table, bots_at=opened.bots_at)
        )

    async def _sit(self, live: LiveTable, guest: Guest) -> bool:
        for seat in _free(live):
            with suppress(NotAllowedError):
                await self._hall.sit(live, guest.person, guest.name, seat)
            if live.room.seat_of(guest.person) is not None:
                return True
        return False


def _opened(notes: Sequence[Note[_Note]], new: Sequence[_Note] = ()) -> list[Opened]:
    return [each for each in (*(note.what for note in notes), *new) if isinstance(each, Opened)]


def _free(live: LiveTable) -> list[Seat]:
    """The chairs that a person can take: empty ones first, then bots'."""
    chairs = live.room.chairs
    empty = [seat for seat in _ORDER if chairs[seat].is_empty]
    return empty + [seat for seat in _ORDER if chairs[seat].bot]
