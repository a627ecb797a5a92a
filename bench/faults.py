"""Let everything fail while people play: nothing acknowledged may be lost or duplicated, and no table may hang.

    python bench/faults.py --minutes 5 --database postgresql
    python bench/faults.py --minutes 3 --database sqlite

Several web processes serve tables with people and bots, and events with their phones. Everyone uses any process, and
another one when the connection breaks. With --routed, the processes share a port and hand each other connections, so
that everyone at a table uses the same one. At random, processes are killed or stopped and started again; connections
to the database are cut, the database is stopped and started, or killed; the clocks of the processes are set forward and
back by hours, and the leases of the database as if its own clock had been. On SQLite there is one process, and another
program locks the file for a while. At the end the log is read.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

import psutil
from sqlalchemy import text

from bowerbird.hall.log_seals import log_seals
from bowerbird.keyring import Keyring
from bowerbird.store import Log, StoreError
from bowerbird.store.audit import survey
from common import Lateness, at_most, parser_for, tell  # type: ignore[import-not-found]  # beside this file
from desk import put_away  # type: ignore[attr-defined]  # beside this file; the tests have a folder of that name
from fault_people import Evenings, Person, compare, sit_down  # type: ignore[import-not-found]  # beside this file
from fault_watch import Leadership  # type: ignore[import-not-found]  # beside this file
from processes import Hall, database_for  # type: ignore[import-not-found]  # beside this file

#: The longest allowed pause of a table, in seconds.
LONGEST = 10.0
#: Seconds in which the tables of a process that dies have a new owner, while the database is there.
HAND_OVER = 5.0
#: The error of clocks, in milliseconds.
WRONG = 2 * 3600 * 1000
#: Seconds without faults at the end, to show that all tables continue.
QUIET = 12.0

_CUT = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE application_name = 'bowerbird' AND pid <> pg_backend_pid()"
)
_SET_LEASES = text("UPDATE leases SET until = until + :change")


class Faults:
    """The faults. `done` counts them."""

    def __init__(self, hall: Hall, server: Any, seed: int) -> None:
        """`server` is the PostgreSQL in use; None on SQLite."""
        self.done: Counter[str] = Counter()
        self.timeline: list[tuple[float, float, str]] = []
        #: Seconds until each process that was started again served.
        self.starts: list[float] = []
        #: When processes were killed.
        self.deaths: list[float] = []
        self._hall = hall
        self._server = server
        self._chance = random.Random(seed)
        self._returning: set[asyncio.Task[None]] = set()
        both = [(self.kill, 4), (self.stop, 1), (self.set_clock, 3)]
        on_postgresql = [(self.cut, 3), (self.set_leases, 1), (self.restart_database, 1), (self.kill_database, 1)]
        self._kinds = both + (on_postgresql if server else [(self.hold_file, 2)])

    async def run(self, seconds: float) -> None:
        """Cause faults one after another, now and then two at once."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(self._chance.uniform(1.0, 6.0))
            fault: Callable[[], Awaitable[None]]
            (fault,) = self._chance.choices([kind for kind, _ in self._kinds], [weight for _, weight in self._kinds])
            began = time.monotonic()
            await fault()
            self.timeline.append((began, time.monotonic(), fault.__name__))
        await asyncio.gather(*self._returning)

    def around(self, start: float, end: float, where: str, late: float) -> tuple[float, str, list[str]]:
        """Describe a pause: its length, the delay of the bench, and the faults during and before it, with duration."""
        found = [
            f"{name} at {began - start:+.1f} for {over - began:.1f}"
            for began, over, name in self.timeline
            if over > start - 5 and began < end
        ]
        return round(end - start, 1), f"at {where}; the bench itself was up to {late:.2f} s late", found

    async def kill(self) -> None:
        """Kill a process."""
        await self._end(signal.SIGKILL, "kills")

    async def stop(self) -> None:
        """Stop a process."""
        await self._end(signal.SIGTERM, "stops")

    async def _end(self, how: signal.Signals, counted: str) -> None:
        """End one that serves, or one that starts. Of several, another one always serves."""
        hall = self._hall
        alone = len(hall.ports) == 1
        ending = [port for port in sorted(hall.running) if alone or hall.serving - {port}]
        if not ending:
            return  # the other processes are not back yet
        port = self._chance.choice(ending)
        process = hall.end(port, how)
        self.done[counted] += 1

        if how is signal.SIGKILL:
            self.deaths.append(time.monotonic())

        async def come_back() -> None:
            await asyncio.to_thread(process.wait)
            await asyncio.sleep(self._chance.uniform(0, 1))
            began = time.monotonic()
            await hall.come_back(port)
            self.starts.append(time.monotonic() - began)

        task = asyncio.create_task(come_back())
        self._returning.add(task)
        task.add_done_callback(self._returning.discard)

    async def set_clock(self) -> None:
        """Set the clock of one process, or of all, wrong."""
        wrong_by = self._chance.randrange(-WRONG, WRONG)
        ports = self._hall.ports if self._chance.random() < 0.5 else [self._chance.choice(self._hall.ports)]
        for port in ports:
            self._hall.set_clock(port, wrong_by)
        self.done["clock_steps"] += 1

    async def cut(self) -> None:
        """Cut all connections to the database."""
        await self._in_database(_CUT, {})
        self.done["connections_cut"] += 1

    async def set_leases(self) -> None:
        """Change the leases as if the clock of the database had been set."""
        await self._in_database(_SET_LEASES, {"change": self._chance.randrange(-WRONG, WRONG)})
        self.done["database_clock_steps"] += 1

    async def _in_database(self, statement: Any, values: dict[str, int]) -> None:
        try:
            async with Log(self._hall.database) as log:
                await log.do(lambda connection: connection.execute(statement, values))
        except StoreError:
            pass  # its own connection was cut too

    async def restart_database(self) -> None:
        """Stop the database, and start it again soon."""
        await asyncio.to_thread(self._server.stop)
        await asyncio.sleep(self._chance.uniform(0, 1.5))
        await asyncio.to_thread(self._server.start)
        self.done["database_restarts"] += 1

    async def kill_database(self) -> None:
        """Kill the database, as in a power failure."""
        postmaster = psutil.Process(self._server.get_pid())
        processes = [postmaster, *postmaster.children()]
        for process in processes:
            process.kill()
        await asyncio.to_thread(psutil.wait_procs, processes, 5)
        (self._server.pgdata / "postmaster.pid").unlink()
        await asyncio.to_thread(self._server.start)
        self.done["database_kills"] += 1

    async def hold_file(self) -> None:
        """Lock the file from another program for a while."""
        file = sqlite3.connect(Path(self._hall.database) / "bowerbird.sqlite", isolation_level=None, timeout=5)
        try:
            file.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(self._chance.uniform(0.5, 7))
        finally:
            file.close()
        self.done["file_held"] += 1


