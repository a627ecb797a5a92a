"""Everything restarts while two thousand people are at their tables: how long until all are back?

    python bench/come_back.py                                       one process on SQLite
    python bench/come_back.py --database postgresql --processes 3   three that share a port

Each of 500 tables has four real WebSockets. All processes are killed (SIGKILL) and started again. People come back as
the page does: after about 0.4 s by chance, and after each failure twice as long, up to 8 s (`table/socket.js`,
`shared/retry.js`). Measured from the kill, and from the moment when the server answers again: until half of all people
and all of them have their table in front of them; the longest wait of somebody else's small request meanwhile, which
the loop's pauses are part of; refusals; the memory of the server before and after. People share this machine with the
server, so their own lateness is told as well.

Nobody may get an error: a connection that fails while there is no server is none, but a refusal is.
"""

from __future__ import annotations

import asyncio
import random
import signal
import time
from contextlib import closing, suppress
from typing import Any

import httpx
import psutil
import uvloop

from bowerbird.client import Client
from common import (  # type: ignore[import-not-found]  # beside this file
    Lateness,
    at_most,
    parser_for,
    percentile,
    progress,
    tell,
)
from hall import Line  # type: ignore[attr-defined]  # beside this file; the tests have a folder of that name
from processes import Hall, database_for  # type: ignore[import-not-found]  # beside this file

#: Seconds: the first pause of the page, how much longer each is, and the longest; as in the page of a table.
FIRST, GROWS, MOST = 0.4, 2.0, 8.0
#: Seconds until everybody must be back after the server answers, and for an answer to a request meanwhile.
ALL_BACK, PAGE = 15.0, 1.0
#: Seconds for one attempt to connect, and between two looks at the server.
ATTEMPT, LOOK = 20.0, 0.05
#: Tables that are set up at once.
AT_ONCE = 10


class Person:
    """Somebody at a table. `back` is when their table was in front of them again."""

    def __init__(self, hall: Hall, table: str, cookie: str) -> None:
        self._hall, self._table, self._cookie = hall, table, cookie
        self.line: Line | None = None
        self.back = 0.0
        self.failed = 0
        self.refused: list[str] = []

    async def connect(self) -> None:
        """Open a WebSocket, and wait for the first frame."""
        host = self._hall.any_address().partition("://")[2]
        shown = asyncio.Event()
        line = Line(f"/ws/{self._table}", host, f"bowerbird={self._cookie}", lambda _: shown.set())
        name, _, port = host.partition(":")
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(ATTEMPT):
                await loop.create_connection(lambda: line, name, int(port))
                while not shown.is_set():
                    if b'"type":"error"' in line.said:
                        self.refused.append(line.said.decode())
                    if line.gone or line.said:
                        raise ConnectionResetError(line.gone)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(shown.wait(), LOOK)
        except BaseException:
            line.abandon()
            raise
        self.line = line

    async def come_back(self) -> None:
        """As the page does, until it is there again."""
        assert self.line is not None
        while not self.line.gone:
            await asyncio.sleep(LOOK)
        pause = FIRST
        while True:
            await asyncio.sleep(pause * (0.5 + random.random()))
            pause = min(pause * GROWS, MOST)
            try:
                await self.connect()
            except (OSError, TimeoutError) as error:
                self.failed += 1
                if "no websocket" in str(error):
                    self.refused.append(str(error))
                continue
            self.back = time.monotonic()
            return


async def sit(hall: Hall, tables: int) -> list[Person]:
    """Set up the tables, four people each, with a connection for everybody."""
    people: list[Person] = []
    limit = asyncio.Semaphore(AT_ONCE)
    async with Client(hall.any_address()) as host:
        cookies = []
        for number in range(40):  # more guests would only take longer to make
            async with Client(hall.any_address()) as client:
                await client.guest(f"Person {number}")
                cookies.append(client.http.cookies["bowerbird"])
        await host.guest("Host")

        async def one(number: int) -> None:
            async with limit:
                made = await host.make_table(rules="trailer-estates")
                four = [Person(hall, made["table"], cookies[(number * 4 + seat) % len(cookies)]) for seat in range(4)]
                people.extend(four)
                for person in four:
                    await person.connect()

        await asyncio.gather(*(one(number) for number in range(tables)))
    return people


