"""The commands of `bowerbird event` that only look: the room, standings, season, money, exports, history."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo

import typer
from msgspec import to_builtins

from bowerbird.cli.common import AsJson, choose_one, print_json
from bowerbird.cli.complete import one_of
from bowerbird.cli.event._file import ReadFile, load, now_in_ms, refuse, story_of
from bowerbird.cli.event._show import (
    coming_words,
    print_csv,
    show_ledger,
    show_season,
    show_seating,
    show_standings,
)
from bowerbird.cli.files import DASH, DASH_IN, DASH_OUT, is_dash, write_data
from bowerbird.evening import history as records_of
from bowerbird.evening.clock import clock_says, minute_of_day
from bowerbird.evening.views import Seen
from bowerbird.evening.views.common import time_words
from bowerbird.evening.views.director import next_step
from bowerbird.event import EventError
from bowerbird.event.calendar import minutes_of
from bowerbird.event.clock import games_left, minutes_per_game
from bowerbird.event.export import (
    csv_text,
    event_record,
    ledger_rows,
    records,
    result_rows,
    season_record,
    standing_rows,
    whole_record,
)
from bowerbird.event.room import where
from bowerbird.event.season import season, weeks_of
from bowerbird.event.standings import season_is_over
from bowerbird.event.state import Event
from bowerbird.machine import make_private
from bowerbird.names import one_line

__all__ = ["register"]

AsCsv = Annotated[bool, typer.Option("--csv", help="Print CSV for a spreadsheet.")]


def register(app: typer.Typer) -> None:
    """Add these commands to `bowerbird event`."""
    for name, command in (
        ("status", status),
        ("seating", seating),
        ("where", where_is),
        ("standings", show_places),
        ("season", show_weeks),
        ("ledger", show_money),
        ("export", export),
        ("history", history),
    ):
        app.command(name)(command)


def status(
    file: ReadFile,
    now: Annotated[str, typer.Option(help="The local time, such as 20:15; now if not given.")] = "",
    as_json: AsJson = False,
) -> None:
    """Say how far the event is, what comes next, and how many games still fit before closing time."""
    evening = story_of(file).evening
    event = evening.event
    seen = Seen(evening, rung=False)
    coming = next_step(seen)
    minute = _minute(event, now)
    says = [*clock_says(event, evening.clock, now_in_ms()), *filter(None, [_games_that_fit(event, minute)])]
    if as_json:
        print_json({**to_builtins(seen.head()), "next": to_builtins(coming), "here": len(event.here()), "says": says})
        return
    place = event.round_name(event.round) if event.tonight else ""
    meeting = event.meeting_name(event.meeting.number) if event.meetings and not place else ""
    typer.echo(
        f"{event.title}: {place or meeting or 'nobody has been checked in yet'}. {len(event.here())} people here."
    )
    for sentence in filter(None, [*says, coming.why, coming_words(event, coming, games_left(event, minute))]):
        typer.echo(sentence)


def _minute(event: Event, now: str) -> int:
    """The minute of the day: as given, or now."""
    try:
        return minutes_of(now) if now else minute_of_day(event, now_in_ms())
    except EventError as error:
        refuse(str(error))


def _games_that_fit(event: Event, minute: int) -> str:
    """Say how many games fit before closing time; nothing where the rules name none."""
    fit = games_left(event, minute)
    if fit is None:
        return ""
    end, each = event.book.event.calendar.end, minutes_per_game(event)
    left_over = max(0, minutes_of(end) - minute)
    return f"{left_over} minutes to {end}: {fit} game{'s' if fit != 1 else ''} of {each} minutes still fit."


def seating(file: ReadFile, as_json: AsJson = False) -> None:
    """Show who sits where."""
    event = load(file)
    if not event.rounds:
        refuse("Nobody has a place yet. Seat people first.")
    if as_json:
        print_json(event_record(event)["rounds"][-1])
    else:
        show_seating(event)


def where_is(
    file: ReadFile,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A player's name.", callback=one_line)],
    as_json: AsJson = False,
) -> None:
    """Say where somebody sits, and with whom."""
    try:
        said = where(load(file), name)
    except EventError as error:
        refuse(str(error))
    if as_json:
        print_json({"name": name, "says": said})
    else:
        typer.echo(said)


def show_places(
    file: ReadFile,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    why: Annotated[bool, typer.Option(help="Explain the ties.")] = True,
) -> None:
    """Show the ranking, with the reason for every tie."""
    choose_one({"--json": as_json, "--csv": as_csv})
    event = load(file)
    if as_json:
        print_json(event_record(event)["ranking"])
    elif as_csv:
        print_csv(standing_rows(event))
    else:
        show_standings(event, why)


def show_weeks(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help=f"The file of one event, or of several that count together. {DASH_IN}"),
    ],
    as_json: AsJson = False,
    best: Annotated[int, typer.Option(help="Count only this many of the best; 0 is the rulebook's rule.")] = 0,
) -> None:
    """Show the season, meeting by meeting."""
    from msgspec.structs import replace

    events = [load(file) for file in files]
    rules = events[0].book.event.season
    rules = replace(rules, best_weeks=best) if best else rules
    weeks = [week for event in events for week in weeks_of(event)]
    over = season_is_over(events[0]) if len(events) == 1 else bool(rules.weeks) and len(weeks) >= rules.weeks
    lines = season(weeks, rules, over)
    if as_json:
        print_json(season_record(lines))
    else:
        show_season(lines)


def show_money(file: ReadFile, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Show fees, stakes and prizes."""
    choose_one({"--json": as_json, "--csv": as_csv})
    event = load(file)
    if as_json:
        print_json(
            [dict(zip(("round", "why", "account", "cents"), row, strict=True)) for row in ledger_rows(event)[1:]]
        )
    elif as_csv:
        print_csv(ledger_rows(event))
    else:
        show_ledger(event)


