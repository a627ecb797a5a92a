"""`bowerbird events`: the events on this machine, with their directors' links.

Reads the log and the secret itself, so it needs no browser and no server. Anyone who can read those files is the owner.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from bowerbird.cli.backup import Data, Database
from bowerbird.cli.common import stop
from bowerbird.machine import replace_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bowerbird.desk.listing import EventListed
    from bowerbird.store import Entry

__all__ = ["events", "keep_address"]

_USUAL: Final = "http://localhost:8000/"
_WORDS: Final = {"running": "in progress", "coming": "not started", "over": "finished"}


def keep_address(folder: Path, address: str) -> None:
    """Note where the server runs, for the links that `events` shows. Only a convenience, so it may fail."""
    with suppress(OSError):
        replace_file(folder / "address", address.encode())


def events(
    data: Data = None,
    database: Database = "",
    address: Annotated[
        str, typer.Option(metavar="URL", help="The address of the server. Default: where it ran last.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> None:
    """List the events on this machine with their directors' links. The server can keep running."""
    import asyncio

    import msgspec

    from bowerbird.cli.serve import data_folder
    from bowerbird.desk.links import Links
    from bowerbird.desk.listing import listed
    from bowerbird.keyring import Keyring
    from bowerbird.store import StoreError

    folder = data or data_folder()
    if not (folder / "secret").is_file():
        stop(f"There are no events in {folder}. Name the folder that the server uses with --data.", status=1)
    try:
        keyring = Keyring.from_file(folder / "secret")
        streams = asyncio.run(_read(database or folder))
    except (StoreError, OSError, ValueError) as error:
        stop(str(error))
    base = (address or _last_address(folder)).rstrip("/")
    found = [listed(Links(keyring), base, entries) for entries in streams]
    found.sort(key=lambda each: (each.progress != "running", each.trial, -each.last))
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
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


def _last_address(folder: Path) -> str:
    try:
        return (folder / "address").read_text(encoding="utf-8").strip() or _USUAL
    except OSError:
        return _USUAL


async def _read(where: str | Path) -> list[Sequence[Entry]]:
    from bowerbird.store import Log

    async with Log(where) as log:
        return [await log.read(stream) for stream in await log.streams("event:")]
