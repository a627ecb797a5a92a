"""Places that people share: turns by the time that each has used, however many wait for one of them."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

import pytest

from bowerbird.hall.turns import Turns
from kit.clock import HandClock, quiet


class Place:
    """Places of which each turn is ended by hand. `order` says whose turns began."""

    def __init__(self, places: int = 1) -> None:
        self.clock = HandClock()
        self.turns = Turns(places, self.clock.steady)
        self.order: list[str] = []
        self.waited: list[float] = []
        self._ends: list[asyncio.Event] = []
        self._tasks: list[asyncio.Task[None]] = []

    def ask(self, *people: str, called: str = "") -> asyncio.Task[None]:
        async def hold() -> None:
            async with self.turns.turn(people) as waited:
                self.order.append(called or people[0])
                self.waited.append(waited)
                end = asyncio.Event()
                self._ends.append(end)
                await end.wait()

        task = asyncio.create_task(hold())
        self._tasks.append(task)
        return task

    async def end(self, seconds: float = 1.0) -> None:
        """The oldest turn in progress ends after so many seconds."""
        await self.clock.advance(seconds)
        self._ends.pop(0).set()
        await quiet()

    @property
    def running(self) -> int:
        return len(self._ends)

    async def all_end(self) -> None:
        while self._ends:
            await self.end()
        assert all(task.done() for task in self._tasks)


async def test_one_waits_for_one_thought_of_each_other_person() -> None:
    place = Place()
    for _ in range(30):
        place.ask("vandal")
    await quiet()
    place.ask("honest")
    place.ask("another")
    await place.end()
    await place.end()
    await place.end()
    assert place.order[:4] == ["vandal", "honest", "another", "vandal"]
    assert place.waited[1] == 1.0
    await place.all_end()
    assert Counter(place.order) == {"vandal": 30, "honest": 1, "another": 1}


async def test_time_counts_and_not_the_number_of_turns() -> None:
    place = Place()
    for _ in range(20):
        place.ask("quick")
        place.ask("slow")
    for _ in range(22):
        await quiet()
        await place.end(0.1 if place.order[-1] == "quick" else 1.0)
    assert Counter(place.order[:22])["slow"] <= 3, "ten quick thoughts take as long as one slow one"
    await place.all_end()


async def test_nobody_saves_up_time() -> None:
    """A person who comes later begins where the others are."""
    place = Place()
    for _ in range(10):
        place.ask("first")
    for _ in range(5):
        await place.end()
    for _ in range(5):
        place.ask("later")
    for _ in range(5):
        await place.end()
    assert place.order[6:10] == ["later", "first", "later", "first"]
    await place.all_end()


async def test_a_table_with_a_vandal_at_it_waits_as_its_other_people_do() -> None:
    place = Place()
    for _ in range(10):
        place.ask("vandal")
    await quiet()
    place.ask("vandal", "honest", called="together")
    await place.end()
    assert place.order == ["vandal", "together"]
    await place.all_end()


async def test_several_places_go_to_several_people_first() -> None:
    place = Place(3)
    for name in ("a", "a", "a", "a", "b", "c"):
        place.ask(name)
    await quiet()
    assert place.running == 3
    await place.all_end()
    assert place.order == ["a", "a", "a", "b", "c", "a"]
    assert place.turns._people == {}, "nothing is kept"


@pytest.mark.parametrize("seed", range(20))
async def test_cancelled_turns_leave_no_place_taken(seed: int) -> None:
    chance = random.Random(seed)
    place = Place(2)
    asked = [place.ask(chance.choice("abc")) for _ in range(40)]
    for task in chance.sample(asked, 25):
        if chance.random() < 0.5:
            await asyncio.sleep(0)
        task.cancel()
        if place.running and chance.random() < 0.3:
            await place.end()
    await asyncio.gather(*(task for task in asked if task.cancelling()), return_exceptions=True)
    place._ends = [end for end in place._ends if not end.is_set()]
    while not all(task.done() for task in asked):
        await place.end()
    last = [place.ask("d"), place.ask("e")]
    await quiet()
    assert place.order[-2:] == ["d", "e"], "both places are free again"
    for _ in last:
        place._ends.pop().set()
    await asyncio.gather(*last)
    assert place.turns._people == {}
