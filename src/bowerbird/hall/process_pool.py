"""A small pool of processes for bots, so that searching never delays a socket."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from bowerbird.clock import REAL_TIME, Clock
from bowerbird.hall.work_process import end_with_the_server
from bowerbird.machine import interrupts_held, one_core_each, step_back

__all__ = ["ProcessPool"]

Answer = TypeVar("Answer")

#: Seconds for one question. The slowest bot takes one or two, on a laptop that does nothing else.
_LONGEST = 60.0


class ProcessPool:
    """The pool. It starts on first use."""

    def __init__(
        self, processes: int = 1, *, nice: int = 5, longest: float = _LONGEST, clock: Clock = REAL_TIME
    ) -> None:
        """Set the number of processes; with 0 the work runs in a thread of this process.

        `nice` is how far the processes step back for others. After `longest` seconds with one question, in real
        time, they are replaced.
        """
        self._longest = longest
        self._clock = clock
        self._processes = processes
        self._nice = nice
        self._pool: ProcessPoolExecutor | None = None
        self._first: Future[int] | None = None  # done when the pool has started

    def warm_up(self) -> None:
        """Start the processes now, so that the first request doesn't wait."""
        if self._processes:
            self._started()

    async def until_started(self, seconds: float) -> bool:
        """Wait for the processes to start, so many seconds at most. True if they have."""
        if not self._processes:
            return True
        self._started()
        if self._first is None or self._first.done():
            return True
        starting = asyncio.wrap_future(self._first)
        starting.add_done_callback(lambda done: done.cancelled() or done.exception())  # the next question finds out
        return await self._clock.wait(starting, seconds)

    async def ask(self, question: Callable[..., Answer], *args: object) -> Answer:
        """Run a function in the pool. A process that died is restarted."""
        if not self._processes:
            return await asyncio.to_thread(question, *args)
        loop = asyncio.get_running_loop()
        for _ in range(3):
            pool = self._started()
            try:
                async with asyncio.timeout(self._longest):
                    return await loop.run_in_executor(pool, question, *args)
            except TimeoutError:
                self._end(pool)
                raise RuntimeError(f"a worker process took longer than {self._longest:g} seconds") from None
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
        raise RuntimeError("the worker processes keep dying; see the system log for the reason")

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._processes, mp_context=context, initializer=_set_up, initargs=(self._nice,)
            )
            with interrupts_held():
                self._first = self._pool.submit(os.getpid)  # which starts the processes
        return self._pool

    def _end(self, pool: ProcessPoolExecutor) -> None:
        """Kill processes that don't come to an end. Others who wait for one ask again."""
        if self._pool is pool:
            self._pool = None
        processes = [*(pool._processes or {}).values()]
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    def close(self) -> None:
        """Stop the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _set_up(nice: int) -> None:
    """Set up a pool process."""
    end_with_the_server()
    step_back(nice)  # people's sockets come first
    one_core_each()
