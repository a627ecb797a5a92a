"""Measure what a server does with a large log when it starts: open it, and check its seals, its ends and its file.

    python bench/start_check.py --facts 1000000

The start waits for the check for two seconds at most, and the rest runs beside play. So the goal is that opening takes
less than two seconds, and that the whole check is done in a minute. Exits with 1 if it is missed.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from contextlib import ExitStack
from typing import Any

from bowerbird.store import Log
from bowerbird.store.quick_check import quick_check
from bowerbird.store.seals import Seals
from common import at_most, parser_for, tell  # type: ignore[import-not-found]  # beside this file
from processes import postgres  # type: ignore[import-not-found]  # beside this file

FACT = b'{"fact":"happened","fact_":{"fact":"play","seat":2,"card":"Jh"},"and":"as long as the usual one"}'
#: Seconds that opening the log and the whole check may take.
OPEN, CHECK = 2.0, 60.0
#: Streams that are written at the same time.
_AT_ONCE = 10


async def fill(log: Log, facts: int, each: int) -> None:
    """Write so many facts, in streams of this length."""
    names = [f"table:{number:06}" for number in range(facts // each)]
    for start in range(0, len(names), _AT_ONCE):
        some = names[start : start + _AT_ONCE]
        await asyncio.gather(*(log.append(name, 0, [FACT] * each, at=1_750_000_000_000) for name in some))


async def measure(where: str, facts: int, each: int) -> dict[str, Any]:
    seals = Seals(lambda: [bytes(32)])
    async with Log(where, seals) as log:
        await fill(log, facts, each)
    began = time.perf_counter()
    log = Log(where, seals)
    await log.open()
    opened = time.perf_counter() - began
    parts: list[float] = []
    problems: list[str] = []
    began, cpu = time.perf_counter(), time.process_time()
    async for found in quick_check(log.url, seals):
        parts.append(round(time.perf_counter() - began - sum(parts), 2))
        problems += found
    await log.close()
    return {
        "facts": facts,
        "streams": facts // each,
        "open_s": round(opened, 2),
        "check_s": round(sum(parts), 2),
        "parts_s": dict(zip(("seals", "ends", "file"), parts, strict=True)),
        "check_cpu_s": round(time.process_time() - cpu, 2),
        "problems": problems,
    }


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--facts", type=int, default=1_000_000)
    parser.add_argument("--each", type=int, default=50, help="facts in a stream")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    options = parser.parse_args()
    with ExitStack() as stack:
        if options.database == "postgresql":
            where = stack.enter_context(postgres()).get_uri()
        else:
            where = stack.enter_context(tempfile.TemporaryDirectory())
        found = asyncio.run(measure(where, options.facts, options.each))
    figures = {name: found[name] for name in ("facts", "open_s", "check_s", "check_cpu_s")}
    goals = at_most("open_s", OPEN), at_most("check_s", CHECK)
    tell(figures, *goals, problems=found["problems"], details=found)


if __name__ == "__main__":
    main()
