"""The questions of the set-up: settings that a rulebook leaves open, and places where its text is unusual.

The questions themselves are beside the settings in the rulebook's model; only the number of rounds belongs to the event
alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import inspect

from bowerbird.evening.state import Evening
from bowerbird.event.calendar import minutes_of
from bowerbird.event.clock import games_that_fit, usual_minutes
from bowerbird.event.prizes import SIDE_PRIZES
from bowerbird.event.room import checklist
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.event import MoneyRules, SidePot
from bowerbird.rulebook.phrases import time_of_day
from bowerbird.rulebook.setting import Ask, Option
from bowerbird.rulebook.settings import settings, value_of
from bowerbird.rulebook.sheet import full_sheet

__all__ = ["SHARES", "ChangeForm", "SetupForm", "change_form", "setup_form", "shares_said"]

#: The setting for the parts of the pot.
SHARES: Final = "event.money.shares"


class Shares(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to share the pot: parts of a hundred, by place."""

    words: str
    parts: tuple[int, ...]


#: If the rulebook has no shares, the first is the default.
_WAYS_TO_SHARE: Final = (
    Shares("First takes all", (100,)),
    Shares("60 and 40", (60, 40)),
    Shares("50, 30 and 20", (50, 30, 20)),
    Shares("40, 30, 20 and 10", (40, 30, 20, 10)),
)
_MOST_ROUNDS: Final = 100


class OpenSetting(msgspec.Struct, frozen=True):
    """A question with the rulebook's own answer and its clause."""

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
    """A place where the rules differ from most people's expectations."""

    key: str
    says: str
    clause: str
    clause_says: str
    asks: str
    options: tuple[Option, ...]


class Prizes(msgspec.Struct, frozen=True):
    """The shares of the pot: the rulebook's, if it has any, and the choices.

    If the rulebook has none, the first choice is the default. `sides` are the prizes that are not for a place.
    """

    says: str
    clause: str
    choices: tuple[Shares, ...]
    sides: Mapping[SidePot, str]


class SetupForm(msgspec.Struct, frozen=True):
    """Everything that the page asks before an event is created."""

    settings: tuple[OpenSetting, ...]
    unusual: tuple[UnusualText, ...]
    prizes: Prizes
    checklist: tuple[str, ...]
    units: str
    minimum_age: int
    zones: bool
    start: str
    money: MoneyRules


class ChangeForm(msgspec.Struct, frozen=True):
    """Everything about a running event that can be changed, with its value now."""

    title: str
    place: str
    date: str
    start: str
    settings: tuple[OpenSetting, ...]
    prizes: Prizes
    money: MoneyRules


def change_form(evening: Evening) -> ChangeForm:
    """The questions whose answers can change while the event runs."""
    event, book = evening.event, evening.event.book
    rounds = OpenSetting("rounds", "How many rounds? 0 if you do not know", event.planned_rounds, (), 0, 1000, "", "")
    asked = tuple(
        _open(book, key, setting.ask)
        for key, (_, setting, _) in settings().items()
        if setting.changeable and setting.ask is not None and setting.ask.where(book)
    )
    return ChangeForm(
        event.title, evening.place, evening.date, evening.start, (rounds, *asked), _prizes(book), book.event.money
    )


def shares_said(book: Rulebook) -> str:
    """The rulebook's own sentence about the shares of the pot; empty if it leaves them open."""
    if not book.event.money.shares:
        return ""
    return next(line.sentence for section in full_sheet(book) for line in section.lines if line.key == SHARES)


def setup_form(book: Rulebook, tables: int = 1) -> SetupForm:
    """The questions for one rulebook, and the checklist for this many tables."""
    return SetupForm(
        settings=(
            _rounds(book),
            *(
                _open(book, key, ask)
                for key, (_, setting, _) in settings().items()
                if (ask := _asked(book, key, setting.ask))
            ),
        ),
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
        money=book.event.money,
    )


def _prizes(book: Rulebook) -> Prizes:
    said = shares_said(book)
    return Prizes(said, next(iter(book.sources(SHARES)), "") if said else "", _WAYS_TO_SHARE, SIDE_PRIZES)


def _asked(book: Rulebook, key: str, ask: Ask | None) -> Ask | None:
    """The question about a setting, unless an unusual text already asks it or it makes no sense in this rulebook."""
    if ask is None or key in {each.key for each in book.unusual} or not ask.where(book):
        return None
    return ask


def _rounds(book: Rulebook) -> OpenSetting:
    rounds = book.event.season.weeks * book.event.games_per_round
    found = next(iter(book.sources("event.season.weeks")), "") if rounds else ""
    words = "How many rounds? 0 if you do not know yet"
    calendar, each = book.event.calendar, usual_minutes(book)
    if not rounds and calendar.start and calendar.end and each:
        start, end = minutes_of(calendar.start), minutes_of(calendar.end)
        rounds = games_that_fit(end - start, each)
        found = next(iter(book.sources("event.calendar.end")), "")
        hours = f"from {time_of_day(start)} to {time_of_day(end)}"
        words += f". {rounds} games of {each} minutes fit {hours}; the minutes are our reckoning"
    return OpenSetting("rounds", words, rounds, (), 0, _MOST_ROUNDS, found, book.clause_says(found))


def _open(book: Rulebook, key: str, ask: Ask) -> OpenSetting:
    default: Any = value_of(book, key)
    # A section's clause covers the values that the rulebook sets there, not those it leaves out.
    choices = ask.options(book)
    own = choices or not default
    found = next(iter(book.clauses.get(key, ()) if own else book.sources(key)), "")
    if choices and default not in [option.value for option in choices]:
        choices = (*choices, Option(value=default, words=str(default)))
    kind = settings()[key].type
    lowest, highest = (kind.ge, kind.le) if isinstance(kind, inspect.IntType) and not choices else (None, None)
    return OpenSetting(
        key,
        ask.words,
        default,
        choices,
        lowest if ask.lowest is None else ask.lowest,
        highest,
        found,
        book.clause_says(found),
        ask.cents,
    )
