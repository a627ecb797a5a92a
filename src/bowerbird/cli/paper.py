"""`bowerbird paper`: print a sheet of an event file as PDF. `bowerbird.paper` makes the sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bowerbird.cli.common import stop

__all__ = ["paper"]


def paper(
    file: Annotated[Path, typer.Argument(help="The event's file.")],
    what: Annotated[str, typer.Argument(help="Which sheet. Use `list` to see them all.")] = "all",
    size: Annotated[str, typer.Option(metavar="letter|a4", help="The paper size.")] = "letter",
    out: Annotated[Path | None, typer.Option(help="Write to this file instead of one named after the event.")] = None,
    round_number: Annotated[
        int | None, typer.Option("--round", help="Print slips, table cards or standings of this round.")
    ] = None,
    table: Annotated[int | None, typer.Option(help="Print only this table.")] = None,
    place: Annotated[str, typer.Option(help="The location for the heading, if not the event's own.")] = "",
    date: Annotated[
        str, typer.Option(help="The date for the heading, such as 2026-01-05, if not the event's own.")
    ] = "",
) -> None:
    """Print slips, score cards, lists and sheets of an event as PDF."""
    from bowerbird.paper import WHATS, PaperError, print_sheet

    if what == "list":
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
    target = out or file.with_name(f"{file.stem}-{what}.pdf")
    try:
        target.write_bytes(printed)
    except OSError as error:
        stop(f"{target} can't be written: {error.strerror}.")
    typer.echo(f"{WHATS[what]} of {event.title} written to {target}.")
