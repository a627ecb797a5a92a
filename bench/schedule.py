"""Measure the quality and time of schedules: `python bench/schedule.py [PEOPLE ...]`.

Every line is one number of people: four weeks of tables, then a night of eight games, then a new plan after half the
night when one person in ten has left. Each is planned once, without cached results.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from bowerbird.event.schedule import Person, Schedule, nights, replan, weeks
from bowerbird.event.schedule._plan import fresh
from common import parser_for, progress, tell  # type: ignore[import-not-found]  # beside this file

Given = TypeVar("Given")

USUAL = [8, 12, 13, 16, 20, 24, 28, 32, 36, 40, 60, 63, 100, 200, 400, 1000]


def timed(make: Callable[[Given], Schedule], given: Given) -> tuple[Schedule, float]:
    start = time.perf_counter()
    made = make(given)
    return made, time.perf_counter() - start


def half_a_night(night: Schedule) -> Schedule:
    first = night.rounds[0]
    people: list[Person] = [person for table in first.tables for person in table] + list(first.sitting_out)
    staying = people[len(people) // 10 :]
    return replan(night.rounds[:4], staying, 4, "nights", planned=night.rounds[4:])


def measure(sizes: list[int]) -> None:
    figures: dict[str, float] = {}
    progress(
        "people | weeks: pairs of bound, seconds | night: partner repeats, pairs of bound, mean met, seconds | replan"
    )
    for people in sizes:
        fresh.cache_clear()
        season, season_time = timed(weeks, people)
        night, night_time = timed(nights, people)
        rest, rest_time = timed(half_a_night, night)
        figures[f"{people}_people_night_s"] = round(night_time, 3)
        figures[f"{people}_people_pairs_of_bound"] = round(night.distinct_pairs / night.bound, 3)
        figures[f"{people}_people_partner_repeats"] = night.partner_repeats
        progress(
            f"{people:6} | {season.distinct_pairs:5} of {season.bound:5} {season_time:6.3f} s"
            f" | {night.partner_repeats:2} {night.distinct_pairs:6} of {night.bound:6}"
            f" {2 * night.distinct_pairs / people:6.2f} {night_time:6.3f} s"
            f" | {rest.partner_repeats:2} {rest.distinct_pairs:6} of {rest.bound:6} {rest_time:6.3f} s"
        )
    tell(figures)


if __name__ == "__main__":
    parser = parser_for(__doc__)
    parser.add_argument("people", nargs="*", type=int, default=USUAL)
    measure(parser.parse_args().people)
