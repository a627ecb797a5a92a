"""People who don't want to meet another person: the lobby never seats them together, and phrases are not shown.

A block is noted with both, in `blocks:<person>`, so that one stream tells whom somebody is kept apart from. The person
who is blocked is not told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec

from bowerbird.hall.asides import Asides
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.notebook import Note, Notebook
from bowerbird.live.stream import Clock
from bowerbird.store import Log

__all__ = ["Block", "Blocks"]

#: The most people somebody can block, and the notes that are read for them.
_MOST: Final = 500
_READ: Final = 5000


class Blocked(msgspec.Struct, frozen=True, tag="blocked"):
    """The owner of the stream blocks this person."""

    person: str
    name: str


class BlockedBy(msgspec.Struct, frozen=True, tag="blocked-by"):
    """This person blocks the owner of the stream."""

    person: str


class Unblocked(msgspec.Struct, frozen=True, tag="unblocked"):
    """The owner of the stream no longer blocks this person."""

    person: str


class UnblockedBy(msgspec.Struct, frozen=True, tag="unblocked-by"):
    """This person no longer blocks the owner of the stream."""

    person: str


_Note: TypeAlias = Blocked | BlockedBy | Unblocked | UnblockedBy


class Block(msgspec.Struct, frozen=True):
    """A person that somebody has blocked; `note` is the number that stands for them."""

    note: int
    person: str
    name: str


class Blocks:
    """Who is kept apart from whom."""

    def __init__(self, log: Log, clock: Clock) -> None:
        """Use the server's log."""
        self._clock = clock
        self._notes: Notebook[_Note] = Notebook(log, clock, _Note, _READ)
        self._asides = Asides()

    async def apart(self, person: str) -> frozenset[str]:
        """Everyone whom this person has blocked, or who has blocked them."""
        notes = await self._notes.read(_stream(person))
        return frozenset(_blocks(notes)) | _blocked_by(notes)

    async def of(self, person: str) -> list[Block]:
        """The people that somebody has blocked, by name."""
        return sorted(_blocks(await self._notes.read(_stream(person))).values(), key=lambda each: each.name.casefold())

    async def block(self, person: str, other: str, name: str) -> None:
        """Keep a person apart from another from now on."""
        if not other or other == person:
            raise NotAllowedError("There is nobody to block in this seat.")
        self._limit(person)

        def judge(notes: Sequence[Note[_Note]]) -> list[_Note]:
            blocked = _blocks(notes)
            if len(blocked) >= _MOST:
                raise NotAllowedError(f"You have blocked {_MOST} people. Unblock some in the lobby first.")
            return [] if other in blocked else [Blocked(other, name)]

        # The other side first: what is half done keeps them apart, and can be done again.
        await self._notes.add(_stream(other), lambda notes: [] if person in _blocked_by(notes) else [BlockedBy(person)])
        await self._notes.add(_stream(person), judge)

    async def unblock(self, person: str, note: int) -> None:
        """Let two people meet again."""
        self._limit(person)
        found = next((each for each in await self.of(person) if each.note == note), None)
        if found is None:
            raise NotFoundError("You haven't blocked this person. Look at the page again.")
        other = found.person
        await self._notes.add(_stream(person), lambda notes: [Unblocked(other)] if other in _blocks(notes) else [])
        await self._notes.add(
            _stream(other), lambda notes: [UnblockedBy(person)] if person in _blocked_by(notes) else []
        )

    def _limit(self, person: str) -> None:
        now = self._clock()
        self._asides.check(person, now)
        self._asides.count(person, now)


def _blocks(notes: Sequence[Note[_Note]]) -> dict[str, Block]:
    blocked: dict[str, Block] = {}
    for note in notes:
        match note.what:
            case Blocked():
                blocked[note.what.person] = Block(note.seq, note.what.person, note.what.name)
            case Unblocked():
                blocked.pop(note.what.person, None)
            case BlockedBy() | UnblockedBy():
                pass
    return blocked


def _blocked_by(notes: Sequence[Note[_Note]]) -> frozenset[str]:
    by: set[str] = set()
    for note in notes:
        match note.what:
            case BlockedBy():
                by.add(note.what.person)
            case UnblockedBy():
                by.discard(note.what.person)
            case Blocked() | Unblocked():
                pass
    return frozenset(by)


def _stream(person: str) -> str:
    return f"blocks:{person}"
