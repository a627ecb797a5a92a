"""Serve in this process, or in several that share one socket and one PostgreSQL.

With several, this process serves no requests itself: it starts the workers, replaces any that die, and stops them. The
workers hand each other connections (`doors`), so that everyone at a table comes to the same one.
"""

from __future__ import annotations

import _thread
import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import connection
from multiprocessing.context import SpawnProcess
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path
from types import FrameType
from typing import Final

import msgspec

from bowerbird.clock import SteadyClock
from bowerbird.errors import BowerbirdError
from bowerbird.hall.log_seals import log_seals
from bowerbird.keyring import Keyring
from bowerbird.logs import set_up_logs
from bowerbird.machine import can_pass_sockets, keep_private, quiet_when_forced, raise_open_files, steady_milliseconds
from bowerbird.store import Log, StoreError
from bowerbird.store.lease import database_time
from bowerbird.web.app import RETRY_AFTER, create_app
from bowerbird.web.doors import Doors
from bowerbird.web.metrics import FOLDER, forget_worker
from bowerbird.web.network import Network
from bowerbird.web.security.proxy import Deployment
from bowerbird.web.security.tokens import SharedCounts
from bowerbird.web.server import leave, serve_app

__all__ = ["FolderError", "ServerSettings", "serve_here", "serve_in_workers"]

log = logging.getLogger(__name__)

#: Seconds. After a shorter life of a worker, wait before starting another: the problem may persist.
_SHORT_LIFE: Final = 5.0
#: Seconds between checks that all workers are alive, and for them to stop.
_CHECK_EVERY: Final = 0.5
_STOP_WITHIN: Final = 10.0


class FolderError(BowerbirdError):
    """The workers have no folder for what they share. The message says what to do."""


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a server, for every worker."""

    database: str
    secret: str
    deployment: Deployment
    bot_processes: int
    work_processes: int
    #: Days without a new fact after which a game is archived; 0 for never.
    archive_after: float
    database_connections: int
    address: str
    #: The port to open to the network from the page; 0 if there is no switch.
    switch_port: int
    log_format: str
    log_level: str


def serve_here(
    settings: ServerSettings,
    listening: socket.socket,
    ready: Callable[[], None],
    clock: SteadyClock | None = None,
    doors: Doors | None = None,
    shared_counts: SharedCounts | None = None,
) -> None:
    """Serve in this process until a signal stops it. `ready` is called once it serves.

    With `doors`, it is one of several, and connections go to the one that has their table. They count some limits
    together, in `shared_counts`.
    """
    keyring = Keyring.from_file(Path(settings.secret))
    app = create_app(
        settings.database,
        keyring,
        seals=log_seals(keyring, Path(settings.secret).parent),
        clock=clock or asyncio.run(_clock(settings.database)),
        deployment=settings.deployment,
        bot_processes=settings.bot_processes,
        work_processes=settings.work_processes,
        archive_after=settings.archive_after,
        database_connections=settings.database_connections,
        network=Network(settings.address, settings.switch_port),
        ready=ready,
        shared_counts=shared_counts,
    )
    serve_app(app, listening, deployment=settings.deployment, doors=doors)


def serve_in_workers(
    settings: ServerSettings, listening: socket.socket, number: int, ready: Callable[[], None]
) -> None:
    """Serve in `number` processes until a signal stops this one. `ready` is called once the first one serves.

    Raises `FolderError` if there is no folder for what they share.
    """
    with _shared_folder() as folder:
        _serve_in_workers(settings, listening, number, ready, folder)


@contextmanager
def _shared_folder() -> Iterator[Path]:
    """A private folder of the workers: systemd's own if there is one, since others are tidied up after some days."""
    within = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0] or tempfile.gettempdir()
    with ExitStack() as stack:
        try:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bowerbird-", dir=within)))
            if can_pass_sockets():
                Doors.check(folder)
        except OSError as error:
            raise FolderError(
                f"its processes can't meet in {within} ({error}). "
                "Set RUNTIME_DIRECTORY to a folder with a short path, such as /run/bowerbird."
            ) from error
        yield folder


