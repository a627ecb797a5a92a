"""Batch concurrent requests into one operation.

Every request gets an answer, even if the task fails or is closed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar

from bowerbird.store.errors import StoreError

__all__ = ["Batcher", "closed_error"]


class Pending(Protocol):
    """A request, and the future that waits for it."""

    @property
    def done(self) -> asyncio.Future[Any]:
        """The answer."""
        ...


Item = TypeVar("Item", bound=Pending)


def closed_error() -> StoreError:
    """The error for a request after closing."""
    return StoreError("the log is closed")


class Batcher(Generic[Item]):
    """Serves requests until it is closed, about `most` at a time."""

    def __init__(
        self, most: int, serve: Callable[[list[Item]], Awaitable[None]], size: Callable[[Item], int] = lambda _: 1
    ) -> None:
        """Start at once. `serve` answers a batch; `size` is the size of a request, in the unit of `most`."""
        self._most = most
        self._serve = serve
        self._size = size
        self._closed = False
        self._waiting: deque[Item] = deque()  # an asyncio.Queue takes five times as long
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._serve_forever())

    def put(self, item: Item) -> None:
        """Queue a request."""
        if self._closed:
            raise closed_error()
        self._waiting.append(item)
        self._news.set()

    async def close(self) -> None:
        """Serve the queued requests, then stop. New ones are refused."""
        self._closed = True
        self._news.set()
        await asyncio.wait([self._task])
        if not self._task.cancelled():
            self._task.result()

    async def _serve_forever(self) -> None:
        try:
            while self._waiting or not self._closed:
                if not self._waiting:
                    self._news.clear()
                    await self._news.wait()
                    continue
                group = self._next()
                try:
                    await self._serve(group)
                finally:
                    _end(group)
        finally:
            self._closed = True
            _end(self._waiting)
            self._waiting.clear()

    def _next(self) -> list[Item]:
        group: list[Item] = []
        size = 0
        while self._waiting and size < self._most:
            group.append(self._waiting.popleft())
            size += self._size(group[-1])
        return group


def _end(group: Iterable[Pending]) -> None:
    for item in group:
        if not item.done.done():
            item.done.set_exception(closed_error())
