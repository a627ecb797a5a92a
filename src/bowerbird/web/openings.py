"""A few WebSockets open at a time, in the order in which they come.

After a restart everybody comes back in the same second, and each opening takes about a millisecond. The loop does
everything that is ready before it looks at the network again: without a limit, a thousand openings are one turn of the
loop, and anyone who wants something else meanwhile waits for all of them.
"""

from __future__ import annotations

import asyncio
from typing import Final

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from bowerbird.clock import REAL_TIME, Clock

__all__ = ["Openings"]

#: Openings in progress.
_AT_ONCE: Final = 3
#: Seconds after which an opening no longer keeps others waiting: it may wait for a slow database itself.
_LONGEST: Final = 0.05
#: An opening is done with the first frame, or when it has ended.
_OPENED: Final = ("websocket.send", "websocket.close")


class Openings:
    """The openings of one process."""

    def __init__(self, at_once: int = _AT_ONCE, longest: float = _LONGEST, clock: Clock = REAL_TIME) -> None:
        """`at_once` are in progress together, each for `longest` seconds at most."""
        self._free = asyncio.Semaphore(at_once)
        self._longest = longest
        self._clock = clock

    async def open(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the application for a WebSocket when its turn comes."""
        await self._free.acquire()
        opens = True

        def opened() -> None:
            nonlocal opens
            if opens:
                opens = False
                self._free.release()

        async def sent(message: Message) -> None:
            await send(message)
            if message["type"] in _OPENED:
                opened()

        late = self._clock.call_later(self._longest, opened)
        try:
            await app(scope, receive, sent)
        finally:
            late.cancel()
            opened()
