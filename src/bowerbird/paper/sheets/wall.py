"""The wall list: everybody by name, with table, seat and partner, for rooms where people look for their own line."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bowerbird.event.state import Event, Round
from bowerbird.paper.blocks import Column, Page, Roll
from bowerbird.paper.job import Job, label
from bowerbird.paper.sheets.seats import plays
from bowerbird.seats import Seat

__all__ = ["wall_list"]

#: Name, table, seat and partner.
_Row: TypeAlias = tuple[str, str, str, str]
#: The most names on a page, and on one that is a single column.
_PER_PAGE, _ONE_COLUMN = 60, 30
#: Where a quarter of the names have more letters than this, two columns of them need the wide page.
_LONG = 17


def wall_list(job: Job) -> tuple[Page, ...]:
    """The requested round, else the current one; sixty names on a page."""
    past = job.chosen_round()
    rows = sorted(_rows(past, short=_is_long(past)), key=lambda row: row[0].casefold())
    pages = max(1, -(-len(rows) // _PER_PAGE))
    each = -(-len(rows) // pages)
    parts = [rows[first : first + each] for first in range(0, len(rows), each)]
    return tuple(_page(job.event, past, part, _span(part) if pages > 1 else "") for part in parts)


def _span(rows: list[_Row]) -> str:
    """`, A to K`, for the page of a long list."""
    first, last = rows[0][0][0].upper(), rows[-1][0][0].upper()
    return f", {first} to {last}" if first != last else f", {first}"


def _is_long(past: Round) -> bool:
    """True if two columns of these names need the wide page, and one letter for the seat."""
    lengths = sorted(len(plays(past, name)) for table in past.tables for name in table.seats)
    return len(lengths) + len(past.sitting_out) > _ONE_COLUMN and lengths[len(lengths) * 3 // 4] > _LONG


def _rows(past: Round, *, short: bool) -> list[_Row]:
    seated = [
        (
            plays(past, table.seats[seat]),
            str(table.number),
            seat.name if short else seat.word,
            plays(past, table.seats[seat.partner]),
        )
        for table in past.tables
        for seat in Seat
    ]
    resting = ("", "sits out") if short else ("sits out", "")
    return [*seated, *((name, "–", *resting) for name in past.sitting_out)]


def _page(event: Event, past: Round, rows: list[_Row], span: str) -> Page:
    across: Literal[1, 2] = 2 if len(rows) > _ONE_COLUMN else 1
    columns = (Column("Name", 1.07), Column("Table", align="center"), Column("Seat"), Column("Partner", 1))
    roll = Roll(columns=columns, rows=tuple(rows), across=across)
    name = label(event, past.number) if event.book.event.games_per_round == 1 else event.round_name(past)
    return Page(title=f"{name}: who sits where{span}", blocks=(roll,), landscape=_is_long(past), narrow=True)
