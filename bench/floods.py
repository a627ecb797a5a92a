"""Floods of slow requests by two strangers, while four honest people play: their pace must stay.

    python bench/floods.py --seconds 20
    python bench/floods.py --only toml print --seconds 5 --rest 10

Starts the real server with its usual limits. Four people play at a table, one action every 20 ms. Two strangers at
another address send one kind of slow request after the other, each on a connection of its own. For each flood: actions
per second, the share of what was played when it was quiet, the time until all four have seen an action (median, 99th
percentile), the strangers' answers, and the memory of all processes, which must be back within a minute after each.

Goals: nine tenths of the pace of the first quiet time, 50 ms, and a fifth more memory. Exits with 1 if one is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import multiprocessing
import os
import random
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, ExitStack, suppress
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any, Self, TypeAlias

import httpx
import psutil
import uvloop

from bowerbird.client import Client, RefusedError, card_facts, first_choice
from bowerbird.client import Line as WebSocket
from common import at_least, at_most, parser_for, progress, tell  # type: ignore[import-not-found]  # beside this file
from processes import free_port, ready, start_server  # type: ignore[import-not-found]  # beside this file

#: The goals: a share of the quiet pace, milliseconds, and a share of the memory before.
PACE, P99, MEMORY = 0.9, 50.0, 1.2
#: Seconds between two actions at the honest table; a connection may send fifteen messages a second.
PAUSE = 0.02
#: Seconds within which memory must be back.
MINUTE = 60.0
#: The strangers' address: they are not behind the people's own.
ELSEWHERE = "127.0.0.2"
STRANGERS = 2
#: The maximum of people that are made up for a practice run. More are entered.
PRACTICE = 1200
RULES = 'based_on = "trailer-estates"\n[game]\nhands = 100'

Ask: TypeAlias = Callable[[], Awaitable[httpx.Response]]


# The strangers, in a process of their own.


class Stranger:
    """Somebody who has given a name, and prepares a flood."""

    def __init__(self, address: str, number: int) -> None:
        self.client = Client(address)
        self.client.http = httpx.AsyncClient(
            base_url=address,
            headers={"X-Bowerbird": "1"},
            timeout=120,
            trust_env=False,
            transport=httpx.AsyncHTTPTransport(local_address=ELSEWHERE, limits=httpx.Limits(max_connections=1)),
        )
        self.http = self.client.http
        self.number = number

    async def event(self, people: int) -> str:
        """A practice run with so many people. Only a director with a saved name may have so many."""
        saved = await self.http.post("/api/account", json={"passphrase": f"stranger number {self.number} saves a name"})
        saved.raise_for_status()
        made = await self.client.make_event("ccc", trial=min(people, PRACTICE))
        if people > PRACTICE:
            await made.do("paste", text="\n".join(f"Somebody{n} Else{n * 7 % 1000}" for n in range(people - PRACTICE)))
        await made.do("check-in", names="all")
        return made.token

    async def views(self) -> AsyncIterator[Ask]:
        """The desk of an event for guests, again and again."""
        made = await self.client.make_event("ccc", trial=400)
        await made.do("check-in", names="all")
        await made.do("seat")
        path = f"/api/desk/{made.token}/view"
        while True:
            yield lambda: self.http.get(path)

    async def changes(self) -> AsyncIterator[Ask]:
        """The desk of a large event, after a change each time."""
        token = await self.event(2980)
        somebody = (await self.http.get(f"/api/desk/{token}/view")).json()["people"][0]["name"]
        for number in itertools.count():
            asked = {"what": "check-in", "names": [somebody], "key": f"change {number}", "here": bool(number % 2)}
            yield lambda asked=asked: self.http.post(f"/api/desk/{token}/do", json=asked)  # type: ignore[misc]
            yield lambda: self.http.get(f"/api/desk/{token}/view")

    async def toml(self) -> AsyncIterator[Ask]:
        """House rules as costly as the limits allow, by every way in."""
        keys = ".".join("abcdefg")
        for number in itertools.count():
            name = f"x{self.number}{number}"
            text = f"# {name}\n" + "\n".join(f"{keys}{n} = 1" for n in range(360))
            yield lambda text=text: self.http.get("/house-rules", params={"toml": text})  # type: ignore[misc]
            yield lambda text=text: self.http.post("/api/rules/check", json={"toml": text})  # type: ignore[misc]
            dotted = f"{'.'.join('a' * 6_990)}{name} = 1"
            yield lambda dotted=dotted: self.http.get("/house-rules", params={"toml": dotted})  # type: ignore[misc]

    async def print(self) -> AsyncIterator[Ask]:
        """Everything that can be printed for a large event."""
        token = await self.event(1200)
        await self.http.post(f"/api/desk/{token}/do", json={"what": "seat", "key": "seat"})
        while True:
            for sheet in ("standings", "slips", "table-cards", "tonight"):
                yield lambda sheet=sheet: self.http.get(f"/paper/{token}/{sheet}.pdf")  # type: ignore[misc]

    async def review(self) -> AsyncIterator[Ask]:
        """Reviews and replays of a dozen games."""
        table, games = await self._games(6)
        while True:
            for game in range(1, games + 1):
                for what in ("review", "game", "egn"):
                    path = f"/api/tables/{table}/{what}"
                    yield lambda path=path, game=game: self.http.get(path, params={"game": game})  # type: ignore[misc]

    async def _games(self, wanted: int) -> tuple[str, int]:
        """A table with some finished games of a hand or two, and their number."""
        rules = 'based_on = "bicycle"\n[game]\npoints = 2\n'
        made = await self.client.make_table(house_rules=rules, bots="simple", pace="at once")
        over = 0
        async with self.client.line(made["table"]) as line:
            while over < wanted:
                seen, view = line.frames, line.view
                with suppress(RefusedError):
                    if view.get("result"):
                        over += 1
                        await line.do("start")
                    elif view.get("actions") or (view.get("plays") and view["turn"] == line.seat):
                        await asyncio.sleep(0.07)  # fifteen messages a second are allowed
                        await line.act(first_choice(view))
                    elif line.frame["room"]["fair"]["your_words_wanted"]:
                        await line.do("words", words="chance")
                with suppress(TimeoutError):
                    async with asyncio.timeout(2):
                        await line.changed(seen)
        return made["table"], over

    async def schedule(self) -> AsyncIterator[Ask]:
        """Seat a large event, and undo it."""
        token = await self.event(1200)
        for number in itertools.count():
            for what in ("seat", "undo"):
                asked = {"what": what, "key": f"{what} {number}"}
                yield lambda asked=asked: self.http.post(f"/api/desk/{token}/do", json=asked)  # type: ignore[misc]

    async def hash(self) -> AsyncIterator[Ask]:
        """Sign in with a wrong passphrase, under new names."""
        for number in itertools.count():
            asked = {"name": f"Nobody {self.number} {number}", "passphrase": "correct horse battery"}
            yield lambda asked=asked: self.http.post("/api/sign-in", json=asked)  # type: ignore[misc]

    async def names(self) -> AsyncIterator[Ask]:
        """Compare a thousand names with a thousand."""
        text = "\n".join(f"Person{n} Of{n * 7 % 1000}" for n in range(1000))
        await self.http.post("/api/members/mine/import", json={"text": text})
        other = text.replace("Of", "Off")
        while True:
            yield lambda: self.http.post("/api/members/mine/read", json={"text": other})
            yield lambda: self.http.get("/api/members/mine")


FLOODS = ("toml", "print", "review", "schedule", "hash", "names", "views", "changes")


async def flood(address: str, kind: str, number: int, prepared: Event, begin: Event, end: Event) -> Counter[int]:
    """Prepare, and send without pause. Counts the answers by status."""
    stranger = Stranger(address, number)
    await stranger.client.guest(f"Stranger {number} {os.getpid()}")
    asks = getattr(stranger, kind)()
    ask = await anext(asks)
    await ask()
    answers: Counter[int] = Counter()
    prepared.set()
    await asyncio.to_thread(begin.wait)
    while not end.is_set():
        status = (await ask()).status_code
        answers[status] += 1
        if status == 429:
            await asyncio.sleep(0.05)
        ask = await anext(asks)
    await stranger.http.aclose()
    return answers


def flooding(address: str, kind: str, number: int, prepared: Event, begin: Event, end: Event, told: Any) -> None:
    """The main function of a stranger's process."""
    told.put(asyncio.run(flood(address, kind, number, prepared, begin, end)))


