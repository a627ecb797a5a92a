"""Measure how fast the log writes facts to disk before acknowledging them: one writer alone, and a busy server.

    python bench/store.py                       a file in a temporary folder
    python bench/store.py --database postgresql://…

Facts are as large as a table's. Each figure is the best of a few runs: acknowledged facts per second, and per second of
this process's own processor time, which is more meaningful on a busy machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import tempfile
import time
from collections.abc import Awaitable, Callable

from bowerbird.store import Log

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


async def best(runs: int, facts: int, work: Callable[[str], Awaitable[None]]) -> dict[str, int]:
    walls, cpus = [], []
    for _ in range(runs):
        wall, cpu = time.perf_counter(), time.process_time()
        await work(secrets.token_hex(4))
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return {"facts_per_s": round(facts / min(walls)), "facts_per_cpu_s": round(facts / min(cpus))}


async def measure(where: str, runs: int) -> dict[str, dict[str, int]]:
    async with Log(where) as log:
        return {
            "alone": await best(runs, 500, lambda run: tables(log, run, 1, 500)),
            "100 tables": await best(runs, 10_000, lambda run: tables(log, run, 100, 100)),
            "1000 tables": await best(runs, 20_000, lambda run: tables(log, run, 1000, 20)),
            "groups of 100": await best(runs, 20_000, lambda run: hundreds(log, run, 20_000)),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", default="")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(measure(options.database or folder, options.runs)), indent=2))


if __name__ == "__main__":
    main()
