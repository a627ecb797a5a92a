"""A log and a hall for each test; bots think in this process, and time goes on by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.store import Log
from kit.clock import HandClock
from store.postgres import fresh_database


@pytest.fixture(scope="session")
def postgres(postgres_server: Any) -> Iterator[str]:
    """The address of a real PostgreSQL, for what several processes do."""
    with fresh_database(postgres_server) as address:
        yield address


@pytest.fixture
def clock() -> HandClock:
    """Time that goes on by hand, and by a second at every look."""
    return HandClock(step=1000)


@pytest.fixture
async def log(tmp_path: Path, clock: HandClock) -> AsyncIterator[Log]:
    async with Log(tmp_path, clock=clock) as log:
        yield log


@pytest.fixture
async def hall(log: Log, clock: HandClock) -> AsyncIterator[Hall]:
    hall = Hall(log, clock, Settings(words_wait=0, pace_factor=0, review_ahead=False), bot_processes=0)
    yield hall
    await hall.close()