# The honest people.


class Honest:
    """Four people at a table, who act soon after it is their turn."""

    def __init__(self, people: list[Client]) -> None:
        self.waits: list[float] = []
        self.late: list[float] = []
        self._people = people
        self._tasks: list[asyncio.Task[None]] = []
        self._lines = AsyncExitStack()

    async def __aenter__(self) -> Self:
        made = await self._people[0].make_table(house_rules=RULES, pace="at once")
        lines = [await self._lines.enter_async_context(person.line(made["table"])) for person in self._people]
        for line, seat in zip(lines[1:], (3, 0, 1), strict=True):
            await line.do("sit", seat=seat)
        await lines[0].do("start")
        self._tasks = [asyncio.create_task(self._play(line)) for line in lines]
        self._tasks.append(asyncio.create_task(self._lateness()))
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await self._lines.aclose()

    def check(self) -> None:
        """Fail if somebody can't play on."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def _play(self, line: WebSocket) -> None:
        chance = random.Random(line.seat)
        while True:
            seen, view = line.frames, line.view
            choices = [action["fact"] for action in view.get("actions", ())] + (card_facts(view) if view else [])
            if line.frame["room"]["fair"]["your_words_wanted"]:
                await self._timed(line, line.do("words", words="chance"))
            elif view.get("result"):
                with suppress(RefusedError):
                    await line.do("start")
            elif choices and view["turn"] == line.seat:
                await asyncio.sleep(PAUSE)
                await self._timed(line, line.act(chance.choice(choices)))
            if line.frames == seen:
                await line.changed(seen)

    async def _timed(self, line: WebSocket, asked: Awaitable[None]) -> None:
        sent = time.perf_counter()
        try:
            await asked
        except RefusedError:  # the table had moved on
            if line.closed:
                raise
            await asyncio.sleep(0.1)
        else:
            self.waits.append(time.perf_counter() - sent)

    async def _lateness(self) -> None:
        """The delay of this process itself, which is not the server's."""
        while True:
            due = time.perf_counter() + 0.01
            await asyncio.sleep(0.01)
            self.late.append(time.perf_counter() - due)


