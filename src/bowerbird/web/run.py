"""Running the application in this process: the web server, and the memory of a process that lives long."""

from __future__ import annotations

import gc
import socket

import uvicorn
from litestar import Litestar

__all__ = ["open_hall"]

#: Tables are made of facts and states without cycles, so there is little for the collector to find, and its pauses
#: hold up everybody. It looks at young objects seldom, and at old ones very seldom.
_COLLECT_AFTER = (10_000, 20, 20)


def open_hall(app: Litestar, listening: socket.socket) -> None:
    """Serve the application on a socket until it is told to stop."""
    gc.collect()
    gc.freeze()  # what was imported stays for good
    gc.set_threshold(*_COLLECT_AFTER)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )
    uvicorn.Server(config).run(sockets=[listening])
