"""Helpers for all commands: read a rulebook, make a console, stop with one clear line."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TypeVar

import typer

from bowerbird.machine import as_typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from rich.console import Console
    from rich.table import Table

    from bowerbird.rulebook import Rulebook

__all__ = [
    "Book",
    "Cores",
    "Dask",
    "command_here",
    "console",
    "find_players_here",
    "grid",
    "rulebook",
    "spread_or_stop",
    "stop",
]

Piece = TypeVar("Piece")
Result = TypeVar("Result")

#: The widest output: longer lines are hard to read.
_WIDEST = 100

Book = Annotated[
    str, typer.Argument(metavar="NAME_OR_FILE", help="A rulebook's name, or a TOML file with house rules.")
]

Dask = Annotated[str, typer.Option(metavar="ADDRESS", help="Run on the Dask cluster at this address.")]
Cores = Annotated[int, typer.Option(min=0, help="How many processes to use. 0 means one per core.")]


def rulebook(name_or_file: str) -> Rulebook:
    """Load a rulebook, or stop with one line that says what is wrong with it."""
    from bowerbird.rulebook import RulebookError, load_rulebook

    try:
        return load_rulebook(name_or_file)
    except RulebookError as error:
        stop(str(error))


def stop(message: str, status: int = 2) -> NoReturn:
    """Print one line to stderr and exit (status 2 for bad input)."""
    typer.echo(" ".join(message.split()), err=True)
    raise typer.Exit(status)


def spread_or_stop(
    work: Callable[[Piece], Result], pieces: Iterable[Piece], workers: int, dask: str
) -> Iterator[Result]:
    """Yield the result of each piece, in order, from processes or a cluster. Stops with one line if that can't be."""
    from bowerbird.players.spread import SpreadError, spread

    try:
        yield from spread(work, pieces, workers, dask=dask)
    except SpreadError as error:
        stop(str(error))


def find_players_here() -> None:
    """Let `module:Class` be a module of the current folder, as `python -m` does."""
    if "" not in sys.path:
        sys.path.insert(0, "")


def command_here() -> str:
    """The command that starts this program here: its name alone if the shell would find it."""
    program = Path(sys.argv[0])
    if program.name == "__main__.py" and program.parent.name == "bowerbird":
        return as_typed([_as_found(Path(sys.executable)), "-m", "bowerbird"])
    # Another program may have run the command. Its name would not help.
    return as_typed([_as_found(program)]) if program.stem == "bowerbird" else "bowerbird"


def _as_found(program: Path) -> str:
    found = shutil.which(program.name)
    # Not resolved: the Python of a virtual environment is a link to another, different one.
    is_this = found and Path(found).absolute().with_suffix("") == program.absolute().with_suffix("")
    return program.name if is_this else str(program)


def console() -> Console:
    """A console without markup: house rules may contain brackets."""
    from rich.console import Console

    out = Console(highlight=False, markup=False, emoji=False)
    out.width = min(out.width, _WIDEST)
    return out


def grid() -> Table:
    """A table of columns without lines."""
    from rich.table import Table

    return Table.grid(padding=(0, 2, 0, 0), expand=True, pad_edge=False)
