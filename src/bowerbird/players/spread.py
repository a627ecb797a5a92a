"""Run work in pieces: here, in threads, in processes, or on a Dask cluster.

The pieces describe the work completely, with seeds, so where they run changes only the time. Pieces can be as small as
they like: they travel in batches of about half a second, sized by how long the last ones took, and so do their results.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from itertools import chain, count, islice
from typing import Any, Final, Literal, Protocol, TypeVar

from bowerbird.errors import BowerbirdError
from bowerbird.machine import one_core_each

__all__ = ["BATCH_SECONDS", "Done", "SpreadError", "do_batch", "spread"]

Piece = TypeVar("Piece")
Result = TypeVar("Result")

#: Seconds that a batch should take: one scheduler can serve hundreds of workers, and progress is seen.
BATCH_SECONDS: Final = 0.5
#: A batch is at most this many times as large as the last one, as the next pieces may be slower.
_GROWTH: Final = 4
_MOST_PIECES: Final = 10_000
#: Batches that each worker has or finds when it is done. More would be lost time at the end.
_AHEAD: Final = 3
#: Finished batches that may wait for an earlier one, for each that is being worked on.
_WAITING: Final = 8

#: Seconds that the work took, and the results.
Done = tuple[float, list[Any]]


class SpreadError(BowerbirdError, RuntimeError):
    """Work that can't be distributed. The message says what to install or start."""


class Workers(Protocol):
    """Somewhere to send batches."""

    def slots(self) -> int:
        """How many batches are worked on at the same time, as far as is known now."""

    def send(self, batches: Sequence[tuple[int, list[Any]]]) -> None:
        """Send numbered batches."""

    def some(self) -> list[tuple[int, Done]]:
        """Wait until batches are done, and give them with their numbers."""


def spread(
    work: Callable[[Piece], Result],
    pieces: Iterable[Piece],
    workers: int = 1,
    using: Literal["threads", "processes"] = "processes",
    dask: str = "",
    players: Iterable[str] = (),
) -> Iterator[Result]:
    """Yield the result of each piece, in order. Pieces are taken as they are needed, so there may be any number.

    `work` must be a function of a module, or a `partial` of one with what all pieces share, and pieces must pickle,
    unless threads are used. `dask` is the address of a cluster's scheduler, such as `tcp://10.0.0.5:8786`. `players`
    are names of players; the modules of your own ones (`module:Class`) are sent to the cluster.
    """
    rest = iter(pieces)
    if dask:
        from bowerbird.players.cluster import Cluster

        with Cluster(work, dask, players) as cluster:
            yield from _in_batches(cluster, rest)
        return
    first = list(islice(rest, 2))
    if workers <= 1 or len(first) <= 1:
        yield from map(work, chain(first, rest))
        return
    pool: Executor = (
        ThreadPoolExecutor(workers)
        if using == "threads"
        # Spawned, not forked: a fork of a process with threads may hang.
        else ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _start_process)
    )
    try:
        yield from _in_batches(_Pool(pool, work, workers), chain(first, rest))
    finally:
        pool.shutdown(cancel_futures=True)


def _start_process() -> None:
    """Keep arithmetic on one core, and end at once on Ctrl+C: a traceback of each process would say nothing more."""
    one_core_each()
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def do_batch(work: Callable[[Any], Any], pieces: list[Any]) -> Done:
    """Do the work of a batch, and say how long it took."""
    began = time.perf_counter()
    results = [work(piece) for piece in pieces]
    return time.perf_counter() - began, results


class _Pool:
    """Threads or processes of this machine."""

    def __init__(self, pool: Executor, work: Callable[[Any], Any], workers: int) -> None:
        self._pool, self._work, self._workers = pool, work, workers
        self._numbers: dict[Future[Done], int] = {}

    def slots(self) -> int:
        return self._workers

    def send(self, batches: Sequence[tuple[int, list[Any]]]) -> None:
        for number, pieces in batches:
            self._numbers[self._pool.submit(do_batch, self._work, pieces)] = number

    def some(self) -> list[tuple[int, Done]]:
        done, _ = wait(self._numbers, return_when=FIRST_COMPLETED)
        return [(self._numbers.pop(future), future.result()) for future in done]


class _Size:
    """How many pieces make a batch of half a second, going by the last ones."""

    def __init__(self) -> None:
        self.pieces = 1
        self._each = 0.0

    def learn(self, pieces: int, seconds: float) -> None:
        each = seconds / pieces
        self._each = each if not self._each else 0.7 * self._each + 0.3 * each
        wanted = int(BATCH_SECONDS / max(self._each, 1e-9))
        self.pieces = max(1, min(wanted, _GROWTH * self.pieces, _MOST_PIECES))


def _in_batches(workers: Workers, rest: Iterator[Any]) -> Iterator[Any]:
    size = _Size()
    #: The batches that are not yielded yet, in order: how many pieces each has.
    sent: dict[int, int] = {}
    done: dict[int, list[Any]] = {}
    numbers = count()
    while True:
        room = workers.slots() * _AHEAD
        new: list[tuple[int, list[Any]]] = []
        while len(sent) - len(done) < room and len(sent) < _WAITING * room:
            batch = list(islice(rest, size.pieces))
            if not batch:
                break
            new.append((next(numbers), batch))
            sent[new[-1][0]] = len(batch)
        if new:
            workers.send(new)
        if not sent:
            return
        for number, (seconds, results) in workers.some():
            size.learn(sent[number], seconds)
            done[number] = results
        while sent and (first := next(iter(sent))) in done:
            del sent[first]
            yield from done.pop(first)
