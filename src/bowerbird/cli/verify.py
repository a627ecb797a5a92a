"""`bowerbird verify`: check the shuffle of a past hand on your own machine, from published data only."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bowerbird.cli.common import stop

if TYPE_CHECKING:
    from bowerbird.hall.fair import ShownDeal

__all__ = ["verify"]


def verify(
    where: Annotated[
        Path, typer.Argument(help="A JSON file of a hand (from its page or /api/tables/ID/fair/N), or a data folder.")
    ],
    table: Annotated[str, typer.Option(help="With a data folder, check only this table.")] = "",
    digest: Annotated[str, typer.Option(help="The digest you were shown before the hand.")] = "",
) -> None:
    """Check that past hands were shuffled fairly: the secret matches its digest, and gives the deck."""
    from bowerbird.hall.fair import check

    if not where.exists():
        stop(f"{where} doesn't exist.")
    deals = _from_folder(where, table) if where.is_dir() else [_from_file(where)]
    wrong = 0
    for name, deal in deals:
        problems = check(deal, digest)
        wrong += bool(problems)
        typer.echo(f"{name}: {'; '.join(problems) if problems else 'fair'}")
    typer.echo(f"{len(deals)} hand{'' if len(deals) == 1 else 's'} checked, {wrong or 'none'} wrong.")
    raise typer.Exit(1 if wrong else 0)


def _from_file(path: Path) -> tuple[str, ShownDeal]:
    import msgspec

    from bowerbird.hall.fair import ShownDeal

    try:
        return path.name, msgspec.json.decode(path.read_bytes(), type=ShownDeal)
    except (OSError, msgspec.DecodeError) as error:
        stop(f"{path} isn't a record of a hand: {error}")


def _from_folder(folder: Path, table: str) -> list[tuple[str, ShownDeal]]:
    import asyncio

    from bowerbird.store import StoreError

    if not (folder / "bowerbird.sqlite").exists():
        stop(f"There is no data in {folder}. Use the folder that `bowerbird serve` shows when it starts.")
    try:
        found = asyncio.run(_read(folder, table))
    except StoreError as error:
        stop(str(error))
    if not found:
        stop(f"{folder}: no hand is finished yet{f' at table {table}' if table else ''}.")
    return found


async def _read(folder: Path, table: str) -> list[tuple[str, ShownDeal]]:
    from bowerbird.hall.facts import decode_hall_fact
    from bowerbird.hall.replay import shown_deals
    from bowerbird.hall.room import Room
    from bowerbird.store import Log

    found = []
    async with Log(folder) as log:
        for stream in await log.streams(f"table:{table}"):
            entries = await log.read(stream)
            room = Room.fold((decode_hall_fact(entry.body), entry.at) for entry in entries)
            name = stream.partition(":")[2]
            found += [(f"table {name}, hand {deal.hand}", deal) for deal in shown_deals(room)]
    return found
