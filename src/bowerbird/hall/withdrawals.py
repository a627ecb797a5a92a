"""What people were known by before and are not any longer: older cookies, and passphrases that were kept earlier.

All of it is one stream of the log, and in the memory of every process, so that a cookie is judged without a question to
the database. Cookies and passphrases tell how long this stream was when they were made: whatever is older than the
person's last fact in it is void. It knows neither cookies nor passphrases, only people, numbers and where a person's
passphrase is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from bowerbird.hall.followed import TRY_AGAIN, Followed
from bowerbird.hall.shared import Clock
from bowerbird.live.cluster import Cluster
from bowerbird.store import ConflictError, Entry, Log

__all__ = ["Withdrawals"]

_KIND: Final = "withdrawn"


class _Withdrawn(msgspec.Struct, frozen=True):
    """Everything by which this person was known up to here; what counts from now on is kept in a stream."""

    person: str
    kept_in: str


class Withdrawals(Followed):
    """The people who have withdrawn something, as far as this process has heard."""

    def __init__(self, log: Log, clock: Clock) -> None:
        """On the hall's log; nothing is known before `open`."""
        super().__init__(log)
        self._clock = clock
        self._seq = 0
        self._last: dict[str, tuple[int, str]] = {}
        self._in_doubt = True

    async def open(self, cluster: Cluster) -> None:
        """Read what there is, and hear from now on what other processes write."""
        cluster.join(_KIND, _Group(self))
        async with self.in_turn():
            return

    def close(self) -> None:
        """Follow no longer."""
        self._stop_following()

    @property
    def stream(self) -> str:
        """The one stream for all people."""
        return f"{_KIND}:people"

    @property
    def seq(self) -> int:
        """How long it is: what is made now tells this number."""
        return self._seq

    def covers(self, person: str, since: int) -> bool:
        """Whether something of this person that tells this number is void."""
        last, _ = self._last.get(person, (0, ""))
        return since < last

    def kept_in(self, person: str) -> str:
        """The stream in which this person's passphrase is kept, if there is one."""
        _, stream = self._last.get(person, (0, ""))
        return stream

    async def withdraw(self, person: str, kept_in: str) -> None:
        """Everything older of this person is void, except for what is kept in a stream."""
        body = msgspec.json.encode(_Withdrawn(person, kept_in))
        while True:
            async with self.in_turn():
                try:
                    self._seq = await self._log.append(self.stream, self._seq, [body], self._clock())
                except ConflictError:
                    self._in_doubt = True
                    continue
                except BaseException:
                    self._in_doubt = True  # it may be on disk all the same
                    self._follow_from(TRY_AGAIN)
                    raise
                self._last[person] = self._seq, kept_in
                return

    def _take(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            withdrawn = msgspec.json.decode(entry.body, type=_Withdrawn)
            self._last[withdrawn.person] = entry.seq, withdrawn.kept_in
            self._seq = entry.seq

    async def _followed(self) -> None:
        """Whoever is concerned notices at the next request, or the next message on a live line."""


class _Group:
    """The stream as other processes are heard of it. Nothing in it happens by itself, so nobody leads it."""

    def __init__(self, withdrawals: Withdrawals) -> None:
        self._withdrawals = withdrawals

    def known(self) -> Mapping[str, int]:
        return {self._withdrawals.stream: self._withdrawals.seq}

    def heard(self, stream: str, seq: int) -> None:
        self._withdrawals.heard(seq)

    def wanting(self) -> Iterable[str]:
        return ()

    def led(self, stream: str) -> None:
        return

    def lost(self, stream: str) -> None:
        return

    async def take_over(self, stream: str) -> bool:
        return False
