"""A bounded queue for work that takes long, in processes of its own, so that no request holds up the server.

Reading house rules, seating a thousand people or printing takes up to seconds of processor time, and anyone can ask for
it. Each person has a queue, and each address; they take turns. A job has limits of time and memory. A process that
exceeds one is killed and replaced, and the person who asked is told.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from typing import Final, NamedTuple, TypeVar

from bowerbird.clock import REAL_TIME, Clock, Timer
from bowerbird.errors import BowerbirdError
from bowerbird.hall.errors import NotAllowedError, TryLaterError
from bowerbird.hall.work_process import JobKilledError, OutOfMemoryError, OutOfTimeError, Packed, WorkProcess, done_here

__all__ = [
    "BUSY",
    "Asker",
    "JobStoppedError",
    "Packed",
    "QueueFullError",
    "WorkQueue",
    "asker_gone",
    "the_asker",
]

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

#: The refusal when too many jobs wait.
BUSY: Final = "Bowerbird is busy. Try again in a moment."
#: Jobs of more seconds than this have their own processes, so that a short one never waits for a long one.
_SHORT: Final = 20.0
#: Seconds of a job count while it uses the processor. On a busy machine it may take so many times longer, in real time.
_ASLEEP: Final = 4
#: Seconds of idleness after which processes for long jobs end, and one for short jobs is replaced if it has grown by
#: this many bytes: so memory is given back.
_IDLE: Final = 30.0
_GROWN: Final = 24 << 20


class QueueFullError(BowerbirdError):
    """Too many jobs wait. The text is for the person who asked; `seconds` is when to try again."""

    def __init__(self, seconds: int) -> None:
        """Say when to try again, in seconds."""
        self.seconds = seconds
        super().__init__(BUSY)


class JobStoppedError(NotAllowedError):
    """A job was stopped because it took too long or too much memory."""


class Asker(NamedTuple):
    """The person a job is for, and the address they ask from. Addresses take turns, and people within an address."""

    person: str
    address: str = ""


#: The asker of what the server does by itself.
_THE_SERVER: Final = Asker("")
#: The person for whom work is done here.
the_asker: ContextVar[Asker] = ContextVar("the_asker", default=_THE_SERVER)
#: Waits until nobody reads the answer any more.
asker_gone: ContextVar[Callable[[], Awaitable[None]] | None] = ContextVar("asker_gone", default=None)


class _Job(NamedTuple):
    asker: Asker
    work: Callable[[], object]
    seconds: float
    done: asyncio.Future[object]


class WorkQueue:
    """The queue, with one lane for short jobs and one for long ones."""

    def __init__(self, processes: int = 1, clock: Clock = REAL_TIME) -> None:
        """Set the number of processes for each lane. With 0, work runs in a thread of this process."""
        self._lanes = (
            _Lane("short", processes, own=30, in_all=200, later=2, stays=True, clock=clock),
            _Lane("long", processes, own=3, in_all=24, later=15, stays=False, clock=clock),
        )

    async def run(self, function: Callable[..., Answer], *args: object, seconds: float = _SHORT) -> Answer:
        """The result of a module's function, which may use the processor for so long. Arguments and result are pickled.

        Raises the function's errors, `QueueFullError` if too many jobs wait, `JobStoppedError` if it exceeded a limit,
        or `TryLaterError` if its process ended. A job that waits is dropped if its asker is gone, or the caller is
        cancelled.
        """
        return await self._lanes[seconds > _SHORT].run(partial(function, *args), seconds)

    async def warm_up(self) -> None:
        """Start the process for short jobs now, so that the first one doesn't wait for it."""
        with suppress(QueueFullError, TryLaterError):  # the server is closing already
            await self.run(os.getpid)

    def figures(self) -> dict[str, tuple[int, int, int, int]]:
        """For each lane: jobs that wait, and how many were done, refused and stopped since the start."""
        return {lane.name: (lane.waiting, lane.done, lane.refused, lane.stopped) for lane in self._lanes}

    def close(self) -> None:
        """Kill the processes. Jobs in progress are stopped."""
        for lane in self._lanes:
            lane.close()


