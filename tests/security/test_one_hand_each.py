"""Within a hand, each seat's cards are sent to one person at most, and each person is sent one seat's at most.

`make seats` tries it with 100,000 commands.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.store import Log
from hall.conftest import HandClock
from hall.one_hand_each import KINDS, Company, quick_bots

#: How many commands people give, over all kinds of tables.
COMMANDS = int(os.environ.get("BOWERBIRD_SEAT_COMMANDS", "3000"))
_AT_ONE_TABLE = 500
_SETTINGS = Settings(grace=0.001, words_wait=0, pace_factor=0, review_ahead=False)


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with Log(tmp_path) as log:
        hall = Hall(log, HandClock(), _SETTINGS, bot_processes=0)
        yield hall
        await hall.close()


async def test_one_hand_each_whatever_people_do(hall: Hall) -> None:
    chance = random.Random(20)
    quick_bots(hall, chance)
    breaches: list[str] = []
    done = hands = frames = games = undone = 0
    kinds = [KINDS[place % len(KINDS)] for place in range(0, 7 * -(-COMMANDS // _AT_ONE_TABLE), 7)]
    for kind in kinds:
        company = await Company.at([hall], kind, chance)
        await company.go_on(_AT_ONE_TABLE)
        live = company.live
        breaches += [f"{kind}: {found}" for found in company.witness.breaches(await hall.log.read(live.stream.name))]
        done += company.done
        hands += len({hand for hand, _ in company.witness.sent})
        frames += company.witness.frames
        games += live.room.games_over
        undone += live.room.undos
        await live.close()
    print(
        f"{done} commands at {len(kinds)} tables, {games} games over, {hands} hands, {undone} undone, "
        f"{frames} frames read, {len(breaches)} breaches",
        file=sys.stderr,
    )
    assert breaches == []
    assert hands > done / 200
