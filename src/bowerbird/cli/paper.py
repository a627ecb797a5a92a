"""`bowerbird paper`: print a sheet of an event file as PDF. `bowerbird.paper` makes the sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bowerbird.cli.common import AsJson, print_json, stop
from bowerbird.cli.complete import one_of
from bowerbird.cli.files import DASH, DASH_IN, DASH_OUT, is_dash, write_data

__all__ = ["paper"]


def _sheets(incomplete: str) -> list[str]:
    from bowerbird.paper import WHATS

    return [name for name in (*WHATS, "list") if name.startswith(incomplete)]


def paper(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=f"The event's file. {DASH_IN}")],
    what: Annotated[
        str, typer.Argument(help="Which sheet. Use `list` to see them all.", autocompletion=_sheets)
    ] = "all",
    size: Annotated[
        str, typer.Option(metavar="letter|a4", help="The paper size.", autocompletion=one_of("letter", "a4"))
    ] = "letter",
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=f"Write to this file instead of one named after the event. {DASH_OUT}"),
    ] = None,
    round_number: Annotated[
        int | None, typer.Option("--round", help="Print slips, table cards or standings of this round.")
    ] = None,
    table: Annotated[int | None, typer.Option(help="Print only this table.")] = None,
    place: Annotated[str, typer.Option(help="The location for the heading, if not the event's own.")] = "",
    date: Annotated[
        str, typer.Option(help="The date for the heading, such as 2026-01-05, if not the event's own.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Print slips, score cards, lists and sheets of an event as PDF."""
    from bowerbird.extras import require
    from bowerbird.paper import WHATS, PaperError, print_sheet

    require("paper")
    if what == "list":
        if as_json:
            print_json([{"name": name, "words": words} for name, words in WHATS.items()])
            return
        for name, words in WHATS.items():
            typer.echo(f"{name:<14} {words}")
        return
    from bowerbird.cli.event._file import story_of

    evening = story_of(file).evening
    event = evening.event
    try:
        printed = print_sheet(
            what,
            event,
            size=size,
            place=place or evening.place,
            date=date or evening.meeting_date,
            round=round_number,
            table=table,
        )
    except PaperError as error:
        stop(str(error))
    target = out or (DASH if is_dash(file) else file.with_name(f"{file.stem}-{what}.pdf"))
    if as_json and is_dash(target):
        stop("Standard output can't have both the sheet and JSON. Name a file with --out.")
    write_data(target, printed)
    if as_json:
        print_json({"sheet": what, "file": str(target), "bytes": len(printed)})
    elif not is_dash(target):
        typer.echo(f"{WHATS[what]} of {event.title} written to {target}.")
