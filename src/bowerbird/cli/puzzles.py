"""`bowerbird puzzles`: find more puzzles, check them, and pack them into the file that is shipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bowerbird.cli.common import AsJson, Cores, Dask, print_json, processes, spread_or_stop, stop
from bowerbird.cli.files import DASH_IN, DASH_OUT, is_dash, name_of, read_data, write_data

if TYPE_CHECKING:
    from bowerbird.learn.puzzles import Puzzle

__all__ = ["puzzles_app"]

puzzles_app = typer.Typer(
    name="puzzles", help="Find, check and pack the puzzles that are shipped.", no_args_is_help=True
)
Work = Annotated[
    Path, typer.Argument(metavar="FILE", help="The file with what was found so far, one line for each hand tried.")
]
#: Hands between two lines about how far the search is.
_TELL_EVERY = 100


@puzzles_app.command()
def find(
    work: Work,
    count: Annotated[int, typer.Option(min=1, help="Stop when the file has this many puzzles.")] = 2000,
    workers: Cores = 0,
    first: Annotated[int, typer.Option(min=0, help="The number of the first hand, for another file elsewhere.")] = 0,
    theme: Annotated[str, typer.Option(help="Look only for puzzles of this theme, such as next.")] = "",
    dask: Dask = "",
    as_json: AsJson = False,
) -> None:
    """Search on in simulated hands, from where the last search stopped. Stop it at any time.

    A puzzle takes about two seconds of processor time; of a rare theme, more.
    """
    from functools import partial
    from itertools import count as counted

    import msgspec

    from bowerbird.learn.finding import find as find_in
    from bowerbird.learn.themes import THEMES

    hands, found = 0, 0
    names = [each.name for each in THEMES]
    if theme and theme not in names:
        stop(f"There is no theme {theme!r}. There are {', '.join(names)}.")
    if is_dash(work):
        stop("A search continues in its file. Name a file.")
    if work.exists():
        lines = read_data(work).splitlines()
        hands, found = len(lines), sum(line != b"null" for line in lines)
    if found < count:
        with work.open("ab") as file:
            for puzzle in spread_or_stop(
                partial(find_in, theme=theme), counted(first + hands), processes(workers), dask
            ):
                file.write(msgspec.json.encode(puzzle) + b"\n")
                hands, found = hands + 1, found + (puzzle is not None)
                if hands % _TELL_EVERY == 0 or found >= count:
                    file.flush()
                    typer.echo(f"{hands} hands, {found} puzzles", err=as_json)
                if found >= count:
                    break
    if as_json:
        _print_json({"file": str(work), "hands": hands, "puzzles": found})


@puzzles_app.command()
def check(
    count: Annotated[int, typer.Option(min=0, help="Check only so many, spread over all of them. 0: all.")] = 0,
    workers: Cores = 0,
    dask: Dask = "",
    as_json: AsJson = False,
) -> None:
    """Ask the judge about the shipped puzzles again, in other worlds too. Takes a fifth of a second for each.

    Exit status 1: one of them doesn't hold.
    """
    from bowerbird.learn.finding import check as checked
    from bowerbird.learn.puzzles import shipped_puzzles

    puzzles = shipped_puzzles()
    every = max(1, len(puzzles) // count) if count else 1
    chosen = puzzles[::every]
    problems: dict[str, str] = {}
    for found in spread_or_stop(checked, chosen, processes(workers, len(chosen)), dask):
        if found.problem:
            problems[str(found.puzzle.position)] = found.problem
            if not as_json:
                typer.echo(f"{found.puzzle.position}: {found.problem}")
    if as_json:
        _print_json({"checked": len(chosen), "problems": problems})
    else:
        typer.echo(f"{len(chosen)} puzzles checked, {len(problems)} don't hold")
    raise typer.Exit(bool(problems))


@puzzles_app.command()
def pack(
    out: Annotated[Path, typer.Argument(metavar="OUT", help=f"The file to write, as puzzles.xz. {DASH_OUT}")],
    works: Annotated[list[Path], typer.Argument(metavar="FILE...", help=f"Files with what was found. {DASH_IN}")],
    workers: Cores = 0,
    dask: Dask = "",
    as_json: AsJson = False,
) -> None:
    """Check what was found, and add what holds to one small file, with the themes as they are told now."""
    from bowerbird.learn.finding import check as checked
    from bowerbird.learn.finding import themed
    from bowerbird.learn.puzzles import pack as packed
    from bowerbird.learn.puzzles import unpack

    there = {puzzle.position: themed(puzzle) for puzzle in unpack(read_data(out))} if out.exists() else {}
    read = {puzzle.position: themed(puzzle) for work in works for puzzle in _read(work)}
    new = [puzzle for position, puzzle in read.items() if position not in there]
    good = [
        each.puzzle for each in spread_or_stop(checked, new, processes(workers, len(new)), dask) if not each.problem
    ]
    data = packed([*there.values(), *good])
    if as_json and is_dash(out):
        stop("Standard output can't have both the puzzles and JSON. Name a file.")
    write_data(out, data)
    total = len(there) + len(good)
    if as_json:
        _print_json({"file": str(out), "new": len(new), "hold": len(good), "puzzles": total, "bytes": len(data)})
    else:
        typer.echo(f"{len(good)} of {len(new)} new puzzles hold; {total} in {len(data)} bytes", err=is_dash(out))


def _print_json(found: dict[str, object]) -> None:
    """Print one document, with what it was made with."""
    from bowerbird.players.provenance import provenance

    print_json({**provenance(), **found})


def _read(work: Path) -> Iterator[Puzzle]:
    import msgspec

    from bowerbird.learn.puzzles import Puzzle

    decoder = msgspec.json.Decoder(Puzzle | None)
    try:
        for line in read_data(work).splitlines():
            puzzle = decoder.decode(line)
            if puzzle is not None:
                yield puzzle
    except msgspec.DecodeError as error:
        stop(f"{name_of(work)} can't be read: {error}.")
