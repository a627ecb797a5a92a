"""Limits on what one caller, and one address, may ask for.

A person (by the cookie) and a personal link have limits of their own. An address has room for many people, and what is
over waits in a fair line. Nobody is refused for what a few others behind the same address do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from typing import Any, Final

import msgspec
from litestar.connection import ASGIConnection

from bowerbird.clock import REAL_TIME, Clock
from bowerbird.hall.effort import Effort
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.people import Guest
from bowerbird.web.security.buckets import Bucket, TooManyRequestsError
from bowerbird.web.security.budgets import Budgets
from bowerbird.web.security.callers import Caller, caller_of, inbox_of
from bowerbird.web.security.lines import USUAL_STEP, Room, Until
from bowerbird.web.security.sessions import Sessions
from bowerbird.web.security.tokens import SharedCounts, Tokens

__all__ = ["Bucket", "Limits", "RateLimiter", "TooManyRequestsError"]

Connection = ASGIConnection[Any, Any, Any, Any]
#: The path where join codes are tried.
_CODES: Final = "/api/join"
#: Passphrases that are checked at once, and that wait for it.
_CHECKED_AT_ONCE, _WAIT_FOR_CHECK = 4, 400
#: The number of passphrases for a name that wait for a turn.
_TURNS: Final = 12
#: Seconds that a caller stands back for each person they have signed up by a link in the last minute or two.
_PER_SIGN_UP: Final = 0.5
#: The share of open requests of an address, or of a caller, from which long polls are short.
_CROWDED: Final = 0.2
#: Seconds of a short poll.
_SHORT_POLL: Final = 2.0
#: The open WebSockets of a person for which there is room even if others of the address have very many.
_ALWAYS: Final = 2


class Limits(msgspec.Struct, frozen=True):
    """The limits. Pairs are a burst and a rate per second.

    For a person or a personal link: `requests`, `own_writes`, `prints`, `own_frames`, `own_lines`, `own_at_once`. For
    an address, in which a whole room may sit: `people` is for everyone with a cookie or a personal link, `shared` for
    links that hang on the wall, `strangers` for all others, `files` for the site's own files. `writes` are new tables,
    events and sign-ups, and `newcomers` those of strangers: new guests above all. `sign_ups` are those by one link that
    hangs on the wall, from any address, so that made-up people come slowly. `codes` counts tries of join codes,
    right or wrong. `lines` are new WebSockets, `connections` and `strangers_lines` open ones, `at_once` open requests.

    `secrets` counts wrong passphrases of an address, `sign_ins` those at one name from any address. Beyond them, one
    passphrase for a name is checked every `turns` seconds. `checks` are all that are checked for an address, right or
    wrong: each takes a core for a twentieth of a second. `effort` is the processor time in seconds that the server
    itself spends on a caller, and `strangers_effort` on all strangers and shared links of an address. Whoever is over a
    limit waits, `longest` seconds at most. A refusal comes after a `pause`, so that asking again at once gains nothing.
    """

    requests: tuple[float, float] = (200, 10)
    people: tuple[float, float] = (4000, 200)
    shared: tuple[float, float] = (1000, 100)
    strangers: tuple[float, float] = (300, 50)
    files: tuple[float, float] = (6000, 200)
    writes: tuple[float, float] = (300, 10)
    newcomers: tuple[float, float] = (600, 20)
    own_writes: tuple[float, float] = (40, 1)
    sign_ups: tuple[float, float] = (200, 2)
    codes: tuple[float, float] = (600, 10)
    secrets: tuple[float, float] = (60, 0.2)
    secrets_a_day: tuple[float, float] = (300, 300 / 86_400)
    sign_ins: tuple[float, float] = (20, 1 / 60)
    turns: float = 5.0
    checks: tuple[float, float] = (200, 30)
    prints: tuple[float, float] = (40, 0.5)
    lines: tuple[float, float] = (1000, 50)
    frames: tuple[float, float] = (60, 15)
    own_frames: tuple[float, float] = (120, 30)
    effort: tuple[float, float] = (1.0, 0.03)
    strangers_effort: tuple[float, float] = (20.0, 0.2)
    connections: int = 1000
    strangers_lines: int = 200
    own_lines: int = 30
    at_once: int = 1500
    own_at_once: int = 100
    frame_bytes: int = 4096
    longest: float = 10.0
    pause: float = 0.5


class RateLimiter:
    """Count what each caller and address asks for; let them wait, or refuse what is over the limits."""

    def __init__(self, limits: Limits, clock: Clock = REAL_TIME, shared: SharedCounts | None = None) -> None:
        """Start with nothing counted.

        With `shared`, the workers of a machine count together what protects secrets, is kept for good, or takes the
        time of strangers from everyone: their pages, and passphrases that are checked. The rest protects the time and
        memory of one process, and each counts it alone.
        """
        self.limits = limits
        self.clock = clock

        def room(limit: tuple[float, float]) -> Room:
            return Room(limit, limits.longest, clock=clock)

        def together(name: str, limit: tuple[float, float]) -> Callable[[str], Tokens] | None:
            return None if shared is None else lambda key: shared.tokens(f"{name}\n{key}", limit)

        def one_room(name: str, limit: tuple[float, float], step: float = USUAL_STEP) -> Room:
            return Room(limit, limits.longest, step=step, clock=clock, tokens=together(name, limit))

        def one_bucket(name: str, limit: tuple[float, float]) -> Bucket:
            return Bucket(limit, clock.steady, together(name, limit))

        self._requests = room(limits.requests)
        self._people = room(limits.people)
        self._shared = room(limits.shared)
        self._strangers = one_room("strangers", limits.strangers)
        self._files = room(limits.files)
        self._writes = one_room("writes", limits.writes)
        self._newcomers = one_room("newcomers", limits.newcomers)
        self._own_writes = one_room("own_writes", limits.own_writes)
        self._sign_ups = one_room("sign_ups", limits.sign_ups, _PER_SIGN_UP)
        self._signed_in = one_room("signed_in", limits.own_writes)
        self._codes = one_room("codes", limits.codes)
        self._prints = one_room("prints", limits.prints)
        self._lines = room(limits.lines)
        self._guesses = (one_bucket("secrets", limits.secrets), one_bucket("secrets_a_day", limits.secrets_a_day))
        self._sign_ins = one_bucket("sign_ins", limits.sign_ins)
        # A caller who has tried this name before stands behind one who has not.
        longest = _TURNS * limits.turns
        turn = (1.0, 1 / limits.turns)
        self._turns = Room(turn, longest, step=longest, clock=clock, tokens=together("turns", turn))
        self._checks = one_room("checks", limits.checks)
        self._checked_now = Room((_CHECKED_AT_ONCE, 0), limits.longest, places=_WAIT_FOR_CHECK, clock=clock)
        self._own_frames = Bucket(limits.own_frames, clock.steady)
        self._efforts = Budgets(limits.effort, limits.longest, clock)
        self._strangers_efforts = Budgets(limits.strangers_effort, limits.longest, clock, refuses=False)
        self._requests_open: Counter[str] = Counter()
        self._lines_open: Counter[str] = Counter()
        self._own_lines: Counter[str] = Counter()

    # Requests, before anything is done for them.

    async def admit(self, caller: Caller, path: str, *, line: bool, until: Until) -> None:
        """Let a request in, or a new WebSocket, when its turn comes."""
        if path.startswith("/static/"):
            await self._files.enter(caller.address, caller.connection, until=until, slip=caller.slip)
            return
        if path == _CODES:
            # Many tries must not use up the pages of other people in the room.
            await self._codes.enter(caller.address, caller.key, until=until, slip=caller.slip)
            return
        if line:
            await self._lines.enter(_class_of(caller), caller.key, until=until, slip=caller.slip)
            return
        if caller.own:
            await self._requests.enter(caller.own, caller.connection, until=until, slip=caller.slip)
        room = self._people if caller.own else self._shared if caller.shared else self._strangers
        await room.enter(caller.address, caller.key, until=until, slip=caller.slip)

    def effort(self, caller: Caller, until: Until) -> AbstractAsyncContextManager[Effort]:
        """Wait until there is time for a request of this caller, and charge them for what it takes."""
        if caller.own:
            return self._efforts.paid_by(caller.own, until)
        return self._strangers_efforts.paid_by(caller.address, until)

    @contextmanager
    def open_request(self, caller: Caller) -> Iterator[None]:
        """Count a request while it is open."""
        key, most = self._open(caller)
        if self._requests_open[key] >= most:
            raise TooManyRequestsError(
                "Too many requests are open from here. Try again in a few seconds.", _SHORT_POLL + self.limits.pause
            )
        with _counted(self._requests_open, key):
            yield

    def poll_seconds(self, connection: Connection, wanted: float) -> float:
        """How long a long poll may wait: not long if this caller, or strangers at this address, hold many."""
        key, most = self._open(caller_of(connection))
        return min(wanted, _SHORT_POLL) if self._requests_open[key] > most * _CROWDED else wanted

    def _open(self, caller: Caller) -> tuple[str, int]:
        if caller.own:
            return caller.own, self.limits.own_at_once
        return f"{caller.address} {caller.shared}", self.limits.at_once

    # What costs more than a page.

    async def count_write(self, connection: Connection) -> None:
        """Count a new guest, table, event or sign-up. This may wait: read cookies and links afterwards."""
        caller, until = caller_of(connection), inbox_of(connection).until
        if caller.own:
            await self._own_writes.enter(caller.own, caller.connection, until=until, slip=caller.slip)
        room = self._writes if caller.own else self._newcomers
        await room.enter(caller.address, caller.key, until=until, slip=caller.slip)

    async def count_sign_up(self, connection: Connection) -> None:
        """Count somebody new who is signed up by a link that everybody has. This may wait, too."""
        await self.count_write(connection)
        caller, until = caller_of(connection), inbox_of(connection).until
        # Not by the address: a room full of people who sign up must not stand behind somebody from elsewhere.
        await self._sign_ups.enter(caller.link, caller.key, until=until, slip=caller.slip)

    async def write_of(self, connection: Connection, sessions: Sessions) -> Guest:
        """Count something that a person with a cookie writes, and then say who that is.

        A person who was signed out while the request waited is refused.
        """
        sessions.known_guest(connection)
        await self.count_write(connection)
        return sessions.known_guest(connection)

    async def count_sign_in(self, connection: Connection, guest: Guest) -> None:
        """Count somebody's signing in with the right code or passphrase: it is written down each time."""
        caller, until = caller_of(connection), inbox_of(connection).until
        await self._signed_in.enter(guest.person, caller.address, caller.key, until=until, slip=caller.slip)

    async def count_print(self, connection: Connection) -> None:
        """Count a printed sheet, which takes much longer than a page."""
        caller, until = caller_of(connection), inbox_of(connection).until
        key = caller.own or f"{caller.link} {caller.address}"
        await self._prints.enter(key, caller.connection, until=until, slip=caller.slip)

    @asynccontextmanager
    async def passphrase(self, connection: Connection, account: str, *, at_home: bool) -> AsyncIterator[None]:
        """Count wrong passphrases for an account (see `account_of`) or a person. After many wrong ones, there or from
        this address, each waits for a turn: guessing is slow, and nobody is shut out.

        A browser that has been signed in with this name before (`at_home`) has turns of its own.
        """
        caller, until = caller_of(connection), inbox_of(connection).until
        if at_home:
            account = f"{account}\n"
        taken = []
        for bucket, key in (*((bucket, caller.address) for bucket in self._guesses), (self._sign_ins, account)):
            with suppress(TooManyRequestsError):
                bucket.take(key)
                taken.append((bucket, key))
        late = len(taken) <= len(self._guesses)
        if late:
            await self._turns.enter(account, caller.address, caller.key, until=until, slip=caller.slip)
        else:
            self._turns.note(account, caller.address, caller.key)
        home = f"{caller.address}\n" if at_home else caller.address
        await self._checks.enter(home, caller.key, until=until, slip=caller.slip)
        await self._checked_now.enter("", caller.address, caller.key, until=until, slip=caller.slip)
        try:
            yield
        except NotAllowedError as error:
            if late:
                raise TooManyRequestsError(
                    f"{error} After many wrong tries, each new one has to wait.", self.limits.turns, checked=True
                ) from None
            raise
        finally:
            self._checked_now.give_back("")
        for bucket, key in taken:
            bucket.give_back(key)

    # WebSockets.

    def count_message(self, person: str) -> None:
        """Count a message of a person on any WebSocket. Strangers share only an address, and aren't counted."""
        if person:
            self._own_frames.take(person)

    @property
    def lines(self) -> int:
        """The number of open WebSockets."""
        return self._lines_open.total()

    @contextmanager
    def connection(self, connection: Connection) -> Iterator[bool]:
        """Count an open WebSocket. Yields False if this person has too many. Raises `TooManyRequestsError` if the
        address has: strangers are counted apart, and the first two of a person find room when others have many."""
        caller = caller_of(connection)
        own = self._own_lines[caller.own] if caller.own else 0
        if own >= self.limits.own_lines:
            yield False
            return
        room = self.limits.connections if caller.own else self.limits.strangers_lines
        if self._lines_open[_class_of(caller)] >= (2 * room if caller.own and own < _ALWAYS else room):
            says = "many people are" if caller.own else "many people who haven't entered their names are"
            raise TooManyRequestsError(
                f"Very {says} connected from your network. This page will try again.", self.limits.longest
            )
        with _counted(self._lines_open, _class_of(caller)), _counted(self._own_lines, caller.own):
            yield True


def _class_of(caller: Caller) -> str:
    """People and strangers of an address are counted apart."""
    return caller.address if caller.own else f"{caller.address} strangers"


@contextmanager
def _counted(counter: Counter[str], key: str) -> Iterator[None]:
    counter[key] += 1
    try:
        yield
    finally:
        counter[key] -= 1
        if not counter[key]:
            del counter[key]
