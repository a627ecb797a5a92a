"""People who know each other here, by a link that one of them has made and the other has accepted.

Each has the other in a stream of their own, `friends:<person>`, and either can end it for both. Invitations to a table
are in `invitations:<person>`, and are shown for a while. People are named by the number of their note, so that nobody
learns another person's id. Their names are in streams of their own (`known_as`): facts here had them before, and still
do in older logs.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

from bowerbird.clock import Now
from bowerbird.hall.asides import Asides
from bowerbird.hall.blocks import Blocks
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.known_as import KnownAs
from bowerbird.hall.notebook import Note, Notebook
from bowerbird.hall.people import Guest
from bowerbird.store import Log

__all__ = ["Friend", "Friends", "Invitation"]

#: The most people somebody can know here, and the notes that are read for them.
_MOST: Final = 200
_READ: Final = 2000
#: The share of the notes that are read, from the oldest on, of which what still holds is written again.
_RENEWED: Final = 1 / 4
#: How often the same two can meet and part.
_TIMES: Final = 20
#: Somebody who has had their name erased.
_NAMELESS: Final = "Somebody"
#: Milliseconds after which a link can't be used any more, and an invitation is not shown.
_LINK_HOLDS: Final = 7 * 24 * 3_600_000
_INVITED_FOR: Final = 15 * 60_000


class Offered(msgspec.Struct, frozen=True, tag="offered"):
    """A person has made a link for people they know."""

    person: str
    name: str = ""


class Met(msgspec.Struct, frozen=True, tag="met"):
    """The owner of the stream and this person know each other."""

    person: str
    name: str = ""


class Parted(msgspec.Struct, frozen=True, tag="parted"):
    """They no longer do."""

    person: str


class Invited(msgspec.Struct, frozen=True, tag="invited"):
    """This person asks the owner of the stream to come to a table."""

    person: str
    table: str
    name: str = ""


_Note: TypeAlias = Met | Parted


class Friend(msgspec.Struct, frozen=True):
    """A known person; `note` is the number that stands for them."""

    note: int
    person: str
    name: str


class Invitation(msgspec.Struct, frozen=True):
    """An invitation that is still shown."""

    by: str
    name: str
    table: str


class Friends:
    """Who knows whom."""

    def __init__(self, log: Log, clock: Now, blocks: Blocks, names: KnownAs, reads: int = _READ) -> None:
        """Use the server's log. People who are blocked can't become known. Of a list, the last notes are read."""
        self._reads = reads
        self._clock = clock
        self._blocks = blocks
        self._names = names
        self._known: Notebook[_Note] = Notebook(log, clock, _Note, reads)
        self._links: Notebook[Offered] = Notebook(log, clock, Offered, 1)
        self._invited: Notebook[Invited] = Notebook(log, clock, Invited, 20)
        self._asides = Asides()

    async def new_link(self, guest: Guest) -> str:
        """Make a link for people whom this person knows. Returns its secret part."""
        self._limit(guest.person)
        token = secrets.token_urlsafe(12)
        await self._names.note(guest)
        await self._links.add(_link(token), lambda _: [Offered(guest.person)])
        return token

    async def offer(self, token: str) -> Offered:
        """The person who has made a link, with the name they have now."""
        notes = await self._links.read(_link(token)) if len(token) < _MOST else []
        name = (await self._named([notes[0].what]))[0] if notes else ""
        if not name or self._clock() - notes[0].at > _LINK_HOLDS:
            raise NotFoundError("This link doesn't work any more. Ask for a new one: links are good for seven days.")
        return Offered(notes[0].what.person, name)

    async def _named(self, notes: Sequence[Offered | Met | Invited]) -> list[str]:
        """The name of the person in each of these notes; empty if they have had it erased."""
        names = await self._names.all({note.person for note in notes})
        return [names.get(note.person, note.name) for note in notes]

    async def accept(self, token: str, guest: Guest) -> str:
        """Make two people known to each other. Returns the name of the one who made the link."""
        self._limit(guest.person)
        other = await self.offer(token)
        if other.person == guest.person:
            raise NotAllowedError("This is your own link. Send it to the people you know.")
        if await self._blocks.are_apart(guest.person, other.person):
            raise NotAllowedError("You can't use this link.")
        await self._names.note(guest)
        await self._meet(other.person, guest.person, f"{other.name} can't add more people. Ask them to remove some.")
        try:
            full = f"That is {_MOST} people already. Remove some from the list first."
            await self._meet(guest.person, other.person, full)
        except NotAllowedError:
            await self._part(other.person, guest.person)  # nobody is on the list of only one of them
            raise
        return other.name

    async def _meet(self, person: str, other: str, full: str) -> None:
        def judge(notes: Sequence[Note[_Note]]) -> list[_Note]:
            known = _fold(notes)
            if other in known:
                return []
            if len(known) >= _MOST:
                raise NotAllowedError(full)
            if sum(note.what.person == other for note in notes) > _TIMES:
                raise NotAllowedError("You can't use this link.")
            return [Met(other)]

        await self._note(person, judge)

    async def _note(self, person: str, judge: Callable[[Sequence[Note[_Note]]], list[_Note]]) -> None:
        """Add to a person's list. Only the last notes are read, and others can add many: so old ones are renewed."""

        def judge_and_renew(notes: Sequence[Note[_Note]]) -> list[_Note]:
            new = judge(notes)
            old = int(self._reads * _RENEWED)
            if not new or len(notes) < self._reads - old:
                return new
            gone = {note.person for note in new}
            last = notes[old].seq
            kept = [note.what for note in _fold(notes).values() if note.seq < last and note.what.person not in gone]
            return [*kept, *new]

        await self._known.add(_friends(person), judge_and_renew)

    async def of(self, person: str) -> list[Friend]:
        """The people that somebody knows, by name."""
        known = _fold(await self._known.read(_friends(person))).values()
        names = await self._named([note.what for note in known])
        found = [Friend(note.seq, note.what.person, name or _NAMELESS) for note, name in zip(known, names, strict=True)]
        return sorted(found, key=lambda each: each.name.casefold())

    async def end(self, person: str, note: int) -> None:
        """Take a known person off the list, on both sides."""
        self._limit(person)
        other = await self._found(person, note)
        for one, two in ((person, other.person), (other.person, person)):
            await self._part(one, two)

    async def _part(self, person: str, other: str) -> None:
        await self._note(person, lambda notes: [Parted(other)] if other in _fold(notes) else [])

    async def part(self, person: str, other: str) -> None:
        """End it for two people, if they know each other: one has blocked the other."""
        for one, two in ((person, other), (other, person)):
            await self._part(one, two)

    async def _found(self, person: str, note: int) -> Friend:
        friend = next((each for each in await self.of(person) if each.note == note), None)
        if friend is None:
            raise NotFoundError("This person is no longer on your list. Look at the page again.")
        return friend

    # Invitations.

    async def invite(self, guest: Guest, note: int, table: str) -> None:
        """Ask a known person to come to a table."""
        friend = await self._found(guest.person, note)
        await self.ask(guest, friend.person, table)

    async def ask(self, guest: Guest, person: str, table: str) -> None:
        """Ask a person to come to a table, unless one of them has blocked the other."""
        self._limit(guest.person)
        if await self._blocks.are_apart(guest.person, person):
            return

        def judge(notes: Sequence[Note[Invited]]) -> list[Invited]:
            there = any(note.what.table == table and note.what.person == guest.person for note in self._fresh(notes))
            return [] if there else [Invited(guest.person, table)]

        await self._names.note(guest)
        await self._invited.add(_invitations(person), judge)

    async def invitations(self, person: str) -> list[Invitation]:
        """The invitations of the last minutes, newest first."""
        notes = self._fresh(await self._invited.read(_invitations(person)))
        apart = await self._blocks.blocked(person) if notes else frozenset()
        shown = [note.what for note in reversed(notes) if note.what.person not in apart]
        names = await self._named(shown)
        return [Invitation(each.person, name or _NAMELESS, each.table) for each, name in zip(shown, names, strict=True)]

    def _fresh(self, notes: Sequence[Note[Invited]]) -> list[Note[Invited]]:
        now = self._clock()
        return [note for note in notes if now - note.at <= _INVITED_FOR]

    def _limit(self, person: str) -> None:
        now = self._clock()
        self._asides.check(person, now)
        self._asides.count(person, now)


def _fold(notes: Sequence[Note[_Note]]) -> dict[str, Note[Met]]:
    """The people who are known, each by the note that says so."""
    known: dict[str, Note[Met]] = {}
    for seq, at, what in notes:
        match what:
            case Met():
                known[what.person] = Note(seq, at, what)
            case Parted():
                known.pop(what.person, None)
    return known


def _friends(person: str) -> str:
    return f"friends:{person}"


def _invitations(person: str) -> str:
    return f"invitations:{person}"


def _link(token: str) -> str:
    return f"friend-link:{token}"
