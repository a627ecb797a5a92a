"""Running the application in this process: the web server, and the memory of a process that lives long."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from types import FrameType

import uvicorn
from litestar import Litestar

from bowerbird.web.outside import Outside
from bowerbird.web.sweep import Patience, Sweep

__all__ = ["HallServer", "leave", "open_hall"]

#: Tables are made of facts and states without cycles, so there is little for the collector to find, and its pauses
#: hold up everybody: two hundred thousand objects took it more than a tenth of a second. The two young generations
#: stay small, so that each look at them takes milliseconds; the old one is looked through when the house is kept.
_COLLECT_AFTER = (2_000, 10, 200)
#: The server's own clock ticks ten times a second.
_TICKS = 10
#: How long a process may take to end after everything is closed and on disk, in seconds.
_LAST_WORDS = 3.0
#: How long it may take to close when somebody has asked for that more than once.
_IMPATIENCE = 8.0


class HallServer(uvicorn.Server):
    """The web server as a hall wants it: no stranger's word is taken for an address, and nobody just holds a place."""

    def __init__(self, app: Litestar, outside: Outside | None = None, patience: Patience | None = None) -> None:
        """For an application; `outside` names the proxies, if there are any."""
        proxies = outside.proxies if outside else ()
        patience = patience or Patience()
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(proxies),
                forwarded_allow_ips=list(proxies),
                ws_max_size=64 * 1024,
                ws_per_message_deflate=False,
                ws_ping_interval=patience.ping,
                ws_ping_timeout=patience.pong,
                timeout_graceful_shutdown=3,
            )
        )
        self._closing: Callable[[], Awaitable[None]] = app.state.closing
        self._sweep = Sweep(patience, behind_proxy=bool(proxies))
        self._look_every = max(1, round(patience.look * _TICKS))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """What is to be done before the server waits until everybody has gone."""
        await self._closing()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Told to stop. Told so again, it still closes everything, but does not take for ever."""
        if self.should_exit:
            _end_in(_IMPATIENCE)
        else:
            super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """Called by uvicorn again and again."""
        if counter % self._look_every == 0:
            self._sweep.look(self.server_state.connections, time.monotonic())
        return await super().on_tick(counter)


def leave(_number: int, _frame: FrameType | None) -> None:
    """End this process tidily, so that nothing of it is left on the machine; but end it, whoever does not let go."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # it ends already, and should not be disturbed at that
    _end_in(_LAST_WORDS)
    sys.exit(0)


def _end_in(seconds: float) -> None:
    last_words = threading.Timer(seconds, os._exit, (0,))
    last_words.daemon = True
    last_words.start()


def open_hall(app: Litestar, listening: socket.socket, outside: Outside | None = None) -> None:
    """Serve the application on a socket until it is told to stop."""
    gc.collect()
    gc.freeze()  # what was imported stays for good
    gc.set_threshold(*_COLLECT_AFTER)
    for number in (signal.SIGINT, signal.SIGTERM):  # the web server stops first, and then raises it once more
        signal.signal(number, leave)
    HallServer(app, outside).run(sockets=[listening])
