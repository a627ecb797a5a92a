"""`bowerbird serve`: the hall on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bowerbird.cli.common import stop

__all__ = ["data_folder", "serve"]


def data_folder() -> Path:
    """A folder of the user's own, where the hall keeps its games if nobody says otherwise."""
    import os

    share = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".local" / "share"
    return Path(share) / "bowerbird"


def serve(
    host: Annotated[str, typer.Option(help="Which address to listen on; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Which port; 0 for any that is free.")] = 8000,
    data: Annotated[
        Path | None, typer.Option(help="The folder for games and the hall's secret; one of your own by default.")
    ] = None,
    database: Annotated[
        str, typer.Option(metavar="URL", help="A PostgreSQL address instead of a file in the data folder.")
    ] = "",
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the first page in a browser.")] = False,
    https: Annotated[bool, typer.Option(help="People reach this hall by https only (behind a proxy).")] = False,
    bot_processes: Annotated[int, typer.Option(min=1, max=64, help="How many bots may think at once.")] = 1,
) -> None:
    """Open the hall: play in the browser, alone with bots or with friends by a link."""
    import socket
    import time

    from bowerbird.hall.people import Keyring
    from bowerbird.web.app import create_app
    from bowerbird.web.run import open_hall

    folder = data or data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        keyring = Keyring.from_file(folder / "secret")
        listening = socket.create_server((host, port), reuse_port=False)
    except (OSError, ValueError) as error:
        stop(f"The hall cannot be opened: {error}. Choose another --data folder or --port.")
    _check_database(database or folder)
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::') else host}:{listening.getsockname()[1]}/"

    def ready() -> None:
        typer.echo(f"The hall is open: {address}")
        if host == "127.0.0.1":
            typer.echo("Only this computer can reach it. For everyone on your network: bowerbird serve --host 0.0.0.0")
        typer.echo(f"Games are kept in {database.split('@')[-1] or folder}. Stop with Ctrl+C.")
        if open_browser:
            import webbrowser

            webbrowser.open(address)

    app = create_app(
        database or folder,
        keyring,
        clock=lambda: time.time_ns() // 1_000_000,
        secure=https,
        bot_processes=bot_processes,
        address=_network_address(host, listening.getsockname()[1]),
        ready=ready,
    )
    open_hall(app, listening)


def _network_address(host: str, port: int) -> str:
    """How others on the network reach this machine, when it listens to them. No packet is sent to find out."""
    import socket

    if host not in ("0.0.0.0", "::"):
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return f"http://{probe.getsockname()[0]}:{port}"
        except OSError:
            return ""


def _check_database(where: str | Path) -> None:
    """Open the database once before the doors: what is wrong with it is told in one line."""
    import asyncio

    from bowerbird.store import Log, StoreError

    async def opened() -> None:
        async with Log(where):
            pass

    try:
        asyncio.run(opened())
    except StoreError as error:
        stop(f"The hall cannot be opened: {error}")
    except ModuleNotFoundError as error:
        stop(f"The hall cannot be opened: {error.name} is missing. Install the extra: pip install bowerbird[postgres]")
