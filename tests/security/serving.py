"""A hall behind the very server that `bowerbird serve` runs."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar

from bowerbird.web.outside import Outside
from bowerbird.web.run import HallServer
from bowerbird.web.sweep import Patience


@asynccontextmanager
async def serving(
    app: Litestar, outside: Outside | None = None, patience: Patience | None = None
) -> AsyncIterator[str]:
    """Serve an application; gives its address."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        server = HallServer(app, outside, patience)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        running = asyncio.create_task(server.serve(sockets=[door]))
        while not server.started:
            if running.done():
                running.result()
            await asyncio.sleep(0.005)
        try:
            yield f"http://127.0.0.1:{door.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running
