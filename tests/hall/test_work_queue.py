"""The queue for work that takes long: turns, limits, and processes that are replaced."""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import psutil
import pytest

from bowerbird.hall import work_process
from bowerbird.hall.errors import TryLaterError
from bowerbird.hall.work_queue import Asker, JobStoppedError, Packed, QueueFullError, WorkQueue, asker_gone, the_asker
from bowerbird.rulebook import RulebookError, read_house_rules
from realtime.jobs import eat, fail, grow, hang, toil

ANN, BOB = Asker("ann", "192.0.2.1"), Asker("bob", "192.0.2.2")
LONG = 60.0
T = TypeVar("T")


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
        self.opened = threading.Event()
        GATES.append(self)


GATES: list[Gate] = []


def through(gate: int, name: str) -> str:
    """A job that waits at a gate."""
    assert GATES[gate].opened.wait(20)
    GATES[gate].done.append(name)
    return name


async def run(queue: WorkQueue, asker: Asker, function: Callable[..., T], *args: object, seconds: float = 10.0) -> T:
    """A job for somebody."""
    the_asker.set(asker)
    return await queue.run(function, *args, seconds=seconds)


async def begun(
    queue: WorkQueue, gate: Gate, *jobs: tuple[Asker, str], seconds: float = 1.0
) -> list[asyncio.Task[str]]:
    """Ask for these jobs, one after the other."""
    tasks = []
    for asker, name in jobs:
        tasks.append(asyncio.create_task(run(queue, asker, through, GATES.index(gate), name, seconds=seconds)))
        await asyncio.sleep(0)
    return tasks


async def test_people_take_turns_however_many_jobs_each_has() -> None:
    queue, gate = WorkQueue(0), Gate()
    cal = Asker("cal", ANN.address)
    tasks = await begun(
        queue, gate, *((ANN, f"ann {n}") for n in range(8)), (cal, "cal"), (BOB, "bob 0"), (BOB, "bob 1")
    )
    gate.opened.set()
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
    gate.opened.set()
    assert await asyncio.gather(*tasks[:4], tasks[5]) == ["ann 0", "ann 1", "ann 2", "ann 3", "bob"]
    assert queue.figures()["long"] == (0, 5, 1, 0)
    queue.close()


async def test_a_full_queue_refuses_the_address_with_the_most() -> None:
    queue, gate = WorkQueue(0), Gate()
    many = [(Asker(f"guest {n}", ANN.address), f"guest {n}") for n in range(30)]
    tasks = await begun(queue, gate, *many, (BOB, "bob"), seconds=LONG)
    gate.opened.set()
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
    gate.opened.set()
    assert await tasks[2] == "next"
    assert "left" not in gate.done
    assert queue.figures()["short"][0] == 0
    queue.close()


async def test_a_waiting_job_is_dropped_when_nobody_reads_its_answer() -> None:
    queue, gate, gone = WorkQueue(0), Gate(), asyncio.Event()
    first = await begun(queue, gate, (ANN, "first"))

    async def ask(name: str) -> str:
        async def left() -> None:
            await gone.wait()

        asker_gone.set(left)
        return await run(queue, BOB, through, GATES.index(gate), name)

    waiting = asyncio.create_task(ask("left"))
    await asyncio.sleep(0)
    assert queue.figures()["short"][0] == 1
    gone.set()
    with pytest.raises(QueueFullError):
        await waiting
    gate.opened.set()
    assert await first[0] == "first"
    assert await ask("in progress at once") == "in progress at once", "only a job that waits is dropped"
    assert gate.done == ["first", "in progress at once"]
    queue.close()


async def test_errors_come_back_as_they_were_raised(queue: WorkQueue) -> None:
    with pytest.raises(RulebookError, match="cannot be used") as wrong:
        await run(queue, ANN, read_house_rules, "points = 1")
    assert wrong.value.key == "points"
    assert "read_house_rules" in wrong.value.__notes__[0], "where it was raised"
    with pytest.raises(RuntimeError, match="ValueError: no"):
        await run(queue, ANN, fail)
    book = await run(queue, ANN, read_house_rules, 'based_on = "alberta"')
    assert book == read_house_rules('based_on = "alberta"')


@pytest.mark.parametrize("job", [hang, toil])
async def test_a_job_without_an_end_is_stopped_and_others_go_on(queue: WorkQueue, job: Callable[[], None]) -> None:
    first = await queue.run(os.getpid)
    stuck = asyncio.create_task(run(queue, ANN, job, seconds=0.2))
    await asyncio.sleep(0)
    other = asyncio.create_task(run(queue, BOB, os.getpid))
    with pytest.raises(JobStoppedError, match="too long"):
        await stuck
    assert await other not in (first, os.getpid()), "in a new process"
    assert not psutil.pid_exists(first)
    assert queue.figures()["short"][3] == 1


async def test_long_jobs_do_not_hold_up_short_ones(queue: WorkQueue) -> None:
    await queue.run(os.getpid)
    stuck = asyncio.create_task(run(queue, ANN, hang, seconds=LONG))
    async with asyncio.timeout(10):
        assert await run(queue, BOB, os.getpid)
    assert not stuck.done()
    queue.close()
    with pytest.raises((TryLaterError, QueueFullError)):
        await stuck


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
async def test_a_job_that_eats_memory_is_stopped(queue: WorkQueue) -> None:
    with pytest.raises(JobStoppedError, match="too much memory"):
        await run(queue, ANN, eat, 400 << 20)
    assert await run(queue, ANN, eat, 200 << 20) == 200 << 20
    first = await run(queue, ANN, grow, 10 << 20)
    assert await run(queue, ANN, grow, 200 << 20) == first
    assert await run(queue, ANN, os.getpid) != first, "a process that grew is replaced"


async def test_a_process_that_starts_too_late_is_replaced_and_answers_stay_in_step(
    queue: WorkQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as late:
        late.setattr(work_process, "_START_WITHIN", 0.001)
        with pytest.raises(TryLaterError):
            await run(queue, ANN, os.getpid)
    for number in range(3):
        assert await run(queue, ANN, abs, -number) == number


async def test_a_job_whose_caller_is_just_cancelled_can_be_refused() -> None:
    queue, gate = WorkQueue(0), Gate()
    people = [Asker(f"person {number}", ANN.address) for number in range(9)]
    tasks = await begun(queue, gate, *((people[n // 3], str(n)) for n in range(25)), seconds=LONG)
    newest = queue._lanes[1]._longest()
    next(task for task in tasks if task._fut_waiter is newest.done).cancel()  # type: ignore[attr-defined]
    bob = asyncio.create_task(run(queue, BOB, through, GATES.index(gate), "bob", seconds=LONG))
    await asyncio.sleep(0)
    gate.opened.set()
    assert await bob == "bob"
    await asyncio.gather(*tasks, return_exceptions=True)
    queue.close()


async def test_a_large_value_is_packed_once() -> None:
    packed = Packed({"a": 1})
    assert pickle.loads(pickle.dumps(partial(dict.get, packed, "a")))() == 1


def test_the_processes_end_with_the_server(tmp_path: Path) -> None:
    script = tmp_path / "serve.py"
    script.write_text(
        "import asyncio, os, time\n"
        "from bowerbird.hall.work_queue import WorkQueue\n"
        "async def main():\n"
        "    queue = WorkQueue(1)\n"
        "    print(await queue.run(os.getpid), flush=True)\n"
        "    await queue.run(time.sleep, 60)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        worker = psutil.Process(int(server.stdout.readline()))
        server.kill()
    worker.wait(20)