def export(
    file: ReadFile,
    what: Annotated[
        str,
        typer.Argument(
            metavar="all|results|standings|ledger",
            help="What to export.",
            autocompletion=one_of("all", "results", "standings", "ledger"),
        ),
    ] = "all",
    as_csv: AsCsv = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document, as without --csv.")] = False,
    out: Annotated[Path, typer.Option(metavar="FILE", help=f"Write to this file. {DASH_OUT}")] = DASH,
) -> None:
    """Give the event to other programs: everything as JSON, or a part as CSV."""
    choose_one({"--json": as_json, "--csv": as_csv})
    event = load(file)
    rows = {"results": result_rows, "standings": standing_rows, "ledger": ledger_rows}
    if what not in rows and what != "all":
        refuse(f"{what!r} can't be exported. Use one of: all, {', '.join(rows)}.")
    if as_csv and what == "all":
        refuse("A spreadsheet takes one part at a time: results, standings or ledger.")
    if as_csv:
        text = csv_text(rows[what](event))
    else:
        data = whole_record(event) if what == "all" else records(rows[what](event))
        text = json.dumps(data, ensure_ascii=False, indent=2)
    if is_dash(out):
        typer.echo(text.rstrip("\n"))
    else:
        try:
            make_private(out)
        except OSError as error:
            refuse(f"{out} can't be written: {error.strerror}.")
        write_data(out, text.encode())
        typer.echo(f"Written to {out}.")


def history(file: ReadFile, as_json: AsJson = False) -> None:
    """Show every command in order, also what was undone."""
    story = story_of(file)
    lines = records_of.history(story, lambda at: time_words(at, story.evening.event.zone))
    if as_json:
        print_json(to_builtins(lines))
        return
    zone = ZoneInfo(story.evening.event.zone)
    for line in lines:
        at = datetime.fromtimestamp(line.at / 1000, zone)
        undone = " (undone)" if line.undone else ""
        typer.echo(f"{line.seq:>5}  {at:%Y-%m-%d %H:%M}  {' '.join(line.words)}{undone}")
