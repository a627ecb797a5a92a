"""Lines and sections of a rule sheet, each line with its setting and clauses. Does not depend on a particular rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.setting import Said, Saying
from bowerbird.rulebook.settings import settings, value_of

__all__ = ["HOUSE_READING", "SheetLine", "SheetSection", "is_ours", "line", "lines_about"]

#: Behind a line that no clause of the club's document says.
HOUSE_READING: Final = "house reading"


class SheetLine(msgspec.Struct, frozen=True):
    """One sentence about one setting, or one row of a small table if it has a value.

    `also` names further settings that the sentence covers. A quiet line says that nothing special is played; it is left
    off the sheet and only compared with rulebooks that do play it. `ours` marks what the club's document does not say.
    """

    key: str
    text: str
    clauses: tuple[str, ...] = ()
    value: str = ""
    also: tuple[str, ...] = ()
    quiet: bool = False
    ours: bool = False

    @property
    def cites(self) -> tuple[str, ...]:
        """The clauses behind the line, and the words "house reading" if the club's document does not say it."""
        return (*self.clauses, HOUSE_READING) if self.ours else self.clauses

    @property
    def sentence(self) -> str:
        """The line as a sentence, even if it is a row."""
        return f"{self.text}: {self.value}." if self.value else self.text


class SheetSection(msgspec.Struct, frozen=True):
    """One section of the sheet."""

    title: str
    lines: tuple[SheetLine, ...]


def lines_about(book: Rulebook, key: str) -> Iterator[SheetLine]:
    """The lines of a rulebook about one setting: usually one, none if the setting does not matter."""
    setting, value = settings()[key].setting, value_of(book, key)
    said: Said
    match setting.says:
        case None:
            return
        case Mapping() as by_value:
            said = by_value[value]
        case from_book:
            said = from_book(book)
    for each in (said,) if isinstance(said, str | Saying) else said:
        saying = Saying(each) if isinstance(each, str) else each
        if saying.text:
            also, quiet = saying.also or setting.also, saying.quiet or value in setting.quiet
            yield line(book, key, saying.text, *also, value=saying.value, quiet=quiet)


def line(book: Rulebook, key: str, text: str, *also: str, value: str = "", quiet: bool = False) -> SheetLine:
    """A line with its clauses. A setting with a clause is never quiet, even if it only says "off"."""
    clauses = _clauses(book, key, also)
    quiet = quiet and key not in book.clauses
    return SheetLine(key, text, clauses, value, also, quiet, ours=is_ours(book, clauses))


def is_ours(book: Rulebook, clauses: tuple[str, ...]) -> bool:
    """True if a club's document stands behind the rulebook, but says nothing here: at most that it is silent."""
    return bool(book.document) and all(book.document[id].reading for id in clauses)


def _clauses(book: Rulebook, key: str, also: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses of the key, and those given to the other settings by name.

    A sentence that house rules changed in any part no longer comes from a clause.
    """
    if any(book.clauses.get(setting) == () for setting in (key, *also)):
        return ()
    named = (id for setting in also for id in book.clauses.get(setting, ()))
    return tuple(dict.fromkeys((*book.sources(key), *named)))
