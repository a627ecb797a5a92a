"""Kill the server under play and desk work, again and again: nothing acknowledged may be lost or done twice.

    python bench/kill.py --times 500
    python bench/kill.py --times 500 --database postgresql --processes 3

People and bots play at several tables, and phones keep the scores of events, through real connections. A process is
killed by SIGKILL in the middle of that and started again; on PostgreSQL the others go on. After every kill the seals of
the log must still fit. At the end the whole log is read: every acknowledged action and score is in it exactly once,
nothing is there that nobody did, and `bowerbird check` finds no problem.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import time
from pathlib import Path
from typing import Any

from bowerbird.cli.check import check_meaning
from bowerbird.hall.log_seals import log_seals
from bowerbird.keyring import Keyring
from bowerbird.store import Log
from bowerbird.store._database import Database, database_url
from bowerbird.store.audit import seal_problems, survey
from bowerbird.store.seals import Seals
from common import at_most, parser_for, tell  # type: ignore[import-not-found]  # beside this file
from desk import put_away  # type: ignore[attr-defined]  # beside this file; the tests have a folder of that name
from fault_people import Evenings, Person, compare, sit_down  # type: ignore[import-not-found]  # beside this file
from processes import Hall, database_for  # type: ignore[import-not-found]  # beside this file

#: Seconds in which people must get on after a kill.
PATIENCE = 60.0
#: What a problem says of something that was acknowledged and is not there. All other problems of people are doubles.
LOST = (" is lost", "was sent, and the log has")


class Killer:
    """Kills processes one after another, while people get on."""

    def __init__(self, hall: Hall, people: list[Person], seals: Seals, seed: int) -> None:
        self.kills = 0
        self.restarts: list[float] = []
        self.problems: list[str] = []
        self._hall, self._people, self._seals = hall, people, seals
        self._chance = random.Random(seed)
        self._coming: set[int] = set()
        self._returning: set[asyncio.Task[None]] = set()

    async def run(self, times: int) -> None:
        """Kill this often, each time after some more actions were acknowledged."""
        for _ in range(times):
            await self._some_actions(self._chance.randrange(3, 15))
            await asyncio.sleep(self._chance.random() * 0.03)
            await self._kill()
        await asyncio.gather(*self._returning)

    async def _some_actions(self, number: int) -> None:
        enough = self._acknowledged() + number
        async with asyncio.timeout(PATIENCE):
            while self._acknowledged() < enough:
                await asyncio.sleep(0.005)

    def _acknowledged(self) -> int:
        return sum(person.acknowledged for person in self._people)

    async def _kill(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self._returning) >= max(1, len(self._hall.ports) - 1):  # of several, one always serves
                await asyncio.wait(self._returning, return_when=asyncio.FIRST_COMPLETED)
        port = self._chance.choice([port for port in self._hall.running if port not in self._coming])
        process = self._hall.end(port, signal.SIGKILL)
        await asyncio.to_thread(process.wait)
        self.kills += 1
        await self._check_seals()
        task = asyncio.create_task(self._come_back(port))
        self._returning.add(task)
        task.add_done_callback(self._returning.discard)

    async def _check_seals(self) -> None:
        database = Database.reading(database_url(self._hall.database))
        found = await seal_problems(database, database_url(self._hall.database), self._seals)
        self.problems += [f"after kill {self.kills}: {problem}" for problem in found]
        await database.close()

    async def _come_back(self, port: int) -> None:
        began = time.monotonic()
        self._coming.add(port)
        await self._hall.come_back(port)
        self._coming.discard(port)
        self.restarts.append(time.monotonic() - began)


async def killed(options: argparse.Namespace, database: str, folder: Path) -> dict[str, Any]:
    """Play, keep scores, kill, and read the log."""
    processes = options.processes if options.database == "postgresql" else 1
    hall = Hall(database, folder, processes, copies=options.copies)
    ending = asyncio.Event()
    tables: list[list[Person]] = []
    players: list[asyncio.Task[None]] = []
    began = time.monotonic()
    try:
        await hall.open()
        seals = log_seals(Keyring.from_file(folder / "secret"), folder)
        tables = [await sit_down(hall, number, 4 if number % 2 else 1) for number in range(options.tables)]
        people = [person for persons in tables for person in persons]
        players = [asyncio.create_task(person.play()) for person in people]
        evenings = [Evenings(hall, options.phones, options.seed + number) for number in range(options.events)]
        desks = [asyncio.create_task(each.run(ending)) for each in evenings]
        killer = Killer(hall, people, seals, options.seed)
        await killer.run(options.times)
        ending.set()
        await asyncio.gather(*desks)
    finally:
        await put_away(players, [person.client for persons in tables for person in persons])
        hall.close()
    found = await survey(hall.database, lambda _done, _total: None, check_meaning, seals)
    of_people: list[str] = []
    async with Log(hall.database) as log:
        for persons in tables:
            of_people += await compare(log, persons[0].table, persons)
    for each in evenings:
        of_people += await each.compare(hall.database)
    lost = sum(any(words in problem for words in LOST) for problem in of_people)
    acts = [done.acknowledged for person in people for done in person.done]
    restarts = sorted(killer.restarts)
    return {
        "database": options.database,
        "processes": len(hall.ports),
        "kills": killer.kills,
        "seconds": round(time.monotonic() - began),
        "tables": len(tables),
        "people": len(players),
        "events": sum(len(each.finished) for each in evenings),
        "scores": sum(len(figures.entered) for each in evenings for _, figures, _ in each.finished),
        "facts": found.facts,
        "acknowledged": acts.count(True) + sum(each.acknowledged for each in evenings),
        "unanswered": acts.count(False) + sum(each.unanswered for each in evenings),
        "lost": lost,
        "doubled": len(of_people) - lost,
        "restart_median_s": round(restarts[len(restarts) // 2], 2),
        "problems": of_people + killer.problems + found.problems,
    }


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--database", choices=["postgresql", "sqlite"], default="sqlite")
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--events", type=int, default=1)
    parser.add_argument("--phones", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--copies", action=argparse.BooleanOptionalAction, default=hasattr(signal, "SIGCHLD"), help="start quickly"
    )
    options = parser.parse_args()
    with database_for(options.database) as (database, folder, _):
        result = asyncio.run(killed(options, database, folder))
    figures = {name: result[name] for name in ("kills", "acknowledged", "lost", "doubled", "restart_median_s")}
    tell(figures, at_most("lost", 0), at_most("doubled", 0), problems=result["problems"], details=result)


if __name__ == "__main__":
    main()
