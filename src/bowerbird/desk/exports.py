"""Exports for other programs: an event as a record, and its night for a calendar. Times come from outside."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bowerbird.evening.state import Evening
from bowerbird.event.calendar import Night, calendar_text, note_of
from bowerbird.event.export import whole_record
from bowerbird.hall.errors import NotAllowedError

__all__ = ["calendar_of", "evening_record", "night_of"]

_STAMP = "%Y%m%dT%H%M%SZ"
#: The length of an event if the rulebook does not give one.
_USUAL = timedelta(hours=3)


def evening_record(evening: Evening, *, money: bool = True) -> dict[str, Any]:
    """Everything about the event, with location and time; a helper gets it without the money."""
    about = {"place": evening.place, "date": evening.date, "start": evening.start, "zone": evening.event.zone}
    record = {**about, **whole_record(evening.event)}
    return record if money else {name: part for name, part in record.items() if name != "ledger"}


def night_of(name: str, evening: Evening) -> Night | None:
    """The event as a calendar entry; None if its date or time is not set."""
    calendar = evening.event.book.event.calendar
    start = evening.start or calendar.start
    if not evening.date or not start:
        return None
    zone = ZoneInfo(evening.event.zone)
    try:
        begins = datetime.fromisoformat(f"{evening.date}T{start}").replace(tzinfo=zone)
        ends = begins + _USUAL
        if calendar.end and calendar.end > start:
            ends = datetime.fromisoformat(f"{evening.date}T{calendar.end}").replace(tzinfo=zone)
    except ValueError:
        return None
    note = note_of(evening.event.book)
    title = evening.event.title
    return Night(f"{name}@bowerbird", title, _utc(begins), _utc(ends), evening.place, note)


def calendar_of(title: str, nights: list[Night], now: int) -> str:
    """An iCalendar file of these nights."""
    if not nights:
        raise NotAllowedError("Nobody has said yet when this is. Set the date and the time first.")
    return calendar_text(title, nights, datetime.fromtimestamp(now / 1000, UTC).strftime(_STAMP))


def _utc(local: datetime) -> str:
    return local.astimezone(UTC).strftime(_STAMP)
