"""The work that `bench/store.py` measures. It only uses what every version of the log has, so another tree can run it.

    PYTHONPATH=TREE/src python bench/store_work.py DATABASE --runs 3

It prints the seconds of processor time and of the clock that each workload took at best. The log is sealed where this
version can do that.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

from bowerbird.store import Log

__all__ = ["WORK"]

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


def opened(where: str) -> Log:
    """The log, sealed where this version can do that."""
    try:
        from bowerbird.store.seals import Seals
    except ModuleNotFoundError:
        return Log(where)
    return Log(where, Seals(lambda: [bytes(32)]))


async def measure(where: str, runs: int) -> dict[str, Any]:
    found = {}
    async with opened(where) as log:
        for name, (_, work) in WORK.items():
            taken = []
            for _ in range(runs):
                wall, cpu = time.perf_counter(), time.process_time()
                await work(log, secrets.token_hex(4))
                taken.append((time.process_time() - cpu, time.perf_counter() - wall))
            found[name] = [min(column) for column in zip(*taken, strict=True)]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    print(json.dumps(asyncio.run(measure(options.database, options.runs))))


if __name__ == "__main__":
    main()
