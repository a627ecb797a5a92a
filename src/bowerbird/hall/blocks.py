"""People who don't want to meet another person: the lobby never seats them together, and phrases are not shown.

A block is noted with both: in `blocks:<person>` of the one, and in `blocked-by:<person>` of the other, so that what
others note can't crowd out one's own blocks. The person who is blocked is not told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from bowerbird.hall.asides import Asides
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.notebook import Note, Notebook
from bowerbird.live.stream import Clock
from bowerbird.store import Log

__all__ = ["Block", "Blocks"]

#: The most people somebody can block, and the notes that are read for them.
_MOST: Final = 500
_READ: Final = 3000


class _Blocked(msgspec.Struct, frozen=True):
    """This person is blocked, or no longer if `ended`. In `blocked-by:`, by this person; then without a name."""

    person: str
    name: str = ""
    ended: bool = False


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
        self._notes: Notebook[_Blocked] = Notebook(log, clock, _Blocked, _READ)
        self._asides = Asides()

    async def apart(self, person: str) -> frozenset[str]:
        """Everyone whom this person has blocked, or who has blocked them."""
        own, by = await self._notes.read(_own(person)), await self._notes.read(_by(person))
        return frozenset((*_fold(own), *_fold(by)))

    async def of(self, person: str) -> list[Block]:
        """The people that somebody has blocked, by name."""
        return sorted(_fold(await self._notes.read(_own(person))).values(), key=lambda each: each.name.casefold())

    async def block(self, person: str, other: str, name: str) -> None:
        """Keep a person apart from another from now on."""
        if not other or other == person:
            raise NotAllowedError("There is nobody to block in this seat.")
        self._limit(person)

        def judge(notes: Sequence[Note[_Blocked]]) -> list[_Blocked]:
            blocked = _fold(notes)
            if len(blocked) >= _MOST:
                raise NotAllowedError(f"You have blocked {_MOST} people. Unblock some in the lobby first.")
            return [] if other in blocked else [_Blocked(other, name)]

        await self._notes.add(_own(person), judge)
        await self._notes.add(_by(other), lambda notes: [] if person in _fold(notes) else [_Blocked(person)])

    async def unblock(self, person: str, note: int) -> None:
        """Let two people meet again."""
        self._limit(person)
        found = next((each for each in await self.of(person) if each.note == note), None)
        if found is None:
            raise NotFoundError("You haven't blocked this person. Look at the page again.")
        for stream, other in ((_by(found.person), person), (_own(person), found.person)):
            await self._end(stream, other)

    async def _end(self, stream: str, other: str) -> None:
        await self._notes.add(stream, lambda notes: [_Blocked(other, ended=True)] if other in _fold(notes) else [])

    def _limit(self, person: str) -> None:
        now = self._clock()
        self._asides.check(person, now)
        self._asides.count(person, now)


def _fold(notes: Sequence[Note[_Blocked]]) -> dict[str, Block]:
    blocked: dict[str, Block] = {}
    for seq, _, what in notes:
        if what.ended:
            blocked.pop(what.person, None)
        else:
            blocked[what.person] = Block(seq, what.person, what.name)
    return blocked


def _own(person: str) -> str:
    return f"blocks:{person}"


def _by(person: str) -> str:
    return f"blocked-by:{person}"
