"""Several workers of one server."""

from __future__ import annotations

import multiprocessing

import pytest

from bowerbird.clock import SteadyClock
from bowerbird.web import workers

pytestmark = pytest.mark.full


def test_a_worker_that_is_killed_while_it_asks_for_the_time_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = multiprocessing.get_context("spawn").Value("q", 0)
    locked = []

    async def clock(_: str) -> SteadyClock:
        free = ahead.get_lock().acquire(block=False)
        if free:
            ahead.get_lock().release()
        locked.append(not free)
        return SteadyClock(ahead=700 + len(locked))

    monkeypatch.setattr(workers, "_clock", clock)
    assert workers._common(ahead, "") == 701
    assert workers._common(ahead, "") == 701, "the next one keeps the time"
    assert locked == [False]
