"""Helpers for all commands: read a rulebook, make a console, stop with one clear line."""

from __future__ import annotations

import shutil
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn, TypeVar

import typer

from bowerbird.cli.complete import books
from bowerbird.machine import as_typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from rich.console import Console
    from rich.table import Table

    from bowerbird.rulebook import Rulebook

__all__ = [
    "UNCOMPILED",
    "AsJson",
    "Book",
    "Cores",
    "Dask",
    "Rules",
    "choose_one",
    "command_here",
    "console",
    "data_here",
    "find_players_here",
    "grid",
    "print_json",
    "processes",
    "rulebook",
    "say_if_uncompiled",
    "spread_or_stop",
    "stop",
    "stop_at_bot",
    "stop_storing",
]

Piece = TypeVar("Piece")
Result = TypeVar("Result")

#: The widest output: longer lines are hard to read.
_WIDEST = 100

_BOOK_HELP: Final = "A rulebook's name, or a TOML file with house rules. - is standard input."
Book = Annotated[str, typer.Argument(metavar="NAME_OR_FILE", help=_BOOK_HELP, autocompletion=books)]
Rules = Annotated[str, typer.Option("--rules", metavar="NAME_OR_FILE", help=_BOOK_HELP, autocompletion=books)]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document for other programs.")]

Dask = Annotated[str, typer.Option(metavar="ADDRESS", help="Run on the Dask cluster at this address.")]
Cores = Annotated[int, typer.Option(min=0, help="How many processes to use. 0 means one for each core.")]
#: So little work takes no longer than the start of other processes.
_FEW: Final = 40


#: By `bowerbird bench`: 130 times for cards chosen over sampled deals, 200 for open hands, 310 for hands simulated.
UNCOMPILED: Final = (
    "The kernel is not compiled here. Searching and simulating take 130 to 310 times as long, and strong bots look at "
    "fewer deals. To speed it up, install a C compiler, then Bowerbird again: "
    "pip install --force-reinstall --no-binary bowerbird bowerbird"
)


def data_here(data: Path | None) -> Path:
    """The data folder that was named, or the default one. Stops with one line if there is neither."""
    from bowerbird.folders import NoHomeError, data_folder

    try:
        return data or data_folder()
    except NoHomeError as error:
        stop(str(error))


def say_if_uncompiled() -> None:
    """Say on stderr, once, that this will be slow, if the kernel runs as plain Python."""
    from bowerbird.kernel.search import COMPILED

    if not COMPILED:
        typer.echo(UNCOMPILED, err=True)


def rulebook(name_or_file: str) -> Rulebook:
    """Load a rulebook, or stop with one line that says what is wrong with it."""
    from bowerbird.rulebook import RulebookError, load_rulebook, read_rulebook

    try:
        if name_or_file == "-":
            from bowerbird.cli.files import DASH, read_text

            return read_rulebook(read_text(DASH), "Standard input")
        return load_rulebook(name_or_file)
    except RulebookError as error:
        stop(str(error))


def stop(message: str, status: int = 2) -> NoReturn:
    """Print one line to stderr and exit (status 2 for bad input)."""
    typer.echo(" ".join(message.split()), err=True)
    raise typer.Exit(status)


def stop_at_bot(error: Exception) -> NoReturn:
    """Stop because of a bot. What it raised itself is shown first with its lines, for the person who wrote it."""
    from bowerbird.table import IllegalActionError

    if not isinstance(error.__cause__, IllegalActionError | None):
        traceback.print_exception(error.__cause__)
    stop(str(error))


def choose_one(given: Mapping[str, object]) -> None:
    """Stop if more than one of these options is given: one of them would be ignored."""
    names = [name for name, value in given.items() if value]
    if len(names) > 1:
        stop(f"{' and '.join(names)} can't be used together. Choose one.")


def stop_storing(error: Exception) -> NoReturn:
    """Stop with what the store says: status 1 for a full disk, which is nobody's wrong input."""
    from errno import ENOSPC
    from sqlite3 import SQLITE_FULL

    cause: BaseException | None = error
    full = False
    while cause is not None and not full:
        full = getattr(cause, "sqlite_errorcode", None) == SQLITE_FULL or getattr(cause, "errno", None) == ENOSPC
        cause = cause.__cause__ or cause.__context__
    stop(str(error), status=1 if full else 2)


def print_json(data: object) -> None:
    """Print one JSON document for programs."""
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def processes(workers: int, pieces: int | None = None) -> int:
    """The number of processes for `--workers`: 0 means one for each core, or a single one for a few pieces of work."""
    from bowerbird.machine import usable_cores

    if workers:
        return workers
    return 1 if pieces is not None and pieces <= _FEW else usable_cores()


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
