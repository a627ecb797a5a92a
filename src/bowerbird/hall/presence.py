"""Share between processes who has which table open: on every change, and repeated regularly.

Nothing is stored. What a process hasn't repeated for a while expires, because it may have died. The more processes
there are, the less often each repeats: to hear the others costs a process as much among a hundred as among eight.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Final, TypeAlias

import msgspec

from bowerbird.clock import REAL_TIME, Clock
from bowerbird.hall.joinable import JoinableTable
from bowerbird.live.cluster import Cluster
from bowerbird.store.notifications import LONGEST_MESSAGE

__all__ = ["Own", "Presence"]

log = logging.getLogger(__name__)

#: Seconds between repeats of everything among so many processes. After so many times as long it expires.
_AGAIN: Final = 2.0
_AMONG: Final = 8
_BELIEVED: Final = 3.5
#: Seconds to collect changes for one message.
_GATHER: Final = 0.02
#: The bytes of a table in a message: it has at most four people and a host. What strangers may join takes more.
_BYTES: Final = 256
_IN_ONE: Final = LONGEST_MESSAGE // _BYTES


class _Here(msgspec.Struct, frozen=True, tag="here"):
    """The people who have these tables open through one process, and those of them that strangers may join.

    `again` is the number of seconds between repeats.
    """

    process: str
    tables: dict[str, list[str]]
    joinable: list[JoinableTable] = []
    again: float = _AGAIN


class _Ask(msgspec.Struct, frozen=True, tag="ask"):
    """A process has just loaded these tables, and asks who is there."""

    tables: list[str]


_decoder: msgspec.json.Decoder[_Here | _Ask] = msgspec.json.Decoder(_Here | _Ask)

#: The people at a table, and what strangers see who may join it.
Own: TypeAlias = Mapping[str, tuple[list[str], JoinableTable | None]]


class Presence:
    """The people whose screens are connected to other processes."""

    def __init__(
        self,
        cluster: Cluster,
        name: str,
        own: Callable[[], Own],
        changed: Callable[[str], None],
        clock: Clock = REAL_TIME,
    ) -> None:
        """`own` returns the people of this process, called `name`. `changed` is called for a table with other people at
        another process."""
        self._cluster = cluster
        self._name = name
        self._own = own
        self._changed = changed
        self._clock = clock
        self._elsewhere: dict[str, dict[str, tuple[frozenset[str], float]]] = {}  # with when that expires
        self._processes: dict[str, float] = {}  # the others, and when they expire
        self._joinable: dict[str, tuple[JoinableTable, str]] = {}  # with the process that has it
        self._news: set[str] = set()
        self._asked: set[str] = set()
        self._questions: set[str] = set()
        self._looked = 0.0  # when we last looked for silent ones
        self._something = asyncio.Event()
        self._telling: asyncio.Task[None] | None = None
        cluster.listen(self._hear)

    def open(self) -> None:
        """Start to share, if there are other processes."""
        if not self._cluster.alone:
            self._telling = asyncio.create_task(self._tell_for_ever())

    async def close(self) -> None:
        """Tell other processes that nobody is here any more."""
        if self._telling is not None:
            self._telling.cancel()
            with suppress(asyncio.CancelledError):
                await self._telling
            self._telling = None
            await self._cluster.say(*self._messages({table: ([], None) for table in self._own()}))

    def is_elsewhere(self, table: str, person: str) -> bool:
        """True if a person has a table open through another process."""
        told = self._elsewhere.get(table)
        return told is not None and any(person in people for people, _ in told.values())

    def everyone(self) -> set[str]:
        """Everyone who has a table or the lobby open through another process."""
        return {person for told in self._elsewhere.values() for people, _ in told.values() for person in people}

    def joinable(self) -> Iterable[JoinableTable]:
        """The tables of other processes that anyone may join."""
        return [table for table, _ in self._joinable.values()]

    def tell(self, table: str) -> None:
        """Share a change at a table soon."""
        if self._telling is not None:
            self._news.add(table)
            self._something.set()

    def ask(self, table: str) -> None:
        """Ask other processes who is at a table."""
        if self._telling is not None:
            self._questions.add(table)
            self._something.set()

    @property
    def _again(self) -> float:
        """Seconds between our repeats."""
        return _AGAIN * max(1.0, len(self._processes) / _AMONG)

    async def _tell_for_ever(self) -> None:
        told = self._clock.steady()
        while True:
            if await self._clock.wait(self._something, _AGAIN):
                await self._clock.sleep(_GATHER)
            self._something.clear()
            try:
                told = await self._tell_once(told)
            except Exception:
                log.exception("could not tell other processes who is here; trying again")

    async def _tell_once(self, told: float) -> float:
        """Share what is new, or everything if that is due. Returns the time of the last full message."""
        now = self._clock.steady()
        if now - self._looked >= _AGAIN:
            self._looked = now
            self._forget_silent(now)
        own = self._own()
        news = {table: own.get(table, ([], None)) for table in self._news | (self._asked & own.keys())}
        if now - told >= self._again:
            told = now
            news |= {table: known for table, known in own.items() if any(known)}
        questions = sorted(self._questions)
        for each in (self._news, self._asked, self._questions):
            each.clear()
        await self._cluster.say(*self._messages(news), *_questions(questions))
        return told

    def _messages(self, tables: Own) -> Iterable[str]:
        here = _Here(self._name, {}, [], self._again)
        size = 0
        for name, (people, joinable) in tables.items():
            more = len(msgspec.json.encode(joinable)) if joinable else 0
            if _BYTES + more > LONGEST_MESSAGE - _BYTES:
                joinable, more = None, 0  # with names as long as that, it is not listed elsewhere
            if size + _BYTES + more > LONGEST_MESSAGE - _BYTES:
                yield _text(here)
                here, size = _Here(self._name, {}, [], self._again), 0
            here.tables[name] = people
            if joinable:
                here.joinable.append(joinable)
            size += _BYTES + more
        if here.tables:
            yield _text(here)

    def _hear(self, message: str) -> None:
        try:
            said = _decoder.decode(message)
        except msgspec.DecodeError:
            log.warning("unreadable message from another process, perhaps of another version")
            return
        if isinstance(said, _Ask):
            self._asked.update(said.tables)
            self._something.set()
            return
        expires = self._processes[said.process] = self._clock.steady() + _BELIEVED * said.again
        joinable = {table.table: table for table in said.joinable}
        for table, people in said.tables.items():
            known = self._elsewhere.setdefault(table, {})
            before = known.get(said.process)
            known[said.process] = (frozenset(people), expires)
            self._list(table, said.process, joinable.get(table))
            if (before[0] if before else frozenset()) != known[said.process][0]:
                self._changed(table)

    def _list(self, table: str, process: str, joinable: JoinableTable | None) -> None:
        if joinable is not None:
            self._joinable[table] = (joinable, process)
        elif table in self._joinable and self._joinable[table][1] == process:
            del self._joinable[table]

    def _forget_silent(self, now: float) -> None:
        self._processes = {process: expires for process, expires in self._processes.items() if expires > now}
        for table, told in list(self._elsewhere.items()):
            silent = [process for process, (_, expires) in told.items() if expires <= now]
            for process in silent:
                del told[process]
                self._list(table, process, None)
            if not told:
                del self._elsewhere[table]
            if silent:
                self._changed(table)


def _questions(tables: list[str]) -> Iterable[str]:
    return (_text(_Ask(tables[start : start + _IN_ONE])) for start in range(0, len(tables), _IN_ONE))


def _text(said: _Here | _Ask) -> str:
    return msgspec.json.encode(said).decode()
