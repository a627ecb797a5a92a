"""`bowerbird event`: run a whole event from a laptop, on one file, without a browser.

This makes an event, tries one out and writes the calendar; `event_people`, `event_play` and `event_results` hold the
other commands. Each folds the file, adds its facts and writes them down; the rules are in `bowerbird.event`.
"""

from __future__ import annotations

import random
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated

import typer

from bowerbird.cli import event_people, event_play, event_results
from bowerbird.cli.common import command_here
from bowerbird.cli.event_log import File, refuse, start_file, zone_named
from bowerbird.cli.event_results import AsJson
from bowerbird.cli.event_show import print_json, show_standings
from bowerbird.event import EventError, Fact
from bowerbird.event.calendar import Night, calendar_text, nights_from
from bowerbird.event.export import event_record
from bowerbird.event.facts import Made, TargetSet
from bowerbird.event.room import checklist
from bowerbird.event.simulate import simulate
from bowerbird.rulebook import Rulebook, RulebookError, load_rulebook

__all__ = ["event_app"]

event_app = typer.Typer(no_args_is_help=True)

Rules = Annotated[str, typer.Option(help="A rulebook's name, or a TOML file with house rules.")]


def _book(rules: str) -> Rulebook:
    try:
        return load_rulebook(rules)
    except RulebookError as error:
        refuse(str(error))


@event_app.command()
def new(
    file: File,
    rules: Rules,
    title: Annotated[str, typer.Option(help="What the event is called.")] = "",
    rounds: Annotated[int, typer.Option(help="How many rounds are planned.")] = 0,
    target: Annotated[int, typer.Option(help="Points that a game goes to, if not the book's.")] = 0,
    zone: Annotated[str, typer.Option(help="The hall's time zone, such as America/Edmonton.")] = "UTC",
    year: Annotated[int, typer.Option(help="The year in which ages are counted; this year if not given.")] = 0,
) -> None:
    """Make a new event file."""
    book = _book(rules)
    year = year or datetime.now(UTC).year
    zone_named(zone)
    facts: list[Fact] = [Made(title=title or book.title, book=book, rounds=rounds, zone=zone, year=year)]
    if target:
        facts.append(TargetSet(points=target))
    event = start_file(file, facts)
    typer.echo(f"{event.title} is ready in {file}. Enter people with: {command_here()} event enter {file} NAME ...")


@event_app.command("checklist")
def show_checklist(rules: Rules, tables: Annotated[int, typer.Option(help="How many tables.")] = 1) -> None:
    """List what must be on the tables."""
    for item in checklist(_book(rules), tables):
        typer.echo(f"[ ] {item}")


@event_app.command()
def calendar(
    rules: Rules,
    zone: Annotated[str, typer.Option(help="The hall's time zone, such as America/New_York.")],
    first: Annotated[str, typer.Option("--from", help="The first day, such as 2026-01-05.")] = "",
    count: Annotated[int, typer.Option("--nights", help="How many nights.")] = 20,
    place: Annotated[str, typer.Option(help="Where people meet.")] = "",
    out: Annotated[Path | None, typer.Option(help="Write to this file instead of the screen.")] = None,
) -> None:
    """Write the club's nights as an iCalendar file."""
    book, hall = _book(rules), zone_named(zone)
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

    note = f"Please be there by {times.doors}." if times.doors else ""
    nights = [
        Night(f"{day}@{book.name}.bowerbird", book.title, utc(day, times.start), utc(day, times.end), place, note)
        for day in days
    ]
    text = calendar_text(book.title, nights, datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ"))
    if out is None:
        typer.echo(text, nl=False)
    else:
        out.write_bytes(text.encode())
        typer.echo(f"{len(nights)} nights written to {out}.")


@event_app.command("simulate")
def simulate_event(
    rules: Rules,
    players: Annotated[int, typer.Option(help="How many people.")] = 16,
    rounds: Annotated[int, typer.Option(help="How many rounds.")] = 8,
    seed: Annotated[int, typer.Option(help="The same number gives the same evening.")] = 0,
    sitting_players: Annotated[int, typer.Option("--sitting", help="How many people keep their chairs.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Play a whole event with quick players."""
    if not 1 <= rounds <= 200 or not 0 <= sitting_players <= players <= 4000:
        refuse("Ask for 1 to 200 rounds and at most 4000 people.")
    try:
        event, _ = simulate(_book(rules), players, rounds, random.Random(seed), sitting=sitting_players)
    except EventError as error:
        refuse(str(error))
    if as_json:
        print_json(event_record(event))
    else:
        show_standings(event, why=True)


event_people.register(event_app)
event_play.register(event_app)
event_results.register(event_app)
