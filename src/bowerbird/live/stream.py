"""A stream of the log in the memory of this process: its state, and the one way to change it.

Theory of operation. The state is the fold of the stream's entries. Changes go one way: take the turn, judge the state,
append to the log, and only when the entries are on disk apply them and tell the listeners. The number of the next
entry decides between two writers: the slower one gets a conflict, reads what the other has written, and judges again.

The log is right and memory may be behind, so there is a doubt. It comes with a failed write (the entries may be on
disk all the same) and with news of another process, and goes when the stream has been read again: by the next turn, or
in the background by a task that does not give up. Nobody has a turn while there is a doubt.

A stream knows neither tables nor events. It gets plain functions, and calls nothing else of its owner.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, Generic, Protocol, TypeVar

from bowerbird.errors import BowerbirdError
from bowerbird.store import ConflictError, Entry, Log, StoreError

__all__ = ["BusyError", "RefusedError", "Stream"]

log = logging.getLogger(__name__)

#: How long to wait before reading again what could not be read, in seconds.
_TRY_AGAIN: Final = 0.5
#: How often something is judged and written when another process is quicker each time, and by how many seconds longer
#: the pause before each further try may be: two that write without a pause can be in step, and one is never quicker.
_TRIES: Final = 20
_STEP_ASIDE: Final = 0.003


class RefusedError(BowerbirdError):
    """Raised by a judge: the state does not allow it."""


class BusyError(BowerbirdError):
    """Raised when another process was quicker, again and again. Nothing was written."""


class Fold(Protocol):
    """A fold of entries."""

    @property
    def seq(self) -> int:
        """The number of the last entry in it."""
        ...


State = TypeVar("State", bound=Fold)
News = TypeVar("News")
Result = TypeVar("Result")


def _nothing() -> None:
    return


async def _nothing_more() -> None:
    return


class Stream(Generic[State, News]):
    """One stream, its state, and those who listen."""

    def __init__(
        self,
        name: str,
        state: State,
        log: Log,
        *,
        fold: Callable[[State, Sequence[Entry]], None],
        tell: Callable[[], News],
        moved: Callable[[], None] = _nothing,
        followed: Callable[[], Awaitable[None]] = _nothing_more,
    ) -> None:
        """A stream with the state that is known of it.

        `fold` takes entries of other processes into the state, `tell` gives the news for listeners, `moved` is called
        after such entries were told, and `followed` when a doubt was resolved in the background.
        """
        self.name = name
        self.state = state
        self._log = log
        self._fold = fold
        self._tell = tell
        self._moved = moved
        self._followed = followed
        self._listeners: dict[Callable[[News], None], None] = {}  # in the order they came
        self._turn = asyncio.Lock()
        self._in_doubt = False
        self._following: asyncio.Task[None] | None = None
        self._unfinished: set[asyncio.Task[Any]] = set()
        self._closed = False

    @property
    def seq(self) -> int:
        """The number of the last entry that is known here."""
        return self.state.seq

    @property
    def is_settled(self) -> bool:
        """True if nothing is being written, and nothing waits to be read."""
        return not self._turn.locked() and not self._unfinished and self._following is None

    @property
    def is_being_written(self) -> bool:
        """True while something is carried through that somebody here has asked for."""
        return bool(self._unfinished)

    # Listeners.

    @property
    def has_listeners(self) -> bool:
        """True if somebody listens."""
        return bool(self._listeners)

    def listen(self, listener: Callable[[News], None]) -> None:
        """Call this with the news after every change. It must not wait."""
        self._listeners[listener] = None

    def unlisten(self, listener: Callable[[News], None]) -> None:
        """Stop calling this."""
        self._listeners.pop(listener, None)

    def tell(self) -> None:
        """Give the news to all listeners."""
        if self._listeners:
            news = self._tell()
            for listener in tuple(self._listeners):
                listener(news)

    # Writing.

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """One at a time, and only on what the log has."""
        async with self._turn:
            if self._in_doubt:
                await self.catch_up()
            yield

    async def serialize(self, attempt: Callable[[], Awaitable[Result]]) -> Result:
        """Take the turn for something that judges the state and then writes once.

        Where another process was quicker, it is tried again on the state as it is then; nobody is refused for what
        this process had not heard of.
        """
        async with self.turn():
            for tried in range(_TRIES):
                seq = self.seq
                try:
                    return await attempt()
                except ConflictError:
                    await self._log.clock.sleep(tried * _STEP_ASIDE * random.random())
                    await self.catch_up()
                except RefusedError:
                    if self._log.database.is_sqlite:
                        raise
                    await self.catch_up()
                    if self.seq == seq:
                        raise
        raise BusyError(f"{self.name} is written to all the time")

    async def write(self, bodies: Sequence[bytes], at: int, apply: Callable[[State], None]) -> None:
        """Put entries on disk, then `apply` them to the state, then tell. Only for the one who has the turn."""
        try:
            await self._log.append(self.name, self.seq, bodies, at)
        except BaseException as error:
            self._in_doubt = True  # another was quicker, or it may be on disk all the same
            if not isinstance(error, ConflictError):
                self._follow_in(_TRY_AGAIN)  # the one who asked may not ask again
            raise
        apply(self.state)
        self.tell()

    async def finish(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Carry this through, even if the one who asked for it is gone before it is done."""
        task = asyncio.create_task(work)
        self._unfinished.add(task)
        task.add_done_callback(self._unfinished.discard)
        return await asyncio.shield(task)

    # Following what others write.

    def heard(self, seq: int) -> None:
        """Note that another process has written up to this number."""
        if seq > self.seq:
            self._in_doubt = True
            self._follow_in(0.0)

    async def look_again(self) -> None:
        """Read what others may have written, now or as soon as it can be read."""
        self._in_doubt = True
        try:
            async with self.turn():
                return
        except StoreError as error:
            log.warning("%s may have moved on: %s", self.name, error)
            self._follow_in(_TRY_AGAIN)

    async def catch_up(self) -> None:
        """Read what the log has beyond the state. Only for the one who has the turn."""
        self._in_doubt = False  # unless more is heard of meanwhile
        try:
            entries = await self._log.read(self.name, self.seq)
        except BaseException:
            self._in_doubt = True
            raise
        if entries:
            self._fold(self.state, entries)
            self.tell()
            self._moved()

    def _follow_in(self, seconds: float) -> None:
        """Read what is in doubt, in so many seconds, and again until it can be read."""
        if self._following is None and not self._closed:
            self._following = asyncio.create_task(self._follow(seconds))

    async def _follow(self, pause: float) -> None:
        try:
            while self._in_doubt:
                await self._log.clock.sleep(pause)
                pause = _TRY_AGAIN
                try:
                    async with self.turn():
                        continue
                except StoreError as error:
                    log.warning("%s cannot be followed now: %s", self.name, error)
        finally:
            self._following = None
        await self._followed()

    # The end.

    def stop_following(self) -> None:
        """Read nothing more in the background."""
        self._closed = True
        if self._following is not None:
            self._following.cancel()

    async def close(self) -> None:
        """Stop following; what is being written is finished first."""
        self.stop_following()
        await asyncio.gather(*self._unfinished, return_exceptions=True)
