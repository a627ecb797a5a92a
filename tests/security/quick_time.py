"""An event loop whose time passes by itself: nobody waits for a clock."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from bowerbird.clock import Clock

Result = TypeVar("Result")


class _Loop(asyncio.SelectorEventLoop):
    """When nothing is left to do, the next timer is due."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0

    def time(self) -> float:
        return self._now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self._now = max(self._now, self._scheduled[0]._when)  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]


class LoopClock(Clock):
    """The time of the loop."""

    def steady(self) -> float:
        return asyncio.get_running_loop().time()


def run_quickly(work: Coroutine[Any, Any, Result]) -> Result:
    """Run this in a loop of its own, in no time."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(work)
