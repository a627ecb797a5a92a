"""The schedule: everyone's seats in each round, and every table in each round."""

from __future__ import annotations

from collections.abc import Sequence

from bowerbird.event.state import Event
from bowerbird.paper.blocks import Block, Column, Grid, Heading, Page, Words
from bowerbird.paper.forecast import Seating, goes_by_results, seatings
from bowerbird.paper.job import Job, rule_of
from bowerbird.seats import Seat

__all__ = ["schedule"]

_BESIDE = 9


def schedule(job: Job) -> tuple[Page, ...]:
    """All known rounds, and how the room moves."""
    event = job.event
    known = seatings(event)
    blocks: list[Block] = [Words(text=_movement(event), look="lead")]
    if event.plan_says:
        blocks.append(Words(text=event.plan_says))
    if not event.planned_rounds and len(event.rounds) < len(known):
        says = f"The number of rounds is open. If there are {len(known)}, they go like this."
        blocks += [] if event.book.event.season.weeks or event.finished else [Words(text=says)]
    if goes_by_results(event) or len(known) < 2:
        blocks += _what_is_open(event, known)
    else:
        blocks += _by_person(event, known)
    blocks += [block for seating in _worth_showing(event, known) for block in _round(seating)]
    return (Page(title="Schedule", blocks=tuple(blocks)),)


def _movement(event: Event) -> str:
    return rule_of(event.book, "event.movement", "event.sitting_players") or "Everyone keeps the same table."


def _what_is_open(event: Event, known: Sequence[Seating]) -> list[Block]:
    if not known:
        return [Words(text="The first places are drawn when everybody is here.")]
    if event.finished or not goes_by_results(event):
        return []
    return [Words(text="The results decide who sits where in the next round.")]


def _worth_showing(event: Event, known: Sequence[Seating]) -> Sequence[Seating]:
    """If results decide the seating, only the current round helps anyone find a seat."""
    return known[-1:] if goes_by_results(event) else known


def _by_person(event: Event, known: Sequence[Seating]) -> list[Block]:
    """Everyone's seats through the event: `7 E` is table 7, East."""
    people = sorted({name for seating in known for name in _everybody(seating)}, key=str.casefold)
    blocks: list[Block] = []
    for first in range(0, len(known), _BESIDE):
        some = known[first : first + _BESIDE]
        where = [_chairs(seating) for seating in some]
        columns = (Column("Name", 3), *(Column(seating.short, 1, "center") for seating in some))
        rows = tuple((name, *(chairs.get(name, "") for chairs in where)) for name in people)
        title = "Where you sit" if len(known) <= _BESIDE else f"Where you sit, {some[0].label} to {some[-1].label}"
        blocks += [Heading(text=title), Words(text=_key(some), look="note"), Grid(columns=columns, rows=rows)]
    return blocks


def _key(some: Sequence[Seating]) -> str:
    chairs = "7 E means table 7, East." if any(seating.chairs for seating in some) else "The number is your table."
    resting = " A dash: you sit out." if any(seating.sitting_out for seating in some) else ""
    return chairs + resting


def _everybody(seating: Seating) -> list[str]:
    return [*(name for _, four in seating.tables for name in four), *seating.sitting_out]


def _chairs(seating: Seating) -> dict[str, str]:
    places = {
        name: f"{number} {Seat(seat).name}" if seating.chairs else str(number)
        for number, four in seating.tables
        for seat, name in enumerate(four)
    }
    return places | dict.fromkeys(seating.sitting_out, "–")


def _round(seating: Seating) -> list[Block]:
    heads = tuple(Column(seat.word if seating.chairs else "", 1) for seat in Seat)
    rows = tuple((str(number), *four) for number, four in seating.tables)
    blocks: list[Block] = [
        Heading(text=seating.label),
        Grid(columns=(Column("Table", align="center"), *heads), rows=rows),
    ]
    if seating.sitting_out:
        blocks.append(Words(text=f"Sitting out: {', '.join(seating.sitting_out)}."))
    return blocks
