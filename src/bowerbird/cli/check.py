"""`bowerbird check`: read the whole log, and check that every stream is complete, unchanged and readable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bowerbird.cli.backup import Data, Database, bar, location
from bowerbird.cli.common import stop

if TYPE_CHECKING:
    from bowerbird.store import Entry

__all__ = ["check", "check_meaning"]


def check(
    data: Data = None,
    database: Database = "",
    against: Annotated[
        Path | None, typer.Option(metavar="FILE", help="An earlier backup. Everything in it must still be there.")
    ] = None,
) -> None:
    """Read all data and report problems. The server can keep running.

    Exit status 0: no problems. 1: problems found. 2: the check could not run.
    """
    import asyncio

    from bowerbird.store import StoreError
    from bowerbird.store.audit import compare, survey

    where = location(data, database)
    try:
        with bar("Checking") as progress:
            found = asyncio.run(survey(where, progress, check_meaning))
        problems = list(found.problems)
        if against is not None:
            with bar("Comparing") as progress:
                problems += asyncio.run(compare(where, against, progress))
    except StoreError as error:
        stop(str(error))
    for problem in problems:
        typer.echo(problem)
    typer.echo(f"{found.facts:,} facts in {found.streams:,} streams. Fingerprint: {found.fingerprint}")
    if problems:
        number = f"{len(problems)} problems" if len(problems) > 1 else "One problem"
        stop(f"{number} found: see above, and the page on backups for what to do.", status=1)
    typer.echo("No problems found.")


def check_meaning(entries: Sequence[Entry]) -> list[str]:
    """Fold the facts of a stream, and describe the problem if that fails."""
    kind = entries[0].stream.partition(":")[0] if entries else ""
    fold = _FOLDS.get(kind, _decode)
    seen = 0

    def counted() -> Iterator[Entry]:
        nonlocal seen
        for entry in entries:
            seen = entry.seq
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
