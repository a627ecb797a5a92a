"""Measure how fast the log writes facts to disk before acknowledging them: one writer alone, and a busy server.

    python bench/store.py                            files in a temporary folder
    python bench/store.py --database postgresql      a PostgreSQL of its own
    python bench/store.py --against ../earlier       compare with the log of another tree, such as an earlier one

Facts are as large as a table's. Each figure is the best of a few runs: acknowledged facts per second, and per second of
this process's own processor time, which is more meaningful on a busy machine. Runs with and without seals alternate.
The seals may cost a twentieth of what a busy server writes; more, and it exits with 1 (`--by wall` or `--by cpu`).
With `--against`, both trees do the same work in processes of their own, by turns, each as it is: this one with seals.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from sqlalchemy import make_url

from bowerbird.store import Log
from bowerbird.store._database import Database, database_url
from bowerbird.store.seals import Seals
from common import at_least, parser_for, tell  # type: ignore[import-not-found]  # beside this file
from processes import postgres  # type: ignore[import-not-found]  # beside this file
from store_work import WORK  # type: ignore[import-not-found]

TREE = Path(__file__).resolve().parents[1]
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


def compared(here: str, there: str, tree: Path, runs: int) -> dict[str, dict[str, dict[str, float]]]:
    """For each workload: figures of another tree and of this one, and what remains."""
    taken: dict[str, list[dict[str, list[float]]]] = {"before": [], "now": []}
    for _ in range(runs):
        for kind, where, source in (("before", there, tree), ("now", here, TREE)):
            command = [sys.executable, str(TREE / "bench/store_work.py"), where, "--runs", "1"]
            environment = {**os.environ, "PYTHONPATH": str(source / "src")}
            done = subprocess.run(command, env=environment, check=True, capture_output=True, cwd=source)
            taken[kind].append(json.loads(done.stdout))
    found: dict[str, dict[str, dict[str, float]]] = {}
    for name, (facts, _) in WORK.items():
        best = {kind: [min(run[name][part] for run in all_runs) for part in (0, 1)] for kind, all_runs in taken.items()}
        found[name] = {kind: {"us_cpu_per_fact": round(cpu / facts * 1e6, 2)} for kind, (cpu, _) in best.items()}
        cpu, wall = (before / now for before, now in zip(best["before"], best["now"], strict=True))
        found[name]["remains"] = {"wall": round(wall, 3), "cpu": round(cpu, 3)}
    return found


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
    parser.add_argument("--by", choices=["wall", "cpu"], default="cpu")
    parser.add_argument("--against", type=Path, metavar="TREE", help="another checkout of Bowerbird")
    options = parser.parse_args()
    with ExitStack() as stack:
        if options.database == "postgresql":
            plain = stack.enter_context(postgres()).get_uri()
            sealed = asyncio.run(beside(plain))
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            plain, sealed = f"{folder}/plain.db", f"{folder}/sealed.db"
        if options.against:
            found = compared(sealed, plain, options.against.resolve(), options.runs)
        else:
            found = asyncio.run(measure(plain, sealed, options.runs))
    figures = {
        f"{name}_{kind}_{figure}".replace(" ", "_"): value
        for name, kinds in found.items()
        for kind, row in kinds.items()
        for figure, value in row.items()
    }
    figures["busy_remains"] = min(found[name]["remains"][options.by] for name in BUSY)
    tell(figures, at_least("busy_remains", GOAL))


if __name__ == "__main__":
    main()
