"""Time that a test moves by hand.

`await clock.advance(0.5)` wakes, one after the other, those for whom it has become late enough, and lets everything run
until nothing moves. So a test of silence takes no time, and no test depends on how quick the machine is.

Nothing moves when no callback of the loop is ready and no thread works for it. What then goes on is woken by this
clock, or by something that the test does. How long that takes is never asked: a busy machine takes longer, and that is
all. Only a test that could not end at all is ended.
"""

from __future__ import annotations

import asyncio
import heapq
import math
from asyncio.base_events import BaseEventLoop
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import count
from typing import Any, Final
from weakref import WeakSet

from bowerbird.clock import Clock, SteadyClock

__all__ = ["EVENING", "HandClock", "count_as_work", "hand_of", "quiet", "soon"]

#: A Monday evening, in milliseconds since 1970.
EVENING: Final = 1_767_639_600_000
#: Seconds after which a test hangs. No test passes or fails by it, except one that would never end.
_HANGS: Final = 120.0
#: Rounds of the loop in which nothing is ready before it counts as quiet: in the second one, its sockets were asked.
_ROUNDS: Final = 2

#: What works elsewhere for a loop.
_work: Final[WeakSet[asyncio.Future[Any]]] = WeakSet()
_in_threads: Final = BaseEventLoop.run_in_executor


def _counted(loop: BaseEventLoop, executor: Any, function: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
    working: asyncio.Future[Any] = _in_threads(loop, executor, function, *args)
    if executor is None or isinstance(executor, ThreadPoolExecutor):  # a process may be meant to hang
        count_as_work(working)
    return working


BaseEventLoop.run_in_executor = _counted  # type: ignore[assignment, method-assign]


def count_as_work(future: asyncio.Future[Any]) -> None:
    """Nothing is quiet until this is done."""
    _work.add(future)
    future.add_done_callback(_work.discard)


async def quiet(until: Callable[[], object] = lambda: False) -> None:
    """Let the loop run until nothing moves, or until this is so."""
    loop: Any = asyncio.get_running_loop()
    hangs = loop.time() + _HANGS
    rounds = 0
    while rounds < _ROUNDS and not until():
        working = [each for each in _work if each.get_loop() is loop]
        if working:
            await asyncio.wait(working, timeout=_HANGS, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(0)
        rounds = 0 if working or loop._ready else rounds + 1
        assert loop.time() < hangs, f"it never comes to rest: {working or asyncio.all_tasks()}"


class _Timer:
    """A call that is to come."""

    def __init__(self, call: Callable[..., object], args: tuple[object, ...]) -> None:
        self.call, self.args, self.cancelled = call, args, False

    def cancel(self) -> None:
        self.cancelled = True


class HandClock(Clock):
    """A clock that goes on by hand, and `step` milliseconds at every look at the time."""

    def __init__(self, at: int = EVENING, step: int = 0) -> None:
        super().__init__()
        self.wall = at
        self.step = step
        self.read = 0  # how often somebody has looked at the time
        #: Awaited after every move, such as to move a database's clock.
        self.moved: list[Callable[[], Awaitable[None]]] = []
        self._counted = 5_000_000  # milliseconds, as the wall clock's: nobody is early by a rounding
        self._timers: list[tuple[int, int, _Timer]] = []
        self._number = count()

    # What the product asks.

    def now(self) -> int:
        self.wall += self.step
        return self.wall

    def steady(self) -> float:
        return self._counted / 1000

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        await self.wait(asyncio.Event(), seconds)

    def timeout(self, seconds: float | None) -> AbstractAsyncContextManager[object]:
        return self._timeout(seconds)

    @asynccontextmanager
    async def _timeout(self, seconds: float | None) -> AsyncIterator[object]:
        async with asyncio.timeout(None) as timeout:
            timer = None if seconds is None else self.call_later(seconds, timeout.reschedule, 0)
            try:
                yield timeout
            finally:
                if timer is not None:
                    timer.cancel()

    def call_later(self, seconds: float, call: Callable[..., object], *args: object) -> _Timer:
        timer = _Timer(call, args)
        if seconds <= 0:
            asyncio.get_running_loop().call_soon(_fire, timer)
        else:
            heapq.heappush(self._timers, (self._counted + math.ceil(seconds * 1000), next(self._number), timer))
        return timer

    def started(self) -> SteadyClock:
        """The clock of a process that starts now."""
        return _Started(self)

    def look(self) -> int:
        """The computer's steady clock in milliseconds, which counts the looks at it."""
        self.read += 1
        return self._counted

    # What a test does.

    def go(self, seconds: float) -> None:
        """Time passes, and nobody is woken yet."""
        self._go_to(self._counted + _milliseconds(seconds))

    def jump(self, seconds: float) -> None:
        """Somebody sets the wall clock."""
        self.wall += _milliseconds(seconds)

    @property
    def sleepers(self) -> int:
        """How many calls are to come."""
        return sum(not timer.cancelled for _, _, timer in self._timers)

    async def advance(self, seconds: float = 0.0) -> None:
        """Let time pass. What is due meanwhile is woken in time, and everything comes to rest."""
        end = self._counted + _milliseconds(seconds)
        await quiet()
        while await self._wake_next(end):
            pass
        await self._move_to(end)

    async def until(self, condition: Callable[[], object], within: float = 3600.0) -> None:
        """Let time pass until this is so, at a moment when nothing moves; it must be so within these seconds."""
        end = self._counted + _milliseconds(within)
        await quiet()
        while not condition():
            assert await self._wake_next(end), f"it does not happen within {within:g} seconds"

    async def _wake_next(self, end: int) -> bool:
        """Wake the next one that is due until then. False if there is none."""
        while self._timers and self._timers[0][0] <= end:
            when, _, timer = heapq.heappop(self._timers)
            if not timer.cancelled:
                await self._move_to(when)
                _fire(timer)
                await quiet()
                return True
        return False

    def _go_to(self, when: int) -> None:
        self.wall += max(0, when - self._counted)
        self._counted = max(when, self._counted)

    async def _move_to(self, when: int) -> None:
        self._go_to(when)
        for moved in self.moved:
            await moved()


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def _fire(timer: _Timer) -> None:
    if not timer.cancelled:
        timer.call(*timer.args)


def hand_of(clock: Clock) -> HandClock:
    """The hand that moves a clock."""
    found = clock.hand if isinstance(clock, _Started) else clock
    assert isinstance(found, HandClock)
    return found


class _Started(SteadyClock):
    """A clock that was read when a process started, and goes on by hand."""

    def __init__(self, hand: HandClock) -> None:
        super().__init__(lambda: hand.wall, hand.look)
        self.hand = hand
        for name in ("steady", "sleep", "timeout", "call_later"):
            setattr(self, name, getattr(hand, name))


async def soon(condition: Callable[[], object]) -> None:
    """This becomes so before nothing moves any more, without a step of time."""
    await quiet(condition)
    assert condition(), "nothing moves any more, and it has not happened"