def _serve_in_workers(
    settings: ServerSettings, listening: socket.socket, number: int, ready: Callable[[], None], folder: Path
) -> None:
    quiet_when_forced()
    figures = folder / "figures"
    figures.mkdir()
    (folder / "counts").mkdir()
    os.environ[FOLDER] = str(figures)
    context = multiprocessing.get_context("spawn")
    opened = context.Event()
    ahead = context.Value("q", 0)  # the clock that the workers share, once the first of them has read it
    stopping = threading.Event()

    def start(place: int) -> tuple[SpawnProcess, float]:
        doors = (folder, place, number) if can_pass_sockets() else None
        process = context.Process(target=_work, args=(settings, listening, opened, ahead, doors), name="hall")
        process.start()
        return process, time.monotonic()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopping.set()

    for number_of_signal in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number_of_signal, stop)
    processes = [start(place) for place in range(number)]
    told = False
    while not stopping.is_set():
        connection.wait([process.sentinel for process, _ in processes], _CHECK_EVERY)
        if opened.is_set() and not told:
            told = True
            ready()
        for place, (process, began) in enumerate(processes):
            if process.is_alive() or stopping.is_set():
                continue
            log.error("a worker has ended (%s) and is replaced", process.exitcode)
            forget_worker(process.pid or 0, figures)
            stopping.wait(_CHECK_EVERY if time.monotonic() - began > _SHORT_LIFE else _SHORT_LIFE)
            processes[place] = start(place)
    _stop([process for process, _ in processes])


def _stop(processes: list[SpawnProcess]) -> None:
    for process in processes:
        process.terminate()
    until = time.monotonic() + _STOP_WITHIN
    for process in processes:
        process.join(max(0.0, until - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


def _work(
    settings: ServerSettings,
    listening: socket.socket,
    opened: Event,
    ahead: Synchronized[int],
    doors: tuple[Path, int, int] | None,
) -> None:
    """The main function of a worker."""
    set_up_logs(settings.log_format, settings.log_level)
    keep_private()
    raise_open_files()
    for number in (signal.SIGINT, signal.SIGTERM):  # until the web server has its own handlers
        signal.signal(number, leave)
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    asyncio.run(_wait_for(settings.database))
    clock = SteadyClock(ahead=_common(ahead, settings.database))
    if doors is None:
        serve_here(settings, listening, opened.set, clock)
    else:
        serve_here(settings, listening, opened.set, clock, Doors(*doors), SharedCounts(doors[0] / "counts"))


def _common(ahead: Synchronized[int], database: str) -> int:
    """The clock of all workers. One that replaces another keeps the time, even if the wall clock was set meanwhile."""
    if not ahead.value:
        found = asyncio.run(_clock(database)).ahead
        # Not before the database has answered: a lock whose holder is killed stays locked.
        with ahead.get_lock():
            ahead.value = ahead.value or found
    return ahead.value


async def _clock(database: str) -> SteadyClock:
    """A steady clock. Processes on several machines that share a database start with its time, not with their own."""
    shared = Log(database)
    if shared.url.startswith("sqlite"):
        return SteadyClock()
    try:
        async with shared:
            return SteadyClock(ahead=await database_time(shared) - steady_milliseconds())
    except StoreError:
        return SteadyClock()  # the database is away, and the reason is told when it is opened


async def _wait_for(database: str) -> None:
    """Wait for the database: it may be down when a worker is replaced."""
    while True:
        try:
            async with Log(database):
                return
        except StoreError as error:
            log.warning("waiting for the database: %s", error)
            await asyncio.sleep(RETRY_AFTER)


def _stop_with_parent() -> None:
    """Stop when the parent process dies."""
    first = multiprocessing.parent_process()
    assert first is not None
    connection.wait([first.sentinel])
    _thread.interrupt_main(signal.SIGTERM)
