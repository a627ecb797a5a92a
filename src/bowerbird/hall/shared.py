"""A table's stream as this process has it in memory, beside others that may have it too: written, followed, told.

All changes go through `write`, one at a time, and are on disk before anyone is told. Who may do what is for `live`.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import HallFact, decode_hall_fact, encode_hall_fact
from bowerbird.hall.followed import TRY_AGAIN, Followed
from bowerbird.hall.room import Room
from bowerbird.hall.told import Telling
from bowerbird.live.cluster import Cluster
from bowerbird.store import ConflictError, Entry, Log, StoreError

__all__ = ["Clock", "Listener", "SharedTable", "whole"]

#: How often something is judged and tried again when another process was quicker.
_TRIES: Final = 20

#: Called after every change, with what there is to tell. It must not wait.
Listener = Callable[[Telling], None]
Given = ParamSpec("Given")
Shared = TypeVar("Shared", bound="SharedTable")


class Clock(Protocol):
    """The time: milliseconds since 1970 in UTC. Tests bring their own."""

    def __call__(self) -> int:
        """Now."""
        ...


def whole(
    method: Callable[Concatenate[Shared, Given], Awaitable[None]],
) -> Callable[Concatenate[Shared, Given], Coroutine[Any, Any, None]]:
    """What was begun is finished, one thing at a time, even if whoever asked for it has gone meanwhile.

    Where another process was quicker, it is judged again on the table as it is then. So a method writes once. Nobody
    is refused for what this process has not heard of yet.
    """

    @wraps(method)
    async def wrapped(self: Shared, /, *args: Given.args, **kwargs: Given.kwargs) -> None:
        async def do() -> None:
            refusal, seq = None, 0
            for _ in range(_TRIES):
                try:
                    async with self.in_turn():
                        if refusal is not None and self.room.seq == seq:
                            raise refusal
                        await method(self, *args, **kwargs)
                except ConflictError:
                    continue
                except NotAllowedError as error:
                    if self._cluster.alone or error is refusal:
                        raise
                    refusal, seq, self._in_doubt = error, self.room.seq, True
                    continue
                self.wake()
                return
            raise NotAllowedError("Too much happens at this table at once. Look again, and try again.")

        await asyncio.shield(self._begin(do()))

    return wrapped


class SharedTable(Followed):
    """One table in the memory of this process."""

    def __init__(self, name: str, room: Room, log: Log, clock: Clock, cluster: Cluster) -> None:
        """A table with what has happened at it so far."""
        super().__init__(log)
        self.name = name
        self.room = room
        self._clock = clock
        self._cluster = cluster
        self._listeners: dict[Listener, None] = {}  # in the order they came
        self._doing: set[asyncio.Task[None]] = set()

    @property
    def stream(self) -> str:
        """The name of this table's stream in the log."""
        return f"table:{self.name}"

    @property
    def seq(self) -> int:
        """How many facts are known here."""
        return self.room.seq

    @property
    def leads(self) -> bool:
        """Whether what happens by itself here is this process's to do."""
        return self._cluster.leads(self.stream)

    @property
    def _is_settled(self) -> bool:
        """Whether nothing is being written, and nothing waits to be read."""
        return not self._doing and self._following is None

    def now(self) -> int:
        """The time in milliseconds."""
        return self._clock()

    @abstractmethod
    def wake(self) -> None:
        """Let happen what nobody has to do by hand."""

    @abstractmethod
    def telling(self) -> Telling:
        """The table as it can be told now."""

    def listen(self, listener: Listener) -> None:
        """Call this after every change."""
        self._listeners[listener] = None

    def unlisten(self, listener: Listener) -> None:
        """No longer."""
        self._listeners.pop(listener, None)

    def _tell(self) -> None:
        if self._listeners:
            telling = self.telling()
            for listener in tuple(self._listeners):
                listener(telling)

    # Writing.

    async def write(self, *facts: HallFact) -> None:
        """On disk first, then in memory, then told. Only for whoever has the turn."""
        bodies = [encode_hall_fact(fact) for fact in facts]
        at = self._clock()
        try:
            await self._log.append(self.stream, self.room.seq, bodies, at)
        except BaseException as error:
            self._in_doubt = True  # another was quicker, or it may be on disk all the same
            if isinstance(error, StoreError) and not isinstance(error, ConflictError):
                self._follow_from(TRY_AGAIN)  # whoever asked may not ask again
            raise
        for fact in facts:
            self.room.apply(fact, at)
        self._tell()

    @whole
    async def change(self, decide: Callable[[Room], Sequence[HallFact]]) -> None:
        """Write down what is decided for the table as the log has it."""
        facts = decide(self.room)
        if facts:
            await self.write(*facts)

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """What was begun is kept until it is done."""
        task = asyncio.create_task(work)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
        return task

    async def _finish(self) -> None:
        self._stop_following()
        await asyncio.gather(*self._doing, return_exceptions=True)

    def _take(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.room.apply(decode_hall_fact(entry.body), entry.at)
        self._tell()
        self.wake()
