"""Measure hands over Dask: some workers against one process without it, and what the scheduler costs a batch.

    python bench/spread.py --hands 2000
    python bench/spread.py --hands 1000000 --alone 20000        a million, and as many by one process as show its pace

Starts a scheduler and workers on this machine, as people do. The same hands are played in one process here and there,
and must give the same figures if their number is the same. Efficiency is hands a second over Dask, over those of one
process times the workers. On a busy machine look at `efficiency_by_processor`: the processor time of a hand in one
process, over that of all processes of the cluster and this one together, less what an idle cluster takes in that time
(`idle_cores`, of scheduler and workers together), as hands take far longer there.

Then many empty batches are sent. The processor time that the scheduler and this process need for each says how many
workers they can keep busy with batches of half a second: `workers_of_scheduler` and `workers_of_sender`. For 100
workers, `scheduler_at_100` and `sender_at_100` are the shares of a core that this takes.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import psutil

from bowerbird.machine import one_core_each
from bowerbird.players.cluster import Cluster
from bowerbird.players.sim import simulate
from bowerbird.players.spread import BATCH_SECONDS
from bowerbird.players.statistics import Statistics
from bowerbird.rulebook import load_rulebook
from common import Stopwatch, at_least, at_most, parser_for, processor_time, progress, tell  # type: ignore[import-not-found]  # beside
from processes import free_port  # type: ignore[import-not-found]  # beside this file

_GOAL = 0.9
#: As many batches are on their way with a hundred workers.
_ON_THE_WAY = 300


class Machines(NamedTuple):
    """A cluster in processes of its own."""

    address: str
    scheduler: psutil.Process
    workers: psutil.Process

    def used(self) -> float:
        """Seconds of the processor by all of them."""
        return float(processor_time(self.scheduler) + processor_time(self.workers))


@contextmanager
def cluster(workers: int) -> Iterator[Machines]:
    """A scheduler and workers of one thread each."""
    address = f"tcp://127.0.0.1:{free_port()}"
    dask = (sys.executable, "-m", "dask")
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    host, port = address.removeprefix("tcp://").split(":")
    scheduler = subprocess.Popen([*dask, "scheduler", "--host", host, "--port", port, "--no-dashboard"], **quiet)
    own = ("--nworkers", str(workers), "--nthreads", "1", "--no-dashboard")
    working = subprocess.Popen([*dask, "worker", address, *own], **quiet)
    try:
        yield Machines(address, psutil.Process(scheduler.pid), psutil.Process(working.pid))
    finally:
        for process in (working, scheduler):
            process.terminate()
            process.wait(30)


def idle_cores(machines: Machines, seconds: float = 4) -> float:
    """The share of a core that the cluster takes while it has nothing to do."""
    before = machines.used()
    time.sleep(seconds)
    return (machines.used() - before) / seconds


def hands(policy: str, count: int, seed: int, dask: str = "") -> Statistics:
    """Play, and say how far it is every ten seconds."""
    told = time.monotonic()

    def far(done: int) -> None:
        nonlocal told
        if time.monotonic() - told > 10:
            told = time.monotonic()
            progress(f"  {done:,} of {count:,} hands")

    return simulate(load_rulebook("bicycle"), count, seed, policy, dask=dask, progress=far)


def nothing(piece: int) -> int:
    """Work that costs nothing, so that only its way is measured."""
    return piece


def cost_of_batches(machines: Machines, number: int) -> dict[str, float]:
    """Milliseconds of the processor for each batch, of the scheduler and of this process."""
    with Cluster(nothing, machines.address) as sent:
        before, watch = processor_time(machines.scheduler), Stopwatch()
        sent.send([(place, [place]) for place in range(_ON_THE_WAY)])
        done, next_one = 0, _ON_THE_WAY
        while done < number:
            arrived = len(sent.some())
            done += arrived
            more = range(next_one, min(next_one + arrived, number))
            if more:
                sent.send([(place, [place]) for place in more])
            next_one += len(more)
        return {
            "scheduler_ms_a_batch": round(1000 * (processor_time(machines.scheduler) - before) / number, 3),
            "sender_ms_a_batch": round(1000 * watch.processor / number, 3),
            "empty_batches_per_s": round(number / watch.seconds),
        }


def main() -> None:
    options = parser_for(__doc__)
    options.add_argument("--hands", type=int, default=1000)
    options.add_argument("--alone", type=int, default=0, help="hands of the one process; 0 for as many")
    options.add_argument("--policy", default="expert")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--batches", type=int, default=3000)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    one_core_each()
    hands(given.policy, 2, given.seed)  # loads what players need
    number = given.alone or given.hands
    progress(f"{number:,} hands by one process")
    watch = Stopwatch()
    alone = hands(given.policy, number, given.seed)
    alone_wall, alone_processor = watch.seconds / number, watch.processor / number
    progress(f"{given.hands:,} hands over Dask, {given.workers} workers")
    with cluster(given.workers) as machines:
        hands(given.policy, 4 * given.workers, given.seed, machines.address)  # the workers load it, too
        idle = idle_cores(machines)
        before, watch = machines.used(), Stopwatch()
        there = hands(given.policy, given.hands, given.seed, machines.address)
        wall = watch.seconds / given.hands
        everybody = machines.used() - before + watch.processor - idle * watch.seconds
        costs = cost_of_batches(machines, given.batches)
    a_second = {who: costs[f"{who}_ms_a_batch"] / 1000 / BATCH_SECONDS for who in ("scheduler", "sender")}
    figures = {
        "hands": given.hands,
        "workers": given.workers,
        "one_process_hands_per_s": round(1 / alone_wall, 2),
        "dask_hands_per_s": round(1 / wall, 2),
        "efficiency": round(alone_wall / wall / given.workers, 3),
        "efficiency_by_processor": round(alone_processor / (everybody / given.hands), 3),
        "idle_cores": round(idle, 3),
        **costs,
        **{f"workers_of_{who}": round(1 / load) for who, load in a_second.items()},
        **{f"{who}_at_100": round(100 * load, 3) for who, load in a_second.items()},
    }
    same = number != given.hands or alone == there
    problems = [] if same else ["the hands over Dask are other ones"]
    goals = at_least("efficiency", _GOAL), at_most("scheduler_at_100", 0.5), at_most("sender_at_100", 0.5)
    tell(figures, *goals, problems=problems, details={"policy": given.policy, "seed": given.seed})


if __name__ == "__main__":
    main()
