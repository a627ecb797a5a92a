"""The plan of the coming rounds: what a director can change by hand, and the season that it continues from."""

from __future__ import annotations

from bowerbird.event.facts import PlannedRound
from bowerbird.event.movements import movement_of
from bowerbird.event.state import Event

__all__ = ["plan_to_change", "plans_by_season", "to_plan"]


def to_plan(event: Event) -> tuple[str, ...]:
    """Everybody with a place in the next plan: in a series everybody who takes part, else the people who are here."""
    if event.here() and not event.sitting_is_all:
        return event.expected_people()
    return tuple(name for name, person in event.people.items() if not person.removed)


def plan_to_change(event: Event) -> PlannedRound | None:
    """The next planned round, or one in order of entry if the plan lacks somebody; nothing if results decide."""
    people = to_plan(event)
    if event.finished or len(people) < 4 or not movement_of(event.book).planned:
        return None
    if event.plan:
        planned = event.plan[0]
        if sorted([*(name for four in planned.tables for name in four), *planned.sitting_out]) == sorted(people):
            return planned
    seated = len(people) // 4 * 4
    fours = zip(*(people[chair:seated:4] for chair in range(4)), strict=True)
    return PlannedRound(tuple(fours), people[seated:])


def plans_by_season(event: Event) -> bool:
    """True if the next seating depends on who met in the season's other events: people then stay for a whole week."""
    return movement_of(event.book).planned and event.book.event.games_per_round > 1 and not event.same_sitting()
