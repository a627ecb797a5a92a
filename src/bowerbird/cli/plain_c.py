"""The kernel's work in plain C (`bench/kernel.c`), compiled here and measured beside the kernel.

The program plays in rounds with the kernel, so that whatever else this machine does disturbs both alike. Both must find
the same results, or the comparison would mean nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import IO, NamedTuple
from zlib import crc32

import bowerbird
from bowerbird.errors import BowerbirdError

__all__ = ["Deals", "DifferentResultsError", "Measured", "NoPlainCError", "PlainC", "compare", "plain_c"]

_SOURCE = Path(bowerbird.__file__).resolve().parents[2] / "bench" / "kernel.c"
_FLAGS = ("-O3", "-march=native", "-std=c11")

#: Hands, trumps, leaders, seats that sit out, and sides to count for, as `solve_many` in `kernel/solve.py` takes them.
Deals = tuple["array[int]", "array[int]", "array[int]", "array[int]", "array[int]"]


class NoPlainCError(BowerbirdError):
    """Plain C can't be measured here."""


class DifferentResultsError(BowerbirdError):
    """The kernel and plain C don't agree."""


class Measured(NamedTuple):
    """Seconds of processor time: the best of the kernel's rounds, and how many times as long plain C took."""

    seconds: float
    ratio: float | None = None
    lowest: float | None = None
    highest: float | None = None


class PlainC:
    """The running program. It reads a job a line, and answers with its seconds and the checksum of its results."""

    def __init__(self, jobs: IO[str], answers: IO[str]) -> None:
        self._jobs = jobs
        self._answers = answers

    def do(self, job: str) -> tuple[float, int]:
        """Do one job: its seconds of processor time, and the CRC-32 of its results."""
        self._jobs.write(job + "\n")
        self._jobs.flush()
        answer = self._answers.readline().split()
        if len(answer) != 2:
            raise NoPlainCError("The program in plain C stopped early.")
        return float(answer[0]), int(answer[1])


@contextmanager
def plain_c(deals: Deals) -> Iterator[PlainC]:
    """Compile the program and run it for these deals."""
    if not _SOURCE.exists():
        raise NoPlainCError("bench/kernel.c isn't here. It comes with the source of Bowerbird.")
    compiler = next(filter(None, map(shutil.which, (os.environ.get("CC", "cc"), "gcc", "clang"))), None)
    if compiler is None:
        raise NoPlainCError("There is no C compiler here.")
    with TemporaryDirectory(prefix="bowerbird-") as folder:
        program, data = Path(folder) / "kernel", Path(folder) / "deals"
        command = [compiler, *_FLAGS, "-o", str(program), str(_SOURCE)]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode:
            raise NoPlainCError(f"{compiler} can't compile bench/kernel.c: {made.stderr.strip()[:200]}")
        data.write_bytes(_as_read_by_c(deals))
        with subprocess.Popen([program, data], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdin is not None
            assert running.stdout is not None
            try:
                yield PlainC(running.stdin, running.stdout)
            finally:
                running.stdin.close()


def _as_read_by_c(deals: Deals) -> bytes:
    hands, *numbers = deals
    found = array("Q", [len(numbers[0])])
    for place, row in enumerate(zip(*numbers, strict=True)):
        found.extend(hands[4 * place : 4 * place + 4])
        found.extend(row)
    return found.tobytes()


def compare(work: Callable[[], array[int]], job: str, program: PlainC | None, rounds: int) -> Measured:
    """Measure the kernel's `work`, and in the same rounds the same `job` in plain C."""
    taken, ratios = [], []
    for _ in range(rounds):
        seconds, found = program.do(job) if program is not None else (0.0, None)
        start = process_time()
        results = work()
        taken.append(max(process_time() - start, 1e-9))
        if found is None:
            continue
        ratios.append(seconds / taken[-1])
        if found != crc32(results.tobytes()):
            raise DifferentResultsError(f"The kernel and bench/kernel.c found different results for '{job}'.")
    if not ratios:
        return Measured(min(taken))
    return Measured(min(taken), median(ratios), min(ratios), max(ratios))
