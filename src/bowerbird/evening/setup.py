"""Set up an event: its rules, and its first command. Time and chance are given."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Annotated, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from bowerbird.evening.facts import CommandRecord, Opened, SeasonJoined
from bowerbird.evening.setup_form import SHARES, shares_said
from bowerbird.evening.shares import check_shares
from bowerbird.evening.trial import made_up
from bowerbird.event import EventError
from bowerbird.event.facts import EventCreated, Fact, SettingValue
from bowerbird.event.prizes import PrizeOffered, offered, purse
from bowerbird.rulebook import Rulebook, RulebookError, book_names, load_rulebook, read_house_rules
from bowerbird.rulebook.event import CLOCK
from bowerbird.rulebook.settings import value_of

__all__ = ["NewEvent", "PrizeTable", "WantedPrizes", "first_command", "house_text", "prize_table"]

Setting: TypeAlias = SettingValue

_POT = "event.money.pot"


class NewEvent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event to be created. `settings` change the rulebook by dotted keys; `trial` is a number of made-up people."""

    rules: Annotated[str, msgspec.Meta(max_length=40)]
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    title: Annotated[str, msgspec.Meta(max_length=120)] = ""
    house_rules: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
    place: Annotated[str, msgspec.Meta(max_length=200)] = ""
    date: Annotated[str, msgspec.Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?$")] = ""
    start: Annotated[str, msgspec.Meta(pattern=CLOCK)] = ""
    zone: Annotated[str, msgspec.Meta(max_length=60)] = "UTC"
    rounds: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    settings: dict[str, Setting] = {}
    trial: Annotated[int, msgspec.Meta(ge=0, le=1200)] = 0
    season: Annotated[str, msgspec.Meta(max_length=200)] = ""


class WantedPrizes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rules and answers as in a new event, and how many people are expected."""

    rules: Annotated[str, msgspec.Meta(max_length=40)]
    house_rules: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
    settings: dict[str, Setting] = {}
    people: Annotated[int, msgspec.Meta(ge=0, le=3000)] = 0


class PrizeTable(msgspec.Struct, frozen=True):
    """What everybody would get: the prizes, what is taken at the door, and what the club keeps, in cents.

    `why` says what is wrong with the answers.
    """

    people: int
    taken: int = 0
    prizes: tuple[PrizeOffered, ...] = ()
    kept: int = 0
    why: str = ""


def prize_table(wanted: WantedPrizes) -> PrizeTable:
    """The prizes for so many people, by rules that are still being chosen."""
    event = NewEvent(rules=wanted.rules, key="prizes", house_rules=wanted.house_rules, settings=wanted.settings)
    money = _book(event).event.money
    sides = sum(money.side_pots.values())
    divided = purse(money, wanted.people, max(1, wanted.people // 4), wanted.people)
    prizes = offered(money, wanted.people, wanted.people // 4)
    return PrizeTable(wanted.people, divided.taken + sides * wanted.people, prizes, divided.kept)


def _book(wanted: NewEvent) -> Rulebook:
    """The rules with the answers of the form."""
    if wanted.rules not in book_names() and not wanted.house_rules.strip():
        raise EventError(f"There is no rulebook {wanted.rules[:40]!r}; choose {', '.join(book_names())}.")
    house = _house_rules(wanted)
    try:
        return read_house_rules(house) if house else load_rulebook(wanted.rules)
    except RulebookError as error:
        raise EventError(str(error)) from None


def first_command(wanted: NewEvent, year: int) -> CommandRecord:
    """The first command: the rules as they are today, location and time, and made-up people for a practice run."""
    book = _book(wanted)
    _check_zone(wanted.zone)
    if wanted.date:
        year = int(wanted.date[:4]) or year
    made = EventCreated(
        title=wanted.title.strip() or book.title, book=book, rounds=wanted.rounds, zone=wanted.zone, year=year
    )
    facts: list[Fact] = [made, *made_up(book, wanted.trial)]
    opened = Opened(
        place=wanted.place,
        date=wanted.date,
        start=wanted.start,
        trial=bool(wanted.trial),
    )
    joined = (SeasonJoined(season=wanted.season),) if wanted.season else ()
    return CommandRecord(facts=tuple(facts), notes=(opened, *joined), key=wanted.key)


def _house_rules(wanted: NewEvent) -> str:
    """The differences from the rulebook as TOML text; empty if every answer was the rulebook's own."""
    try:
        base = read_house_rules(wanted.house_rules) if wanted.house_rules.strip() else load_rulebook(wanted.rules)
    except RulebookError as error:
        raise EventError(str(error)) from None
    followers = {question.key: question.also for question in base.unusual}
    changed: dict[str, Setting] = {}
    for key, value in wanted.settings.items():
        try:
            same = value_of(base, key) == value
        except KeyError:
            raise EventError(f"{key[:60]!r} isn't a setting of a rulebook.") from None
        if not same:
            changed |= dict.fromkeys((key, *followers.get(key, ())), value)
    if SHARES in changed:
        _check_shares(wanted, base, changed[SHARES])
        if _POT not in wanted.settings:
            changed[_POT] = "all paid out"
    if not changed:
        return wanted.house_rules
    if wanted.house_rules.strip():
        return house_text(wanted.rules, wanted.house_rules, changed)
    return house_text(wanted.rules, "", {"title": base.title, **changed})


def _check_shares(wanted: NewEvent, base: Rulebook, shares: Setting) -> None:
    """Refuse shares from the form if the house rules have others, or if they do not add up to the whole pot."""
    if base.event.money.shares != load_rulebook(wanted.rules).event.money.shares:
        raise EventError(
            f"Your house rules say already who gets the pot. {shares_said(base)} "
            "Leave the first answer in the form, or take the shares out of the house rules."
        )
    check_shares(shares)


def _check_zone(zone: str) -> None:
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise EventError(f"{zone!r} isn't a time zone. Write one such as America/Edmonton or Europe/London.") from None


def house_text(rules: str, house_rules: str, settings: Mapping[str, Setting]) -> str:
    """House rules as one TOML text: those written out, changed by the settings."""
    try:
        data = tomllib.loads(house_rules) if house_rules.strip() else {}
    except (tomllib.TOMLDecodeError, RecursionError):
        return house_rules  # reading them reports the error
    data.setdefault("based_on", rules)
    for key, value in settings.items():
        *path, last = key.split(".")
        place = data
        for part in path:
            place = place.setdefault(part, {})
            if not isinstance(place, dict):
                raise EventError(f"{key} isn't a setting of a rulebook.")
        place[last] = value
    return "".join(f"{_written(key)} = {_written(value)}\n" for key, value in data.items())


def _written(value: object) -> str:
    """A value as TOML writes it. JSON's strings and numbers are TOML's; a table is written inline."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_written(key)} = {_written(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_written(inner) for inner in value) + "]"
    return msgspec.json.encode(value).decode()
