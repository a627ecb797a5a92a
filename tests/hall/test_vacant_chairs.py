"""No table waits for a chair that nobody plays in: whatever people do, after its time a bot plays there.

The property: while a game is in progress and somebody at the table is here, every other chair is played by a person who
is here or by a bot, at the latest when the time to come back is over. So the game moves on.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest

from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import Left, Sat
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.hall.room import Room
from bowerbird.hall.setup import TableSetup
from bowerbird.seats import Seat
from bowerbird.store import Log
from hall.worlds import choice
from kit.amount import amount
from kit.clock import HandClock, quiet

#: How many sequences are tried.
SEQUENCES = amount(12, soak=500)
STEPS = 30
PEOPLE = ("ann", "bob", "cy", "dee", "eve", "flo")
GRACE = 15.0
SETTINGS = Settings(grace=GRACE, words_wait=0, pace_factor=0, review_ahead=False)
#: At alberta a draw for partners changes chairs.
RULES = ("bicycle", "trailer-estates", "alberta")


class Company:
    """Six people around one table, of whom nobody knows what comes next."""

    def __init__(self, log: Log, clock: HandClock, chance: random.Random, live: LiveTable, hall: Hall) -> None:
        self.log = log
        self.clock = clock
        self.chance = chance
        self.live = live
        self.hall = hall
        self.here: list[str] = []
        self.done: list[str] = []

    @property
    def room(self) -> Room:
        return self.live.room

    async def step(self) -> None:
        """Somebody does something, or something happens; what is not allowed is refused."""
        steps: dict[str, Callable[[], Awaitable[object]]] = {
            "come": self._come,
            "go": self._go,
            "sit": lambda: self.live.sit(self._anyone(), "Somebody", self._seat()),
            "stand": lambda: self.live.stand(self._anyone()),
            "remove": lambda: self.live.remove(self._anyone(), self._seat()),
            "give back": lambda: self.live.give_back(self._anyone(), self._seat()),
            "seat a bot": lambda: self.live.seat_bot(self._anyone(), self._seat(), "simple"),
            "start": lambda: self.live.start(self._anyone()),
            "link": self._link,
            "leave a hole": self._hole,
            "lead again": self._lead_again,
            "restart": self._restart,
            "wait": lambda: self.clock.advance(GRACE * self.chance.choice([0.3, 1.0, 1.5])),
        }
        rare = {"restart", "leave a hole", "wait"}
        what = self.chance.choice([name for name in steps for _ in range(1 if name in rare else 3)])
        self.done.append(what)
        with suppress(NotAllowedError):
            await steps[what]()

    def _anyone(self) -> str:
        return self.chance.choice(PEOPLE)

    def _seat(self) -> Seat:
        return self.chance.choice(list(Seat))

    async def _come(self) -> None:
        person = self._anyone()
        self.here.append(person)
        await self.live.came(person)

    async def _go(self) -> None:
        if self.here:
            person = self.here.pop(self.chance.randrange(len(self.here)))
            self.live.went(person)

    async def _link(self) -> None:
        """A player of an event takes a chair by a link, and may never open the table."""
        person, seat = self._anyone(), self._seat()
        if self.room.seat_of(person) is None:
            await self.live.change(lambda _: [Sat(seat, person, person.capitalize())])

    async def _hole(self) -> None:
        """A chair that is empty in a game, as in logs of before."""
        seat = self._seat()
        await self.live.change(lambda _: [Left(seat)])

    async def _lead_again(self) -> None:
        """The lease moves to another process and back."""
        self.live.follow()
        await asyncio.sleep(0)
        self.live.lead()

    async def _restart(self) -> None:
        """The server stops; the people who are here come back one by one."""
        await self.hall.close()
        self.hall = Hall(self.log, self.clock, SETTINGS, bot_processes=0)
        self.live = await self.hall.table(self.live.name)
        for person in self.here:
            await self.live.came(person)

    @property
    def somebody_waits(self) -> bool:
        """Whether a game is in progress, and somebody at the table is here."""
        return self.room.is_on and any(chair.person in self.here for chair in self.room.chairs.values())

    @property
    def is_filled(self) -> bool:
        """Whether somebody plays for every chair."""
        return all(
            self.room.plays_itself(seat) or chair.person in self.here for seat, chair in self.room.chairs.items()
        )

    async def check(self) -> None:
        """The property."""
        if not self.somebody_waits:
            return
        await self.clock.advance(GRACE)
        assert self.is_filled or not self.somebody_waits, f"after {self.done}: it waits for {self.room.chairs}"
        await self._moves_on()

    async def _moves_on(self) -> None:
        """People who are here act when it is their turn; the rest happens by itself."""
        for _ in range(3):
            before = len(self.room.table.facts)
            if not self.somebody_waits or self.room.paused:
                return
            fact = choice(self.live, self.chance)
            seat = getattr(fact, "seat", None)
            if fact is not None and seat is not None and not self.room.plays_itself(Seat(seat)):
                with suppress(NotAllowedError):
                    await self.live.act(self.room.chairs[Seat(seat)].person, fact)
            await quiet()
            moved = len(self.room.table.facts) > before or not self.somebody_waits
            assert moved, f"after {self.done}: the table waits for {self.room.chairs}"


@asynccontextmanager
async def company(log: Log, clock: HandClock, seed: int) -> AsyncIterator[Company]:
    chance = random.Random(seed)
    hall = Hall(log, clock, SETTINGS, bot_processes=0)
    rules = chance.choice(RULES)
    live = await hall.make_table("ann", TableSetup(rules=rules, private=False))
    found = Company(log, clock, chance, live, hall)
    for seat, person in zip(Seat, PEOPLE, strict=False):
        await live.sit(person, person.capitalize(), seat)
    for person in chance.sample(PEOPLE[:4], chance.randint(1, 4)):
        found.here.append(person)
        await live.came(person)
    await live.start(next(person for person in found.here if live.is_host(person)))
    yield found
    await found.hall.close()


@pytest.mark.parametrize("seed", range(SEQUENCES))
async def test_no_table_waits_for_a_chair_that_nobody_plays_in(log: Log, clock: HandClock, seed: int) -> None:
    async with company(log, clock, seed) as people:
        for _ in range(STEPS):
            await people.step()
            if people.chance.random() < 0.4:
                await people.check()
        await people.check()
