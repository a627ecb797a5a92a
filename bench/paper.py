"""Measure what the sheets of large events cost: peak memory of the process that prints, and seconds.

    python bench/paper.py --people 60 300 1000 3000 [--sheets slips score-cards] [--limit 300]

Each sheet is printed as the server does it, in one new process after the other: the first lays it out and prints the
first pieces, others print the rest and join them. For each sheet: the highest peak of these processes, the seconds of
processor time and by the clock, the pages, and the size of the file. Ends with status 1 if a process took more than the
limit, in MB.
"""

from __future__ import annotations

import multiprocessing
import random
import resource
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from bowerbird import paper
from bowerbird.event import Event, next_round, step
from bowerbird.event.facts import CheckedIn, Entered, Entrant, EventCreated, Fact, MeetingOpened, ScoreEntered
from bowerbird.event.simulate import quick_game
from bowerbird.rulebook import load_rulebook
from common import at_most, parser_for, progress, tell  # type: ignore[import-not-found]  # beside this file

_HOST = "http://192.168.1.20:8000"
_SEAL = "0123456789abcdefghijkl"
_NAMES = ("Bob", "Christopher O'Shaughnessy", "Mary Ann O'Neil")


def night(people: int, rules: str) -> Event:
    """An event in its second round, with all scores."""
    chance, book = random.Random(people), load_rulebook(rules)
    event: Event | None = None

    def do(*facts: Fact) -> Event:
        nonlocal event
        for fact in facts:
            event = step(event, fact)
        assert event is not None
        return event

    do(EventCreated(title="A large night", book=book, rounds=8, year=2026), MeetingOpened())
    for number in range(people):
        name = f"{_NAMES[number % len(_NAMES)]} {number}"
        do(Entered(players=(Entrant(name, of_age=True),)), CheckedIn(name=name))
    for _ in range(2):
        now = do(*next_round(do(), chance.shuffle, {}))
        for table in now.round.tables:
            do(ScoreEntered(table=table.number, score=quick_game(book, table.dealer, chance)))
    return do()


def links_of(event: Event) -> paper.Links:
    """A link for everyone, as long as real ones."""
    return paper.Links(
        public=f"{_HOST}/standings/abcdefghij.v0..{_SEAL}",
        sign_up=f"{_HOST}/sign-up/abcdefghij.s0..{_SEAL}",
        tables={number: f"{_HOST}/table/abcdefghij.t0.{number}.{_SEAL}" for number in range(1, 801)},
        players={name: f"{_HOST}/p/abcdefghij.p0.{name.encode().hex()[:40]}.{_SEAL}" for name in event.people},
    )


def measured(work: Callable[..., Any], *args: Any) -> tuple[Any, float, float]:
    """The result of some work in this process, its peak in MB, and its seconds of processor time."""
    result = work(*args)
    used = resource.getrusage(resource.RUSAGE_SELF)
    return result, used.ru_maxrss / 1024, used.ru_utime + used.ru_stime


def begin(what: str, event: Event) -> paper.Started:
    """The first job of a sheet."""
    return paper.start(what, event, links=links_of(event))


class Press:
    """New processes, one after the other, and what they have cost."""

    def __init__(self) -> None:
        self.peak = self.seconds = 0.0

    def job(self, work: Callable[..., Any], *args: Any) -> Any:
        """Do a job in a new process."""
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            result, peak, seconds = pool.submit(measured, work, *args).result()
        self.peak, self.seconds = max(self.peak, peak), self.seconds + seconds
        return result

    def sheet(self, what: str, event: Event) -> bytes:
        """Print a sheet."""
        started = self.job(begin, what, event)
        pressed = list(started.pressed)
        for first in range(0, len(started.left), paper.TOGETHER):
            pressed += self.job(paper.press, started.left[first : first + paper.TOGETHER])
        pdf: bytes = self.job(paper.finish, pressed) if started.left else started.pdf
        return pdf


def main() -> None:
    """Measure, print a table, and say if a process took too much."""
    parser = parser_for(__doc__)
    parser.add_argument("--people", type=int, nargs="+", default=[60, 300, 1000, 3000])
    parser.add_argument("--sheets", nargs="+", default=[])
    parser.add_argument("--rules", default="trailer-estates")
    parser.add_argument("--limit", type=float, default=300, help="MB")
    options = parser.parse_args()
    highest = 0.0
    progress(f"{'people':>6}  {'sheet':<14} {'peak MB':>8} {'cpu s':>8} {'clock s':>8} {'file MB':>8}")
    figures: dict[str, float] = {}
    for people in options.people:
        event = night(people, options.rules)
        for what in options.sheets or paper.sheets_for(event):
            press, begun = Press(), time.perf_counter()
            size = len(press.sheet(what, event)) / 1e6
            took = time.perf_counter() - begun
            progress(f"{people:>6}  {what:<14} {press.peak:8.0f} {press.seconds:8.1f} {took:8.1f} {size:8.1f}")
            seconds = f"{people}_people_processor_s"
            figures[seconds] = round(figures.get(seconds, 0.0) + press.seconds, 1)
            highest = max(highest, press.peak)
    tell(figures | {"highest_peak_mb": round(highest)}, at_most("highest_peak_mb", options.limit))


if __name__ == "__main__":
    main()
