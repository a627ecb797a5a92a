"""A small pool of processes for what takes long: searching and printing must not hold up anybody's socket."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from typing import TypeVar

from bowerbird.machine import one_core_each, step_back

__all__ = ["Processes"]

Answer = TypeVar("Answer")


class Processes:
    """The pool. It starts with the first question."""

    def __init__(self, processes: int = 1) -> None:
        """How many are at work at once; with 0 it is done in a thread of this process, where that does no harm."""
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    def warm_up(self) -> None:
        """Start the processes now: whoever takes over a table has no time to wait for that."""
        if self._processes:
            self._started().submit(os.getpid)

    async def ask(self, question: Callable[..., Answer], *args: object) -> Answer:
        """Ask in the pool. One that died is started again."""
        if not self._processes:
            return await asyncio.to_thread(question, *args)
        loop = asyncio.get_running_loop()
        for _ in range(3):
            pool = self._started()
            try:
                return await loop.run_in_executor(pool, question, *args)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
        raise RuntimeError("worker processes keep dying; see this computer's log for the reason")

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, mp_context=context, initializer=_end_with_the_hall)
        return self._pool

    def close(self) -> None:
        """Let the processes go."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _end_with_the_hall() -> None:
    """In such a process: when the hall dies without a word, do not stay behind."""
    hall = multiprocessing.parent_process()
    assert hall is not None
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is meant for the hall, which lets its processes go
    step_back()  # people's sockets come first
    one_core_each()

    def watch() -> None:
        connection.wait([hall.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
