"""What the people of a hall do with each other beyond one game: look who is here, block, report, play again.

Others see a person's name, and whether they are here if they know each other. Nothing else about anybody goes out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from bowerbird.clock import Clock
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import KeptFor
from bowerbird.hall.joinable import JoinableTable
from bowerbird.hall.people import Guest
from bowerbird.hall.reports import Reason, Report
from bowerbird.hall.setup import TableSetup
from bowerbird.seats import Seat

if TYPE_CHECKING:
    from bowerbird.hall.hall import Hall
    from bowerbird.hall.live import LiveTable

__all__ = ["Company", "FriendShown", "InvitationShown", "LobbyShown", "LobbyTable", "PersonBlocked", "Visitors"]

#: Seconds for which somebody counts as in the lobby after their page has asked for news.
_STAYS: Final = 12.0


class LobbyTable(msgspec.Struct):
    """A public table with a free seat. `waits` is true before the game, `hands` counts the finished ones.

    `seats` are the names of people from North on, empty for free seats and bots.
    """

    table: str
    link: str
    title: str
    names: list[str]
    seats: list[str]
    free: int
    waits: bool
    score: tuple[int, int]
    hands: int
    turn_clock: int


class FriendShown(msgspec.Struct):
    """A person you know: the number that stands for them, their name, and if they are here."""

    note: int
    name: str
    here: bool


class InvitationShown(msgspec.Struct):
    """Somebody asks you to come to a table."""

    name: str
    link: str


class PersonBlocked(msgspec.Struct):
    """A person you have blocked, by the number that stands for them."""

    note: int
    name: str


class LobbyShown(msgspec.Struct):
    """The lobby as one person sees it. `yours` is the link of the table where you sit in a game or wait for one."""

    looking: list[str]
    tables: list[LobbyTable]
    friends: list[FriendShown]
    invitations: list[InvitationShown]
    blocked: list[PersonBlocked]
    yours: str


class Visitors:
    """The people who have the lobby open through this process."""

    def __init__(self, clock: Clock) -> None:
        """Start with nobody."""
        self._clock = clock
        self._until: dict[str, float] = {}

    def saw(self, person: str) -> bool:
        """A person's page has asked for news. Returns True if they have just come."""
        new = person not in self.here()
        self._until[person] = self._clock.steady() + _STAYS
        return new

    def here(self) -> set[str]:
        """The people who are here."""
        now = self._clock.steady()
        self._until = {person: until for person, until in self._until.items() if until > now}
        return set(self._until)


class Company:
    """The people of one hall."""

    def __init__(self, hall: Hall) -> None:
        """Use the tables of a hall."""
        self._hall = hall

    async def lobby(self, person: str) -> LobbyShown:
        """The lobby as a person sees it, with the tables of `joinable`."""
        hall = self._hall
        joinable = await self.joinable(person)
        everyone = hall.everyone_here()
        friends = await hall.friends.of(person) if person else []
        invitations = await hall.friends.invitations(person) if person else []
        blocked = await hall.blocks.of(person) if person else []
        return LobbyShown(
            looking=sorted(name for table in joinable if not table.started for name in table.names),
            tables=[_shown(table) for table in sorted(joinable, key=_order)],
            friends=[FriendShown(each.note, each.name, each.person in everyone) for each in friends],
            invitations=[InvitationShown(each.name, f"/t/{each.table}") for each in invitations],
            blocked=[PersonBlocked(each.note, each.name) for each in blocked],
            yours=_own_link(await hall.chairs_of(person)) if person else "",
        )

    async def joinable(self, person: str) -> list[JoinableTable]:
        """The public tables with a free seat for a person, without those of people they have blocked, or who have.

        A block isn't told to anybody, so a table where somebody would be refused is not shown to them at all.
        """
        hall = self._hall
        tables = hall.joinable()
        if not person:
            return tables
        everyone = {each for table in tables for each in table.people}
        apart = await hall.blocks.blocked(person) | await hall.blocks.lately_blocking(person, everyone)
        return [table for table in tables if person in table.people or apart.isdisjoint(table.people)]

    async def block(self, live: LiveTable, person: str, seat: Seat) -> None:
        """Keep a person apart from the one in this seat. They no longer know each other."""
        other, name = self._at(live, person, seat)
        await self._hall.blocks.block(person, other, name)
        await self._hall.friends.part(person, other)

    async def report(self, live: LiveTable, guest: Guest, seat: Seat, reason: Reason) -> None:
        """Report the person in this seat to the owner of the server."""
        if live.room.made.private:
            raise NotAllowedError("People are reported at public tables. Here, the host can remove them.")
        other, name = self._at(live, guest.person, seat)
        await self._hall.reports.add(Report(guest.person, guest.name, other, name, live.name, reason))

    def _at(self, live: LiveTable, person: str, seat: Seat) -> tuple[str, str]:
        chair = live.room.chairs[seat]
        if live.room.seat_of(person) is None:
            raise NotAllowedError("You have no seat at this table.")
        if not chair.person or chair.person == person:
            raise NotAllowedError("Nobody else sits there.")
        return chair.person, chair.name

    async def again(self, live: LiveTable, guest: Guest, *, swapped: bool) -> LiveTable:
        """Open another table for the same people. Each of them is asked, and finds the seat kept."""
        hall, room = self._hall, live.room
        seat = room.seat_of(guest.person)
        if seat is None or not room.table.state.is_over:
            raise NotAllowedError("Ask for another game when this one is over, from your seat.")
        if room.again is not None:
            return await hall.table(room.again.table)  # somebody else was quicker
        chairs = [room.chairs[old] for old in _seats(seat, swapped)]
        people = [chair.person for chair in chairs]
        names = [chair.name if chair.person else "" for chair in chairs]
        kept = KeptFor((people[0], people[1], people[2], people[3]), (names[0], names[1], names[2], names[3]))
        new = await hall.make_table(
            guest.person,
            TableSetup(
                book=room.book,
                mode=room.made.mode,
                private=room.made.private,
                pace=room.pace,
                bots_slip=room.made.bots_slip,
                kept_for=kept,
            ),
        )
        await hall.sit(new, guest.person, guest.name, seat)
        for place, chair in zip(Seat, chairs, strict=True):
            if chair.bot:
                await new.seat_bot(guest.person, place, chair.bot, chair.bird)
        await live.ask_again(guest.person, new.name, swapped=swapped)
        for person in people:
            if person and person != guest.person:
                await hall.friends.ask(guest, person, new.name)
        return new


def _seats(asker: Seat, swapped: bool) -> list[Seat]:
    """The old seat of the person in each new one. With `swapped`, the asker's partner and left neighbour change."""
    if not swapped:
        return list(Seat)
    change = {asker.partner: asker.left, asker.left: asker.partner}
    return [change.get(seat, seat) for seat in Seat]


def _order(table: JoinableTable) -> tuple[bool, int, str]:
    return table.started, -len(table.people), table.table


def _shown(table: JoinableTable) -> LobbyTable:
    return LobbyTable(
        table=table.table,
        link=table.link,
        title=table.title,
        names=table.names,
        seats=table.seats,
        free=table.free,
        waits=not table.started,
        score=table.score,
        hands=table.hands,
        turn_clock=table.turn_clock,
    )


def _own_link(tables: list[LiveTable]) -> str:
    return next((f"/t/{live.name}" for live in tables if not live.room.table.state.is_over), "")
