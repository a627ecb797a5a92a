"""Within a hand, each seat's cards are sent to one person at most, and each person is sent one seat's at most.

A soak tries it with 100,000 commands.
"""

from __future__ import annotations

import random
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.store import Log
from hall.one_hand_each import KINDS, Company, quick_bots, some_kinds
from kit.amount import amount
from kit.clock import HandClock

#: How many commands people give, over all kinds of tables.
COMMANDS = amount(1_280, soak=100_000)
#: At least so many tables, and at most so many commands at one of them.
_TABLES, _AT_ONE_TABLE = 16, 500
_SETTINGS = Settings(grace=0.001, words_wait=0, pace_factor=0, review_ahead=False)


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with Log(tmp_path) as log:
        hall = Hall(log, HandClock(step=1000), _SETTINGS, bot_processes=0)
        yield hall
        await hall.close()


async def test_one_hand_each_whatever_people_do(hall: Hall) -> None:
    chance = random.Random(20)
    quick_bots(hall, chance)
    breaches: list[str] = []
    refusals: set[str] = set()
    done = hands = frames = games = undone = 0
    tables = max(_TABLES, COMMANDS // _AT_ONE_TABLE)
    kinds = some_kinds(tables)
    for kind in kinds:
        company = await Company.at([hall], kind, chance)
        await company.go_on(COMMANDS // tables)
        live = company.live
        await live.close()
        breaches += [f"{kind}: {found}" for found in company.witness.breaches(await hall.log.read(live.stream.name))]
        refusals |= company.refusals
        done += company.done
        hands += company.witness.hands
        frames += company.witness.frames
        games += live.room.games_over
        undone += live.room.undos
    print(
        f"{done} commands at {tables} tables, {games} games over, {hands} hands, {undone} undone, "
        f"{frames} frames read, {len(refusals)} kinds of refusals, {len(breaches)} breaches",
        file=sys.stderr,
    )
    assert breaches == []
    assert len({kind.book for kind in kinds}) == len({kind.book for kind in KINDS})
    assert sum(kind.event for kind in kinds) >= 2
    assert {kind.mode for kind in kinds} == {"guarded", "real"}
    assert hands > done / 100
    assert games > done / 1000
    assert undone > 0
    assert len(refusals) > 20
    assert {"Only the host of this table can do that.", "You can act only for your own seat."} <= refusals
