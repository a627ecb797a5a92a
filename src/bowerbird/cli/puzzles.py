"""`bowerbird puzzles`: find more puzzles, check them, and pack them into the file that is shipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bowerbird.cli.common import stop

if TYPE_CHECKING:
    from bowerbird.learn.puzzles import Puzzle

__all__ = ["puzzles_app"]

puzzles_app = typer.Typer(
    name="puzzles", help="Find, check and pack the puzzles that are shipped.", no_args_is_help=True
)
Work = Annotated[Path, typer.Argument(help="The file with what was found so far, one line for each hand tried.")]
Workers = Annotated[int, typer.Option(min=1, help="Processes that work at the same time.")]


@puzzles_app.command()
def find(
    work: Work,
    count: Annotated[int, typer.Option(min=1, help="Stop when the file has this many puzzles.")] = 2000,
    workers: Workers = 1,
    first: Annotated[int, typer.Option(min=0, help="The number of the first hand, for another file elsewhere.")] = 0,
) -> None:
    """Search on in simulated hands, from where the last search stopped. Stop it at any time.

    A puzzle takes about two seconds of processor time.
    """
    from itertools import count as counted
    from itertools import islice

    import msgspec

    from bowerbird.learn.finding import find as find_in
    from bowerbird.players.spread import spread

    hands, found = 0, 0
    if work.exists():
        lines = work.read_text("utf-8").splitlines()
        hands, found = len(lines), sum(line != "null" for line in lines)
    batch = 8 if workers == 1 else 100 * workers
    with work.open("ab") as file:
        for start in counted(first + hands, batch):
            if found >= count:
                break
            tried = islice(counted(start), batch)
            for puzzle in spread(find_in, list(tried), workers):
                file.write(msgspec.json.encode(puzzle) + b"\n")
                found += puzzle is not None
            file.flush()
            typer.echo(f"{start + batch - first} hands, {found} puzzles")


@puzzles_app.command()
def check(
    count: Annotated[int, typer.Option(min=0, help="Check only so many, spread over all of them. 0: all.")] = 0,
    workers: Workers = 1,
) -> None:
    """Ask the judge about the shipped puzzles again, in other worlds too. Takes a fifth of a second for each.

    Exit status 1: one of them doesn't hold.
    """
    from bowerbird.learn.finding import check as checked
    from bowerbird.learn.puzzles import shipped_puzzles
    from bowerbird.players.spread import spread

    puzzles = shipped_puzzles()
    every = max(1, len(puzzles) // count) if count else 1
    problems = 0
    for found in spread(checked, puzzles[::every], workers):
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
) -> None:
    """Check what was found, and pack what holds into one small file, with the themes as they are told now."""
    from bowerbird.learn.finding import check as checked
    from bowerbird.learn.finding import themed
    from bowerbird.learn.puzzles import pack as packed
    from bowerbird.players.spread import spread

    found = [themed(puzzle) for work in works for puzzle in _read(work)]
    good = [each.puzzle for each in spread(checked, found, workers) if not each.problem]
    out.write_bytes(packed(good))
    typer.echo(f"{len(good)} of {len(found)} puzzles hold, {out.stat().st_size} bytes")


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
