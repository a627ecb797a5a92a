"""Lists of members on this server, one for each person who makes events, kept on the log.

Every director of an event may use the list of the person who made it: `owner_of` is the one place that says whose list
that is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
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
        found = rows_of(await self.of(person))
        if found.rows:
            await self.write(into, lambda state: taken(state, found, {row.name: 0 for row in found.rows}))

    async def of(self, owner: str) -> Members:
        """Somebody's list as it is now."""
        entries = await self._log.read(_stream(owner))
        return Members.fold(_decoder.decode(entry.body) for entry in entries)

    async def write(self, owner: str, judge: Callable[[Members], tuple[Sequence[MemberFact], T]]) -> tuple[Members, T]:
        """Write what is judged right for the list as it stands, all of it or nothing; gives the list after it."""
        while True:
            entries = await self._log.read(_stream(owner))
            state = Members.fold(_decoder.decode(entry.body) for entry in entries)
            try:
                facts, said = await asyncio.to_thread(judge, state)
            except EventError as error:
                raise NotAllowedError(str(error)) from None
            if not facts:
                return state, said
            bodies = [msgspec.json.encode(fact) for fact in facts]
            try:
                await self._log.append(_stream(owner), len(entries), bodies, self._desk.clock())
            except ConflictError:
                continue
            for fact in facts:
                state = state.after(fact)
            return state, said


def _stream(owner: str) -> str:
    return f"members:{owner}"
