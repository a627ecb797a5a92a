"""People who play and keep scores while everything fails around them, and remember what was acknowledged.

For `bench/faults.py` and `bench/kill.py`. They use the public client only, and reconnect through any process.
Afterwards their memory is compared with the log.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import WebSocketException

from bowerbird.client import Client, EventLink, Line, RefusedError, card_facts
from bowerbird.hall.facts import HallFact, HandedOver, Happened, TookBack, decode_hall_fact
from bowerbird.hall.room import Room
from bowerbird.store import Log
from bowerbird.table import encode_fact
from desk import (  # type: ignore[attr-defined]  # beside this file; the tests have a folder of that name
    Figures,
    Phone,
    any_score,
    play_table,
    put_away,
)
from desk import compare as compare_scores  # type: ignore[attr-defined]
from processes import Hall, any_client  # type: ignore[import-not-found]  # beside this file

RULES = 'based_on = "trailer-estates"\n[game]\nhands = 100'
#: Seconds that an answer may take before a person tries another connection.
PATIENCE = 15.0
#: An action must be among this many facts after the frame it was decided on.
NEAR = 40


@dataclass
class Done:
    """An action, the number of the frame it was decided on, and whether the server acknowledged it."""

    fact: dict[str, Any]
    after: int
    acknowledged: bool = False


@dataclass
class Table:
    """A table as its people see it: its progress, and its pauses."""

    name: str
    kind: str
    seq: int = 0
    moved: float = field(default_factory=time.monotonic)
    pauses: list[tuple[float, float]] = field(default_factory=list)

    def saw(self, seq: int) -> None:
        """Note a frame."""
        if seq > self.seq:
            now = time.monotonic()
            self.pauses.append((self.moved, now))
            self.seq, self.moved = seq, now

    def longest_pause(self) -> float:
        """All pauses, including the current one."""
        return max(end - start for start, end in [*self.pauses, (self.moved, time.monotonic())])

    def pauses_over(self, seconds: float) -> list[tuple[float, float]]:
        """Start and end of each pause that was longer than this."""
        return [(start, end) for start, end in self.pauses if end - start > seconds]


class Person:
    """Somebody at a table."""

    def __init__(self, hall: Hall, client: Client, table: Table, seed: int) -> None:
        self.hall, self.client, self.table = hall, client, table
        self.person = ""
        self.chance = random.Random(seed)
        self.done: list[Done] = []
        self.acknowledged = 0
        self.lines = 0

    async def play(self) -> None:
        """Play until the end of the bench, on one connection after another."""
        while True:
            self.client.address = self.hall.any_address()
            try:
                async with asyncio.timeout(PATIENCE) as limit, self.client.line(self.table.name) as line:
                    limit.reschedule(None)
                    await self._play_on(line)
            except (RefusedError, OSError, TimeoutError, WebSocketException):
                pass  # the connection broke; open another
            await asyncio.sleep(0.1 + 0.3 * self.chance.random())

    async def _play_on(self, line: Line) -> None:
        self.lines += 1
        while not line.closed:
            seen = line.frames
            self.table.saw(line.frame["seq"])
            if not await self._act(line) and line.frames == seen and not line.closed:
                async with asyncio.timeout(PATIENCE):
                    await line.changed(seen)

    async def _act(self, line: Line) -> bool:
        """Do what there is to do. False if there is nothing, and the next frame is needed."""
        view = line.view
        try:
            async with asyncio.timeout(PATIENCE):
                if line.frame["room"]["fair"]["your_words_wanted"]:
                    await line.do("words", words=str(self.chance.random()))
                elif view.get("result") and line.frame["you"]["host"]:
                    await line.do("start")
                elif view and view["turn"] == line.seat and (view["actions"] or view["plays"]):
                    await asyncio.sleep(0.1 * self.chance.random())
                    await self._decide(line)
                else:
                    return False
        except RefusedError:
            if line.closed:
                raise
            await asyncio.sleep(0.2)  # the table had moved on, or the server could not write: look again
        return True

    async def _decide(self, line: Line) -> None:
        view, seq = line.view, line.frame["seq"]
        choices = [action["fact"] for action in view["actions"]] + card_facts(view)
        if not choices:
            return
        self.done.append(Done(self.chance.choice(choices), seq))
        await line.act(self.done[-1].fact)
        self.done[-1].acknowledged = True
        self.acknowledged += 1


async def sit_down(hall: Hall, number: int, people: int) -> list[Person]:
    """A table of four people, each through a different process, or of one with bots."""
    clients = [any_client(hall) for _ in range(people)]
    for place, client in enumerate(clients):
        await client.guest(f"Person {number} {place}")
    made = await clients[0].make_table(house_rules=RULES, pace="at once", bots="simple" if people == 1 else "")
    table = Table(made["table"], "a table with bots" if people == 1 else "a table of four people")
    persons = [Person(hall, client, table, 100 * number + place) for place, client in enumerate(clients)]
    for person in persons:
        person.person = (await person.client.get("/api/me"))["person"]
    for person, seat in zip(persons[1:], (3, 0, 1), strict=False):
        async with person.client.line(table.name) as line:
            await line.do("sit", seat=seat)
    if people > 1:
        async with clients[0].line(table.name) as line:
            await line.until(lambda frame: all(chair["kind"] == "person" for chair in frame["room"]["chairs"]))
            await line.do("start")
    return persons


# Compare the log with what people know.


async def compare(log: Log, table: Table, persons: list[Person]) -> list[str]:
    """Compare the log of a table with what its people know."""
    entries = [(decode_hall_fact(entry.body), entry.at) for entry in await log.read(f"table:{table.name}")]
    room = Room.fold(entries)  # a log with a duplicate action could not be folded: the rules would refuse it
    problems = []
    for person in persons:
        seat = room.seat_of(person.person)
        assert seat is not None
        own = list(own_facts([fact for fact, _ in entries], int(seat)))
        problems += [f"table {table.name}, seat {seat.word}: {problem}" for problem in missing(person.done, own)]
    return problems


def missing(known: list[Done], own: list[tuple[int, dict[str, Any], bool]]) -> Iterator[str]:
    """Acknowledged actions that are missing, and facts that nobody caused."""
    written = {seq: fact for seq, fact, _ in own}
    # Acknowledged ones first: an action that was not may have been chosen again.
    for done in sorted(known, key=lambda done: not done.acknowledged):
        places = [seq for seq in range(done.after + 1, done.after + NEAR) if written.get(seq) == done.fact]
        if places:
            del written[places[0]]
        elif done.acknowledged:
            yield f"{done} is lost"
    # While a person was away, a bot played.
    nobodys = {seq: fact for seq, fact, away in own if seq in written and not away}
    if nobodys:
        yield f"nobody did {nobodys}"


def own_facts(facts: list[HallFact], seat: int) -> Iterator[tuple[int, dict[str, Any], bool]]:
    """The actions of a seat with their numbers, and whether a bot played for the person."""
    away = False
    for seq, fact in enumerate(facts, 1):
        if isinstance(fact, HandedOver | TookBack) and fact.seat == seat:
            away = isinstance(fact, HandedOver)
        elif isinstance(fact, Happened):
            told = json.loads(encode_fact(fact.fact))
            if told.get("seat") == seat and told["fact"] not in ("draw", "cut"):
                yield seq, told, away


# The desk.


class Evenings:
    """Events in sequence, each with its phones, until the end of the bench."""

    def __init__(self, hall: Hall, people: int, seed: int) -> None:
        self.hall, self.people = hall, people
        self.chance = random.Random(seed)
        self.acknowledged = self.unanswered = 0
        self.answers_ms: list[float] = []
        self.finished: list[tuple[str, Figures, dict[str, Any]]] = []
        self.problems: list[str] = []

    async def run(self, ending: asyncio.Event) -> None:
        """Play the last event to its end."""
        number = 0
        await asyncio.sleep(self.chance.random())
        while not ending.is_set():
            number += 1
            try:
                await self._evening(f"Evening {number}")
            except (RefusedError, TimeoutError) as error:
                self.problems.append(f"evening {number} came to no end: {type(error).__name__} {error}")

    async def _evening(self, title: str, rules: str = "trailer-estates", rounds: int = 2) -> None:
        figures = Figures()
        clients = [any_client(self.hall)]
        desk = Phone(EventLink(clients[0], ""), self.chance, figures)
        tasks: list[asyncio.Task[None]] = []
        try:
            await desk.until_answered(lambda: clients[0].guest("Director"))
            wanted = {"title": title, "trial": self.people, "rounds": rounds, "key": f"{title} {self.chance.random()}"}
            desk.link = await desk.until_answered(lambda: clients[0].make_event(rules, **wanted))
            await desk.do("check-in", names="all")
            phones = {}
            for name, link in (await desk.look())["links"]["players"].items():
                clients.append(any_client(self.hall))
                phones[name] = Phone(EventLink(clients[-1], link), self.chance, figures)
            tasks = [asyncio.create_task(phone.follow()) for phone in (desk, *phones.values())]
            for round_ in range(1, rounds + 1):
                await desk.do("seat" if round_ == 1 else "next")
                await desk.wait_for(lambda view, now=round_: view["round"] and view["round"]["number"] == now)
                games = []
                for tile in desk.view["tables"]:
                    score = any_score(rules, tile["dealer"], self.chance)
                    figures.entered[round_, tile["number"]] = (score["ns"], score["ew"])
                    games.append(play_table(phones, tile, round_, score))
                await asyncio.gather(*games)
            answer = await desk.do("finish")
            final = await desk.look(answer["seq"] - 1)
            self.finished.append((desk.link.token.partition(".")[0], figures, final))
        finally:
            await put_away(tasks, clients)
            self.acknowledged += figures.sent
            self.unanswered += figures.unanswered
            self.answers_ms += figures.answers_ms

    async def compare(self, where: str) -> list[str]:
        """Compare every score of every event with the log."""
        found = list(self.problems)
        for name, figures, final in self.finished:
            found += [f"event {name}: {problem}" for problem in await compare_scores(where, name, figures, final)]
        return found
