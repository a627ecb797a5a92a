"""Predict the seating of coming rounds, as far as it is known before the games are played.

Movements that depend on results can't be predicted. The rest follow the director's own rules, or the plan that people
were shown. Nothing here becomes a fact.
"""

from __future__ import annotations

import random

import msgspec
from msgspec.structs import replace

from bowerbird.event.director import start_round
from bowerbird.event.errors import EventError
from bowerbird.event.facts import Four
from bowerbird.event.state import Event, Round
from bowerbird.event.step import step
from bowerbird.event.step_rounds import same_sitting
from bowerbird.paper.job import label

__all__ = ["Seating", "goes_by_results", "seatings"]

_BY_RESULTS = ("winners round the ring", "losers move on")
_BY_PLAN = ("new partners", "pivot rotation")
#: The most rounds of a schedule that anyone would read.
_FARTHEST = 60


class Seating(msgspec.Struct, frozen=True):
    """One round: four people at each table, from North. Without `chairs`, only the tables are known."""

    label: str
    short: str
    tables: tuple[tuple[int, Four], ...]
    sitting_out: tuple[str, ...] = ()
    chairs: bool = True


def goes_by_results(event: Event) -> bool:
    """True if results decide the seating."""
    return event.book.event.movement in _BY_RESULTS


def seatings(event: Event) -> tuple[Seating, ...]:
    """The rounds that were seated, and those to come."""
    later = event if event.finished else _later(event)
    seated = [_as_played(later, past) for past in later.rounds]
    if event.finished or event.book.event.movement not in _BY_PLAN:
        return tuple(seated)
    sittings = event.book.event.games_per_round > 1
    number = later.rounds[-1].week if sittings and later.rounds else len(later.rounds)
    for planned in later.plan:
        number += 1
        tables = tuple(enumerate(planned.tables, 1))
        name = f"Week {number}" if sittings else f"Round {number}"
        short = name if sittings else str(number)
        seated.append(Seating(name, short, tables, planned.sitting_out, chairs=not sittings))
    return tuple(seated)


def _as_played(event: Event, past: Round) -> Seating:
    tables = tuple((table.number, table.seats) for table in past.tables)
    short = label(event, past.number)
    name = short if event.book.event.games_per_round == 1 else f"Week {past.week}, {_game(event, past)}"
    return Seating(name, short.removeprefix("Round "), tables, past.sitting_out)


def _game(event: Event, past: Round) -> str:
    return f"game {sum(other.week == past.week for other in event.rounds[: past.number])}"


def _later(event: Event) -> Event:
    """The event with the coming rounds seated, as if the games before them were over."""
    if not event.rounds or goes_by_results(event):
        return event
    # Chance only cuts for the deal here, which is not shown.
    shuffle = random.Random(0).shuffle
    last = min(event.planned_rounds, len(event.rounds) + _FARTHEST)
    try:
        while same_sitting(event) if event.book.event.movement in _BY_PLAN else len(event.rounds) < last:
            closed = replace(event.round, closed=True)
            event = replace(event, rounds=(*event.rounds[:-1], closed))
            for fact in start_round(event, shuffle):
                event = step(event, fact)
    except EventError:
        pass  # The next round lacks people: show what is known until then.
    return event