class Watch:
    """Asks the server for something small all the time: when it answers again, and the longest time without one."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self.answers: list[tuple[float, float]] = []

    async def watch(self) -> None:
        """Ask until the end of the bench."""
        while True:
            began = time.monotonic()
            try:
                async with httpx.AsyncClient(trust_env=False, timeout=ATTEMPT) as http:
                    await http.get(f"{self._hall.any_address()}/health")
                self.answers.append((began, time.monotonic()))
            except httpx.TransportError:
                pass
            await asyncio.sleep(LOOK)

    def first_after(self, moment: float) -> float:
        """When the first answer came to a request after this."""
        return min((end for began, end in self.answers if began > moment), default=float("inf"))


def memory(hall: Hall) -> float:
    """Megabytes of all processes that serve, without their bots."""
    return float(sum(psutil.Process(process.pid).memory_info().rss for process in hall.running.values())) / 1e6


async def measure(hall: Hall, tables: int) -> tuple[dict[str, Any], list[str]]:
    await hall.open()
    began = time.monotonic()
    people = await sit(hall, tables)
    progress(f"{len(people)} people are connected after {time.monotonic() - began:.0f} s")
    lateness, watch = Lateness(), Watch(hall)
    watching = [asyncio.create_task(lateness.watch()), asyncio.create_task(watch.watch())]
    await asyncio.sleep(2)
    before = memory(hall)
    killed = time.monotonic()
    for port in list(hall.running):
        hall.end(port, signal.SIGKILL).wait()
    returning = [asyncio.create_task(person.come_back()) for person in people]
    for port in hall.ports:
        hall.start(port)
    _, missing = await asyncio.wait(returning, timeout=180)
    for task in missing:
        task.cancel()
    await asyncio.sleep(2)
    for task in watching:
        task.cancel()
    opened = watch.first_after(killed)
    back = sorted(person.back for person in people if person.back)
    refused = [said for person in people for said in person.refused]
    waits = [end - asked for asked, end in watch.answers if asked > opened]
    problems = [f"{len(people) - len(back)} people did not come back"] if len(back) < len(people) else []
    problems += [f"somebody was refused: {said}" for said in sorted(set(refused))[:5]]
    figures = {
        "people": len(people),
        "answers_again_s": round(opened - killed, 1),
        "half_back_s": round(percentile(back, 0.5) - opened, 1) if back else None,
        "all_back_s": round(back[-1] - opened, 1) if back else None,
        "all_back_after_kill_s": round(back[-1] - killed, 1) if back else None,
        "attempts_a_person": round(1 + sum(person.failed for person in people) / len(people), 2),
        "refused": len(refused),
        "page_wait_longest_s": round(max(waits, default=0.0), 2),
        "memory_before_mb": round(before),
        "memory_after_mb": round(memory(hall)),
        "bench_late_longest_ms": round(1000 * lateness.longest(killed)),
    }
    for person in people:
        if person.line is not None:
            person.line.abandon()
    return figures, problems


async def run(tables: int, database: str, processes: int) -> tuple[dict[str, Any], list[str]]:
    with database_for(database) as (address, folder, server):
        number = processes if server else 1
        with closing(Hall(address, folder, number, routed=number > 1)) as hall:
            return await measure(hall, tables)


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--processes", type=int, default=3, help="on PostgreSQL; SQLite has one")
    options = parser.parse_args()
    uvloop.install()
    figures, problems = asyncio.run(run(options.tables, options.database, options.processes))
    tell(figures, at_most("all_back_s", ALL_BACK), at_most("page_wait_longest_s", PAGE), problems=problems)


if __name__ == "__main__":
    main()
