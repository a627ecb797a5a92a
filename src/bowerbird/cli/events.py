"""`bowerbird events`: the events on this machine, with their directors' links.

Reads the log and the secret itself, so it needs no browser and no server. Anyone who can read those files is the owner.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from bowerbird.cli.backup import Data, Database
from bowerbird.cli.common import AsJson, data_here, print_json, stop
from bowerbird.running import last_address

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bowerbird.desk.listing import EventListed
    from bowerbird.store import Entry

__all__ = ["events"]

_USUAL: Final = "http://localhost:8000/"
_WORDS: Final = {"running": "in progress", "coming": "not started", "over": "finished"}


def events(
    data: Data = None,
    database: Database = "",
    address: Annotated[
        str, typer.Option(metavar="URL", help="The address of the server. Default: where it ran last.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """List the events on this machine with their directors' links. The server can keep running."""
    import asyncio

    from bowerbird.desk.links import Links
    from bowerbird.desk.listing import listed
    from bowerbird.keyring import Keyring
    from bowerbird.store import StoreError
    from bowerbird.store.errors import NoDataError

    folder = data_here(data)
    try:
        if not (folder / "secret").is_file():
            raise NoDataError(folder)
        keyring = Keyring.from_file(folder / "secret")
        streams = asyncio.run(_read(database or folder))
    except (StoreError, OSError, ValueError) as error:
        stop(str(error))
    base = (address or last_address(folder) or _USUAL).rstrip("/")
    found = [listed(Links(keyring), base, entries) for entries in streams]
    found.sort(key=lambda each: (each.progress != "running", each.trial, -each.last))
    if as_json:
        print_json(found)
        return
    if not found:
        typer.echo("There are no events yet.")
    for each in found:
        _show(each)


def _show(event: EventListed) -> None:
    people = "1 person" if event.people == 1 else f"{event.people} people"
    about = [event.date, event.place, people, _WORDS[event.progress], "practice" if event.trial else ""]
    typer.echo(f"{event.title}: {', '.join(filter(None, about))}")
    for director in event.directors:
        typer.echo(f"  {director.name}: {director.link}")


async def _read(where: str | Path) -> list[Sequence[Entry]]:
    from bowerbird.store import Log

    async with Log(where) as log:
        return [await log.read(stream) for stream in await log.streams("event:")]
