"""A log and a hall for each test; bots think in this process, and nothing waits for anybody."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.store import Log
from store.postgres import fresh_database


@pytest.fixture(scope="session")
def postgres(postgres_server: Any) -> Iterator[str]:
    """The address of a real PostgreSQL, for what several processes do."""
    with fresh_database(postgres_server) as address:
        yield address


class HandClock:
    """Time that goes on by a second at every look."""

    def __init__(self) -> None:
        self.at = 1_000_000

    def __call__(self) -> int:
        self.at += 1000
        return self.at


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[Log]:
    async with Log(tmp_path) as log:
        yield log


@pytest.fixture
async def hall(log: Log) -> AsyncIterator[Hall]:
    hall = Hall(
        log, HandClock(), Settings(grace=0.05, words_wait=0, pace_factor=0, review_ahead=False), bot_processes=0
    )
    yield hall
    await hall.close()