async def under_load(options: argparse.Namespace, database: str, folder: Path, server: Any) -> dict[str, Any]:
    """Play, let everything fail, and read the log."""
    hall = Hall(database, folder, options.processes if server else 1, routed=options.routed)
    faults = Faults(hall, server, options.seed)
    ending = asyncio.Event()
    tables: list[list[Person]] = []
    players: list[asyncio.Task[None]] = []
    lateness, leadership = Lateness(), Leadership(hall.database)
    try:
        await hall.open()
        players += [asyncio.create_task(lateness.watch())]
        players += [asyncio.create_task(leadership.watch())] if server else []
        tables = [await sit_down(hall, number, 4 if number % 2 else 1) for number in range(options.tables)]
        players += [asyncio.create_task(person.play()) for persons in tables for person in persons]
        evenings = [Evenings(hall, options.phones, options.seed + number) for number in range(options.events)]
        desks = [asyncio.create_task(each.run(ending)) for each in evenings]
        await asyncio.sleep(5)
        for persons in tables:  # the start of the bots is not a pause caused by a fault
            persons[0].table.pauses.clear()
        began = time.monotonic()
        await faults.run(options.minutes * 60)
        lasted = time.monotonic() - began
        before = [persons[0].table.seq for persons in tables]
        await asyncio.sleep(QUIET)
        after = [persons[0].table.seq for persons in tables]
        ending.set()
        await asyncio.gather(*desks)
        stuck = [number for number, (was, now) in enumerate(zip(before, after, strict=True)) if now == was]
        pauses = sorted((persons[0].table.longest_pause() for persons in tables), reverse=True)
        worst = [
            faults.around(start, end, persons[0].table.kind, lateness.longest(start, end))
            for persons in tables
            for start, end in persons[0].table.pauses_over(LONGEST / 2)
        ]
        hand_overs = [leadership.hand_overs(died) for died in faults.deaths]
    finally:
        await put_away(players, [person.client for persons in tables for person in persons])
        hall.close()
    seals = log_seals(Keyring.from_file(folder / "secret"), folder)
    found = await survey(hall.database, lambda _done, _total: None, seals=seals)
    problems = list(found.problems) + [f"table {number} does not continue" for number in stuck]
    problems += [f"a table paused for {pause:.1f} s" for pause in pauses if pause > LONGEST]
    async with Log(hall.database) as log:
        for persons in tables:
            problems += await compare(log, persons[0].table, persons)
    for each in evenings:
        problems += await each.compare(hall.database)
    acts = [done.acknowledged for persons in tables for person in persons for done in person.done]
    answers = sorted(answer for each in evenings for answer in each.answers_ms)
    return {
        "database": options.database,
        "processes": len(hall.ports),
        "routed": options.routed,
        "seconds": round(lasted),
        "tables": len(tables),
        "people": sum(len(persons) for persons in tables),
        "facts": found.facts,
        "acknowledged": acts.count(True) + sum(each.acknowledged for each in evenings),
        "not_acknowledged": acts.count(False) + sum(each.unanswered for each in evenings),
        "faults": dict(faults.done),
        "lines_opened": sum(person.lines for persons in tables for person in persons),
        "longest_pauses_s": [round(pause, 1) for pause in pauses[:3]],
        "long_pauses": sorted(worst, reverse=True)[:12],
        "hand_overs_s": sorted(
            (round(s, 1) for taken, away in hand_overs if not away for s in taken.values()), reverse=True
        ),
        "hand_overs_without_database_s": sorted(
            (round(s, 1) for taken, away in hand_overs if away for s in taken.values()), reverse=True
        ),
        "starts_s": in_order(faults.starts),
        "database_away_s": in_order(
            over - began for began, over, name in faults.timeline if name.endswith("_database")
        ),
        "bench_late_ms": {"p99": round(1000 * lateness.usual(), 1), "longest": round(1000 * lateness.longest())},
        "events": sum(len(each.finished) for each in evenings),
        "scores": sum(len(figures.entered) for each in evenings for _, figures, _ in each.finished),
        "desk_answer_worst_s": round(answers[-1] / 1000, 1) if answers else None,
        "problems": problems,
    }


