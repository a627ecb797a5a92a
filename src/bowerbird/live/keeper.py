"""All streams of one kind that this process has in memory: read first, followed, led, let go.

A keeper knows what is kept by name and stream only. What is made of a stream, and what happens when this process
begins to lead it, are functions that it is given.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, Generic, Protocol, TypeVar

from bowerbird.live.cluster import Cluster
from bowerbird.live.stream import Stream
from bowerbird.store import Entry, Log, StoreError

__all__ = ["FirstReads", "Keeper"]

log = logging.getLogger(__name__)

#: The longest name that is looked for in the log.
_LONGEST_NAME: Final = 40
#: Seconds for which something stays in memory that was read here, is led elsewhere, and is used by nobody here.
_STAYS: Final = 10.0
#: How many are in memory at most before those that nobody needs are let go at once.
MOST: Final = 5_000
State = TypeVar("State")


class FirstReads:
    """Streams that are just being read into memory: what others write to them meanwhile is not missed."""

    def __init__(self, facts: Log) -> None:
        """On a log."""
        self._log = facts
        self._readers: Counter[str] = Counter()
        self._heard: dict[str, int] = {}

    def known(self) -> dict[str, int]:
        """The streams, of which nothing is known yet."""
        return dict.fromkeys(self._readers, 0)

    def heard(self, stream: str, seq: int) -> None:
        """Note that another process has written up to this number."""
        if stream in self._readers:
            self._heard[stream] = max(seq, self._heard.get(stream, 0))

    async def fold(self, stream: str, fold: Callable[[Sequence[Entry]], State]) -> tuple[State | None, int]:
        """The state of a stream, if it has entries, and up to which number it was heard that others have written.

        An evening of a thousand people takes a while to fold: nobody waits for that.
        """
        with self._reading(stream):
            entries = await self._log.read(stream)
            state = await asyncio.to_thread(fold, entries) if entries else None
            return state, self._heard.get(stream, 0)

    @contextmanager
    def _reading(self, stream: str) -> Iterator[None]:
        self._readers[stream] += 1
        try:
            yield
        finally:
            self._readers[stream] -= 1
            if not self._readers[stream]:  # as long as one of several still reads, news matter
                del self._readers[stream]
                self._heard.pop(stream, None)


class HasStream(Protocol):
    """Something in use that has a stream."""

    @property
    def name(self) -> str:
        """Its name within its kind."""
        ...

    @property
    def stream(self) -> Stream[Any, Any]:
        """Its stream."""
        ...

    @property
    def is_idle(self) -> bool:
        """True if nobody needs it in memory: the log has it."""
        ...

    @property
    def is_unused(self) -> bool:
        """True if nobody here needs it in memory while another process leads it."""
        ...

    @property
    def is_attended(self) -> bool:
        """True if people use it through this process."""
        ...

    async def close(self) -> None:
        """Let go of everything that runs in the background."""
        ...


Kept = TypeVar("Kept", bound=HasStream)


class Keeper(Generic[State, Kept]):
    """The streams of one kind, as `table` in `table:abc`, by the names of what is made of them."""

    def __init__(
        self,
        kind: str,
        log: Log,
        cluster: Cluster,
        *,
        fold: Callable[[Sequence[Entry]], State],
        make: Callable[[str, State], Kept],
        found: Callable[[Kept], None],
        wants_leader: Callable[[Kept], bool],
        lead: Callable[[Kept], None],
        follow: Callable[[Kept], None],
        most: int = MOST,
    ) -> None:
        """Streams of a log that several processes may share.

        `fold` is called in another thread. `found` is called with what was read from the log: reading starts nothing.
        `lead` is called when this process leads it from then on, and after a restart, when it should go on; `follow`
        when this process leads it no longer. With more than `most` in memory, those that are idle are let go.
        """
        self._kind = kind
        self._most = most
        self._tidying: asyncio.Task[int] | None = None
        self._used: dict[str, float] = {}
        self._log = log
        self._cluster = cluster
        self._fold = fold
        self._make = make
        self._found = found
        self._wants_leader = wants_leader
        self._lead = lead
        self._follow = follow
        self._kept: dict[str, Kept] = {}
        self._first_reads = FirstReads(log)
        cluster.join(kind, self)

    def __iter__(self) -> Iterator[Kept]:
        return iter(tuple(self._kept.values()))

    def get(self, name: str) -> Kept | None:
        """What is in memory under this name."""
        return self._kept.get(name)

    def keep(self, name: str, state: State) -> Kept:
        """Make it of this state, unless it is in memory already."""
        if name not in self._kept:
            self._kept[name] = self._make(name, state)
            if len(self._kept) > self._most and (self._tidying is None or self._tidying.done()):
                self._tidying = asyncio.create_task(self._tidy_soon())
        self._used[name] = self._log.clock.steady()
        return self._kept[name]

    async def find(self, name: str) -> Kept | None:
        """From memory or from the log, or nothing."""
        if name in self._kept:
            kept = self._kept[name]
            self._used[name] = self._log.clock.steady()
            if not self._cluster.in_touch:
                await kept.stream.look_again()
            return kept
        if len(name) > _LONGEST_NAME or not name.isprintable():
            return None
        self._cluster.follow(f"{self._kind}:{name}")
        state, heard = await self._first_reads.fold(f"{self._kind}:{name}", self._fold)
        if state is None or name in self._kept:  # somebody else was quicker while we read
            return self._kept.get(name)
        kept = self.keep(name, state)
        kept.stream.heard(heard)
        self._found(kept)
        return kept

    async def wake(self, streams: Sequence[str]) -> int:
        """After a restart: find those that no process leads, so that they go on. Returns how many were found."""
        woken = 0
        for stream in await self._cluster.unled(list(streams)):
            try:
                kept = await self.find(_name(stream))
                if kept is not None:
                    self._lead(kept)
                woken += 1
            except StoreError as error:
                await self._log.heads([stream])  # where the database is away, this fails too, and all is tried again
                log.error("%s %s does not go on by itself: %s", self._kind, _name(stream), error)
            except Exception:
                # One stream that cannot be read must not keep the others from going on.
                log.exception("%s %s does not go on by itself", self._kind, _name(stream))
        return woken

    async def tidy(self) -> int:
        """Let go of what is idle: the log has it. Returns how many."""
        idle = [kept for kept in self if kept.is_idle]
        await self._drop(idle)
        return len(idle)

    async def _tidy_soon(self) -> int:
        """The same, when people who have just asked for something have begun to use it."""
        await self._log.clock.sleep(_STAYS)
        try:
            return await self.tidy()
        except StoreError as error:
            log.warning("%d of %s stay in memory: %s", len(self._kept), self._kind, error)
            return 0

    async def _drop(self, idle: Sequence[Kept]) -> None:
        for kept in idle:
            del self._kept[kept.name]
            self._used.pop(kept.name, None)
            await kept.close()
        await self._cluster.let_go(*(kept.stream.name for kept in idle))

    async def close(self) -> None:
        """Let go of everything that runs in the background; everything is on disk."""
        if self._tidying is not None:
            self._tidying.cancel()
        for kept in self:
            await kept.close()

    # For the other processes.

    def known(self) -> Mapping[str, int]:
        """The streams in memory, and how far each is known."""
        return self._first_reads.known() | {kept.stream.name: kept.stream.seq for kept in self}

    def heard(self, stream: str, seq: int) -> None:
        """Note that another process has written up to this number."""
        self._first_reads.heard(stream, seq)
        if (kept := self.get(_name(stream))) is not None:
            kept.stream.heard(seq)

    def wanting(self) -> Iterable[str]:
        """The streams in memory that some process has to lead."""
        return [kept.stream.name for kept in self if self._wants_leader(kept)]

    def is_attended(self, stream: str) -> bool:
        """True if people use a stream through this process."""
        kept = self.get(_name(stream))
        return kept is not None and kept.is_attended

    async def drop_unused(self) -> None:
        """Let go of what was read here some time ago and is led by another process, if nobody here needs it."""
        late = self._log.clock.steady() - _STAYS
        unused = [
            kept
            for kept in self
            if self._used.get(kept.name, 0.0) < late and kept.is_unused and not self._cluster.leads(kept.stream.name)
        ]
        await self._drop(unused)

    def led(self, stream: str) -> None:
        """This process leads a stream from now on."""
        if (kept := self.get(_name(stream))) is not None:
            self._lead(kept)

    def lost(self, stream: str) -> None:
        """This process leads a stream no longer."""
        if (kept := self.get(_name(stream))) is not None:
            self._follow(kept)

    async def take_over(self, stream: str) -> bool:
        """Go on with a stream whose process has died. False if there is nothing to do."""
        kept = await self.find(_name(stream))
        if kept is None:
            return False
        self._lead(kept)
        return self._wants_leader(kept)


def _name(stream: str) -> str:
    return stream.partition(":")[2]
