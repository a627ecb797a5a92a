"""A log, a hall and a desk for each test; bots think in this process, and time goes on by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bowerbird.desk.desk import Desk
from bowerbird.desk.online import OnlineTables
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.keyring import Keyring
from bowerbird.store import Log
from desk.desks import START
from kit.clock import HandClock, hand_of

KEYRING = Keyring(b"the secret of the tests' own desk")


def desk_on(log: Log, wait: int = 0) -> Desk:
    """A desk on a log and by its clock.

    People who do not come to their online table are waited for so long, in milliseconds.
    """
    settings = Settings(words_wait=0, pace_factor=0, review_ahead=False)
    hall = Hall(log, log.clock, settings, bot_processes=0)
    desk = Desk(hall, KEYRING)
    desk.online = OnlineTables(hall, wait)
    return desk


async def until(desk: Desk, condition: Callable[[], object]) -> None:
    """Let time pass until this is so."""
    await hand_of(desk.clock).until(condition)


@pytest.fixture
def clock() -> HandClock:
    """Time that goes on by hand, and by a second at every look."""
    return HandClock(START, step=1000)


async def closed(desk: Desk) -> None:
    """A desk and its hall stop."""
    await desk.close()
    await desk.hall.close()


@pytest.fixture
async def log(tmp_path: Path, clock: HandClock) -> AsyncIterator[Log]:
    async with Log(tmp_path, clock=clock) as log:
        yield log


@pytest.fixture
async def desk(log: Log) -> AsyncIterator[Desk]:
    desk = desk_on(log)
    yield desk
    await closed(desk)