class _Lane:
    """Jobs of one kind, and the processes for them."""

    def __init__(
        self, name: str, processes: int, *, own: int, in_all: int, later: int, stays: bool, clock: Clock
    ) -> None:
        """`own` jobs of a person may wait, and `in_all`; `later` is when to try again, in seconds.

        If it `stays`, processes are kept for the next job.
        """
        self.name = name
        self._clock = clock
        self.done = self.refused = self.stopped = 0
        self._own, self._in_all, self._later, self._stays = own, in_all, later, stays
        self._queues: OrderedDict[str, OrderedDict[str, deque[_Job]]] = OrderedDict()
        self._running: set[Asker] = set()
        self._idle: list[WorkProcess | None] = [WorkProcess() for _ in range(processes)] or [None]
        self._all = [each for each in self._idle if each is not None]
        # Each thread waits for one process. Without processes, the work itself runs in it.
        self._threads = ThreadPoolExecutor(len(self._idle), thread_name_prefix=f"{name} work")
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: Timer | None = None
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of jobs that wait."""
        return sum(len(jobs) for people in self._queues.values() for jobs in people.values())

    async def run(self, work: Callable[[], Answer], seconds: float) -> Answer:
        """Wait for a turn, and for the result."""
        job = _Job(the_asker.get(), work, seconds, asyncio.get_running_loop().create_future())
        self._add(job)
        self._start()
        watching = asyncio.create_task(self._drop_when(gone, job)) if (gone := asker_gone.get()) else None
        try:
            return await job.done  # type: ignore[return-value]
        except asyncio.CancelledError:
            self._drop(job)
            raise
        finally:
            if watching is not None:
                watching.cancel()

    async def _drop_when(self, gone: Callable[[], Awaitable[None]], job: _Job) -> None:
        await gone()
        if self._drop(job) and not job.done.done():
            job.done.set_exception(QueueFullError(self._later))  # nobody reads it

    # The queue.

    def _add(self, job: _Job) -> None:
        if self._closed:
            raise QueueFullError(self._later)
        address, person = job.asker.address, job.asker.person
        jobs = self._queues.get(address, OrderedDict()).get(person, deque())
        if len(jobs) >= self._own:
            self.refused += 1
            raise QueueFullError(self._later)
        self._queues.setdefault(address, OrderedDict()).setdefault(person, deque()).append(job)
        if self.waiting > self._in_all:
            self._refuse(self._longest())

    def _longest(self) -> _Job:
        """The newest job of the busiest person at the busiest address, which thus can't fill the queue."""
        people = max(reversed(self._queues.values()), key=lambda people: sum(map(len, people.values())))
        return max(reversed(people.values()), key=len)[-1]

    def _refuse(self, job: _Job) -> None:
        self._drop(job)
        self.refused += 1
        if not job.done.done():  # its caller may just have been cancelled
            job.done.set_exception(QueueFullError(self._later))

    def _drop(self, job: _Job) -> bool:
        """Take a job out of the queue. False if it doesn't wait there any more."""
        people = self._queues.get(job.asker.address, OrderedDict())
        jobs = people.get(job.asker.person, deque())
        if job not in jobs:
            return False
        jobs.remove(job)
        self._keep_tidy(job.asker, people, jobs)
        return True

    def _keep_tidy(self, asker: Asker, people: OrderedDict[str, deque[_Job]], jobs: deque[_Job]) -> None:
        if not jobs:
            people.pop(asker.person, None)
        if not people:
            self._queues.pop(asker.address, None)

    def _next(self) -> _Job | None:
        """The next job in turn. A person has one in progress at a time."""
        for address, people in self._queues.items():
            for person, jobs in people.items():
                asker = Asker(person, address)
                if asker in self._running:
                    continue
                job = jobs.popleft()
                people.move_to_end(person)
                self._queues.move_to_end(address)
                self._keep_tidy(asker, people, jobs)
                return job
        return None

    # The processes.

    def _start(self) -> None:
        """Give jobs to idle processes."""
        while self._idle and not self._closed and (job := self._next()):
            self._begin(self._idle.pop(), job)

    def _begin(self, process: WorkProcess | None, job: _Job) -> None:
        self._running.add(job.asker)
        task = asyncio.create_task(self._do(process, job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do(self, process: WorkProcess | None, job: _Job) -> None:
        try:
            answer = await self._result(process, job)
        except BaseException as error:
            if not job.done.done():
                job.done.set_exception(error)
                job.done.exception()  # nobody may be left to ask for it
            if isinstance(error, asyncio.CancelledError):
                raise
        else:
            self.done += 1
            if not job.done.done():
                job.done.set_result(answer)
        finally:
            self._running.discard(job.asker)
            self._idle.append(process)
            self._start()
            self._rest()

    async def _result(self, process: WorkProcess | None, job: _Job) -> object:
        loop = asyncio.get_running_loop()
        if process is None:
            return await loop.run_in_executor(self._threads, done_here, job.work)
        await loop.run_in_executor(self._threads, process.start)
        if self._closed:
            raise QueueFullError(self._later)
        late = loop.call_later(job.seconds * _ASLEEP, process.kill)
        try:
            return await loop.run_in_executor(self._threads, process.ask, job.work, job.seconds)
        except (JobKilledError, OutOfTimeError) as error:
            self.stopped += 1
            if isinstance(error, OutOfTimeError) or loop.time() >= late.when():
                log.warning("a job took longer than %g seconds and was stopped", job.seconds)
                raise JobStoppedError("This takes too long and was stopped. Try again with less.") from None
            log.warning("a process ended during a job")
            raise TryLaterError("This could not be finished. Try again in a moment.", self._later) from None
        except OutOfMemoryError:
            self.stopped += 1
            log.warning("a job took too much memory and was stopped")
            raise JobStoppedError("This takes too much memory and was stopped. Try again with less.") from None
        finally:
            late.cancel()

    def _rest(self) -> None:
        """After some idle time, give memory back."""
        if self._timer is not None:
            self._timer.cancel()
        if not self._closed:
            self._timer = self._clock.call_later(_IDLE, self._give_back)

    def _give_back(self) -> None:
        large = [each for each in self._idle if each is not None and (not self._stays or each.growth > _GROWN)]
        for process in large:
            process.kill()
            if self._stays:  # start it again for the next job
                self._idle.remove(process)
                self._begin(process, _Job(_THE_SERVER, os.getpid, _SHORT, asyncio.get_running_loop().create_future()))

    def close(self) -> None:
        """Kill the processes, and refuse the jobs that wait."""
        self._closed = True
        while self._queues:
            self._refuse(self._longest())
        if self._timer is not None:
            self._timer.cancel()
        for process in self._all:
            process.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
