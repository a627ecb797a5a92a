"""`bowerbird puzzles`: find more puzzles, check them, and pack them into the file that is shipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bowerbird.cli.common import Dask, spread_or_stop, stop

if TYPE_CHECKING:
    from bowerbird.learn.puzzles import Puzzle

__all__ = ["puzzles_app"]

puzzles_app = typer.Typer(
    name="puzzles", help="Find, check and pack the puzzles that are shipped.", no_args_is_help=True
)
Work = Annotated[Path, typer.Argument(help="The file with what was found so far, one line for each hand tried.")]
Workers = Annotated[int, typer.Option(min=1, help="Processes that work at the same time.")]
#: Hands between two lines about how far the search is.
_TELL_EVERY = 100


@puzzles_app.command()
def find(
    work: Work,
    count: Annotated[int, typer.Option(min=1, help="Stop when the file has this many puzzles.")] = 2000,
    workers: Workers = 1,
    first: Annotated[int, typer.Option(min=0, help="The number of the first hand, for another file elsewhere.")] = 0,
    dask: Dask = "",
) -> None:
    """Search on in simulated hands, from where the last search stopped. Stop it at any time.

    A puzzle takes about two seconds of processor time.
    """
    from itertools import count as counted

    import msgspec

    from bowerbird.learn.finding import find as find_in

    hands, found = 0, 0
    if work.exists():
        lines = work.read_text("utf-8").splitlines()
        hands, found = len(lines), sum(line != "null" for line in lines)
    if found >= count:
        return
    with work.open("ab") as file:
        for puzzle in spread_or_stop(find_in, counted(first + hands), workers, dask):
            file.write(msgspec.json.encode(puzzle) + b"\n")
            hands, found = hands + 1, found + (puzzle is not None)
            if hands % _TELL_EVERY == 0 or found >= count:
                file.flush()
                typer.echo(f"{hands} hands, {found} puzzles")
            if found >= count:
                break


@puzzles_app.command()
def check(
    count: Annotated[int, typer.Option(min=0, help="Check only so many, spread over all of them. 0: all.")] = 0,
    workers: Workers = 1,
    dask: Dask = "",
) -> None:
    """Ask the judge about the shipped puzzles again, in other worlds too. Takes a fifth of a second for each.

    Exit status 1: one of them doesn't hold.
    """
    from bowerbird.learn.finding import check as checked
    from bowerbird.learn.puzzles import shipped_puzzles

    puzzles = shipped_puzzles()
    every = max(1, len(puzzles) // count) if count else 1
    problems = 0
    for found in spread_or_stop(checked, puzzles[::every], workers, dask):
        if found.problem:
            problems += 1
            typer.echo(f"{found.puzzle.position}: {found.problem}")
    typer.echo(f"{len(puzzles[::every])} puzzles checked, {problems} don't hold")
    raise typer.Exit(bool(problems))


@puzzles_app.command()
def pack(
    out: Annotated[Path, typer.Argument(help="The file to write, as puzzles.xz.")],
    works: Annotated[list[Path], typer.Argument(help="Files with what was found.")],
    workers: Workers = 1,
    dask: Dask = "",
) -> None:
    """Check what was found, and add what holds to one small file, with the themes as they are told now."""
    from bowerbird.learn.finding import check as checked
    from bowerbird.learn.finding import themed
    from bowerbird.learn.puzzles import pack as packed
    from bowerbird.learn.puzzles import unpack

    there = {puzzle.position: themed(puzzle) for puzzle in unpack(out.read_bytes())} if out.exists() else {}
    read = {puzzle.position: themed(puzzle) for work in works for puzzle in _read(work)}
    new = [puzzle for position, puzzle in read.items() if position not in there]
    good = [each.puzzle for each in spread_or_stop(checked, new, workers, dask) if not each.problem]
    out.write_bytes(packed([*there.values(), *good]))
    typer.echo(f"{len(good)} of {len(new)} new puzzles hold; {len(there) + len(good)} in {out.stat().st_size} bytes")


def _read(work: Path) -> Iterator[Puzzle]:
    import msgspec

    from bowerbird.learn.puzzles import Puzzle

    decoder = msgspec.json.Decoder(Puzzle | None)
    try:
        for line in work.read_bytes().splitlines():
            puzzle = decoder.decode(line)
            if puzzle is not None:
                yield puzzle
    except (OSError, msgspec.DecodeError) as error:
        stop(f"{work} can't be read: {error}.")
