"""`bowerbird archive`: pack old games, so that they take a tenth of the disk. All of them can be read as before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from bowerbird.cli.backup import Data, Database, bar, location
from bowerbird.cli.common import AsJson, print_json, stop, stop_storing

if TYPE_CHECKING:
    from bowerbird.store.archiving import Done

__all__ = ["archive"]


def archive(
    data: Data = None,
    database: Database = "",
    days: Annotated[
        int, typer.Option(min=0, help="Archive what nobody has added to for so many days. With 0, everything.")
    ] = 30,
    as_json: AsJson = False,
) -> None:
    """Pack old games, so that they take a tenth of the disk. The server can keep running, and does it too.

    Everything can be read, checked, exported and continued as before.
    """
    import asyncio

    from bowerbird.store import StoreError
    from bowerbird.store.archiving import archive_all
    from bowerbird.store.audit import require_data

    where = location(data, database)
    try:
        require_data(where)
        with bar("Archiving") as progress:
            done = asyncio.run(archive_all(where, days * 86_400_000, progress))
    except StoreError as error:
        stop_storing(error)
    if as_json:
        print_json(
            {
                "facts": done.facts,
                "games": done.streams,
                "bytes_before": done.before,
                "bytes_after": done.after,
                "bytes_free": done.to_shrink,
                "skipped": done.skipped,
            }
        )
    else:
        _show(done)
    if done.skipped:
        stop("Some games have problems. Run `bowerbird check` to see them.", status=1)


def _show(done: Done) -> None:
    for stream, problem in done.skipped.items():
        typer.echo(f"{stream}: not archived, because {problem}")
    typer.echo(f"{done.facts:,} facts in {done.streams:,} games archived.")
    typer.echo(f"The data took {_mb(done.before)} and takes {_mb(done.after)} now.")
    if done.to_shrink:
        typer.echo(
            f"{_mb(done.to_shrink)} of the file are free, and new games use them. To make the file smaller, stop "
            "Bowerbird and run this once more."
        )


def _mb(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
