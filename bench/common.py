"""The parts that all measurements share: their options, and how they tell figures and goals.

Each prints one JSON object at the end: `figures` by name, whose ending is the unit (`_s`, `_ms`, `_mb`, `_per_s`),
`goals` for some of them, the `missed` ones in words, `details` that are not for the report, and what was measured:
version, commit, compiled or not. It ends with status 1 if a goal is missed. `bench/report.py` reads that.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, NoReturn

import psutil

from bowerbird.players.provenance import provenance

__all__ = [
    "Goal",
    "Lateness",
    "Stopwatch",
    "at_least",
    "at_most",
    "missed",
    "parser_for",
    "percentile",
    "processor_time",
    "progress",
    "tell",
]


class Goal(NamedTuple):
    """A limit for a figure."""

    figure: str
    at_most: float | None = None
    at_least: float | None = None

    def missed(self, value: float | None) -> bool:
        """True if the value is not good enough, or there is none."""
        if value is None:
            return True
        too_much = self.at_most is not None and value > self.at_most
        return too_much or (self.at_least is not None and value < self.at_least)

    def words(self, value: float | None) -> str:
        """What was missed, for people."""
        limit = f"at most {self.at_most:g}" if self.at_most is not None else f"at least {self.at_least:g}"
        return (
            f"{self.figure.replace('_', ' ')} is {'not there' if value is None else f'{value:g}'}, the goal is {limit}"
        )


def at_most(figure: str, limit: float) -> Goal:
    """A figure that must not be higher."""
    return Goal(figure, at_most=limit)


def at_least(figure: str, limit: float) -> Goal:
    """A figure that must not be lower."""
    return Goal(figure, at_least=limit)


class Stopwatch:
    """Seconds since it was made, by the clock and of this process's processor time."""

    def __init__(self) -> None:
        self._began, self._used = time.perf_counter(), time.process_time()

    @property
    def seconds(self) -> float:
        """By the clock."""
        return time.perf_counter() - self._began

    @property
    def processor(self) -> float:
        """Of the processor, in this process."""
        return time.process_time() - self._used


class Lateness:
    """How late a sleeping task of the bench itself wakes up: so much of any wait may be the machine's own."""

    #: Seconds that it sleeps each time.
    EVERY = 0.02

    def __init__(self) -> None:
        self._woken: list[tuple[float, float]] = []

    async def watch(self) -> None:
        """Sleep and wake up, until the end of the bench."""
        while True:
            due = time.monotonic() + self.EVERY
            await asyncio.sleep(self.EVERY)
            woken = time.monotonic()
            self._woken.append((woken, woken - due))

    def longest(self, start: float = 0.0, end: float = float("inf")) -> float:
        """The longest delay, in seconds, in this part of the steady clock's time."""
        return max((late for woken, late in self._woken if start <= woken <= end + late), default=0.0)

    def usual(self) -> float:
        """Ninety-nine of a hundred delays are shorter than this, in seconds."""
        return percentile([late for _, late in self._woken], 0.99) if self._woken else 0.0


def parser_for(about: str | None) -> argparse.ArgumentParser:
    """A parser whose help is the module's docstring as it is written."""
    return argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)


def progress(*words: object) -> None:
    """Tell a person how far it is, beside the figures."""
    print(*words, file=sys.stderr, flush=True)


def percentile(values: Iterable[float], part: float) -> float:
    """The value that this part of all values is below."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)]


def processor_time(process: psutil.Process) -> float:
    """Seconds of the processor by a process and all that it has started, also by what has ended."""
    total = 0.0
    for child in process.children():
        with suppress(psutil.NoSuchProcess):  # it has just ended, and counts below
            total += processor_time(child)
    own = process.cpu_times()
    return float(total + own.user + own.system + own.children_user + own.children_system)


def missed(figures: Mapping[str, float | None], goals: Iterable[Goal]) -> list[str]:
    """The goals that were missed, in words."""
    return [goal.words(figures.get(goal.figure)) for goal in goals if goal.missed(figures.get(goal.figure))]


def tell(
    figures: Mapping[str, float | None], *goals: Goal, details: object = None, problems: Iterable[str] = ()
) -> NoReturn:
    """Print the figures, and end: with status 1 if a goal is missed or there are other problems."""
    wrong = [*missed(figures, goals), *problems]
    told: dict[str, Any] = {
        "figures": figures,
        "goals": [{key: value for key, value in goal._asdict().items() if value is not None} for goal in goals],
        "missed": wrong,
        "of": provenance() | {"cores": os.cpu_count()},
    }
    if details is not None:
        told["details"] = details
    print(json.dumps(told, indent=1))
    sys.exit(1 if wrong else 0)
