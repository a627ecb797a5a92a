"""Who comes in: the signed cookie, and how much each address may ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException

from bowerbird.desk.desk import Desk
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.hall import Hall
from bowerbird.hall.people import Guest, Keyring, People
from bowerbird.web.guard import Bucket, Limits, TooManyRequestsError, Turns
from bowerbird.web.outside import Outside, address_of

__all__ = ["COOKIE", "Door", "TheDesk", "TheDoor", "TheHall"]

COOKIE = "bowerbird"
_A_YEAR = 365 * 24 * 3600
#: Where codes are tried.
_CODES = "/api/join"
#: How many passphrases of an address that has tried too many are heard at once: others want to sign in, too.
_HEARD_AT_ONCE = 10

Connection = ASGIConnection[Any, Any, Any, Any]


class Door:
    """Knows people by their cookie, and addresses by what they have asked for lately."""

    def __init__(self, keyring: Keyring, people: People, limits: Limits, outside: Outside) -> None:
        """With the hall's secret, and what is known of the world outside."""
        self.people = people
        self.limits = limits
        self.outside = outside
        self._keyring = keyring
        self._requests = Bucket(limits.requests)
        self._shared = Bucket(limits.shared)
        self._files = Bucket(limits.files)
        self._writes = Bucket(limits.writes)
        self._own_writes = Bucket(limits.own_writes)
        self._codes = Bucket(limits.codes)
        self._guesses = (Bucket(limits.secrets), Bucket(limits.secrets_a_day))
        self._sign_ins = Bucket(limits.sign_ins)
        self._turns = Turns(limits.turns)
        self._hearing: Counter[str] = Counter()
        self._prints = Bucket(limits.prints)
        self._lines = Bucket(limits.lines)
        self._own_frames = Bucket(limits.own_frames)
        self._open: Counter[str] = Counter()
        self._own_lines: Counter[str] = Counter()

    def guest(self, connection: Connection) -> Guest | None:
        """Who this is; None for a stranger, and for a cookie that this hall did not sign, or that was withdrawn."""
        token = connection.cookies.get(COOKIE)
        guest = self._keyring.read(token) if token else None
        return guest if guest is not None and self.people.knows(guest) else None

    def known_guest(self, connection: Connection) -> Guest:
        """Who this is, or a refusal that says what to do."""
        guest = self.guest(connection)
        if guest is None:
            raise HTTPException(status_code=401, detail="Please say who you are first: give a name.")
        return guest

    def cookie(self, guest: Guest) -> Cookie:
        """The cookie by which this hall knows a guest again."""
        return Cookie(
            COOKIE,
            value=self._keyring.sign(guest),
            path="/",
            max_age=_A_YEAR,
            httponly=True,
            samesite="lax",
            secure=self.outside.https,
        )

    def no_cookie(self) -> Cookie:
        """A cookie that takes the other one away."""
        return Cookie(COOKIE, value="", path="/", max_age=0, httponly=True, samesite="lax", secure=self.outside.https)

    # Floods.

    def count_request(self, connection: Connection, link: str = "", *, shared: bool = False) -> None:
        """Anything that is asked for. Sixty phones in one room share an address, so each counts by its own link."""
        if connection.url.path.startswith("/static/"):
            self._files.take(_address(connection))
        elif connection.url.path == _CODES:
            self._codes.take(_address(connection))  # whoever tries many takes no pages from others in the room
        elif shared:
            self._shared.take(link)
        else:
            self._requests.take(link or _address(connection))

    def count_write(self, connection: Connection) -> None:
        """Something new: a guest, a table, an event."""
        self._writes.take(_address(connection))
        guest = self.guest(connection)
        if guest is not None:
            self._own_writes.take(guest.person)

    def count_print(self, link: str) -> None:
        """A sheet of paper takes much longer to make than a page."""
        self._prints.take(link)

    @contextmanager
    def code(self, connection: Connection) -> Iterator[None]:
        """A code that somebody tries. A right one is always good: a whole club has one address, and one of them may
        have tried many. Wrong ones count."""
        try:
            yield
        except NotFoundError as error:
            try:
                for bucket in self._guesses:
                    bucket.take(_address(connection))
            except TooManyRequestsError:
                raise TooManyRequestsError(
                    f"{error} Many wrong codes have come from your network; the table's link works too."
                ) from None
            raise

    @asynccontextmanager
    async def passphrase(self, connection: Connection, name: str) -> AsyncIterator[None]:
        """A passphrase for a name, or of a person. Who is right has not guessed. After many wrong ones, at this name or
        from this address, each waits for a turn: guessing is slow, and nobody is shut out."""
        address, name = _address(connection), " ".join(name.split()).casefold()
        taken = []
        for bucket, key in (*((bucket, address) for bucket in self._guesses), (self._sign_ins, name)):
            with suppress(TooManyRequestsError):
                bucket.take(key)
                taken.append((bucket, key))
        late = len(taken) <= len(self._guesses)
        if late:
            await self._turns.wait(name, address)
            if self._hearing[address] >= _HEARD_AT_ONCE:
                raise TooManyRequestsError(
                    "Many passphrases come from your network at this moment. Try again in a few seconds."
                )
        self._hearing[address] += 1
        try:
            yield
        except NotAllowedError as error:
            if late:
                raise TooManyRequestsError(f"{error} After so many wrong ones each has to wait for a turn.") from None
            raise
        finally:
            self._hearing[address] -= 1
            if not self._hearing[address]:
                del self._hearing[address]
        for bucket, key in taken:
            bucket.give_back(key)

    def count_line(self, connection: Connection) -> None:
        """A live line that is asked for, whether there is such a table or not."""
        self._lines.take(_address(connection))

    def count_message(self, person: str) -> None:
        """Something that a person says on a live line, whichever. Strangers have nothing in common but an address."""
        if person:
            self._own_frames.take(person)

    @property
    def lines(self) -> int:
        """How many live lines are open."""
        return self._open.total()

    @contextmanager
    def connection(self, connection: Connection, person: str) -> Iterator[bool]:
        """One more live line from this address, and of this person if it is known; False when there are too many."""
        counts = [(self._open, _address(connection), self.limits.connections)]
        if person:
            counts.append((self._own_lines, person, self.limits.own_lines))
        if any(lines[key] >= most for lines, key, most in counts):
            yield False
            return
        for lines, key, _ in counts:
            lines[key] += 1
        try:
            yield True
        finally:
            for lines, key, _ in counts:
                lines[key] -= 1
                if not lines[key]:
                    del lines[key]


def _address(connection: Connection) -> str:
    return address_of(connection.client.host) if connection.client else ""


#: As handlers ask for them.
TheDoor = NamedDependency[Door]
TheHall = NamedDependency[Hall]
TheDesk = NamedDependency[Desk]
