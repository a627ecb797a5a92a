"""A process that does one job after the other, with a limit of memory. It can be killed at any time."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from traceback import format_exception
from typing import Final, NamedTuple

from bowerbird.errors import BowerbirdError
from bowerbird.machine import (
    ended_by_limit,
    interrupts_held,
    limit_memory,
    limit_processor,
    memory_in_use,
    one_core_each,
    step_back,
)

__all__ = [
    "JobKilledError",
    "OutOfMemoryError",
    "OutOfTimeError",
    "Packed",
    "WorkProcess",
    "done_here",
    "end_with_the_server",
]

#: Bytes that a job may take, and bytes of growth after which a process is replaced at once.
_MEMORY: Final = 300 << 20
_GROWN: Final = 150 << 20
#: Seconds for a process to start, on a busy laptop too.
_START_WITHIN: Final = 60.0
#: Seconds for a process to end after it has closed its connection.
_END_WITHIN: Final = 5.0
#: How far work steps back for sockets and bots.
_NICE: Final = 10


class JobKilledError(BowerbirdError):
    """The process ended before it had an answer."""


class OutOfTimeError(BowerbirdError):
    """The job used the processor for too long."""


class OutOfMemoryError(BowerbirdError):
    """The job took too much memory."""


class Packed:
    """A large value, pickled once for many jobs. It is the value itself when it arrives."""

    def __init__(self, value: object) -> None:
        """A value that nobody changes. It is pickled with the first job, in the thread of that job."""
        self._value = value
        self._bytes = b""

    def __reduce__(self) -> tuple[Callable[[bytes], object], tuple[bytes]]:
        if not self._bytes:
            self._bytes = pickle.dumps(self._value, pickle.HIGHEST_PROTOCOL)
        return pickle.loads, (self._bytes,)


class WorkProcess:
    """One process. It starts when it is first needed, and again after it was killed.

    `start` and `ask` block, so they are called from one thread; `kill` and `close` may be called from any.
    """

    def __init__(self) -> None:
        """Start nothing yet."""
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._killed = False
        self._closed = False
        #: Bytes by which the process has grown since its start: few give memory back.
        self.growth = 0

    def start(self) -> None:
        """Start the process, if it doesn't run."""
        if self._process is not None and not self._killed and not _has_ended(self._process):
            return
        self._forget()
        self._killed = False
        self.growth = 0
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs,), name="work", daemon=True)
        with interrupts_held():
            process.start()
        self._process = process
        theirs.close()
        if self._closed:
            self.kill()
        with suppress(EOFError, OSError):
            if self._pipe.poll(_START_WITHIN):
                self._pipe.recv_bytes()  # it is ready
            else:
                self.kill()  # and `ask` finds out

    def ask(self, work: Callable[[], object], seconds: float) -> object:
        """Do a job of so many seconds there. Raises the job's own error, or one of those above."""
        job = pickle.dumps((seconds, pickle.dumps(work, pickle.HIGHEST_PROTOCOL)), pickle.HIGHEST_PROTOCOL)
        if not self._takes(job) and not self._killed:
            self.kill()  # it died before the job, and `start` came too early to see it
            self.start()
            self._takes(job)
        assert self._pipe is not None
        try:
            answer = self._pipe.recv_bytes()
        except (EOFError, OSError):
            self._check_end()
            raise JobKilledError from None
        if not answer:
            self.kill()
            raise OutOfMemoryError
        failed, self.growth, result = pickle.loads(answer)
        if self.growth > _GROWN:
            self.kill()
        if failed:
            raise result
        return result

    def _takes(self, job: bytes) -> bool:
        """Whether the process has begun the job."""
        assert self._pipe is not None
        try:
            self._pipe.send_bytes(job)
            self._pipe.recv_bytes()
        except (EOFError, OSError):
            return False
        return True

    def _check_end(self) -> None:
        """See why the process ended."""
        assert self._process is not None
        self._process.join(_END_WITHIN)
        limit = ended_by_limit(self._process.exitcode)
        self.kill()
        if limit:
            raise OutOfMemoryError if limit == "memory" else OutOfTimeError

    def kill(self) -> None:
        """End the process at once."""
        self._killed = True
        process = self._process
        if process is not None:
            with suppress(OSError, ValueError):
                process.kill()

    def close(self) -> None:
        """End the process, for good."""
        self._closed = True
        self.kill()

    def _forget(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.join()
            with suppress(ValueError):  # see `start`
                self._process.close()
        self._pipe = self._process = None


def _has_ended(process: SpawnProcess) -> bool:
    """Whether a process has ended. Nobody waits for it here: another thread may have asked for its end already."""
    if connection.wait([process.sentinel], 0):
        return True
    # A process that is just being started holds a copy of the sentinel for a moment.
    if sys.platform == "win32" or process.pid is None:
        return False
    try:
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


def done_here(work: Callable[[], object]) -> object:
    """Do a job in this process, as another one would: with copies of the arguments and of the result."""
    return pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(work))()))


def _work(pipe: Connection) -> None:
    """The main function of the process."""
    end_with_the_server()
    step_back(_NICE)
    one_core_each()
    first = memory_in_use() or 0
    pipe.send_bytes(b"ready")
    while True:
        try:
            job = pipe.recv_bytes()
        except EOFError:
            return
        pipe.send_bytes(b"begun")
        answer = _answer(job, first)
        pipe.send_bytes(answer)
        del job, answer
        gc.collect()


def _answer(job: bytes, first: int) -> bytes:
    """The pickled answer to a job, or nothing if it took too much memory."""
    try:
        seconds, work = pickle.loads(job)
        with limit_memory(_MEMORY), limit_processor(seconds):
            failed, result = False, None
            try:
                result = pickle.loads(work)()
            except MemoryError:
                raise
            except Exception as error:
                failed, result = True, _as_it_travels(error)
            growth = (memory_in_use() or 0) - first
            return pickle.dumps((failed, growth, result), pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        return b""


def _rebuilt(kind: type[Exception], args: tuple[object, ...], more: dict[str, object]) -> Exception:
    """An error as it was raised. Its class need not take its own `args`, as pickle expects."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(more)
    return error


class _Failure(NamedTuple):
    """An error on its way. It is the error itself when it arrives."""

    error: Exception

    def __reduce__(self) -> tuple[Callable[..., Exception], tuple[object, ...]]:
        return _rebuilt, (type(self.error), self.error.args, self.error.__dict__)


def _as_it_travels(error: Exception) -> _Failure:
    """The error with its traceback as a note. One that can't be pickled is replaced by its words."""
    error.add_note("".join(format_exception(error)))
    try:
        pickle.loads(pickle.dumps(_Failure(error)))
    except Exception:
        return _Failure(RuntimeError(*error.__notes__))
    return _Failure(error)


def end_with_the_server() -> None:
    """Make this process end when the one that started it dies, and leave Ctrl+C to that one."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
