"""Lines and sections of a rule sheet, and the small words that sentences are made with. Knows no rule."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bowerbird.rulebook.model import Rulebook

_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


class SheetLine(msgspec.Struct, frozen=True):
    """One sentence about one setting, or one row of a small table when it has a value.

    `also` names further settings that the sentence speaks of. A quiet line says that nothing special is played; it
    is there to be compared with a book that plays it, and is left off the sheet.
    """

    key: str
    text: str
    clauses: tuple[str, ...] = ()
    value: str = ""
    also: tuple[str, ...] = ()
    quiet: bool = False

    @property
    def sentence(self) -> str:
        """The line as a sentence, also where it is a row."""
        return f"{self.text}: {self.value}." if self.value else self.text


class SheetSection(msgspec.Struct, frozen=True):
    """One part of the evening."""

    title: str
    lines: tuple[SheetLine, ...]


def line(book: Rulebook, key: str, text: str, *also: str, value: str = "", quiet: bool = False) -> SheetLine:
    """A line with its clauses. What a book names on purpose is never quiet, even where it only says "off"."""
    return SheetLine(key, text, _clauses(book, key, also), value, also, quiet and key not in book.clauses)


def _clauses(book: Rulebook, key: str, also: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses of the key, and those given to the other settings by name.

    A sentence that house rules changed in any part is no longer the sentence of a clause.
    """
    if any(book.clauses.get(setting) == () for setting in (key, *also)):
        return ()
    named = (id for setting in also for id in book.clauses.get(setting, ()))
    return tuple(dict.fromkeys((*book.sources(key), *named)))


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
    """The first letter large, the others as they are."""
    return text[:1].upper() + text[1:]
