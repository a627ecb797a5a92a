"""Run the application in this process: the web server, shutdown, and garbage collection."""

from __future__ import annotations

import _thread
import asyncio
import gc
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from types import FrameType
from typing import Any

import uvicorn
from litestar import Litestar

from bowerbird.machine import quiet_when_forced
from bowerbird.web.doors import Doors
from bowerbird.web.network import Network
from bowerbird.web.security.proxy import Deployment
from bowerbird.web.security.slow_connections import ConnectionSweeper, Patience

__all__ = ["WebServer", "leave", "serve_app", "stop_after_input"]

#: Tables consist of facts and states without cycles, so the collector finds little, and its pauses delay everyone: two
#: hundred thousand objects took more than a tenth of a second. The two young generations stay small, so that each
#: collection takes milliseconds; `app` collects the old one when it drops idle tables.
_COLLECT_AFTER = (2_000, 10, 200)
#: Seconds after which a thread that computes lets the loop go on. Tables notice Python's own five milliseconds.
_THREADS_SWITCH_AFTER = 0.001
#: uvicorn ticks ten times a second.
_TICKS = 10
#: Seconds for a process to end after everything is closed and on disk.
_EXIT_WITHIN = 3.0
#: Seconds to close everything after a second signal.
_CLOSE_WITHIN = 8.0


class WebServer(uvicorn.Server):
    """uvicorn with our settings: only named proxies are trusted, and stalled connections are closed."""

    def __init__(
        self,
        app: Litestar,
        deployment: Deployment | None = None,
        patience: Patience | None = None,
        doors: Doors | None = None,
    ) -> None:
        """Serve an application; `deployment` names the trusted proxies. With `doors`, it is one of several workers."""
        proxies = deployment.proxies if deployment else ()
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
        self._network: Network = app.state.network
        self._closing: Callable[[], Awaitable[None]] = app.state.closing
        self._doors = doors
        self._sweeper = ConnectionSweeper(patience, behind_proxy=bool(proxies))
        self._check_every = max(1, round(patience.look * _TICKS))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve, also on the network if it was open a short while ago."""
        if self._doors is None:
            await super().startup(sockets)
        else:
            await super().startup([])
            self._doors.open(sockets or [], self._connected)
        await self._network.start(self)

    def _connected(self) -> asyncio.Protocol:
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    async def listen(self, listening: socket.socket) -> None:
        """Serve on one more socket."""
        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_server(self._connected, sock=listening, backlog=self.config.backlog))

    async def stop_listening(self, host: str) -> None:
        """Close the sockets at this address, and every connection to it."""
        for server in [each for each in self.servers if _is_at(each.sockets, host)]:
            server.close()
            self.servers.remove(server)
        for connection in self._connections_to(host):
            connection.transport.abort()

    def clients(self, host: str) -> set[str]:
        """The addresses that are connected to this address now."""
        peers = (connection.transport.get_extra_info("peername") for connection in self._connections_to(host))
        return {peer[0] for peer in peers if peer}

    def _connections_to(self, host: str) -> list[Any]:
        return [
            each
            for each in tuple(self.server_state.connections)
            if (at := each.transport.get_extra_info("sockname")) and at[0] == host
        ]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Prepare the application before waiting for connections to close."""
        if self._doors is not None:
            self._doors.close()
        await self._closing()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop on the first signal. After a second one, still close everything, but within a time limit."""
        if self.should_exit:
            _end_in(_CLOSE_WITHIN)
        else:
            super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """Called by uvicorn ten times a second."""
        if counter % self._check_every == 0:
            self._sweeper.check(self.server_state.connections, time.monotonic())
        return await super().on_tick(counter)


def _is_at(sockets: Iterable[socket.socket], host: str) -> bool:
    return any(each.getsockname()[0] == host for each in sockets)


def leave(_number: int, _frame: FrameType | None) -> None:
    """Exit this process cleanly; force it after a few seconds."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # it is exiting already
    _end_in(_EXIT_WITHIN)
    sys.exit(0)


def stop_after_input() -> None:
    """Stop this server when its standard input ends: the program that started it stops it so, or has died.

    Every system can do that, and Windows has no other way to stop a process cleanly from outside.
    """

    def wait() -> None:
        # Not by `sys.stdin`: a thread that waits in it holds a lock that the interpreter needs at its end.
        with suppress(OSError):
            while os.read(0, 1024):
                pass
        _thread.interrupt_main(signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()


def _end_in(seconds: float) -> None:
    forced = threading.Timer(seconds, os._exit, (0,))
    forced.daemon = True
    forced.start()


def serve_app(
    app: Litestar, *listening: socket.socket, deployment: Deployment | None = None, doors: Doors | None = None
) -> None:
    """Serve the application on sockets until a signal stops it. With `doors`, other workers may share them."""
    quiet_when_forced()
    gc.collect()
    gc.freeze()  # imported modules stay
    gc.set_threshold(*_COLLECT_AFTER)
    sys.setswitchinterval(_THREADS_SWITCH_AFTER)
    for number in (signal.SIGINT, signal.SIGTERM):  # the web server stops first, then raises the signal again
        signal.signal(number, leave)
    WebServer(app, deployment, doors=doors).run(sockets=list(listening))
