"""Revoked sign-ins: older cookies, and passphrases that were saved earlier.

All of them are in one stream of the log, and in the memory of every process, so that a cookie is checked without a
query. Cookies and passphrases carry the length of this stream when they were made. Anything older than the person's
last fact in it is void. This module depends on neither cookies nor passphrases, only on people, numbers and the stream
in which a person's passphrase is kept.
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
    """Everything by which this person was known up to here; what counts from now on is kept in a stream."""

    person: str
    kept_in: str


class _Voids:
    """The number of each person's last revocation, and where that person's passphrase is kept since."""

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
    """The people who have revoked something, as far as this process has read."""

    def __init__(self, log: Log, clock: Clock) -> None:
        """On the hall's log; nothing is known before `open`."""
        self._clock = clock
        self._voids = _Voids()
        self._stream = Stream(f"{_KIND}:people", self._voids, log, fold=_Voids.fold, tell=lambda: None)

    async def open(self, cluster: Cluster) -> None:
        """Read what there is, and hear from now on what other processes write."""
        cluster.join(_KIND, _Group(self._stream))
        async with self._stream.turn():
            await self._stream.catch_up()

    def close(self) -> None:
        """Follow no longer."""
        self._stream.stop_following()

    @property
    def seq(self) -> int:
        """How long the stream is: what is made now tells this number."""
        return self._voids.seq

    def covers(self, person: str, since: int) -> bool:
        """Whether something of this person that tells this number is void."""
        last, _ = self._voids.last.get(person, (0, ""))
        return since < last

    def kept_in(self, person: str) -> str:
        """The stream in which this person's passphrase is kept, if there is one."""
        _, stream = self._voids.last.get(person, (0, ""))
        return stream

    async def revoke(self, person: str, kept_in: str) -> None:
        """Everything older of this person is void, except for what is kept in a stream."""
        revoked = _Revoked(person, kept_in)
        body = msgspec.json.encode(revoked)
        while True:
            async with self._stream.turn():
                with suppress(ConflictError):  # another process was quicker: the next turn knows of it
                    await self._stream.write([body], self._clock(), lambda voids: voids.apply(revoked))
                    return


class _Group:
    """The stream as other processes are heard of it. Nothing in it happens by itself, so nobody leads it."""

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
