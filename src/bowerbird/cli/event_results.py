"""The commands of `bowerbird event` that only look: standings, season, money, exports, history, the clock."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from bowerbird.cli.event_log import File, Written, load, log_of, refuse, zone_named
from bowerbird.cli.event_show import print_csv, print_json, show_ledger, show_season, show_standings
from bowerbird.event import EventError, counting
from bowerbird.event.calendar import minutes_of
from bowerbird.event.clock import clock_says, games_that_fit, minutes_per_game
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
from bowerbird.event.facts import Undone
from bowerbird.event.season import season, weeks_of
from bowerbird.event.standings import season_is_over
from bowerbird.event.tell import told

__all__ = ["AsJson", "register"]

AsJson = Annotated[bool, typer.Option("--json", help="For other programs.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="For a spreadsheet.")]


def register(app: typer.Typer) -> None:
    """Add these commands to `bowerbird event`."""
    for name, command in (
        ("standings", show_places),
        ("season", show_weeks),
        ("ledger", show_money),
        ("export", export),
        ("history", history),
        ("clock", clock),
    ):
        app.command(name)(command)


def show_places(
    file: File,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    why: Annotated[bool, typer.Option(help="Explain the ties.")] = True,
) -> None:
    """Show the ranking, with the reason for every tie."""
    event = load(file)
    if as_json:
        print_json(event_record(event)["ranking"])
    elif as_csv:
        print_csv(standing_rows(event))
    else:
        show_standings(event, why)


def show_weeks(
    files: Annotated[list[Path], typer.Argument(help="One file with all weeks, or one file a week, in order.")],
    as_json: AsJson = False,
    best: Annotated[int, typer.Option(help="Count the best so many weeks; 0 is the book's rule.")] = 0,
) -> None:
    """Show the season, week by week."""
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


def show_money(file: File, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Show fees, stakes and prizes."""
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
    file: File,
    what: Annotated[str, typer.Argument(metavar="all|results|standings|ledger")] = "all",
    as_csv: AsCsv = False,
    out: Annotated[Path | None, typer.Option(help="Write to this file instead of the screen.")] = None,
) -> None:
    """Give the event to other programs: everything as JSON, or a part as CSV."""
    event = load(file)
    rows = {"results": result_rows, "standings": standing_rows, "ledger": ledger_rows}
    if what not in rows and what != "all":
        refuse(f"{what!r} cannot be exported. Use one of: all, {', '.join(rows)}.")
    if as_csv and what == "all":
        refuse("A spreadsheet takes one part at a time: results, standings or ledger.")
    if as_csv:
        text = csv_text(rows[what](event))
    else:
        data = whole_record(event) if what == "all" else records(rows[what](event))
        text = json.dumps(data, ensure_ascii=False, indent=2)
    if out is None:
        typer.echo(text.rstrip("\n"))
    else:
        out.write_text(text, "utf-8")
        typer.echo(f"Written to {out}.")


def history(file: File, as_json: AsJson = False) -> None:
    """Show everything that was written down, in order, also what was taken back."""
    import msgspec

    log = log_of(file)
    if as_json:
        print_json([msgspec.to_builtins(written._asdict()) for written in log])
        return
    hall = zone_named(load(file).zone)
    counts = {id(fact) for fact in counting(written.fact for written in log)}
    kept: list[Written] = []
    for written in log:
        at = datetime.fromisoformat(written.at).astimezone(hall)
        if isinstance(written.fact, Undone):
            says = _taken_back(kept[-written.fact.facts :])
            del kept[-written.fact.facts :]
        else:
            says = f"{told(written.fact)}{'' if id(written.fact) in counts else ' (taken back)'}"
            kept.append(written)
        typer.echo(f"{written.seq:>5}  {at:%Y-%m-%d %H:%M}  {says}")


def _taken_back(gone: list[Written]) -> str:
    """What an undo took back, by its lines and the words of the first of them."""
    first, last = gone[0], gone[-1]
    if first is last:
        return f"Line {first.seq} was taken back: {told(first.fact)}"
    return f"Lines {first.seq} to {last.seq} were taken back: {told(first.fact)} …"


def clock(
    file: File,
    now: Annotated[str, typer.Option(help="The hall's time, such as 20:15; now if not given.")] = "",
) -> None:
    """Say whether a game takes long, and how many games still fit before closing time."""
    event = load(file)
    at = datetime.now(zone_named(event.zone))
    for sentence in clock_says(event, int(at.timestamp())):
        typer.echo(sentence)
    end, each = event.book.event.calendar.end, minutes_per_game(event)
    if not end or not each:
        typer.echo("This book names no closing time.")
        return
    try:
        minute = minutes_of(now) if now else at.hour * 60 + at.minute
    except EventError as error:
        refuse(str(error))
    left_over = minutes_of(end) - minute
    fit = games_that_fit(left_over, each)
    typer.echo(
        f"{max(0, left_over)} minutes to {end}: {fit} game{'s' if fit != 1 else ''} of {each} minutes still fit."
    )
