"""`bowerbird backup` and `bowerbird restore`: copy all data to one file, and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bowerbird.cli.common import AsJson, data_here, print_json, stop, stop_storing
from bowerbird.cli.files import DASH_IN, DASH_OUT, as_file, is_dash, read_data, saved

if TYPE_CHECKING:
    from bowerbird.store.migrate import Progress
    from bowerbird.store.seals import Seals

__all__ = ["Data", "Database", "backup", "bar", "location", "restore", "seals_here"]

Data = Annotated[Path | None, typer.Option(help="The data folder. The default is the one that `serve` uses.")]
Database = Annotated[str, typer.Option(metavar="URL", help="Use a PostgreSQL database in place of a data folder.")]


def location(data: Path | None, database: str) -> str | Path:
    """The address of the database."""
    return database or data_here(data)


def seals_here(data: Path | None, database: str) -> Seals | None:
    """The seals by the secret in the data folder, or next to the file; None if there is no secret."""
    from bowerbird.hall.log_seals import log_seals
    from bowerbird.keyring import Keyring
    from bowerbird.store._database import database_url, sqlite_file

    file = sqlite_file(database_url(database)) if database else None
    folder = file.parent if file and not data else data_here(data)
    if not (folder / "secret").is_file():
        return None
    try:
        return log_seals(Keyring.from_file(folder / "secret"), folder)
    except (OSError, ValueError) as error:
        stop(str(error))


@contextmanager
def bar(title: str) -> Iterator[Progress]:
    """Show a progress bar, if the output is a terminal."""
    from rich.console import Console
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    with Bars(console=console, transient=True, disable=not console.is_terminal) as bars:
        task = bars.add_task(title, total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total)


def backup(
    to: Annotated[Path, typer.Option(metavar="FILE", help=f"The file to create. {DASH_OUT}")],
    data: Data = None,
    database: Database = "",
    replace: Annotated[bool, typer.Option(help="Replace the file if it exists.")] = False,
    as_json: AsJson = False,
) -> None:
    """Back up all data to one file. The server can keep running."""
    import asyncio

    if as_json and is_dash(to):
        stop("Standard output can't have both the backup and JSON. Name a file with --to.")

    from bowerbird.store import StoreError
    from bowerbird.store.backup import backup as make

    try:
        with saved(to) as file, bar("Copying") as progress:
            made = asyncio.run(
                make(location(data, database), file, progress, replace=replace, seals=seals_here(data, database))
            )
    except StoreError as error:
        stop_storing(error)
    if as_json:
        print_json(
            {
                "file": str(to),
                "facts": made.facts,
                "streams": made.streams,
                "fingerprint": made.fingerprint,
                "problems": made.problems,
            }
        )
    else:
        # The backup itself may be on standard output.
        for problem in made.problems:
            typer.echo(problem, err=is_dash(to))
        words = f"{made.facts:,} facts in {made.streams:,} streams. Fingerprint: {made.fingerprint}"
        typer.echo(f"{'Backup' if is_dash(to) else to}: {words}", err=is_dash(to))
    if made.problems:
        stop("The copy is complete, but the database has problems: see above.", status=1)


def restore(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help=f"A backup, or any other Bowerbird database file. {DASH_IN}")
    ],
    data: Data = None,
    database: Database = "",
    into_new: Annotated[
        bool, typer.Option("--into-new", help="If the database has data, rename it and start a new one.")
    ] = False,
    add_missing: Annotated[
        bool, typer.Option("--add-missing", help="Add what the database lacks. The server can keep running.")
    ] = False,
    readable: Annotated[
        bool, typer.Option("--readable", help="Restore everything that can still be read from a damaged file.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Restore a backup into a database. Nothing is ever overwritten."""
    import asyncio

    from bowerbird.store import StoreError
    from bowerbird.store.restore import restore as restore_facts

    where = location(data, database)
    if into_new and add_missing:
        stop("Choose one of --into-new and --add-missing.")
    if not is_dash(file):
        read_data(file, 1)  # stops if it isn't a file
    try:
        with as_file(file) as source, bar("Restoring") as progress:
            done = asyncio.run(
                restore_facts(
                    source,
                    where,
                    progress,
                    add=add_missing,
                    into_new=into_new,
                    readable=readable,
                    seals=seals_here(data, database),
                )
            )
    except StoreError as error:
        stop_storing(error)
    if as_json:
        aside = str(done.aside) if done.aside else None
        print_json({"facts": done.facts, "streams": done.streams, "kept_as": aside, "left_out": done.left_out})
    else:
        if done.aside:
            typer.echo(f"The old database is kept as {done.aside}")
        for line in done.left_out:
            typer.echo(line)
        typer.echo(f"{done.facts:,} facts restored in {done.streams:,} streams.")
    if done.left_out:
        stop("Not everything could be restored: see above.", status=1)
