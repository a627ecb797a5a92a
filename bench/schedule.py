"""Measure the quality and time of schedules: `python bench/schedule.py [PEOPLE ...]`.

Every line is one number of people: four weeks of tables, then a night of eight games, then a new plan after half the
night when one person in ten has left. Each is planned once, without cached results.

`--seasons` measures seasons of weekly events instead, each planned from the events before it, for 12 to 32 people and 2
to 8 weeks, and `--write` puts them into docs/events.md. No seating may take a second.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from statistics import mean
from typing import Final, TypeVar

from msgspec.structs import replace

from bowerbird.event import Event, replay, step
from bowerbird.event.facts import CheckedIn, Entered, Entrant, EventCreated, MeetingOpened, SeasonSoFar
from bowerbird.event.met import season_so_far
from bowerbird.event.schedule import Person, Schedule, nights, replan, weeks
from bowerbird.event.schedule._bound import most_pairs
from bowerbird.event.schedule._plan import fresh
from bowerbird.event.seating import start_round
from bowerbird.rulebook import load_rulebook
from common import Goal, parser_for, progress, tell  # type: ignore[import-not-found]  # beside this file

Given = TypeVar("Given")

USUAL = [8, 12, 13, 16, 20, 24, 28, 32, 36, 40, 60, 63, 100, 200, 400, 1000]


PAGE: Final = Path(__file__).parents[1] / "docs/events.md"
SEASON_PEOPLE: Final = range(12, 33)
SEASON_WEEKS: Final = range(2, 9)
#: Seasons of which every week is planned as if it were the first.
_ALONE: Final = 50


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


def play_season(people: int, weeks: int, *, known: bool, chance: random.Random) -> tuple[int, float]:
    """The pairs that meet over weekly events of three games, and the processor time of the slowest seating."""
    book = load_rulebook("ccc")
    book = replace(book, event=replace(book.event, season=replace(book.event.season, weeks=weeks)))
    names = [f"P{number}" for number in range(people)]
    entered = [Entered(players=(Entrant(name),)) for name in names]
    made = replay([EventCreated(title="A week", book=book, rounds=3), *entered, MeetingOpened()])
    for name in names:
        made = step(made, CheckedIn(name=name))
    events: list[Event] = []
    slowest = 0.0
    for _ in range(weeks):
        event = step(made, SeasonSoFar(weeks=season_so_far(events))) if known and events else made
        start = time.process_time()
        facts = start_round(event, chance.shuffle)
        slowest = max(slowest, time.process_time() - start)
        for fact in facts:
            event = step(event, fact)
        events.append(event)
    fours = [table.seats for event in events for table in event.round.tables]
    return len({frozenset(pair) for four in fours for pair in combinations(four, 2)}), slowest


def measure_seasons(write: bool) -> None:
    rows, slowest, shares, sixteen = [], 0.0, [], 0
    for people in SEASON_PEOPLE:
        cells = []
        for number in SEASON_WEEKS:
            met, seconds = play_season(people, number, known=True, chance=random.Random(people))
            alone = [play_season(people, number, known=False, chance=random.Random(seed))[0] for seed in range(_ALONE)]
            bound = most_pairs(people, number)
            slowest = max(slowest, seconds)
            shares.append(met / bound)
            sixteen = met if (people, number) == (16, 4) else sixteen
            cells.append(f"{met} · {mean(alone):.0f} · {bound}")
        rows.append(f"| {people} | {' | '.join(cells)} |")
        progress(rows[-1])
    if write:
        PAGE.write_text(page_with(PAGE.read_text("utf-8"), rows), "utf-8")
    figures = {
        "season_slowest_seating_s": round(slowest, 3),
        "season_pairs_of_bound_least": round(min(shares), 3),
        "season_16_people_4_weeks_pairs": sixteen,
    }
    goals = (
        Goal("season_slowest_seating_s", at_most=1.0),
        Goal("season_pairs_of_bound_least", at_least=0.88),
        Goal("season_16_people_4_weeks_pairs", at_least=90),
    )
    tell(figures, *goals)


def page_with(text: str, rows: list[str]) -> str:
    """The page with these rows in its table."""
    head = f"| People | {' | '.join(f'{number} weeks' for number in SEASON_WEEKS)} |"
    start = text.index(head)
    end = text.index("\n\n", start)
    rule = f"|---:|{':---:|' * len(SEASON_WEEKS)}"
    return text[:start] + "\n".join([head, rule, *rows]) + text[end:]


if __name__ == "__main__":
    parser = parser_for(__doc__)
    parser.add_argument("people", nargs="*", type=int, default=USUAL)
    parser.add_argument("--seasons", action="store_true", help="measure seasons of weekly events instead")
    parser.add_argument("--write", action="store_true", help="put the seasons into docs/events.md")
    given = parser.parse_args()
    if given.seasons:
        measure_seasons(given.write)
    else:
        measure(given.people)
