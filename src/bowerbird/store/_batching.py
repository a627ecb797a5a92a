"""Batch concurrent requests into one operation.

Every request gets an answer, even if the task fails or is closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
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
        self._waiting: asyncio.Queue[Item] = asyncio.Queue()
        self._task = asyncio.create_task(self._serve_forever())

    def put(self, item: Item) -> None:
        """Queue a request."""
        if self._closed:
            raise closed_error()
        self._waiting.put_nowait(item)

    async def close(self) -> None:
        """Serve the queued requests, then stop. New ones are refused."""
        self._closed = True
        await self._waiting.join()
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _serve_forever(self) -> None:
        try:
            while True:
                group = [await self._waiting.get()]
                size = self._size(group[0])
                while size < self._most and not self._waiting.empty():
                    group.append(self._waiting.get_nowait())
                    size += self._size(group[-1])
                try:
                    await self._serve(group)
                finally:
                    self._end(group)
        finally:
            self._closed = True
            self._end([self._waiting.get_nowait() for _ in range(self._waiting.qsize())])

    def _end(self, group: list[Item]) -> None:
        for item in group:
            if not item.done.done():
                item.done.set_exception(closed_error())
            self._waiting.task_done()
