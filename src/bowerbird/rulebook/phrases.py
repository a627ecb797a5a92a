"""Small words for sentences: numbers, counts, lists. Depends on nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = ["counted", "listed", "number", "points", "sentence_case", "time_of_day"]

_NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def number(count: int) -> str:
    """`three`, and figures from thirteen on."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, thing: str) -> str:
    """`one point`, `three points`."""
    return f"{number(count)} {thing}{'' if count == 1 else 's'}"


def points(count: int) -> str:
    """`1 point`, `2 points`: scores are in figures."""
    return f"{count} point{'' if count == 1 else 's'}"


def listed(things: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *first, final = things
    return f"{', '.join(first)} {last} {final}" if first else final


def sentence_case(text: str) -> str:
    """The text with a capital first letter and the rest unchanged."""
    return text[:1].upper() + text[1:]


def time_of_day(minute: int) -> str:
    """`7:20 pm` for a minute of the day."""
    hour = minute // 60
    return f"{hour % 12 or 12}:{minute % 60:02d} {'am' if hour < 12 else 'pm'}"
