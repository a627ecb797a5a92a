"""A log, a hall and a desk for each test; bots think in this process, and nothing waits for anybody."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bowerbird.desk.desk import Desk
from bowerbird.desk.online import OnlineTables
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.keyring import Keyring
from bowerbird.store import Log
from desk.desks import START

KEYRING = Keyring(b"the secret of the tests' own desk")


class HandClock:
    """Time that goes on by a second at every look."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> int:
        self.at += 1000
        return self.at


def desk_on(log: Log, wait: int = 0, deserted: int = 60_000) -> Desk:
    """A desk on a log; people who do not come to their online table are waited for so long, in milliseconds.

    Where everybody has left, bots play on after the time `deserted`.
    """
    settings = Settings(grace=0.05, words_wait=0, pace_factor=0, review_ahead=False)
    hall = Hall(log, HandClock(), settings, bot_processes=0)
    desk = Desk(hall, KEYRING)
    desk.online = OnlineTables(hall, wait, look=0.05, deserted=deserted)
    return desk


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[Log]:
    async with Log(tmp_path) as log:
        yield log


@pytest.fixture
async def desk(log: Log) -> AsyncIterator[Desk]:
    desk = desk_on(log)
    yield desk
    await desk.close()
    await desk.hall.close()
