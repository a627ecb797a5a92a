"""`bowerbird check`: read the whole log, and check that every stream is complete, unchanged and readable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bowerbird.cli.backup import Data, Database, bar, location, seals_here
from bowerbird.cli.common import AsJson, print_json, stop, stop_storing
from bowerbird.cli.files import DASH_IN, DASH_OUT, as_file, is_dash, saved

if TYPE_CHECKING:
    from bowerbird.store import Entry

__all__ = ["check", "check_meaning"]


def check(
    data: Data = None,
    database: Database = "",
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=f"An earlier backup, or a head written earlier. Everything in it must still be there. {DASH_IN}",
        ),
    ] = None,
    write_head: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=f"Write the end of the log to a small file, to keep elsewhere for --against. {DASH_OUT}",
        ),
    ] = None,
    accepted: Annotated[
        bool,
        typer.Option("--accept", help="Seal the data as it is now, after you have looked into every problem."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Read all data and report problems. The server can keep running.

    Exit status 0: no problems. 1: problems found. 2: the check could not run.
    """
    import asyncio

    from bowerbird.store import StoreError
    from bowerbird.store.audit import accept, compare, copy_head, survey

    if as_json and write_head is not None and is_dash(write_head):
        stop("Standard output can't have both the head and JSON. Name a file with --write-head.")
    where = location(data, database)
    seals = seals_here(data, database)
    if accepted and seals is None:
        stop("Sealing needs the server's secret. Name the folder that has it with --data.")
    try:
        with bar("Checking") as progress:
            found = asyncio.run(survey(where, progress, check_meaning, seals))
        problems = list(found.problems)
        if against is not None:
            with as_file(against) as earlier, bar("Comparing") as progress:
                problems += asyncio.run(compare(where, earlier, progress))
        if write_head is not None:
            with saved(write_head) as head:
                asyncio.run(copy_head(where, head, found))
        if accepted and seals is not None:
            asyncio.run(accept(where, seals))
    except StoreError as error:
        stop_storing(error)
    # A head may be on standard output.
    aside = write_head is not None and is_dash(write_head)
    if as_json:
        print_json(
            {
                "facts": found.facts,
                "streams": found.streams,
                "fingerprint": found.fingerprint,
                "sealed": bool(found.sealed),
                "accepted": accepted,
                "problems": problems,
            }
        )
    else:
        for problem in problems:
            typer.echo(problem, err=aside)
        words = f"{found.facts:,} facts in {found.streams:,} streams. Fingerprint: {found.fingerprint}"
        typer.echo(words, err=aside)
        if not found.sealed:
            typer.echo(
                "The seals were not checked: they need the server's secret. Name the folder that has it with --data.",
                err=aside,
            )
        if accepted:
            typer.echo("The data is sealed as it is now. Restart Bowerbird if it is running.", err=aside)
    if accepted:
        return
    if problems:
        number = f"{len(problems)} problems" if len(problems) > 1 else "One problem"
        stop(f"{number} found: see above, and the page on backups for what to do.", status=1)
    if not as_json:
        typer.echo("No problems found.", err=aside)


def check_meaning(entries: Sequence[Entry]) -> list[str]:
    """Fold the facts of a stream, and describe the problem if that fails."""
    kind = entries[0].stream.partition(":")[0] if entries else ""
    fold = _FOLDS.get(kind, _decode)
    seen, first = 0, entries[0].seq if entries else 0

    def counted() -> Iterator[Entry]:
        nonlocal seen
        for entry in entries:
            seen = entry.seq
            if first == seen > 1:
                continue  # the mark of an erased stream: see `audit`
            yield entry

    try:
        fold(counted())
    except Exception as error:  # whatever it is, check the other streams too
        return [f"fact {seen} can't be read: {' '.join(str(error).split()) or type(error).__name__}"]
    return []


def _table(entries: Iterator[Entry]) -> None:
    from bowerbird.hall.facts import decode_hall_fact
    from bowerbird.hall.room import Room

    Room.fold((decode_hall_fact(entry.body), entry.at) for entry in entries)


def _event(entries: Iterator[Entry]) -> None:
    from bowerbird.desk.live import commands_of
    from bowerbird.evening.state import Story

    story = Story(commands_of([next(entries)]))
    for entry in entries:
        [command] = commands_of([entry])
        story.keep(command)


def _season(entries: Iterator[Entry]) -> None:
    import msgspec

    from bowerbird.evening.season import SeasonFact, SeasonState

    decoder: msgspec.json.Decoder[SeasonFact] = msgspec.json.Decoder(SeasonFact)
    SeasonState.fold(decoder.decode(entry.body) for entry in entries)


def _decode(entries: Iterator[Entry]) -> None:
    """Read the facts of lists and names one by one."""
    import msgspec

    for entry in entries:
        msgspec.json.decode(entry.body, type=dict[str, Any])


_FOLDS: dict[str, Callable[[Iterator[Entry]], None]] = {"table": _table, "event": _event, "season": _season}
