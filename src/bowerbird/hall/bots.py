"""Computer players for the hall, in processes of their own: searching must not hold up anybody's socket."""

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
from typing import TYPE_CHECKING, Final, TypeVar

from bowerbird.machine import one_core_each, step_back
from bowerbird.rulebook import Rulebook
from bowerbird.table import Fact, View

if TYPE_CHECKING:
    from bowerbird.players.explain import Explanation

__all__ = ["USUAL_LEVEL", "Bots"]

#: Who plays for a person who is away, and where nobody asked for another level.
USUAL_LEVEL: Final = "club"
Answer = TypeVar("Answer")


class Bots:
    """A small pool of processes that choose for bots. It starts with the first question."""

    def __init__(self, processes: int = 1) -> None:
        """How many bots may think at once; with 0 they think in a thread of this process, where that does no harm."""
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    def warm_up(self) -> None:
        """Start the processes now: whoever takes over a table has no time to wait for that."""
        if self._processes:
            self._started().submit(os.getpid)

    async def choose(self, level: str, seed: int, book: Rulebook, view: View) -> Fact:
        """What a bot of this level does; it sees the view and nothing else."""
        return await self._ask(decide, level, seed, book, view)

    async def explain(self, book: Rulebook, view: View) -> Explanation:
        """What the expert thinks of a decision."""
        return await self._ask(weigh, book, view)

    async def _ask(self, question: Callable[..., Answer], *args: object) -> Answer:
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
        raise RuntimeError("the bots' processes keep dying; see the log of this machine for why")

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
    """In the bots' process: when the hall dies without a word, do not stay behind."""
    hall = multiprocessing.parent_process()
    assert hall is not None
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is meant for the hall, which lets its bots go
    step_back()  # people's sockets come first
    one_core_each()

    def watch() -> None:
        connection.wait([hall.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def decide(level: str, seed: int, book: Rulebook, view: View) -> Fact:
    """In the bots' process: ask the player."""
    from bowerbird.players import player

    return player(level, seed).choose(book, view)


def weigh(book: Rulebook, view: View) -> Explanation:
    """In the bots' process: ask the expert."""
    from bowerbird.players.explain import explain

    return explain(book, view)
