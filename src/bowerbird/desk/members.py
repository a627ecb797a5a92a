"""Lists of members on this server, one for each person who makes events, kept on the log.

Every director of an event may use the list of the person who made it: `owner_of` is the one place that says whose list
that is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import msgspec

from bowerbird.desk.live import LiveEvent
from bowerbird.evening.member_list import rows_of, taken
from bowerbird.evening.members import MemberFact, Members
from bowerbird.event import EventError
from bowerbird.hall.errors import NotAllowedError
from bowerbird.store import ConflictError

if TYPE_CHECKING:
    from bowerbird.desk.desk import Desk

__all__ = ["MemberLists"]

_decoder: msgspec.json.Decoder[MemberFact] = msgspec.json.Decoder(MemberFact)
T = TypeVar("T")


class MemberLists:
    """The lists on the log."""

    def __init__(self, desk: Desk) -> None:
        """Use the desk, whose events the members enter."""
        self._desk = desk
        self._log = desk.log

    async def owner_of(self, live: LiveEvent) -> str:
        """The person whose members may enter an event: the one to whom it belongs."""
        owner = await self._desk.owner_of(live)
        if not owner:
            raise NotAllowedError("Nobody has this event on a list, so it has no list of members.")
        return owner

    async def adopt(self, person: str, into: str) -> None:
        """Put the members of a guest on another list too: the guest has signed in."""
        found = await self.ask(person, rows_of)
        if found.rows:
            await self.write(into, partial(taken, found=found, same={row.name: 0 for row in found.rows}))

    async def ask(self, owner: str, question: Callable[..., T], *args: object) -> T:
        """The answer to a question about somebody's list as it is now, from the work queue."""
        try:
            return await self._desk.work.run(_answered, await self._bodies(owner), question, *args)
        except EventError as error:
            raise NotAllowedError(str(error)) from None

    async def write(self, owner: str, judge: Callable[[Members], tuple[Sequence[MemberFact], T]]) -> T:
        """Write what is judged right for the list as it stands, all of it or nothing; gives what is said about it.

        The work queue judges, so `judge` is pickled.
        """
        while True:
            known = await self._bodies(owner)
            try:
                judged: tuple[list[bytes], T] = await self._desk.work.run(_judged, known, judge)
            except EventError as error:
                raise NotAllowedError(str(error)) from None
            bodies, said = judged
            try:
                if bodies:
                    await self._log.append(_stream(owner), len(known), bodies, self._desk.clock())
            except ConflictError:
                continue
            return said

    async def _bodies(self, owner: str) -> list[bytes]:
        return [entry.body for entry in await self._log.read(_stream(owner))]


def _list(bodies: Sequence[bytes]) -> Members:
    return Members.fold(map(_decoder.decode, bodies))


def _answered(bodies: Sequence[bytes], question: Callable[..., T], *args: object) -> T:
    return question(_list(bodies), *args)


def _judged(
    bodies: Sequence[bytes], judge: Callable[[Members], tuple[Sequence[MemberFact], T]]
) -> tuple[list[bytes], T]:
    facts, said = judge(_list(bodies))
    return [msgspec.json.encode(fact) for fact in facts], said


def _stream(owner: str) -> str:
    return f"members:{owner}"
