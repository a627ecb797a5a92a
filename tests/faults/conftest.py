"""A PostgreSQL for each file of these tests, to be ill-treated."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from store.postgres import running_postgres


@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    """A server of the file's own, with `get_uri`, `stop` and `start`."""
    with running_postgres() as server:
        yield server


@asynccontextmanager
async def away(server: Any) -> AsyncIterator[None]:
    """As long as this lasts, there is no database."""
    await asyncio.to_thread(server.stop)
    try:
        yield
    finally:
        await asyncio.to_thread(server.start)
