"""Measure how fast the log writes facts to disk before acknowledging them: one writer alone, and a busy server.

    python bench/store.py                            files in a temporary folder
    python bench/store.py --database postgresql      a PostgreSQL of its own

Facts are as large as a table's. Each figure is the best of a few runs: acknowledged facts per second, and per second of
this process's own processor time, which is more meaningful on a busy machine. Runs with and without seals alternate.
The seals may cost a twentieth of what a busy server writes; more, and it exits with 1 (`--by wall` or `--by cpu`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack

from sqlalchemy import make_url

from bowerbird.store import Log
from bowerbird.store._database import Database, database_url
from bowerbird.store.seals import Seals
from processes import postgres  # type: ignore[import-not-found]  # beside this file

FACT = b'{"fact":"happened","fact_":{"fact":"play","seat":2,"card":"Jh"},"and":"as long as the usual one"}'


async def one_by_one(log: Log, stream: str, facts: int) -> None:
    """A table: the next fact is written once the last is acknowledged."""
    for number in range(facts):
        await log.append(stream, number, [FACT], at=1_750_000_000_000 + number)


async def tables(log: Log, run: str, count: int, facts: int) -> None:
    await asyncio.gather(*(one_by_one(log, f"bench:{run}:{number}", facts) for number in range(count)))


async def hundreds(log: Log, run: str, facts: int) -> None:
    """One stream in batches of a hundred, as a restore writes."""
    for number in range(0, facts, 100):
        await log.append(f"bench:{run}", number, [FACT] * 100, at=1_750_000_000_000)


#: The workloads: their name, the facts they write, and how.
WORK: dict[str, tuple[int, Callable[[Log, str], Awaitable[None]]]] = {
    "alone": (500, lambda log, run: tables(log, run, 1, 500)),
    "100 tables": (10_000, lambda log, run: tables(log, run, 100, 100)),
    "1000 tables": (20_000, lambda log, run: tables(log, run, 1000, 20)),
    "groups of 100": (20_000, lambda log, run: hundreds(log, run, 20_000)),
}
#: What a busy server does: its commits have many requests.
BUSY = ("100 tables", "1000 tables")
#: The share of the throughput without seals that must remain.
GOAL = 0.95


async def measure(plain: str, sealed: str, runs: int) -> dict[str, dict[str, dict[str, float]]]:
    """For each workload: figures without and with seals, and what remains."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    async with Log(plain) as without, Log(sealed, Seals(lambda: [bytes(32)])) as with_seals:
        for name, (facts, work) in WORK.items():
            taken: dict[str, list[tuple[float, float]]] = {"plain": [], "sealed": []}
            for _ in range(runs):
                for kind, log in (("plain", without), ("sealed", with_seals)):
                    wall, cpu = time.perf_counter(), time.process_time()
                    await work(log, secrets.token_hex(4))
                    taken[kind].append((time.perf_counter() - wall, time.process_time() - cpu))
            best = {kind: [facts / min(column) for column in zip(*times, strict=True)] for kind, times in taken.items()}
            found[name] = {
                kind: {"facts_per_s": round(wall), "facts_per_cpu_s": round(cpu)} for kind, (wall, cpu) in best.items()
            }
            shares = [now / before for now, before in zip(best["sealed"], best["plain"], strict=True)]
            found[name]["remains"] = {"wall": round(shares[0], 3), "cpu": round(shares[1], 3)}
    return found


async def beside(address: str) -> str:
    """A second database on the same server."""
    database = Database.patient(database_url(address))
    await database.once(lambda connection: connection.exec_driver_sql("CREATE DATABASE sealed"))
    await database.close()
    return make_url(database_url(address)).set(database="sealed").render_as_string(hide_password=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--by", choices=["wall", "cpu"], default="cpu")
    options = parser.parse_args()
    with ExitStack() as stack:
        if options.database == "postgresql":
            plain = stack.enter_context(postgres()).get_uri()
            sealed = asyncio.run(beside(plain))
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            plain, sealed = f"{folder}/plain.db", f"{folder}/sealed.db"
        found = asyncio.run(measure(plain, sealed, options.runs))
    print(json.dumps(found, indent=2))
    sys.exit(0 if min(found[name]["remains"][options.by] for name in BUSY) >= GOAL else 1)


if __name__ == "__main__":
    main()
