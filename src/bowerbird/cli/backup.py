"""`bowerbird backup` and `bowerbird restore`: all facts of a hall in one file, and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bowerbird.cli.common import stop

if TYPE_CHECKING:
    from bowerbird.store.migrate import Progress

__all__ = ["Data", "Database", "backup", "bar", "place", "restore"]

Data = Annotated[Path | None, typer.Option(help="The hall's data folder; the one that `serve` uses by default.")]
Database = Annotated[str, typer.Option(metavar="URL", help="A PostgreSQL address instead of a data folder.")]


def place(data: Path | None, database: str) -> str | Path:
    """Where the hall keeps its facts."""
    from bowerbird.cli.serve import data_folder

    return database or data or data_folder()


@contextmanager
def bar(title: str) -> Iterator[Progress]:
    """A bar that grows while something long is done; nothing where the output is no terminal."""
    from rich.console import Console
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    with Bars(console=console, transient=True, disable=not console.is_terminal) as bars:
        task = bars.add_task(title, total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total)


def backup(
    to: Annotated[Path, typer.Option(metavar="FILE", help="The file to make.")],
    data: Data = None,
    database: Database = "",
    replace: Annotated[bool, typer.Option(help="If the file is there already, put the new one in its place.")] = False,
) -> None:
    """Copy everything that the hall has written to one file. The hall may be open meanwhile."""
    import asyncio

    from bowerbird.store import StoreError
    from bowerbird.store.backup import backup as make

    try:
        with bar("Copying") as progress:
            made = asyncio.run(make(place(data, database), to, progress, replace=replace))
    except StoreError as error:
        stop(str(error))
    for problem in made.problems:
        typer.echo(problem)
    typer.echo(f"{to}: {made.facts:,} facts in {made.streams:,} streams. Fingerprint: {made.fingerprint}")
    if made.problems:
        stop("The copy is as the database is, and something is wrong with it: see above.", status=1)


def restore(
    file: Annotated[Path, typer.Argument(help="A backup, or any database file of Bowerbird's.")],
    data: Data = None,
    database: Database = "",
    into_new: Annotated[
        bool, typer.Option("--into-new", help="If there are facts already, put the old database aside first.")
    ] = False,
    add_missing: Annotated[
        bool, typer.Option("--add-missing", help="Add what the database lacks; the hall may be open meanwhile.")
    ] = False,
    readable: Annotated[
        bool, typer.Option("--readable", help="From a damaged file, take everything that can still be read.")
    ] = False,
) -> None:
    """Put a backup into a database. Nothing is ever overwritten."""
    import asyncio

    from bowerbird.store import StoreError
    from bowerbird.store.restore import restore as put_back

    where = place(data, database)
    if into_new and add_missing:
        stop("Choose one of --into-new and --add-missing.")
    if not file.is_file():
        stop(f"{file}: there is no such file.")
    try:
        with bar("Restoring") as progress:
            done = asyncio.run(put_back(file, where, progress, add=add_missing, into_new=into_new, readable=readable))
    except StoreError as error:
        stop(str(error))
    if done.aside:
        typer.echo(f"The old database is kept as {done.aside}")
    for line in done.left_out:
        typer.echo(line)
    typer.echo(f"{done.facts:,} facts restored in {done.streams:,} streams.")
    if done.left_out:
        stop("Not everything could be restored: see above.", status=1)
