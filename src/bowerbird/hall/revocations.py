"""Revoked sign-ins: one browser's, all older ones of a person, or those and the passphrases that were saved earlier.

All of them are in one stream of the log, and in the memory of every process, so that a cookie is checked without a
query. Cookies and passphrases carry the length of this stream when they were made. Anything older than the person's
last fact in it is void. Each cookie also carries the name of its sign-in, which can be revoked alone. This module
doesn't depend on cookies or passphrases, only on people, numbers and the name of the stream with a person's passphrase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Final

import msgspec

from bowerbird.clock import Now
from bowerbird.live.cluster import Cluster
from bowerbird.live.stream import Stream
from bowerbird.store import ConflictError, Entry, Log

__all__ = ["DAYS_VALID", "Revocations"]

_KIND: Final = "withdrawn"
#: The last revocation of somebody who has none.
_NEVER: Final = (0, "", 0)
#: Days that a cookie is good for.
DAYS_VALID: Final = 365
_DAY: Final = 24 * 3600 * 1000
#: Cookies of earlier versions have no end. Their sign-ins are named like this.
_ENDLESS: Final = "old-"
#: The number of single sign-ins that are remembered: of one person with a passphrase, and of all guests together.
_OF_ONE, _OF_GUESTS = 200, 1_000_000


def _nothing() -> None:
    return


class _Revoked(msgspec.Struct, frozen=True, omit_defaults=True):
    """All earlier sign-ins of this person are void, or only one. The valid passphrase is in the stream `kept_in`.

    `kept_at` is its number there, or 0 for the last one. With `session`, only the sign-in of that name is void. With
    `cookies`, the passphrase stays valid.
    """

    person: str
    kept_in: str = ""
    session: str = ""
    cookies: bool = False
    kept_at: int = 0


class _Voids:
    """The number of each person's last revocation, the stream of the passphrase since then, and single sign-ins.

    What one person does never makes another's revocation be forgotten, with one exception: guests' single sign-ins.
    Those are forgotten once their cookies are too old to be good, or the oldest of very many.
    """

    def __init__(self) -> None:
        self.seq = 0
        self.last: dict[str, tuple[int, str, int]] = {}
        self.cookies: dict[str, int] = {}
        self.of_people: dict[str, dict[str, int]] = {}
        self.of_guests: dict[str, int] = {}
        self._news: set[str] = set()

    def apply(self, revoked: _Revoked, at: int) -> None:
        self.seq += 1
        person = revoked.person
        self._news.add(person)
        if not revoked.session:
            self.of_people.pop(person, None)  # their cookies are older than this
            if revoked.cookies:
                self.cookies[person] = self.seq
            else:
                self.last[person] = self.seq, revoked.kept_in, revoked.kept_at
        elif person in self.last or revoked.session.startswith(_ENDLESS):
            self._end_of_person(person, revoked.session)
        else:
            self._end_of_guest(revoked.session, at // _DAY)

    def _end_of_person(self, person: str, session: str) -> None:
        """If there are too many, all cookies from before the middle one are void: so none comes back."""
        ended = self.of_people.setdefault(person, {})
        ended[session] = self.seq
        if len(ended) > _OF_ONE:
            oldest = list(ended.items())[: _OF_ONE // 2]
            self.cookies[person] = max(self.cookies.get(person, 0), oldest[-1][1])
            self.of_people[person] = dict(list(ended.items())[_OF_ONE // 2 :])

    def _end_of_guest(self, session: str, today: int) -> None:
        self.of_guests.pop(session, None)
        self.of_guests[session] = today
        for oldest, day in list(islice(self.of_guests.items(), 2)):
            if day + DAYS_VALID < today or len(self.of_guests) > _OF_GUESTS:
                del self.of_guests[oldest]

    def take_news(self) -> set[str]:
        """The people of whom something was revoked since this was called last."""
        news, self._news = self._news, set()
        return news

    def has_ended(self, person: str, session: str) -> bool:
        return session in self.of_guests or session in self.of_people.get(person, ())

    def fold(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.apply(msgspec.json.decode(entry.body, type=_Revoked), entry.at)


class Revocations:
    """All revocations that this process has read."""

    def __init__(self, log: Log, clock: Now) -> None:
        """Use the server's log; nothing is read before `open`."""
        self._log = log
        self._clock = clock
        self._voids = _Voids()
        self.opened_at = 0
        self._listeners: dict[str, dict[Callable[[], None], None]] = {}
        self._stream = Stream(f"{_KIND}:people", self._voids, log, fold=_Voids.fold, tell=self._voids.take_news)
        self._stream.listen(self._tell)

    async def open(self, cluster: Cluster) -> None:
        """Read the stream, and follow what other processes write."""
        cluster.join(_KIND, _Group(self._stream))
        async with self._stream.turn():
            await self._stream.catch_up()
        self.opened_at = self.seq

    def close(self) -> None:
        """Stop following."""
        self._stream.stop_following()

    @property
    def seq(self) -> int:
        """The length of the stream: new cookies and passphrases carry this number."""
        return self._voids.seq

    def listen(self, person: str, listener: Callable[[], None]) -> None:
        """Call this whenever something of this person is revoked, also by another process."""
        self._listeners.setdefault(person, {})[listener] = None

    def unlisten(self, person: str, listener: Callable[[], None]) -> None:
        """Stop calling this."""
        listeners = self._listeners.get(person, {})
        listeners.pop(listener, None)
        if not listeners:
            self._listeners.pop(person, None)

    def _tell(self, people: set[str]) -> None:
        for person in people:
            for listener in tuple(self._listeners.get(person, ())):
                listener()

    def covers(self, person: str, since: int) -> bool:
        """True if a passphrase of this person with this number is void."""
        return since < self._voids.last.get(person, _NEVER)[0]

    def covers_cookie(self, person: str, since: int, session: str) -> bool:
        """True if a cookie of this person with this number, for this sign-in, is void."""
        voids = self._voids
        return self.covers(person, since) or since < voids.cookies.get(person, 0) or voids.has_ended(person, session)

    def kept_in(self, person: str) -> str:
        """The stream with this person's passphrase, if there is one."""
        return self._voids.last.get(person, _NEVER)[1]

    def kept_at(self, person: str) -> int:
        """The number of the passphrase in that stream; 0 if it is the last one."""
        return self._voids.last.get(person, _NEVER)[2]

    async def ever_kept_in(self, person: str) -> set[str]:
        """The streams of all passphrases that this person has ever had. Reads everything, so it takes a while."""
        entries = await self._log.read(self._stream.name)
        revoked = (msgspec.json.decode(entry.body, type=_Revoked) for entry in entries)
        return {each.kept_in for each in revoked if each.person == person and each.kept_in}

    async def revoke(self, person: str, kept_in: str, kept_at: int = 0, check: Callable[[], None] = _nothing) -> int:
        """Void everything older of this person, except the passphrase in the stream `kept_in` with that number.

        `check` refuses by an error; nothing else is revoked between the check and this. Gives the number that what is
        signed next has to carry.
        """
        return await self._write(_Revoked(person, kept_in, kept_at=kept_at), check)

    async def revoke_cookies(self, person: str, check: Callable[[], None] = _nothing) -> int:
        """Void every older cookie of this person. The passphrase stays valid. The same with `check`."""
        return await self._write(_Revoked(person, cookies=True), check)

    async def revoke_session(self, person: str, session: str) -> None:
        """Void the cookies of one sign-in."""
        await self._write(_Revoked(person, session=session))

    async def _write(self, revoked: _Revoked, check: Callable[[], None] = _nothing) -> int:
        body = msgspec.json.encode(revoked)
        while True:
            async with self._stream.turn():
                check()
                at = self._clock()
                with suppress(ConflictError):  # another process was quicker: the next turn knows of it
                    await self._stream.write([body], at, partial(_Voids.apply, revoked=revoked, at=at))
                    return self.seq


class _Group:
    """The stream as the cluster sees it. It has no automatic steps, so it needs no owner."""

    def __init__(self, stream: Stream[_Voids, set[str]]) -> None:
        self._stream = stream

    def known(self) -> Mapping[str, int]:
        return {self._stream.name: self._stream.seq}

    def heard(self, stream: str, seq: int) -> None:
        self._stream.heard(seq)

    def wanting(self) -> Iterable[str]:
        return ()

    def is_attended(self, stream: str) -> bool:
        return True

    async def drop_unused(self) -> None:
        return

    def led(self, stream: str) -> None:
        return

    def lost(self, stream: str) -> None:
        return

    async def take_over(self, stream: str) -> bool:
        return False
