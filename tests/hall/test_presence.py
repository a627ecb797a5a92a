"""Who is where, as processes tell each other: what is repeated how often, and for how long it is believed."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bowerbird.hall.presence import Own, Presence
from kit.clock import HandClock


class Among:
    """One process among others, whose messages are written here, at a time of our own."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.said: list[dict[str, Any]] = []
        self.changed: list[str] = []
        self.own: dict[str, tuple[list[str], None]] = {"mine": (["ann"], None)}
        self.counted = 0
        cluster: Any = SimpleNamespace(alone=False, say=self._say, listen=self._listen)
        self.presence = Presence(cluster, "here", self._own, self.changed.append, self.clock)
        self.told = self.clock.steady()

    async def _say(self, *messages: str) -> None:
        self.said += [msgspec.json.decode(message) for message in messages]

    def _listen(self, hear: Any) -> None:
        self.hear = hear

    def _own(self) -> Own:
        self.counted += 1
        return self.own

    def hears(self, process: str, again: float, tables: dict[str, list[str]]) -> None:
        said = {"type": "here", "process": process, "tables": tables, "joinable": [], "again": again}
        self.hear(msgspec.json.encode(said).decode())

    async def after(self, seconds: float) -> list[dict[str, Any]]:
        """What is said when so much time has passed."""
        self.clock.go(seconds)
        self.said.clear()
        self.told = await self.presence._tell_once(self.told)
        return self.said


@pytest.fixture
def among() -> Among:
    return Among()


@pytest.mark.parametrize("others", [1, 8, 16, 40, 100])
async def test_what_a_process_hears_in_a_second_stays_the_same_however_many_there_are(
    among: Among, others: int
) -> None:
    again = 2.0 * max(1, others / 8)
    for number in range(others):
        among.hears(f"process {number}", again, {f"table {number}": ["bob"]})
    assert await among.after(again - 0.1) == []
    said = await among.after(0.2)
    assert [(each["tables"], each["again"]) for each in said] == [({"mine": ["ann"]}, again)]
    assert others / again <= 4.0, "messages that each process hears in a second"


async def test_it_is_believed_until_it_was_left_out_three_times(among: Among) -> None:
    among.hears("often", 2.0, {"one": ["bob"]})
    among.hears("seldom", 25.0, {"two": ["cal"]})
    assert (among.presence.is_elsewhere("one", "bob"), among.presence.everyone()) == (True, {"bob", "cal"})
    among.changed.clear()
    await among.after(6.9)
    assert among.presence.everyone() == {"bob", "cal"}
    await among.after(2.0)
    assert (among.presence.everyone(), among.changed) == ({"cal"}, ["one"])
    await among.after(76.5)
    assert among.presence.everyone() == {"cal"}
    await among.after(3.0)
    assert among.presence.everyone() == set()


async def test_a_process_that_asks_is_answered_by_those_who_have_the_table(among: Among) -> None:
    for _ in range(50):
        among.hear('{"type":"ask","tables":["mine","nobody\'s"]}')
    assert among.counted == 0, "it is counted once for all that is asked"
    said = await among.after(0.02)
    assert [each["tables"] for each in said] == [{"mine": ["ann"]}]
    assert await among.after(0.02) == []
    assert among.counted == 2


async def test_changes_are_told_at_once(among: Among) -> None:
    among.presence._telling = asyncio.create_task(asyncio.sleep(0))
    among.own = {}
    among.presence.tell("mine")
    assert [each["tables"] for each in await among.after(0.02)] == [{"mine": []}]


async def test_a_table_that_was_left_in_the_moment_of_a_repeat_is_told(among: Among) -> None:
    among.presence._telling = asyncio.create_task(asyncio.sleep(0))
    among.own = {"other": (["bob"], None)}
    among.presence.tell("mine")
    assert [each["tables"] for each in await among.after(2.1)] == [{"mine": [], "other": ["bob"]}]
