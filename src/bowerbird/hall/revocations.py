"""Revoked sign-ins: older cookies, and passphrases that were saved earlier.

All of them are in one stream of the log, and in the memory of every process, so that a cookie is checked without a
query. Cookies and passphrases carry the length of this stream when they were made. Anything older than the person's
last fact in it is void. This module doesn't depend on cookies or passphrases, only on people, numbers and the name of
the stream with a person's passphrase.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from bowerbird.live.cluster import Cluster
from bowerbird.live.stream import Clock, Stream
from bowerbird.store import ConflictError, Entry, Log

__all__ = ["Revocations"]

_KIND: Final = "withdrawn"


class _Revoked(msgspec.Struct, frozen=True):
    """All earlier sign-ins of this person are void. The valid passphrase is in the stream `kept_in`."""

    person: str
    kept_in: str


class _Voids:
    """The number of each person's last revocation, and the stream of the passphrase since then."""

    def __init__(self) -> None:
        self.seq = 0
        self.last: dict[str, tuple[int, str]] = {}

    def apply(self, revoked: _Revoked) -> None:
        self.seq += 1
        self.last[revoked.person] = self.seq, revoked.kept_in

    def fold(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.apply(msgspec.json.decode(entry.body, type=_Revoked))


class Revocations:
    """All revocations that this process has read."""

    def __init__(self, log: Log, clock: Clock) -> None:
        """Use the server's log; nothing is read before `open`."""
        self._clock = clock
        self._voids = _Voids()
        self._stream = Stream(f"{_KIND}:people", self._voids, log, fold=_Voids.fold, tell=lambda: None)

    async def open(self, cluster: Cluster) -> None:
        """Read the stream, and follow what other processes write."""
        cluster.join(_KIND, _Group(self._stream))
        async with self._stream.turn():
            await self._stream.catch_up()

    def close(self) -> None:
        """Stop following."""
        self._stream.stop_following()

    @property
    def seq(self) -> int:
        """The length of the stream: new cookies and passphrases carry this number."""
        return self._voids.seq

    def covers(self, person: str, since: int) -> bool:
        """True if a cookie or passphrase of this person with this number is void."""
        last, _ = self._voids.last.get(person, (0, ""))
        return since < last

    def kept_in(self, person: str) -> str:
        """The stream with this person's passphrase, if there is one."""
        _, stream = self._voids.last.get(person, (0, ""))
        return stream

    async def revoke(self, person: str, kept_in: str) -> None:
        """Void everything older of this person, except what is in the stream `kept_in`."""
        revoked = _Revoked(person, kept_in)
        body = msgspec.json.encode(revoked)
        while True:
            async with self._stream.turn():
                with suppress(ConflictError):  # another process was quicker: the next turn knows of it
                    await self._stream.write([body], self._clock(), lambda voids: voids.apply(revoked))
                    return


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