# The measurement.


@dataclass
class Line:
    """One line of the table."""

    name: str
    acts: float
    p50: float
    p99: float
    late: float
    answers: str
    memory: float


def memory_of(server: psutil.Process) -> float:
    """The memory of the server and its processes in MB. Pages that they share are counted once."""
    total = 0
    for process in (server, *server.children(recursive=True)):
        with suppress(psutil.Error):
            total += process.memory_full_info().pss
    return total / (1 << 20)


async def measured(name: str, seconds: float, honest: Honest, server: psutil.Process) -> Line:
    """Watch the honest table for a while."""
    honest.waits.clear()
    honest.late.clear()
    begun = time.perf_counter()
    await asyncio.sleep(seconds)
    lasted, waits, late = time.perf_counter() - begun, sorted(honest.waits), sorted(honest.late)
    honest.check()
    memory = memory_of(server)
    return Line(name, len(waits) / lasted, at(waits, 0.5), at(waits, 0.99), at(late, 0.99), "", memory)


def at(times: list[float], share: float) -> float:
    """The time in milliseconds that this share of them does not exceed."""
    return 1000 * times[min(len(times) - 1, int(share * len(times)))] if times else float("inf")


async def under(kind: str, address: str, seconds: float, honest: Honest, server: psutil.Process) -> Line:
    """Watch the honest table under one flood."""
    context = multiprocessing.get_context("spawn")
    begin, end, told = context.Event(), context.Event(), context.Queue()
    strangers = []
    for number in range(STRANGERS):
        prepared = context.Event()
        args = (address, kind, number, prepared, begin, end, told)
        process = context.Process(target=flooding, args=args, daemon=True)
        process.start()
        strangers.append(process)
        await asyncio.to_thread(prepared.wait, 180)
    begin.set()
    line = await measured(kind, seconds, honest, server)
    end.set()
    answers: Counter[int] = Counter()
    for process in strangers:
        with suppress(Exception):
            answers += await asyncio.to_thread(told.get, True, 150)
        await asyncio.to_thread(process.join, 30)
    line.answers = " ".join(f"{number}x{status}" for status, number in sorted(answers.items()))
    return line


