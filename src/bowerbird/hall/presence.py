"""Who is at which table by the word of other processes: they tell it when it changes, and again and again.

Nothing of this is kept. What a process has not said again for a while is no longer believed: it may have died.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Final, TypeAlias

import msgspec

from bowerbird.live.cluster import Cluster
from bowerbird.store.notifications import LONGEST_MESSAGE

__all__ = ["Own", "Presence"]

log = logging.getLogger(__name__)

#: How often everything is told again, and how long it is believed, in seconds.
_AGAIN: Final = 2.0
_BELIEVED: Final = 7.0
#: What changes at the same moment is told together, in seconds.
_GATHER: Final = 0.02
#: How many tables go into one message: each has four people and a host at most.
_IN_ONE: Final = LONGEST_MESSAGE // 256


class _Here(msgspec.Struct, frozen=True, tag="here"):
    """The people of these tables who look at them through one process; `open` are those that strangers may join."""

    process: str
    tables: dict[str, list[str]]
    open: list[str] = []


class _Ask(msgspec.Struct, frozen=True, tag="ask"):
    """A process has just come to these tables, and would like to know who is there."""

    tables: list[str]


_decoder: msgspec.json.Decoder[_Here | _Ask] = msgspec.json.Decoder(_Here | _Ask)

#: The people at a table, and whether strangers may join it.
Own: TypeAlias = Mapping[str, tuple[list[str], bool]]


class Presence:
    """What the processes tell each other of the people before them."""

    def __init__(
        self, cluster: Cluster, name: str, own: Callable[[], Own], changed: Callable[[str, bool], None]
    ) -> None:
        """`own` gives what this process, called `name`, knows itself; `changed` is called with a table for which
        another has told something new, and whether strangers may join it there."""
        self._cluster = cluster
        self._name = name
        self._own = own
        self._changed = changed
        self._elsewhere: dict[str, dict[str, tuple[frozenset[str], float]]] = {}
        self._news: set[str] = set()
        self._questions: set[str] = set()
        self._something = asyncio.Event()
        self._telling: asyncio.Task[None] | None = None
        cluster.listen(self._hear)

    def open(self) -> None:
        """Begin to tell, where there are others."""
        if not self._cluster.alone:
            self._telling = asyncio.create_task(self._tell_for_ever())

    async def close(self) -> None:
        """Nobody is here any more."""
        if self._telling is not None:
            self._telling.cancel()
            with suppress(asyncio.CancelledError):
                await self._telling
            self._telling = None
            await self._cluster.say(*self._messages({table: ([], False) for table in self._own()}))

    def is_elsewhere(self, table: str, person: str) -> bool:
        """Whether a person looks at a table through another process."""
        told = self._elsewhere.get(table)
        return told is not None and any(person in people for people, _ in told.values())

    def tell(self, table: str) -> None:
        """Somebody came to a table, or went."""
        if self._telling is not None:
            self._news.add(table)
            self._something.set()

    def ask(self, table: str) -> None:
        """This process has come to a table: who is there?"""
        if self._telling is not None:
            self._questions.add(table)
            self._something.set()

    async def _tell_for_ever(self) -> None:
        told = time.monotonic()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_AGAIN):
                    await self._something.wait()
                await asyncio.sleep(_GATHER)
            self._something.clear()
            try:
                told = await self._tell_once(told)
            except Exception:
                log.exception("could not tell other processes who is here; trying again soon")

    async def _tell_once(self, told: float) -> float:
        """What is new; all of it, where that was a while ago. Gives when everything was told last."""
        own = self._own()
        if time.monotonic() - told >= _AGAIN:
            told = time.monotonic()
            self._forget_silent(told)
            news = {table: known for table, known in own.items() if any(known)}
        else:
            news = {table: own.get(table, ([], False)) for table in self._news}
        questions = sorted(self._questions)
        self._news.clear()
        self._questions.clear()
        await self._cluster.say(*self._messages(news), *_questions(questions))
        return told

    def _messages(self, tables: Own) -> Iterable[str]:
        names = list(tables)
        for start in range(0, len(names), _IN_ONE):
            some = names[start : start + _IN_ONE]
            people = {name: tables[name][0] for name in some}
            yield _text(_Here(self._name, people, [name for name in some if tables[name][1]]))

    def _hear(self, message: str) -> None:
        try:
            said = _decoder.decode(message)
        except msgspec.DecodeError:
            log.warning("another process sent a message that this version does not understand")
            return
        if isinstance(said, _Ask):
            own = self._own()
            self._news.update(table for table in said.tables if table in own)
            self._something.set()
            return
        now = time.monotonic()
        for table, people in said.tables.items():
            known = self._elsewhere.setdefault(table, {})
            before = known.get(said.process)
            known[said.process] = (frozenset(people), now)
            joinable = table in said.open
            if joinable or (before[0] if before else frozenset()) != known[said.process][0]:
                self._changed(table, joinable)

    def _forget_silent(self, now: float) -> None:
        for table, told in list(self._elsewhere.items()):
            silent = [process for process, (_, at) in told.items() if now - at > _BELIEVED]
            for process in silent:
                del told[process]
            if not told:
                del self._elsewhere[table]
            if silent:
                self._changed(table, False)


def _questions(tables: list[str]) -> Iterable[str]:
    return (_text(_Ask(tables[start : start + _IN_ONE])) for start in range(0, len(tables), _IN_ONE))


def _text(said: _Here | _Ask) -> str:
    return msgspec.json.encode(said).decode()
