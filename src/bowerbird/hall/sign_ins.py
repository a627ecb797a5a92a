"""Where a person is signed in: an entry for each sign-in with a passphrase or a recovery code. Doesn't depend on pages.

A guest who has only given a name is in one browser, and nothing about it is written down.
"""

from __future__ import annotations

import msgspec

from bowerbird.clock import Now
from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.people import Guest, People
from bowerbird.store import ConflictError, Log

__all__ = ["SignIns", "SignedIn"]

#: The number of sign-ins that are listed, newest first, and of those that are read at all.
_LISTED, _READ = 20, 1_000


class SignedIn(msgspec.Struct, frozen=True):
    """One sign-in: its name, when it was, the number of revocations then, and the browser in words."""

    session: str
    at: int
    since: int
    browser: str


class SignIns:
    """The sign-ins of each person."""

    def __init__(self, log: Log, clock: Now, people: People) -> None:
        """Use the server's log; `people` decides which sign-ins are still good."""
        self._log = log
        self._clock = clock
        self._people = people

    async def note(self, guest: Guest, browser: str) -> None:
        """Write down that this person has signed in."""
        at = self._clock()
        body = msgspec.json.encode(SignedIn(guest.session, at, guest.since, browser))
        while True:
            last = await self._log.tail(_stream(guest.person), 1)
            try:
                await self._log.append(_stream(guest.person), last[0].seq if last else 0, [body], at)
                return
            except ConflictError:  # another browser at the same moment
                continue

    async def of(self, guest: Guest) -> list[SignedIn]:
        """The newest sign-ins of this person that are still good, newest first."""
        return (await self._good(guest))[:_LISTED]

    async def _good(self, guest: Guest) -> list[SignedIn]:
        found: dict[str, SignedIn] = {}
        for entry in await self._log.tail(_stream(guest.person), _READ):
            if entry.is_erased:
                continue
            each = msgspec.json.decode(entry.body, type=SignedIn)
            found.pop(each.session, None)
            if self._people.knows(Guest(guest.person, "", each.since, each.session, self._people.day_of(each.at))):
                found[each.session] = each
        return list(reversed(found.values()))

    async def end(self, guest: Guest, session: str) -> None:
        """Sign this person out where that sign-in was."""
        for each in await self._good(guest):
            if each.session == session:
                await self._people.sign_out(Guest(guest.person, "", each.since, session))
                return
        raise NotFoundError("You aren't signed in there any more.")


def _stream(person: str) -> str:
    return f"sign-ins:{person}"
