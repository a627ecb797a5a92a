"""Helpers for all commands: read a rulebook, make a console, stop with one clear line."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from bowerbird.machine import as_typed

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from bowerbird.rulebook import Rulebook

__all__ = ["Book", "command_here", "console", "grid", "rulebook", "stop"]

#: The widest output: longer lines are hard to read.
_WIDEST = 100

Book = Annotated[
    str, typer.Argument(metavar="NAME_OR_FILE", help="A rulebook's name, or a TOML file with house rules.")
]


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