async def returned(server: psutil.Process, before: float) -> tuple[float, float]:
    """Wait for the memory to come back, a minute at most: what is left, and after how many seconds."""
    begun = time.monotonic()
    while (now := memory_of(server)) > before * MEMORY and time.monotonic() - begun < MINUTE:
        await asyncio.sleep(1)
    return now, time.monotonic() - begun


async def run(asked: argparse.Namespace) -> dict[str, float]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        port = free_port()
        process: subprocess.Popen[bytes] = start_server(folder, port)
        stack.callback(process.wait)
        stack.callback(process.terminate)
        address = f"http://127.0.0.1:{port}"
        await ready(address)
        return await measure(address, psutil.Process(process.pid), asked)


async def measure(address: str, server: psutil.Process, asked: argparse.Namespace) -> dict[str, float]:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Client(address)) for _ in range(4)]
        for place, person in enumerate(people):
            await person.guest(f"Person {place}")
        await people[0].http.get("/house-rules")  # what an ordinary evening loads, too
        honest = await stack.enter_async_context(Honest(people))
        await asyncio.sleep(asked.warm_up)
        quiet = await measured("quiet", asked.seconds, honest, server)
        progress(
            f"{'flood':12} {'acts/s':>8} {'of quiet':>9} {'p50 ms':>8} {'p99 ms':>8} {'client late':>12} "
            f"{'memory MB':>10}  answers to the strangers"
        )
        figures = {"quiet_actions_per_s": round(quiet.acts, 1), "quiet_p99_ms": round(quiet.p99, 1)}
        paces, memories, waits = [], [], []
        show(quiet, quiet)
        for kind in asked.only or FLOODS:
            line = await under(kind, address, asked.seconds, honest, server)
            show(line, quiet)
            left, seconds = await returned(server, quiet.memory)
            progress(f"{'':12} memory {quiet.memory:.0f} MB before, {left:.0f} MB {seconds:.0f} s after")
            paces.append(line.acts / quiet.acts)
            waits.append(line.p99)
            memories.append(left / quiet.memory)
            await asyncio.sleep(asked.rest)
        show(await measured("quiet", asked.seconds, honest, server), quiet)
        figures |= {"slowest_pace_of_quiet": round(min(paces), 2), "worst_p99_ms": round(max(waits), 1)}
        figures["memory_left_of_quiet"] = round(max(memories), 2)
    return figures


def show(line: Line, calm: Line) -> None:
    progress(
        f"{line.name:12} {line.acts:8.1f} {line.acts / calm.acts:9.2f} {line.p50:8.1f} {line.p99:8.1f} "
        f"{line.late:12.1f} {line.memory:10.0f}  {line.answers}"
    )


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="for each flood")
    parser.add_argument("--rest", type=float, default=5.0, help="seconds between two floods, after the memory is back")
    parser.add_argument("--warm-up", type=float, default=5.0)
    parser.add_argument("--only", nargs="*", choices=FLOODS, help="only these floods")
    asked = parser.parse_args()
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    goals = at_least("slowest_pace_of_quiet", PACE), at_most("worst_p99_ms", P99)
    tell(uvloop.run(run(asked)), *goals, at_most("memory_left_of_quiet", MEMORY))


if __name__ == "__main__":
    main()
