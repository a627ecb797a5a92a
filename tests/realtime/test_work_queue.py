"""A process of the work queue is killed, by nobody of the house."""

from __future__ import annotations

import asyncio
import os
import signal

import psutil
import pytest

from bowerbird.hall.errors import TryLaterError
from bowerbird.hall.work_queue import WorkQueue
from hall.test_work_queue import ANN, queue, run
from realtime.jobs import hang
from realtime.waiting import soon

__all__ = ["queue"]


async def test_a_process_that_is_killed_from_outside_is_replaced(queue: WorkQueue) -> None:
    first = await queue.run(os.getpid)
    os.kill(first, signal.SIGKILL)
    await soon(lambda: not psutil.pid_exists(first) or psutil.Process(first).status() == psutil.STATUS_ZOMBIE)
    second = await run(queue, ANN, os.getpid)
    assert second != first, "it died idle, and nobody noticed"
    stuck = asyncio.create_task(run(queue, ANN, hang))
    await soon(lambda: psutil.Process(second).status() == psutil.STATUS_SLEEPING)
    await asyncio.sleep(0.2)
    os.kill(second, signal.SIGKILL)
    with pytest.raises(TryLaterError, match="Try again in a moment"):
        await stuck
    assert await run(queue, ANN, os.getpid) not in (first, second)
