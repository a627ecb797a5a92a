"""How fast the log takes facts that must be on disk before anyone is told: one writer alone, and a busy hall.

    python bench/store.py                       a file in a temporary folder
    python bench/store.py --database postgresql://…

Every figure is acknowledged facts a second, the best of a few runs. Facts are of the size that a table writes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import tempfile
import time

from bowerbird.store import Log

FACT = b'{"fact":"happened","fact_":{"fact":"play","seat":2,"card":"Jh"},"and":"as long as the usual one"}'


async def writer(log: Log, stream: str, facts: int) -> None:
    for number in range(facts):
        await log.append(stream, number, [FACT], at=1_750_000_000_000 + number)


async def rate(log: Log, writers: int, facts: int, runs: int) -> int:
    """So many tables at once, each waiting for its last fact before it writes the next."""
    best = 0.0
    for _ in range(runs):
        run = secrets.token_hex(4)
        began = time.perf_counter()
        await asyncio.gather(*(writer(log, f"bench:{run}:{number}", facts) for number in range(writers)))
        best = max(best, writers * facts / (time.perf_counter() - began))
    return round(best)


async def one_stream(log: Log, facts: int, runs: int) -> int:
    """One stream in groups of a hundred, as a restore writes."""
    best = 0.0
    for _ in range(runs):
        stream = f"bench:{secrets.token_hex(4)}"
        began = time.perf_counter()
        for number in range(0, facts, 100):
            await log.append(stream, number, [FACT] * 100, at=1_750_000_000_000)
        best = max(best, facts / (time.perf_counter() - began))
    return round(best)


async def measure(where: str, runs: int) -> dict[str, int]:
    async with Log(where) as log:
        return {
            "alone_facts_per_s": await rate(log, 1, 500, runs),
            "tables_100_facts_per_s": await rate(log, 100, 100, runs),
            "tables_1000_facts_per_s": await rate(log, 1000, 20, runs),
            "groups_of_100_facts_per_s": await one_stream(log, 20_000, runs),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", default="")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(measure(options.database or folder, options.runs)), indent=2))


if __name__ == "__main__":
    main()
