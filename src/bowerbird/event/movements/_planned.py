"""People who play by a schedule: the plan is made once, kept while it fits, and made again when people come or go."""

from __future__ import annotations

from bowerbird.event.draw import Shuffle
from bowerbird.event.errors import EventError
from bowerbird.event.facts import Planned, PlannedRound
from bowerbird.event.schedule import Kind, Schedule, ScheduleError, nights, replan, weeks
from bowerbird.event.schedule import Round as ScheduledRound
from bowerbird.event.state import Event

__all__ = ["new_plan", "people_of"]

#: Games planned in an event that does not say how many there are.
_USUAL_GAMES = 8


def people_of(planned: PlannedRound) -> set[str]:
    """Everybody with a place in a planned round."""
    return {name for four in planned.tables for name in four} | set(planned.sitting_out)


def new_plan(event: Event, here: list[str], shuffle: Shuffle) -> Planned:
    """Plan the coming rounds for the people who are here, given the rounds already played."""
    games = event.book.event.games_per_round
    kind: Kind = "weeks" if games > 1 else "nights"
    usual = event.book.event.season.weeks or _USUAL_GAMES
    wanted = -(-event.planned_rounds // games) or usual
    played = _sittings(event)
    left = max(1, wanted - len(played))
    try:
        if not played:
            shuffle(here)
            schedule = weeks(here, left) if kind == "weeks" else nights(here, left)
        else:
            planned = [ScheduledRound(each.tables, each.sitting_out) for each in event.plan]
            schedule = replan(played, here, left, kind, planned=planned if len(planned) == left else ())
    except ScheduleError as error:
        raise EventError(str(error)) from None
    return Planned(rounds=_as_plan(schedule, len(played)), says=schedule.sentence)


def _sittings(event: Event) -> list[ScheduledRound]:
    """The rounds that were played, one for each sitting."""
    first = {past.sitting: past for past in reversed(event.rounds)}
    rounds = [first[sitting] for sitting in sorted(first)]
    return [ScheduledRound(tuple(table.seats for table in past.tables), past.sitting_out) for past in rounds]


def _as_plan(schedule: Schedule, played: int) -> tuple[PlannedRound, ...]:
    planned = []
    for each in schedule.rounds[played:]:
        tables = tuple((str(n), str(e), str(s), str(w)) for n, e, s, w in each.tables)
        planned.append(PlannedRound(tables, tuple(str(name) for name in each.sitting_out)))
    return tuple(planned)
