"""The views of the small pages: the table card's "who are you?", and the form to sign up."""

from __future__ import annotations

from bowerbird.evening.views.common import Seen
from bowerbird.evening.views.shapes import PhoneTaken, SeatShown, SignUpNeeds, SignUpPart, TableCardPart, TableNamed
from bowerbird.evening.views.tables import seats_view

__all__ = ["sign_up_view", "table_view"]


def table_view(seen: Seen, number: int) -> TableCardPart:
    """The four people at a table, and which of them already have a phone."""
    seats: list[SeatShown] = []
    if seen.open is not None and any(table.number == number for table in seen.open.tables):
        seats = seats_view(seen.open, seen.open.table(number))
    return TableCardPart(
        table=TableNamed(number, seats) if seats else None,
        names=[PhoneTaken(seat.plays, seen.evening.has_own_phone(seat.plays)) for seat in seats],
        phones=seen.evening.settings.phones,
    )


def sign_up_view(seen: Seen) -> SignUpPart:
    """The fields of the form, and the number of people who have signed up."""
    entry = seen.event.book.event.entry
    return SignUpPart(
        open=seen.evening.settings.sign_up and not seen.event.finished,
        entered=len(seen.event.people),
        entry=SignUpNeeds(entry.unit, entry.minimum_age, bool(entry.teams_per_zone), entry.zone_word),
    )
