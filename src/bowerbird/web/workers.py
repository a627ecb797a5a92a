"""Opening a hall in this process, or in several that share one socket and one PostgreSQL.

With several, this process serves nobody itself: it starts the others, starts another where one has died, and ends with
them.
"""

from __future__ import annotations

import _thread
import asyncio
import logging
import multiprocessing
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing import connection
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from pathlib import Path
from types import FrameType
from typing import Final

import msgspec

from bowerbird.hall.people import Keyring
from bowerbird.logs import set_up_logs
from bowerbird.machine import keep_private, raise_open_files
from bowerbird.store import Log, StoreError
from bowerbird.web.app import TRY_AGAIN, create_app
from bowerbird.web.security.proxy import Deployment
from bowerbird.web.server import leave, open_hall

__all__ = ["Opening", "open_here", "open_in_several"]

log = logging.getLogger(__name__)

#: A process that lives for less than this, in seconds, has died of something that may not be over yet.
_SHORT_LIFE: Final = 5.0
#: How often it is looked whether all are alive, and how long they have to stop, in seconds.
_LOOK: Final = 0.5
_LAST_WORDS: Final = 10.0


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """How a hall is opened: on which database and with which secret, for whom, and how it writes its log."""

    database: str
    secret: str
    deployment: Deployment
    bot_processes: int
    address: str
    log_format: str
    log_level: str


def open_here(opening: Opening, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve in this process until it is told to stop; `ready` is called when the doors are open."""
    app = create_app(
        opening.database,
        Keyring.from_file(Path(opening.secret)),
        clock=lambda: time.time_ns() // 1_000_000,
        deployment=opening.deployment,
        bot_processes=opening.bot_processes,
        address=opening.address,
        ready=ready,
    )
    open_hall(app, listening, opening.deployment)


def open_in_several(opening: Opening, listening: socket.socket, number: int, ready: Callable[[], None]) -> None:
    """Serve in so many processes until this one is told to stop; `ready` is called when the first has opened."""
    context = multiprocessing.get_context("spawn")
    opened = context.Event()
    stopping = threading.Event()

    def start() -> tuple[SpawnProcess, float]:
        process = context.Process(target=_work, args=(opening, listening, opened), name="hall")
        process.start()
        return process, time.monotonic()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopping.set()

    for number_of_signal in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number_of_signal, stop)
    processes = [start() for _ in range(number)]
    told = False
    while not stopping.is_set():
        connection.wait([process.sentinel for process, _ in processes], _LOOK)
        if opened.is_set() and not told:
            told = True
            ready()
        for place, (process, began) in enumerate(processes):
            if process.is_alive() or stopping.is_set():
                continue
            log.error("a process of the hall has ended (%s); another takes its place", process.exitcode)
            stopping.wait(_LOOK if time.monotonic() - began > _SHORT_LIFE else _SHORT_LIFE)
            processes[place] = start()
    _stop([process for process, _ in processes])


def _stop(processes: list[SpawnProcess]) -> None:
    for process in processes:
        process.terminate()
    until = time.monotonic() + _LAST_WORDS
    for process in processes:
        process.join(max(0.0, until - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


def _work(opening: Opening, listening: socket.socket, opened: Event) -> None:
    """In a process of its own."""
    set_up_logs(opening.log_format, opening.log_level)
    keep_private()
    raise_open_files()
    for number in (signal.SIGINT, signal.SIGTERM):  # until the web server has its own way to stop
        signal.signal(number, leave)
    threading.Thread(target=_end_with_the_first, daemon=True).start()
    asyncio.run(_wait_for(opening.database))
    open_here(opening, listening, opened.set)


async def _wait_for(database: str) -> None:
    """Until the database is there: it may be away just when another process takes the place of one that died."""
    while True:
        try:
            async with Log(database):
                return
        except StoreError as error:
            log.warning("waiting for the database: %s", error)
            await asyncio.sleep(TRY_AGAIN)


def _end_with_the_first() -> None:
    """When the process that looks after the others dies without a word, do not stay behind."""
    first = multiprocessing.parent_process()
    assert first is not None
    connection.wait([first.sentinel])
    _thread.interrupt_main(signal.SIGTERM)
