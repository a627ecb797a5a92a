"""The name by which other people's lists show a person. It is in one stream, `known-as:<person>`.

Lists, links and invitations of other people are written with a person's id alone. So a name that is erased here is gone
from all of them, and a new one is shown everywhere. Facts from before this stream have a copy of the name, which stays
(`NAMES_BEFORE` in `kept`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

import msgspec

from bowerbird.clock import Now
from bowerbird.hall.notebook import Notebook
from bowerbird.hall.people import Guest
from bowerbird.store import Log

__all__ = ["KnownAs"]

#: Names that this process remembers.
_REMEMBERED: Final = 5000


class _Called(msgspec.Struct, frozen=True):
    """A name; the last one counts."""

    name: str


class KnownAs:
    """The names of people who have shown them to others."""

    def __init__(self, log: Log, clock: Now) -> None:
        """Use the server's log."""
        self._log = log
        self._notes: Notebook[_Called] = Notebook(log, clock, _Called, 1)
        #: Each name, with the number of its note.
        self._known: OrderedDict[str, tuple[int, str]] = OrderedDict()

    async def note(self, guest: Guest) -> None:
        """Keep a person's name, if it is a new one."""
        called = _Called(guest.name)
        await self._notes.add(
            _stream(guest.person), lambda notes: [] if notes and notes[-1].what == called else [called]
        )

    async def rename(self, guest: Guest) -> None:
        """Keep a new name of somebody whose name others can see already."""
        if await self.of(guest.person):
            await self.note(guest)

    async def of(self, person: str) -> str:
        """The name of a person; empty if they have shown it to nobody, or have had it erased."""
        return (await self.all([person])).get(person, "")

    async def all(self, people: Iterable[str]) -> dict[str, str]:
        """The names of many people. A list is looked at again and again, so only new names are read."""
        streams = {_stream(person): person for person in people}
        heads = await self._log.heads(list(streams))
        return {streams[stream]: await self._read(stream, seq) for stream, seq in heads.items()}

    async def _read(self, stream: str, seq: int) -> str:
        known = self._known.get(stream)
        if known is None or known[0] != seq:
            notes = await self._notes.read(stream)
            known = self._known[stream] = (seq, notes[-1].what.name if notes else "")
        self._known.move_to_end(stream)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return known[1]


def _stream(person: str) -> str:
    return f"known-as:{person}"
