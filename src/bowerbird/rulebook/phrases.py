"""Small words for sentences: numbers, counts, lists. Depends on nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = ["counted", "listed", "number", "points", "sentence_case"]

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
