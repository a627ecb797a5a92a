"""The queue for work that takes long: turns, limits, and processes that are replaced."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import psutil
import pytest

from bowerbird.hall.work_queue import NOBODY, Asker, JobStoppedError, Packed, QueueFullError, WorkQueue
from bowerbird.rulebook import RulebookError, read_house_rules
from waiting import soon

ANN, BOB = Asker("ann", "192.0.2.1"), Asker("bob", "192.0.2.2")
LONG = 60.0


def hang() -> None:
    """A job without an end."""
    time.sleep(600)


def eat(size: int) -> int:
    """A job that takes so many bytes."""
    return len(bytearray(size))


def grow(size: int) -> int:
    """A job that doesn't give its memory back; returns the number of its process."""
    globals().setdefault("kept", []).append(bytes(range(256)) * (size >> 8))
    return os.getpid()


def fail() -> None:
    """A job with an error that can't be pickled."""
    error = ValueError("no")
    error.lock = threading.Lock()  # type: ignore[attr-defined]
    raise error


@pytest.fixture
async def queue() -> AsyncIterator[WorkQueue]:
    """A queue with a process for each lane."""
    queue = WorkQueue(1)
    yield queue
    queue.close()


class Gate:
    """Jobs of a queue without processes, which go on when they are let."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self._open = threading.Event()

    def job(self, name: str) -> Callable[[], str]:
        def work() -> str:
            assert self._open.wait(20)
            self.done.append(name)
            return name

        return work

    def open(self) -> None:
        """Let all go on."""
        self._open.set()


async def begun(
    queue: WorkQueue, gate: Gate, *jobs: tuple[Asker, str], seconds: float = 1.0
) -> list[asyncio.Task[str]]:
    """Ask for these jobs, one after the other."""
    tasks = []
    for asker, name in jobs:
        tasks.append(asyncio.create_task(queue.run(asker, gate.job(name), seconds=seconds)))
        await asyncio.sleep(0)
    return tasks


async def test_people_take_turns_however_many_jobs_each_has() -> None:
    queue, gate = WorkQueue(0), Gate()
    cal = Asker("cal", ANN.address)
    tasks = await begun(
        queue, gate, *((ANN, f"ann {n}") for n in range(8)), (cal, "cal"), (BOB, "bob 0"), (BOB, "bob 1")
    )
    gate.open()
    await asyncio.gather(*tasks)
    assert gate.done[:5] == ["ann 0", "ann 1", "bob 0", "cal", "bob 1"]
    assert sorted(gate.done) == sorted([*(f"ann {n}" for n in range(8)), "cal", "bob 0", "bob 1"])
    queue.close()


async def test_a_person_with_too_many_jobs_is_told_that_we_are_busy() -> None:
    queue, gate = WorkQueue(0), Gate()
    tasks = await begun(queue, gate, *((ANN, f"ann {n}") for n in range(5)), (BOB, "bob"), seconds=LONG)
    with pytest.raises(QueueFullError, match="Try again in a moment") as refused:
        await tasks[4]
    assert refused.value.seconds == 15
    gate.open()
    assert await asyncio.gather(*tasks[:4], tasks[5]) == ["ann 0", "ann 1", "ann 2", "ann 3", "bob"]
    assert queue.figures()["long"] == (0, 5, 1, 0)
    queue.close()


async def test_a_full_queue_refuses_the_address_with_the_most() -> None:
    queue, gate = WorkQueue(0), Gate()
    many = [(Asker(f"guest {n}", ANN.address), f"guest {n}") for n in range(30)]
    tasks = await begun(queue, gate, *many, (BOB, "bob"), seconds=LONG)
    gate.open()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert sum(isinstance(end, QueueFullError) for end in ends) == 6
    assert gate.done[1] == "guest 1"
    assert gate.done[2] == "bob", "in the second turn of the addresses"
    queue.close()


async def test_a_waiting_job_is_dropped_with_its_asker() -> None:
    queue, gate = WorkQueue(0), Gate()
    tasks = await begun(queue, gate, (ANN, "first"), (ANN, "left"), (BOB, "next"))
    tasks[1].cancel()
    tasks[0].cancel()  # it is in progress, and nobody wants its answer
    gate.open()
    assert await tasks[2] == "next"
    assert "left" not in gate.done
    assert queue.figures()["short"][0] == 0
    queue.close()


async def test_errors_come_back_as_they_were_raised(queue: WorkQueue) -> None:
    with pytest.raises(RulebookError, match="cannot be used") as wrong:
        await queue.run(ANN, read_house_rules, "points = 1")
    assert wrong.value.key == "points"
    assert "read_house_rules" in wrong.value.__notes__[0], "where it was raised"
    with pytest.raises(RuntimeError, match="ValueError: no"):
        await queue.run(ANN, fail)
    book = await queue.run(ANN, read_house_rules, 'based_on = "alberta"')
    assert book == read_house_rules('based_on = "alberta"')


async def test_a_job_that_hangs_is_stopped_and_others_go_on(queue: WorkQueue) -> None:
    first = await queue.run(NOBODY, os.getpid)
    stuck = asyncio.create_task(queue.run(ANN, hang, seconds=0.3))
    await asyncio.sleep(0)
    other = asyncio.create_task(queue.run(BOB, os.getpid))
    with pytest.raises(JobStoppedError, match="too long"):
        await stuck
    assert await other not in (first, os.getpid()), "in a new process"
    assert not psutil.pid_exists(first)
    assert queue.figures()["short"][3] == 1


async def test_long_jobs_do_not_hold_up_short_ones(queue: WorkQueue) -> None:
    await queue.run(NOBODY, os.getpid)
    stuck = asyncio.create_task(queue.run(ANN, hang, seconds=LONG))
    async with asyncio.timeout(10):
        assert await queue.run(BOB, os.getpid)
    assert not stuck.done()
    queue.close()
    with pytest.raises((JobStoppedError, QueueFullError)):
        await stuck


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
async def test_a_job_that_eats_memory_is_stopped(queue: WorkQueue) -> None:
    with pytest.raises(JobStoppedError, match="too much memory"):
        await queue.run(ANN, eat, 400 << 20)
    assert await queue.run(ANN, eat, 200 << 20) == 200 << 20
    first = await queue.run(ANN, grow, 10 << 20)
    assert await queue.run(ANN, grow, 200 << 20) == first
    assert await queue.run(ANN, os.getpid) != first, "a process that grew is replaced"


async def test_a_process_that_is_killed_from_outside_is_replaced(queue: WorkQueue) -> None:
    first = await queue.run(NOBODY, os.getpid)
    os.kill(first, signal.SIGKILL)
    await soon(lambda: not psutil.pid_exists(first) or psutil.Process(first).status() == psutil.STATUS_ZOMBIE)
    second = await queue.run(ANN, os.getpid)
    assert second != first, "it died idle, and nobody noticed"
    stuck = asyncio.create_task(queue.run(ANN, hang))
    await soon(lambda: psutil.Process(second).status() == psutil.STATUS_SLEEPING)
    await asyncio.sleep(0.2)
    os.kill(second, signal.SIGKILL)
    with pytest.raises(JobStoppedError, match="Try again in a moment"):
        await stuck
    assert await queue.run(ANN, os.getpid) not in (first, second)


async def test_a_large_value_is_packed_once() -> None:
    packed = Packed({"a": 1})
    assert pickle.loads(pickle.dumps(partial(dict.get, packed, "a")))() == 1


def test_the_processes_end_with_the_server(tmp_path: Path) -> None:
    script = tmp_path / "serve.py"
    script.write_text(
        "import asyncio, os, time\n"
        "from bowerbird.hall.work_queue import NOBODY, WorkQueue\n"
        "async def main():\n"
        "    queue = WorkQueue(1)\n"
        "    print(await queue.run(NOBODY, os.getpid), flush=True)\n"
        "    await queue.run(NOBODY, time.sleep, 60)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        worker = psutil.Process(int(server.stdout.readline()))
        server.kill()
    worker.wait(20)
