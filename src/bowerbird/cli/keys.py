"""`bowerbird keys`: the server's keys, a new one, and the end of an old one. Never shows a secret."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bowerbird.cli.backup import Data, Database, location, seals_here
from bowerbird.cli.common import AsJson, data_here, print_json, stop

__all__ = ["keys_app"]

keys_app = typer.Typer(
    name="keys", help="The server's keys: list them, make a new one, drop an old one.", no_args_is_help=True
)


@keys_app.command("list")
def list_keys(data: Data = None, as_json: AsJson = False) -> None:
    """List the keys, newest first. The newest one signs cookies and links; all of them are accepted."""
    from bowerbird.keyring import FIRST, Keyring

    path = _file(data)
    try:
        ring = Keyring.from_file(path)
    except (OSError, ValueError) as error:
        stop(f"{error}.")
    if as_json:
        keys = [(key, None if key.made == FIRST else str(key.made)) for key in ring.keys]
        print_json([{"name": key.name, "made": made, "signs": not at} for at, (key, made) in enumerate(keys)])
        return
    for number, key in enumerate(ring.keys):
        made = "made before keys had dates" if key.made == FIRST else f"made on {key.made}"
        typer.echo(f"{key.name}  {made}, {'accepted' if number else 'signs'}")


@keys_app.command()
def rotate(data: Data = None, as_json: AsJson = False) -> None:
    """Make a new key. Cookies, links and recovery codes signed with older keys stay valid."""
    from bowerbird.keyring import rotate_keys

    try:
        new, *older = rotate_keys(_file(data))
    except (OSError, ValueError) as error:
        stop(f"No new key was made: {error}.")
    if as_json:
        print_json({"signs": new.name, "accepted": [key.name for key in older]})
        return
    typer.echo(f"{new.name} signs from now on. A running server uses it within a second.")
    typer.echo("If several machines serve this site, copy the file `secret` to all of them now.")
    names = " and ".join(key.name for key in older)
    typer.echo(f"Everything signed with {names} stays valid. To end that: bowerbird keys drop {older[-1].name}")


@keys_app.command()
def drop(
    name: Annotated[str, typer.Argument(help="The key, as `bowerbird keys list` shows it.")],
    data: Data = None,
    database: Database = "",
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask.")] = False,
    as_json: AsJson = False,
) -> None:
    """Drop an older key. Cookies, links and recovery codes signed with it end. The log is sealed with the newest."""
    from bowerbird.keyring import drop_key

    path = _file(data)
    if as_json and not yes:
        stop("With --json nobody is asked. Add --yes to drop the key.")
    if not as_json:
        _warn(name)
    if not yes and not typer.confirm("Drop it?"):
        stop("Nothing was changed.", status=1)
    _seal_log(data, database)
    try:
        drop_key(path, name)
    except (OSError, ValueError) as error:
        stop(f"Nothing was changed: {error}.")
    if as_json:
        print_json({"dropped": name})
        return
    typer.echo(f"{name} is dropped. A running server refuses it within a second.")
    typer.echo("Connections that are open now stay open. To end them as well, restart the server.")
    typer.echo("`bowerbird events` shows the directors' new links.")


def _warn(name: str) -> None:
    typer.echo(f"Without key {name}:")
    typer.echo("- People whose cookie it signed must enter their name or sign in again.")
    typer.echo("- Event links that it signed end. Print table cards and slips again, and give out the links again.")
    typer.echo("- Recovery codes from its time end. People find a new one on the page of their events.")


def _seal_log(data: Path | None, database: str) -> None:
    """Seal the log with the newest key, if it is still sealed with an older one: then that one can go."""
    import asyncio

    from bowerbird.store import Log, StoreError
    from bowerbird.store._database import database_url, sqlite_file
    from bowerbird.store._sealing import is_sealed_by_newest

    where = location(data, database)
    file = sqlite_file(database_url(where))
    seals = seals_here(data, database)
    if seals is not None:
        seals.renew_witness()
    if file is not None and not file.is_file():
        return

    async def is_sealed() -> bool:
        async with Log(where, seals) as log:
            return seals is not None and await log.do(lambda connection: is_sealed_by_newest(connection, seals))

    try:
        sealed = asyncio.run(is_sealed())
    except StoreError as error:
        stop(f"Nothing was changed: {error}")
    if not sealed:
        stop("Nothing was changed: the log has problems. See `bowerbird check`, then drop the key.")


def _file(data: Path | None) -> Path:
    from bowerbird.store.errors import NoDataError

    path = data_here(data) / "secret"
    if not path.is_file():
        stop(str(NoDataError(path.parent)))
    return path
