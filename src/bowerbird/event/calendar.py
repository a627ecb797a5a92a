"""The nights of a club: their dates, and an iCalendar file of them.

Dates are text such as `2026-01-05`. The caller converts times to UTC; this module has no clock and no time zones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from bowerbird.event.errors import EventError
from bowerbird.names import one_line
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.event import CalendarRules, cents_words
from bowerbird.rulebook.phrases import time_of_day

__all__ = ["Night", "calendar_text", "minutes_of", "nights_from", "note_of"]

_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_LONGEST_LINE: Final = 75
#: Days from 0000-03-01, the start of the count, to 1970-01-01, which was a Thursday.
_EPOCH: Final = 719_468


class Night(msgspec.Struct, frozen=True):
    """One night. `start` and `end` are UTC, written as in iCalendar: `20260105T233000Z`."""

    uid: str
    title: str
    start: str
    end: str
    place: str = ""
    note: str = ""


def note_of(book: Rulebook) -> str:
    """The words of a calendar entry: when to be there, what it costs, and whether to sign up."""
    doors, fee = book.event.calendar.doors, book.event.money.fee
    come = f"Please be there by {time_of_day(minutes_of(doors))}." if doors else ""
    cost = f"Playing costs {cents_words(fee)}." if fee else ""
    sign_up = "You need not sign up, but it helps." if book.event.calendar.walk_ins else ""
    return " ".join(filter(None, (come, cost, sign_up)))


def nights_from(first: str, count: int, rules: CalendarRules) -> tuple[str, ...]:
    """The dates of the next `count` nights, starting with this date if it is one."""
    if not rules.days:
        raise EventError("This book names no weekdays. Set event.calendar.days in house rules.")
    if not 1 <= count <= 1000:
        raise EventError("Ask for 1 to 1000 nights.")
    day = _day_number(first)
    dates: list[str] = []
    while len(dates) < count:
        if _WEEKDAYS[(day + 3) % 7] in rules.days:
            dates.append(_date(day))
        day += 1
    return tuple(dates)


def minutes_of(clock: str) -> int:
    """Minutes since midnight of a time such as `18:30`."""
    hours, _, minutes = clock.partition(":")
    if not (hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60):
        raise EventError(f"{clock!r} isn't a time of day. Use the form 18:30.")
    return int(hours) * 60 + int(minutes)


def calendar_text(name: str, nights: Sequence[Night], stamp: str) -> str:
    """An iCalendar file (RFC 5545). `stamp` is the time of its creation, in UTC."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Bowerbird//Events//EN", f"X-WR-CALNAME:{_escaped(name)}"]
    for night in nights:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{night.uid}",
            f"DTSTAMP:{stamp}",
            f"DTSTART:{night.start}",
            f"DTEND:{night.end}",
            f"SUMMARY:{_escaped(night.title)}",
        ]
        if night.place:
            lines.append(f"LOCATION:{_escaped(night.place)}")
        if night.note:
            lines.append(f"DESCRIPTION:{_escaped(night.note)}")
        lines.append("END:VEVENT")
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _escaped(text: str) -> str:
    text = "\n".join(one_line(line) for line in text.splitlines())  # no other line break gets through
    for plain, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, written)
    return text


def _folded(line: str) -> str:
    """Lines of at most 75 bytes, as the format demands; a fold never falls inside a letter."""
    parts: list[str] = []
    part, size = "", 0
    for letter in line:
        width = len(letter.encode())
        if size + width > _LONGEST_LINE:
            parts.append(part)
            part, size = " ", 1
        part += letter
        size += width
    return "\r\n".join([*parts, part])


def _day_number(date: str) -> int:
    """Days since 1970-01-01. Years are counted from March, so that the leap day comes last."""
    try:
        year, month, day = (int(part) for part in date.split("-"))
    except ValueError:
        raise EventError(f"{date!r} isn't a date. Use the form 2026-01-05.") from None
    if not (1 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= 31):
        raise EventError(f"{date!r} isn't a date. Use the form 2026-01-05.")
    year -= month <= 2
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    number = 365 * year + year // 4 - year // 100 + year // 400 + day_of_year - _EPOCH
    if _date(number) != f"{int(date.split('-')[0]):04d}-{month:02d}-{day:02d}":
        raise EventError(f"{date!r} isn't a date. That month has no day {day}.")
    return number


def _date(number: int) -> str:
    """The date of a day number: the reverse of `_day_number`."""
    number += _EPOCH
    cycle, day = divmod(number, 146_097)
    year = (day - day // 1_460 + day // 36_524 - day // 146_096) // 365
    day_of_year = day - (365 * year + year // 4 - year // 100)
    month = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * month + 2) // 5 + 1
    month = month + 3 if month < 10 else month - 9
    return f"{cycle * 400 + year + (month <= 2):04d}-{month:02d}-{day:02d}"
