"""People who don't want to meet another person: the lobby never seats them together, and phrases are not shown.

A block is noted in the stream of the person who blocks, `blocks:<person>`, and nowhere else. The person who is blocked
is not told.

The lobby is asked for by many people every few seconds. What it needs of other people's blocks is kept in memory
(`lately_blocking`): one query tells which of their streams have changed, and only those are read again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence, Set
from typing import Final

import msgspec

from bowerbird.clock import Clock, Now
from bowerbird.hall.asides import Asides
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.notebook import Note, Notebook
from bowerbird.store import Log

__all__ = ["Block", "Blocks"]

#: The most people somebody can block, and the notes that are read for them.
_MOST: Final = 500
_READ: Final = 3000
#: Seconds for which an answer from memory counts, if it was another process that wrote. Then it is checked.
_FRESH: Final = 2.0
#: People whose blocks are in memory, at most.
_REMEMBERED: Final = 20_000


class _Blocked(msgspec.Struct, frozen=True):
    """This person is blocked, or no longer if `ended`."""

    person: str
    name: str = ""
    ended: bool = False


class Block(msgspec.Struct, frozen=True):
    """A person that somebody has blocked; `note` is the number that stands for them."""

    note: int
    person: str
    name: str


class _Remembered(msgspec.Struct, frozen=True):
    """Everyone whom a person has blocked, up to this number of their stream, and until when that counts."""

    seq: int
    blocked: frozenset[str]
    until: float


class Blocks:
    """Who is kept apart from whom."""

    def __init__(self, log: Log, clock: Now) -> None:
        """Use the server's log."""
        self._log = log
        self._clock = Clock.of(clock)
        self._notes: Notebook[_Blocked] = Notebook(log, clock, _Blocked, _READ)
        self._asides = Asides()
        self._remembered: dict[str, _Remembered] = {}
        self._remembering = asyncio.Lock()

    async def blocked(self, person: str) -> frozenset[str]:
        """Everyone whom this person has blocked."""
        return frozenset(_fold(await self._notes.read(_own(person))))

    async def blocking(self, person: str, others: Iterable[str]) -> frozenset[str]:
        """The people among these who have blocked a person."""
        return frozenset([other for other in others if person in await self.blocked(other)])

    async def lately_blocking(self, person: str, others: Iterable[str]) -> frozenset[str]:
        """The people among these who have blocked a person, from memory, for what many people ask for often.

        What this process has written counts at once, what another one has within two seconds.
        """
        wanted = {other for other in others if other != person}
        async with self._remembering:
            await self._remember(wanted)
            return frozenset(other for other in wanted if person in self._remembered[other].blocked)

    async def _remember(self, people: Set[str]) -> None:
        """Have the blocks of these people in memory, and read only what has changed."""
        now = self._clock.steady()
        stale = [each for each in people if (known := self._remembered.get(each)) is None or known.until < now]
        if not stale:
            return
        if len(self._remembered) > _REMEMBERED:
            self._remembered = {each: self._remembered[each] for each in people & self._remembered.keys()}
        last = await self._log.heads([_own(each) for each in stale])
        for each in stale:
            seq, known = last.get(_own(each), 0), self._remembered.get(each)
            if known is None or known.seq != seq:
                blocked = await self.blocked(each) if seq else frozenset()
            else:
                blocked = known.blocked
            self._remembered[each] = _Remembered(seq, blocked, now + _FRESH)

    async def _forget(self, person: str) -> None:
        """Read the blocks of this person again. Waits for a look at them that has begun before they changed."""
        async with self._remembering:
            self._remembered.pop(person, None)

    async def are_apart(self, one: str, two: str) -> bool:
        """True if one of two people has blocked the other."""
        return two in await self.blocked(one) or one in await self.blocked(two)

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
        await self._forget(person)

    async def unblock(self, person: str, note: int) -> None:
        """Let two people meet again."""
        self._limit(person)
        found = next((each for each in await self.of(person) if each.note == note), None)
        if found is None:
            raise NotFoundError("You haven't blocked this person. Look at the page again.")
        other = found.person
        await self._notes.add(
            _own(person), lambda notes: [_Blocked(other, ended=True)] if other in _fold(notes) else []
        )
        await self._forget(person)

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
