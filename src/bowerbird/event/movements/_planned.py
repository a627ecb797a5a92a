"""People who play by a schedule: the plan is made once, kept while it fits, and made again when people come or go."""

from __future__ import annotations

from collections.abc import Iterable

from bowerbird.event.draw import Shuffle
from bowerbird.event.errors import EventError
from bowerbird.event.facts import Planned, PlannedRound
from bowerbird.event.met import by_names_of, sittings
from bowerbird.event.schedule import Kind, ScheduleError, nights, replan, weeks
from bowerbird.event.schedule import Round as ScheduledRound
from bowerbird.event.state import Event

__all__ = ["new_plan", "people_of"]

#: Weeks of a season that are planned at once: a good week can spoil the next ones, and looking farther gains nothing.
_WEEKS_AHEAD = 3
#: Games planned in an event that does not say how many there are.
_USUAL_GAMES = 8


def people_of(planned: PlannedRound) -> set[str]:
    """Everybody with a place in a planned round."""
    return {name for four in planned.tables for name in four} | set(planned.sitting_out)


def new_plan(event: Event, here: list[str], shuffle: Shuffle) -> Planned:
    """Plan the coming rounds for the people who are here, given the rounds already played.

    Weeks at one table continue from the season's other events too, and look a few weeks ahead.
    """
    games = event.book.event.games_per_round
    kind: Kind = "weeks" if games > 1 else "nights"
    season = event.book.event.season
    earlier = by_names_of(event, event.season_so_far) if kind == "weeks" else []
    played = sittings(event)
    wanted = -(-event.planned_rounds // games) or (season.weeks or _USUAL_GAMES) - len(earlier)
    left = max(1, wanted - len(played))
    ahead = left
    if earlier:
        ahead = min(_WEEKS_AHEAD, season.weeks - len(earlier) - len(played))
        ahead = max(1, ahead, left if event.planned_rounds else 1)
    before = [*earlier, *played]
    try:
        if not played:
            shuffle(here)
        if not before:
            schedule = weeks(here, left) if kind == "weeks" else nights(here, left)
        else:
            planned = event.plan if len(event.plan) == ahead else ()
            schedule = replan(_as_rounds(before), here, ahead, kind, planned=_as_rounds(planned))
    except ScheduleError as error:
        raise EventError(str(error)) from None
    over = f"Over {len(before) + ahead} {season.word}s of the season, " if earlier else ""
    coming = schedule.rounds[len(before) : len(before) + left]
    return Planned(rounds=_as_plan(coming), says=f"{over}{schedule.sentence}")


def _as_rounds(weeks: Iterable[PlannedRound]) -> list[ScheduledRound]:
    return [ScheduledRound(each.tables, each.sitting_out) for each in weeks]


def _as_plan(rounds: Iterable[ScheduledRound]) -> tuple[PlannedRound, ...]:
    planned = []
    for each in rounds:
        tables = tuple((str(n), str(e), str(s), str(w)) for n, e, s, w in each.tables)
        planned.append(PlannedRound(tables, tuple(str(name) for name in each.sitting_out)))
    return tuple(planned)
