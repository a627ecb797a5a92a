"""How long the hall's loop is held up: the longest single step of it, by the time that its own thread was at work."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

#: Nothing that somebody sends is read for longer than this at a stretch, in seconds.
A_STEP = 0.02
#: Machines that run tests may be so much slower than one that runs a hall.
SLOWER = 3


class Steps:
    """The steps of a loop in another thread."""

    def __init__(self) -> None:
        self.longest = 0.0

    def forget(self) -> None:
        """Begin again."""
        self.longest = 0.0


@contextmanager
def steps_elsewhere() -> Iterator[Steps]:
    """Counts the steps of every loop but the one of this thread. Others who use the processor are not counted."""
    steps = Steps()
    here = threading.get_ident()
    plain = asyncio.Handle._run

    def run(self: asyncio.Handle) -> None:
        if threading.get_ident() == here:
            plain(self)
            return
        begun = time.thread_time()
        plain(self)
        steps.longest = max(steps.longest, time.thread_time() - begun)

    asyncio.Handle._run = run  # type: ignore[method-assign]
    gc.collect()
    gc.disable()  # a hall keeps its own house; the tests' own litter is not the hall's
    try:
        yield steps
    finally:
        gc.enable()
        asyncio.Handle._run = plain  # type: ignore[method-assign]
