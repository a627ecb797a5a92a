"""Predict the seating of coming rounds, as far as it is known before the games are played.

Movements that depend on results can't be predicted. The rest follow the director's own rules, or the plan that people
were shown. Nothing here becomes a fact.
"""

from __future__ import annotations

import random

import msgspec
from msgspec.structs import replace

from bowerbird.event.errors import EventError
from bowerbird.event.facts import Four
from bowerbird.event.fold import step
from bowerbird.event.movements import movement_of
from bowerbird.event.seating import start_round
from bowerbird.event.state import Event, Round
from bowerbird.paper.job import label

__all__ = ["Seating", "goes_by_results", "seatings"]

#: Nobody reads a schedule that is longer.
_FARTHEST = 60


class Seating(msgspec.Struct, frozen=True):
    """One round: four people at each table, from North. Without `chairs`, only the tables are known."""

    label: str
    short: str
    tables: tuple[tuple[int, Four], ...]
    sitting_out: tuple[str, ...] = ()
    chairs: bool = True


def goes_by_results(event: Event) -> bool:
    """Whether who won decides who sits where."""
    return movement_of(event.book).by_results


def seatings(event: Event) -> tuple[Seating, ...]:
    """The rounds that were seated, and those to come."""
    later = event if event.finished else _later(event)
    seated = [_as_played(later, past) for past in later.rounds]
    if event.finished or not movement_of(event.book).planned:
        return tuple(seated)
    sittings = event.book.event.games_per_round > 1
    number = later.rounds[-1].sitting if later.rounds else 0
    for planned in later.plan:
        number += 1
        tables = tuple(enumerate(planned.tables, 1))
        name = event.meeting_name(number) if sittings else f"Round {number}"
        short = name if sittings else str(number)
        seated.append(Seating(name, short, tables, planned.sitting_out, chairs=not sittings))
    return tuple(seated)


def _as_played(event: Event, past: Round) -> Seating:
    tables = tuple((table.number, table.seats) for table in past.tables)
    short = label(event, past.number)
    return Seating(event.round_name(past), short.removeprefix("Round "), tables, past.sitting_out)


def _later(event: Event) -> Event:
    """The event with the coming rounds seated, as if the games before them were over."""
    if not event.tonight or not event.is_open or goes_by_results(event):
        return event
    # Chance only cuts for the deal here, which is not shown.
    shuffle = random.Random(0).shuffle
    wanted = event.planned_rounds or movement_of(event.book).rounds_without_repeat(event)
    last = min(wanted, len(event.rounds) + _FARTHEST)
    try:
        while event.same_sitting() if movement_of(event.book).planned else len(event.rounds) < last:
            closed = replace(event.round, closed=True)
            event = replace(event, rounds=(*event.rounds[:-1], closed))
            for fact in start_round(event, shuffle):
                event = step(event, fact)
    except EventError:
        pass  # The next round lacks people: show what is known until then.
    return event
