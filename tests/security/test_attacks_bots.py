"""Many tables of one person: nobody else's bots wait for them, and the teacher never holds up a bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from pathlib import Path
from typing import Any

import pytest

from bowerbird.hall.bots import Bots
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.hall.setup import TableSetup
from bowerbird.seats import Seat
from bowerbird.store import Log
from bowerbird.table import Pass
from kit.amount import amount
from kit.clock import quiet
from realtime.jobs import ponder, think
from realtime.waiting import soon

TABLES = amount(10, full=30)


@pytest.fixture
async def bots(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bots]:
    """One process in which bots think for a moment, and a teacher who thinks until there is a file."""
    monkeypatch.setattr("bowerbird.hall.bots.decide", think)
    monkeypatch.setattr("bowerbird.hall.bots.weigh", ponder)
    bots = Bots(1)
    await choose(bots, 0, "anybody")  # the process is there
    yield bots
    bots.close()


async def choose(bots: Bots, number: int, *people: str) -> int:
    unread: Any = None
    await bots.choose("champion", number, unread, unread, people)
    return number


async def test_thirty_champion_tables_of_one_guest(bots: Bots) -> None:
    """The honest person's bot is next but one, each time; the others' all came before it when there was one queue."""
    done: list[int] = []

    def asked(number: int, person: str) -> asyncio.Task[int]:
        task = asyncio.create_task(choose(bots, number, person))
        task.add_done_callback(lambda task: done.append(task.result()))
        return task

    vandal = [asked(number, "vandal") for number in range(1, TABLES + 1)]
    await asyncio.sleep(0)
    for _ in range(5):
        before = len(done)
        await asked(0, "honest")
        assert done[before:].index(0) <= 2
    await asyncio.gather(*vandal)
    assert sorted(done) == [0] * 5 + list(range(1, TABLES + 1)), "the vandal's bots think too"


async def test_reviews_without_end_hold_up_no_bot(bots: Bots, tmp_path: Path) -> None:
    until: Any = tmp_path / "enough"
    reviews = [asyncio.create_task(bots.explain(until, until, ["reader"])) for _ in range(10)]
    async with asyncio.timeout(60):
        for _ in range(10):
            await choose(bots, 0, "honest")
    assert not any(task.done() for task in reviews), "the teacher is still at work"
    until.touch()
    await asyncio.gather(*reviews)


async def test_a_bots_turn_is_its_peoples(tmp_path: Path) -> None:
    """A table's bots are for the players who are there. One where only bots play is for its host."""
    served: list[tuple[str, ...]] = []

    class Noted(Bots):
        async def choose(
            self, level: str, seed: int, book: Any, view: Any, people: Collection[str], bird: str = ""
        ) -> Any:
            served.append(tuple(people))
            return await super().choose(level, seed, book, view, people, bird)

    async with Log(tmp_path) as log:
        settings = Settings(grace=5, words_wait=0, pace_factor=0, review_ahead=False)
        hall = Hall(log, lambda: 1_000, settings, bot_processes=0)
        hall.bots = Noted(0)
        own = await hall.make_table("vandal", TableSetup(pace="at once"))
        for seat in Seat:
            await own.seat_bot("vandal", seat, "simple")
        await own.start("vandal")
        await soon(lambda: len(served) > 3)
        assert set(served) == {("vandal",)}
        await own.close()
        served.clear()
        shared = await hall.make_table("vandal", TableSetup(pace="at once"))
        people = {Seat.N: "vandal", Seat.E: "honest"}
        for seat, person in people.items():
            await shared.sit(person, person, seat)
            await shared.came(person)
            await shared.seat_bot("vandal", seat.partner, "simple")
        await shared.start("vandal")
        while not served:
            for fact in shared.room.table.legal:
                if isinstance(fact, Pass) and fact.seat in people:
                    await shared.act(people[fact.seat], fact)
            await quiet()
        assert set(served) == {("vandal", "honest")}
        await hall.close()
