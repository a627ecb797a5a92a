"""Much work in equal pieces, done here in one piece, in threads, in processes, or by a Dask cluster.

The pieces say what is to be done, seeds included; who does them changes nothing but the time it takes.
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
    """Work that cannot be given away. The text says what to install or to start."""


def spread(
    work: Callable[[Piece], Result],
    pieces: Sequence[Piece],
    workers: int = 1,
    using: Literal["threads", "processes"] = "processes",
    dask: str = "",
) -> Iterator[Result]:
    """The result of each piece, in order, as it comes in.

    `work` must be a function of a module, and pieces must pickle, unless threads do it. `dask` is the address of a
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
        raise SpreadError("Dask is not installed here: pip install 'bowerbird[dask]'") from None
    try:
        client = make_client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise SpreadError(
            f"no Dask scheduler answers at {address}: start one with `dask scheduler` ({error})"
        ) from None
    with client:
        # Pure: the same piece gives the same result, so a worker that is lost costs only its time.
        for future in client.map(work, pieces):
            yield future.result()