def in_order(seconds: Iterable[float]) -> list[float]:
    """The longest first."""
    return sorted((round(each, 1) for each in seconds), reverse=True)


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--database", choices=["postgresql", "sqlite"], default="postgresql")
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--events", type=int, default=1)
    parser.add_argument("--phones", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--routed", action="store_true", help="everyone at a table uses the same process")
    options = parser.parse_args()
    with database_for(options.database) as (database, folder, server):
        result = asyncio.run(under_load(options, database, folder, server))
    figures = {name: result[name] for name in ("acknowledged", "not_acknowledged", "desk_answer_worst_s")}
    figures["longest_pause_s"] = max(result["longest_pauses_s"], default=None)
    figures["slowest_start_s"] = max(result["starts_s"], default=None)
    figures["bench_late_longest_ms"] = result["bench_late_ms"]["longest"]
    figures["database_away_longest_s"] = result["database_away_s"][0] if result["database_away_s"] else None
    goals = [at_most("longest_pause_s", LONGEST)]
    if result["hand_overs_s"]:
        figures["longest_hand_over_s"] = max(result["hand_overs_s"])
        goals.append(at_most("longest_hand_over_s", HAND_OVER))
    tell(figures, *goals, problems=result["problems"], details=result)


if __name__ == "__main__":
    main()
