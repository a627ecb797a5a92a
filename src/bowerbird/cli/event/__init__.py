"""`bowerbird event`: run a whole event from a laptop, on one file, without a browser.

The commands are the desk's own requests by the same names, and a file holds the same entries that the desk keeps in
its log. This module makes an event, tries one out and writes the calendar.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer
from msgspec.structs import replace

from bowerbird.cli.common import AsJson, Rules, command_here, print_json, rulebook
from bowerbird.cli.event import _look, _requests
from bowerbird.cli.event._file import File, refuse, start_file
from bowerbird.cli.event._show import show_standings
from bowerbird.cli.files import DASH, DASH_OUT, is_dash, read_text, write_data
from bowerbird.evening.setup import NewEvent, first_command
from bowerbird.event import EventError
from bowerbird.event.calendar import Night, calendar_text, nights_from, note_of
from bowerbird.event.export import event_record
from bowerbird.event.facts import TargetSet
from bowerbird.event.room import checklist
from bowerbird.event.simulate import simulate
from bowerbird.machine import local_zone
from bowerbird.rulebook import RulebookError, book_names, load_rulebook, read_rulebook

__all__ = ["event_app"]

event_app = typer.Typer(no_args_is_help=True)


@event_app.command()
def new(
    file: File,
    rules: Rules,
    title: Annotated[str, typer.Option(help="What the event is called.")] = "",
    rounds: Annotated[int, typer.Option(help="How many rounds are planned.")] = 0,
    target: Annotated[int, typer.Option(help="Points that a game goes to, if not the rulebook's.")] = 0,
    zone: Annotated[
        str, typer.Option(help="The time zone of the room, such as America/Edmonton; this computer's if not given.")
    ] = "",
    year: Annotated[int, typer.Option(help="The year in which ages are counted; this year if not given.")] = 0,
    place: Annotated[str, typer.Option(help="Where people meet.")] = "",
    date: Annotated[str, typer.Option(help="The day of the first meeting, such as 2026-01-05.")] = "",
    setting: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="Change a setting of the rules, such as event.money.payout=quarters."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a new event file."""
    rules = rules.lower() if rules.lower() in book_names() else rules
    text = read_text(Path(rules)) if rules == "-" or Path(rules).suffix == ".toml" else ""
    _check_rules(rules, text)
    if date:
        try:
            datetime.fromisoformat(f"{date}T00:00")
        except ValueError:
            refuse(f"{date!r} isn't a date. Use the form 2026-01-05.")
    if not 0 <= rounds <= 1000:
        refuse(f"{rounds} rounds can't be planned. Plan 1 to 1000, or none if you don't know.")
    wanted = NewEvent(
        rules="" if text else rules,
        house_rules=text,
        key="made",
        title=title,
        rounds=rounds,
        zone=zone or local_zone(),
        place=place,
        date=date,
        settings=_settings(setting or ()),
    )
    try:
        record = first_command(wanted, year or datetime.now(UTC).year)
    except EventError as error:
        refuse(str(error))
    if target:
        record = replace(record, facts=(*record.facts, TargetSet(points=target)))
    event = start_file(file, record)
    if as_json:
        print_json({"file": str(file), "title": event.title, "rules": event.book.name})
        return
    typer.echo(f"{event.title} is ready in {file}. Enter people with: {command_here()} event enter {file} NAME ...")


def _check_rules(rules: str, text: str) -> None:
    try:
        read_rulebook(text, rules) if text else load_rulebook(rules)
    except RulebookError as error:
        refuse(str(error))


def _settings(given: Iterable[str]) -> dict[str, Any]:
    """`game.points=7` and the like; numbers, true and false as such, the rest as text."""
    settings: dict[str, Any] = {}
    for part in given:
        name, equals, value = part.partition("=")
        if not equals:
            refuse(f"{part!r} isn't of the form NAME=VALUE.")
        try:
            settings[name.strip()] = json.loads(value)
        except ValueError:
            settings[name.strip()] = value.strip()
    return settings


@event_app.command("checklist")
def show_checklist(
    rules: Rules,
    tables: Annotated[int, typer.Option(help="How many tables.")] = 1,
    as_json: AsJson = False,
) -> None:
    """List what must be on the tables."""
    items = checklist(rulebook(rules), tables)
    if as_json:
        print_json(items)
        return
    for item in items:
        typer.echo(f"[ ] {item}")


@event_app.command()
def calendar(
    rules: Rules,
    zone: Annotated[str, typer.Option(help="The time zone of the room, such as America/New_York.")],
    first: Annotated[str, typer.Option("--from", help="The first day, such as 2026-01-05.")] = "",
    count: Annotated[int, typer.Option("--nights", help="How many nights.")] = 20,
    place: Annotated[str, typer.Option(help="Where people meet.")] = "",
    out: Annotated[Path, typer.Option(metavar="FILE", help=f"Write to this file. {DASH_OUT}")] = DASH,
    as_json: AsJson = False,
) -> None:
    """Write the club's nights as an iCalendar file."""
    book = rulebook(rules)
    try:
        hall = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        refuse(f"{zone!r} isn't a time zone. Write one such as America/Edmonton or Europe/London.")
    times = book.event.calendar
    if not times.start or not times.end:
        refuse(f"{book.title} names no time of day. Set event.calendar in house rules.")
    try:
        days = nights_from(first or date.today().isoformat(), count, times)
    except EventError as error:
        refuse(str(error))

    def utc(day: str, clock: str) -> str:
        local = datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=hall)
        return local.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")

    note = note_of(book)
    nights = [
        Night(f"{day}@{book.name}.bowerbird", book.title, utc(day, times.start), utc(day, times.end), place, note)
        for day in days
    ]
    text = calendar_text(book.title, nights, datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ"))
    if not (as_json and is_dash(out)):
        write_data(out, text.encode())
    if as_json:
        print_json([{"title": night.title, "start": night.start, "end": night.end, "place": place} for night in nights])
    elif not is_dash(out):
        typer.echo(f"{len(nights)} nights written to {out}.")


@event_app.command("simulate")
def simulate_event(
    rules: Rules,
    players: Annotated[int, typer.Option(help="How many people.")] = 16,
    rounds: Annotated[int, typer.Option(help="How many rounds.")] = 8,
    seed: Annotated[int, typer.Option(help="The same number gives the same event.")] = 0,
    sitting_players: Annotated[int, typer.Option("--sitting", help="How many people keep their seats.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Play a whole event with made-up people."""
    if not 1 <= rounds <= 200 or not 0 <= sitting_players <= players <= 4000:
        refuse("Ask for 1 to 200 rounds and at most 4000 people.")
    try:
        event, _ = simulate(rulebook(rules), players, rounds, random.Random(seed), sitting=sitting_players)
    except EventError as error:
        refuse(str(error))
    if as_json:
        print_json(event_record(event))
    else:
        show_standings(event, why=True)


_requests.register(event_app)
_look.register(event_app)
