"""Waiting in a test for something that happens by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["soon"]


async def soon(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Until this is so; `TimeoutError` if it is not in so many seconds."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)
