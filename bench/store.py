"""Measure how fast the log writes facts to disk before acknowledging them, and what a large one takes at the start.

    python bench/store.py                            one writer alone, and a busy server; files in a temporary folder
    python bench/store.py --database postgresql      the same in a PostgreSQL of its own
    python bench/store.py --start 1000000            open a log of so many facts, and check seals, ends and file

Facts are as large as a table's. Each figure is the best of a few runs: acknowledged facts per second, and per second of
this process's own processor time, which is more meaningful on a busy machine. Runs with and without seals alternate.
The seals may cost a twentieth of the processor time in which a busy server writes.

A start waits for the check for two seconds at most, and the rest runs beside play. So opening must take less than two
seconds, and the whole check a minute.
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any

from sqlalchemy import make_url

from bowerbird.store import Log
from bowerbird.store._database import Database, database_url
from bowerbird.store.quick_check import quick_check
from bowerbird.store.seals import Seals
from common import at_least, at_most, parser_for, tell  # type: ignore[import-not-found]  # beside this file
from processes import postgres  # type: ignore[import-not-found]  # beside this file

FACT = b'{"fact":"happened","fact_":{"fact":"play","seat":2,"card":"Jh"},"and":"as long as the usual one"}'
NOW = 1_750_000_000_000
#: What a busy server does: its commits have many requests.
BUSY = ("100 tables", "1000 tables")
#: The share of the throughput without seals that must remain.
GOAL = 0.95
#: Seconds that opening a log and the whole check may take.
OPEN, CHECK = 2.0, 60.0
#: Facts in a stream of the log that is opened, and streams that are written at the same time.
EACH, AT_ONCE = 50, 10


async def one_by_one(log: Log, stream: str, facts: int) -> None:
    """A table: the next fact is written once the last is acknowledged."""
    for number in range(facts):
        await log.append(stream, number, [FACT], at=NOW + number)


async def tables(log: Log, run: str, count: int, facts: int) -> None:
    await asyncio.gather(*(one_by_one(log, f"bench:{run}:{number}", facts) for number in range(count)))


async def hundreds(log: Log, run: str, facts: int) -> None:
    """One stream in batches of a hundred, as a restore writes."""
    for number in range(0, facts, 100):
        await log.append(f"bench:{run}", number, [FACT] * 100, at=NOW)


#: The workloads: their name, the facts they write, and how.
WORK: dict[str, tuple[int, Callable[[Log, str], Awaitable[None]]]] = {
    "alone": (500, lambda log, run: tables(log, run, 1, 500)),
    "100 tables": (10_000, lambda log, run: tables(log, run, 100, 100)),
    "1000 tables": (20_000, lambda log, run: tables(log, run, 1000, 20)),
    "groups of 100": (20_000, lambda log, run: hundreds(log, run, 20_000)),
}


def sealing() -> Seals:
    """Seals with a key of their own."""
    return Seals(lambda: [bytes(32)])


async def write(plain: str, sealed: str, runs: int) -> dict[str, float]:
    """For each workload: figures without and with seals, and what remains."""
    figures: dict[str, float] = {}
    async with Log(plain) as without, Log(sealed, sealing()) as with_seals:
        for name, (facts, work) in WORK.items():
            taken: dict[str, list[tuple[float, float]]] = {"plain": [], "sealed": []}
            for _ in range(runs):
                for kind, log in (("plain", without), ("sealed", with_seals)):
                    wall, cpu = time.perf_counter(), time.process_time()
                    await work(log, secrets.token_hex(4))
                    taken[kind].append((time.perf_counter() - wall, time.process_time() - cpu))
            best = {kind: [facts / min(column) for column in zip(*times, strict=True)] for kind, times in taken.items()}
            begin = name.replace(" ", "_")
            for kind, (wall, cpu) in best.items():
                figures |= {f"{begin}_{kind}_facts_per_s": round(wall), f"{begin}_{kind}_facts_per_cpu_s": round(cpu)}
            for part, now, before in zip(("wall", "cpu"), best["sealed"], best["plain"], strict=True):
                figures[f"{begin}_remains_{part}"] = round(now / before, 3)
    return figures | {"busy_remains": min(figures[f"{name.replace(' ', '_')}_remains_cpu"] for name in BUSY)}


async def start(where: str, facts: int) -> tuple[dict[str, float], dict[str, Any]]:
    """Fill a log, open it, and check it; gives figures and details."""
    async with Log(where, sealing()) as log:
        names = [f"table:{number:06}" for number in range(facts // EACH)]
        for begin in range(0, len(names), AT_ONCE):
            await asyncio.gather(*(log.append(name, 0, [FACT] * EACH, at=NOW) for name in names[begin:][:AT_ONCE]))
    began = time.perf_counter()
    log = Log(where, sealing())
    await log.open()
    opened = time.perf_counter() - began
    parts: list[float] = []
    problems: list[str] = []
    began, cpu = time.perf_counter(), time.process_time()
    async for found in quick_check(log.url, sealing()):
        parts.append(round(time.perf_counter() - began - sum(parts), 2))
        problems += found
    await log.close()
    figures = {"facts": facts, "open_s": round(opened, 2), "check_s": round(sum(parts), 2)}
    figures["check_cpu_s"] = round(time.process_time() - cpu, 2)
    return figures, {"parts_s": dict(zip(("seals", "ends", "file"), parts, strict=True)), "problems": problems}


async def beside(address: str) -> str:
    """A second database on the same server."""
    database = Database.patient(database_url(address))
    await database.once(lambda connection: connection.exec_driver_sql("CREATE DATABASE sealed"))
    await database.close()
    return make_url(database_url(address)).set(database="sealed").render_as_string(hide_password=False)


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--start", type=int, default=0, metavar="FACTS")
    options = parser.parse_args()
    with ExitStack() as stack:
        if options.database == "postgresql":
            plain = stack.enter_context(postgres()).get_uri()
            sealed = asyncio.run(beside(plain))
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            plain, sealed = f"{folder}/plain.db", f"{folder}/sealed.db"
        if options.start:
            figures, details = asyncio.run(start(sealed, options.start))
            goals = at_most("open_s", OPEN), at_most("check_s", CHECK)
            tell(figures, *goals, problems=details["problems"], details=details)
        tell(asyncio.run(write(plain, sealed, options.runs)), at_least("busy_remains", GOAL))


if __name__ == "__main__":
    main()
