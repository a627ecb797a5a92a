"""What the set-up asks: the settings that a book leaves open, and where its text is unusual. The questions are data."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from bowerbird.event.room import checklist
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.model import Option
from bowerbird.rulebook.sheet import full_sheet

__all__ = ["SHARES", "SetupForm", "setting_of", "setup_form", "shares_said"]

#: The setting that says who gets which part of the pot.
SHARES = "event.money.shares"


class _Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question of the set-up. With `only`, it is asked where the book has one of these values.

    `cents`: an amount of money, which people write in dollars.
    """

    key: str
    words: str
    min: int | None = None
    max: int | None = None
    choices: tuple[Option, ...] = ()
    when: str = ""
    only: tuple[str, ...] = ()
    not_for_pairs: bool = False
    cents: bool = False


class Shares(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to share the pot: parts of a hundred, by place."""

    words: str
    parts: tuple[int, ...]


class _Questions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    setting: tuple[_Setting, ...]
    shares: tuple[Shares, ...]


class OpenSetting(msgspec.Struct, frozen=True):
    """A question with the book's own answer and where that comes from."""

    key: str
    words: str
    default: bool | int | str
    choices: tuple[Option, ...]
    min: int | None
    max: int | None
    clause: str
    clause_says: str
    cents: bool = False


class UnusualText(msgspec.Struct, frozen=True):
    """Where the sheet differs from what most people expect."""

    key: str
    says: str
    clause: str
    clause_says: str
    asks: str
    options: tuple[Option, ...]


class Prizes(msgspec.Struct, frozen=True):
    """Who gets the pot: what the book has, if anything, and the ways to choose from.

    Where the book has nothing, the first of them is what happens anyway.
    """

    says: str
    clause: str
    choices: tuple[Shares, ...]


class SetupForm(msgspec.Struct, frozen=True):
    """Everything that the page asks before an event is made."""

    settings: tuple[OpenSetting, ...]
    unusual: tuple[UnusualText, ...]
    prizes: Prizes
    checklist: tuple[str, ...]
    units: str
    minimum_age: int
    zones: bool
    start: str


@cache
def _questions() -> _Questions:
    text = files(__package__).joinpath("settings.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=_Questions)


def setting_of(book: Rulebook, key: str) -> Any:
    """The value of a setting by its dotted key."""
    value: Any = book
    for part in key.split("."):
        value = getattr(value, part)
    return value


def shares_said(book: Rulebook) -> str:
    """The book's own sentence about the shares of the pot; empty where it leaves them open."""
    if not book.event.money.shares:
        return ""
    return next(line.sentence for section in full_sheet(book) for line in section.lines if line.key == SHARES)


def setup_form(book: Rulebook, tables: int = 1) -> SetupForm:
    """The questions for one book, and what this many tables need."""
    return SetupForm(
        settings=tuple(_open(book, question) for question in _questions().setting if _is_asked(book, question)),
        unusual=tuple(
            UnusualText(each.key, each.says, each.clause, book.clause_says(each.clause), each.asks, each.options)
            for each in book.unusual
        ),
        prizes=_prizes(book),
        checklist=checklist(book, tables),
        units=book.event.entry.unit,
        minimum_age=book.event.entry.minimum_age,
        zones=bool(book.event.entry.teams_per_zone),
        start=book.event.calendar.start,
    )


def _prizes(book: Rulebook) -> Prizes:
    said = shares_said(book)
    return Prizes(said, next(iter(book.sources(SHARES)), "") if said else "", _questions().shares)


def _is_asked(book: Rulebook, question: _Setting) -> bool:
    if question.key in {each.key for each in book.unusual}:
        return False
    if question.only and setting_of(book, question.key) not in question.only:
        return False
    if question.not_for_pairs and book.event.movement in ("teams up the line", "round robin"):
        return False
    return not question.when or setting_of(book, question.when) not in (0, "none", False)


def _open(book: Rulebook, question: _Setting) -> OpenSetting:
    if question.key == "rounds":
        season = book.event.season.weeks * book.event.games_per_round
        default: Any = season
        sources: tuple[str, ...] = book.sources("event.season.weeks") if season else ()
    else:
        default = setting_of(book, question.key)
        # A section's clause speaks of what the book sets there, not of what it leaves out.
        own = question.choices or not default
        sources = book.clauses.get(question.key, ()) if own else book.sources(question.key)
    found = sources[0] if sources else ""
    choices = question.choices
    if choices and default not in [option.value for option in choices]:
        choices = (*choices, Option(value=default, words=str(default)))
    says = book.clause_says(found)
    return OpenSetting(
        question.key, question.words, default, choices, question.min, question.max, found, says, question.cents
    )
