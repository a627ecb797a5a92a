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
) -> None:
    """Search on in simulated hands, from where the last search stopped. Stop it at any time.

    Each worker searches every so-many-th hand. A puzzle takes about two seconds.
    """
    from itertools import count as counted
    from itertools import islice

    import msgspec

    from bowerbird.learn.finding import find as find_in
    from bowerbird.players.spread import spread

    hands, found = 0, 0
    if work.exists():
        lines = work.read_text().splitlines()
        hands, found = len(lines), sum(line != "null" for line in lines)
    batch = 8 if workers == 1 else 100 * workers
    with work.open("ab") as file:
        for first in counted(hands, batch):
            if found >= count:
                break
            tried = islice(counted(first), batch)
            for puzzle in spread(find_in, list(tried), workers):
                file.write(msgspec.json.encode(puzzle) + b"\n")
                found += puzzle is not None
            file.flush()
            typer.echo(f"{first + batch} hands, {found} puzzles")


@puzzles_app.command()
def pack(work: Work, out: Annotated[Path, typer.Argument(help="The file to write, as puzzles.xz.")]) -> None:
    """Pack what was found into one small file."""
    from bowerbird.learn.puzzles import pack as packed

    found = list(_read(work))
    out.write_bytes(packed(found))
    typer.echo(f"{len(found)} puzzles, {out.stat().st_size} bytes")


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
