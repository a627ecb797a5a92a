"""Revoked sign-ins: one browser's, all older ones of a person, or those and the passphrases that were saved earlier.

All of them are in one stream of the log, and in the memory of every process, so that a cookie is checked without a
query. Cookies and passphrases carry the length of this stream when they were made. Anything older than the person's
last fact in it is void. Each cookie also carries the name of its sign-in, which can be revoked alone. This module
doesn't depend on cookies or passphrases, only on people, numbers and the name of the stream with a person's passphrase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from bowerbird.live.cluster import Cluster
from bowerbird.live.stream import Clock, Stream
from bowerbird.store import ConflictError, Entry, Log

__all__ = ["Revocations"]

_KIND: Final = "withdrawn"
#: The last revocation of somebody who has none.
_NEVER: Final = (0, "", 0)
#: The number of single sign-ins, and of people, that are remembered. It takes a day of nothing but signing out to reach
#: it, and then the oldest are forgotten. What a new passphrase revokes is never forgotten.
_REMEMBERED: Final = 200_000


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
    """The number of each person's last revocation, the stream of the passphrase since then, and single sign-ins."""

    def __init__(self) -> None:
        self.seq = 0
        self.last: dict[str, tuple[int, str, int]] = {}
        self.cookies: dict[str, int] = {}
        self.sessions: dict[str, None] = {}

    def apply(self, revoked: _Revoked) -> None:
        self.seq += 1
        if revoked.session:
            self.sessions[revoked.session] = None
        elif revoked.cookies:
            self.cookies[revoked.person] = self.seq
        else:
            self.last[revoked.person] = self.seq, revoked.kept_in, revoked.kept_at
        for remembered in (self.sessions, self.cookies):
            if len(remembered) > _REMEMBERED:
                del remembered[next(iter(remembered))]

    def fold(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.apply(msgspec.json.decode(entry.body, type=_Revoked))


class Revocations:
    """All revocations that this process has read."""

    def __init__(self, log: Log, clock: Clock) -> None:
        """Use the server's log; nothing is read before `open`."""
        self._clock = clock
        self._voids = _Voids()
        self.opened_at = 0
        self._stream = Stream(f"{_KIND}:people", self._voids, log, fold=_Voids.fold, tell=lambda: None)

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

    def listen(self, listener: Callable[[None], None]) -> None:
        """Call this after every change, also one that another process has made."""
        self._stream.listen(listener)

    def unlisten(self, listener: Callable[[None], None]) -> None:
        """Stop calling this."""
        self._stream.unlisten(listener)

    def covers(self, person: str, since: int) -> bool:
        """True if a passphrase of this person with this number is void."""
        return since < self._voids.last.get(person, _NEVER)[0]

    def covers_cookie(self, person: str, since: int, session: str) -> bool:
        """True if a cookie of this person with this number, for this sign-in, is void."""
        voids = self._voids
        return self.covers(person, since) or since < voids.cookies.get(person, 0) or session in voids.sessions

    def kept_in(self, person: str) -> str:
        """The stream with this person's passphrase, if there is one."""
        return self._voids.last.get(person, _NEVER)[1]

    def kept_at(self, person: str) -> int:
        """The number of the passphrase in that stream; 0 if it is the last one."""
        return self._voids.last.get(person, _NEVER)[2]

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
                with suppress(ConflictError):  # another process was quicker: the next turn knows of it
                    await self._stream.write([body], self._clock(), lambda voids: voids.apply(revoked))
                    return self.seq


class _Group:
    """The stream as the cluster sees it. It has no automatic steps, so it needs no owner."""

    def __init__(self, stream: Stream[_Voids, None]) -> None:
        self._stream = stream

    def known(self) -> Mapping[str, int]:
        return {self._stream.name: self._stream.seq}

    def heard(self, stream: str, seq: int) -> None:
        self._stream.heard(seq)

    def wanting(self) -> Iterable[str]:
        return ()

    def led(self, stream: str) -> None:
        return

    def lost(self, stream: str) -> None:
        return

    async def take_over(self, stream: str) -> bool:
        return False
