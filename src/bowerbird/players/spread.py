"""Run work in pieces: here, in threads, in processes, or on a Dask cluster.

The pieces describe the work completely, with seeds, so where they run changes only the time.
"""

from __future__ import annotations

import importlib
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Literal, TypeVar

from bowerbird.errors import BowerbirdError
from bowerbird.machine import one_core_each

__all__ = ["SpreadError", "spread"]

Piece = TypeVar("Piece")
Result = TypeVar("Result")


class SpreadError(BowerbirdError, RuntimeError):
    """Work that can't be distributed. The message says what to install or start."""


def spread(
    work: Callable[[Piece], Result],
    pieces: Sequence[Piece],
    workers: int = 1,
    using: Literal["threads", "processes"] = "processes",
    dask: str = "",
) -> Iterator[Result]:
    """Yield the result of each piece, in order.

    `work` must be a function of a module, and pieces must pickle, unless threads are used. `dask` is the address of a
    cluster's scheduler, such as `tcp://10.0.0.5:8786`.
    """
    if dask:
        yield from _on_cluster(work, pieces, dask)
    elif workers <= 1 or len(pieces) <= 1:
        yield from map(work, pieces)
    else:
        count = min(workers, len(pieces))
        # Spawned, not forked: a fork of a process with threads may hang.
        pool: Executor = (
            ThreadPoolExecutor(count)
            if using == "threads"
            else ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), one_core_each)
        )
        try:
            yield from pool.map(work, pieces)
        finally:
            pool.shutdown(cancel_futures=True)


def _on_cluster(work: Callable[[Piece], Result], pieces: Sequence[Piece], address: str) -> Iterator[Result]:
    try:
        make_client = importlib.import_module("distributed").Client
    except ImportError:
        raise SpreadError("Dask isn't installed. Run: pip install 'bowerbird[dask]'") from None
    try:
        client = make_client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise SpreadError(
            f"no Dask scheduler answers at {address}. Start one with `dask scheduler` ({error})"
        ) from None
    with client:
        # Pure: the same piece gives the same result, so a lost worker costs only time.
        for future in client.map(work, pieces):
            yield future.result()
