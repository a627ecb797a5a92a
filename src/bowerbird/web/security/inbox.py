"""The messages of a request, read ahead while it waits for its turn: to notice if the client leaves.

Otherwise somebody could fill a line with requests, and hang up without waiting for any of them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from litestar.types import Receive
from litestar.types.asgi_types import ReceiveMessage

from bowerbird.web.security.lines import AbandonedError

__all__ = ["Inbox"]

#: The maximum of messages that are read ahead. Each is at most what the web server reads at once, 64 KiB.
_AHEAD: Final = 2
_GONE: Final = ("http.disconnect", "websocket.disconnect")


class Inbox:
    """What a client sends."""

    def __init__(self, receive: Receive) -> None:
        """Wrap the web server's own `receive`."""
        self._receive = receive
        self._ahead: deque[ReceiveMessage] = deque()
        self._next: asyncio.Future[ReceiveMessage] | None = None

    async def receive(self) -> ReceiveMessage:
        """The next message, for the application."""
        if self._ahead:
            return self._ahead.popleft()
        if self._next is not None:
            coming, self._next = self._next, None
            return await coming
        return await self._receive()

    async def until(self, turn: asyncio.Future[None]) -> None:
        """Wait for a turn. Raises `AbandonedError` if the client leaves before."""
        while not turn.done() and len(self._ahead) < _AHEAD:
            if self._next is None:
                self._next = asyncio.ensure_future(self._receive())
            await asyncio.wait((turn, self._next), return_when=asyncio.FIRST_COMPLETED)
            if self._next.done():
                self._ahead.append(self._next.result())
                self._next = None
            if self._ahead and self._ahead[-1]["type"] in _GONE:
                raise AbandonedError
        await turn

    def close(self) -> None:
        """Read no further."""
        if self._next is not None:
            self._next.cancel()
