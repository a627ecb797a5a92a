"""Bots choose in a process of their own, and people never wait for long if that process doesn't answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from bowerbird.hall import bots as bots_module
from bowerbird.hall.bots import Bots
from deals import dealt
from kit.clock import HandClock, quiet

TABLE = dealt("alberta", "S", "9h", E="Jh Ah Kd Qd 9s")
VIEW = TABLE.view(TABLE.state.turn)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def bots(clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bots]:
    """With a process that does not answer."""
    bots = Bots(1, clock)

    async def started(seconds: float) -> bool:
        return True

    async def never(*_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(bots_module, "_LATE", 1.0)
    monkeypatch.setattr(bots._players, "until_started", started)
    monkeypatch.setattr(bots._players, "ask", never)
    yield bots
    bots.close()


@pytest.mark.parametrize("level", ["simple", "champion"])
async def test_a_bot_chooses_soon_if_its_process_stands_still(bots: Bots, clock: HandClock, level: str) -> None:
    first = asyncio.create_task(bots.choose(level, 1, TABLE.book, VIEW, ["Al"]))
    await clock.advance(0.9)
    assert not first.done(), "the process may still answer"
    await clock.advance(0.1)
    assert first.result() in VIEW.legal
    await clock.advance(2.9)
    second = asyncio.create_task(bots.choose(level, 1, TABLE.book, VIEW, ["Al"]))
    await quiet()
    assert not second.done(), "a long thought takes two seconds"
    await clock.advance(1)
    assert second.result() in VIEW.legal
    third = asyncio.create_task(bots.choose(level, 1, TABLE.book, VIEW, ["Al"]))
    await quiet()
    assert third.result() in VIEW.legal, "at once: the process hangs"
    assert len(bots._unanswered) == 2, "no other question waits behind those without an answer"


async def test_many_tables_wait_for_the_start_of_the_bots_together(
    bots: Bots, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart every table may need a bot at once, and the process is just starting."""
    waits: list[float] = []

    async def starting(seconds: float) -> bool:
        waits.append(seconds)
        await clock.sleep(seconds)
        return False

    monkeypatch.setattr(bots._players, "until_started", starting)
    asked = [asyncio.create_task(bots.choose("simple", 1, TABLE.book, VIEW, [f"{n}"])) for n in range(8)]
    await clock.advance(0.9)
    assert not any(task.done() for task in asked)
    await clock.advance(0.1)
    assert {task.result() for task in asked} <= set(VIEW.legal), "not a second for each of them"
    assert waits == [1.0] * 8
