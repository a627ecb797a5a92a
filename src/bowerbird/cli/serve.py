"""`bowerbird serve`: run the server on this machine."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn
from urllib.parse import unquote, urlsplit

import typer

from bowerbird.cli.common import command_here, data_here, processes, say_if_uncompiled, stop
from bowerbird.cli.complete import one_of
from bowerbird.folders import ALREADY_RUNNING, data_note
from bowerbird.machine import as_typed, network_host

if TYPE_CHECKING:
    import socket

    from bowerbird.store.seals import Seals
    from bowerbird.web.security.proxy import Deployment

__all__ = ["for_everyone", "kept_in", "serve"]

_SERVER = "For a server"


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on. Use 0.0.0.0 for the whole network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port. Use 0 for any free port.")] = 8000,
    data: Annotated[
        Path | None, typer.Option(help="The folder for games and the server's secret. Default: in your home.")
    ] = None,
    database: Annotated[str, typer.Option(metavar="URL", help="Use a PostgreSQL database in place of a file.")] = "",
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the home page in a browser.")] = False,
    bot_processes: Annotated[
        int, typer.Option(min=0, max=64, help="How many processes bots use to think. 0 means one for each core.")
    ] = 1,
    work_processes: Annotated[
        int,
        typer.Option(
            min=0,
            max=64,
            help="How many processes do slow work, such as reading lists and printing. 0 means one for each core.",
        ),
    ] = 1,
    workers: Annotated[
        int,
        typer.Option(
            min=0,
            max=256,
            help="How many processes serve people. 0 means one for each core. More than one needs PostgreSQL.",
            rich_help_panel=_SERVER,
        ),
    ] = 1,
    database_connections: Annotated[
        int,
        typer.Option(
            min=7,
            max=200,
            help="How many connections to PostgreSQL each process may have.",
            rich_help_panel=_SERVER,
        ),
    ] = 10,
    https: Annotated[
        bool, typer.Option(help="People reach this server by https only.", rich_help_panel=_SERVER)
    ] = False,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A host name of this server, such as euchre.example.org.", rich_help_panel=_SERVER),
    ] = None,
    behind_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="Trust client addresses from this proxy, such as 127.0.0.1.",
            rich_help_panel=_SERVER,
        ),
    ] = None,
    figures_for: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NETWORK",
            help="Allow this network to read /metrics, such as 10.0.0.0/8.",
            rich_help_panel=_SERVER,
        ),
    ] = None,
    archive_after: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="DAYS",
            help="Pack games that nobody has added to for so many days. 0: never.",
            rich_help_panel=_SERVER,
        ),
    ] = 30,
    log_format: Annotated[
        str,
        typer.Option(
            metavar="text|json",
            help="The format of the log.",
            rich_help_panel=_SERVER,
            autocompletion=one_of("text", "json"),
        ),
    ] = "text",
    log_level: Annotated[
        str,
        typer.Option(
            metavar="debug|info|warning|error",
            help="How much to log. info and debug log every request.",
            rich_help_panel=_SERVER,
            autocompletion=one_of("debug", "info", "warning", "error"),
        ),
    ] = "warning",
    until_input_ends: Annotated[
        bool,
        typer.Option("--until-input-ends", hidden=True, help="Stop when standard input ends: a window started this."),
    ] = False,
) -> None:
    """Start the server. Play in a browser with bots or friends, and run events.

    Example: bowerbird serve --open
    """
    _set_up_logs(log_format, log_level)
    workers, bot_processes, work_processes = map(processes, (workers, bot_processes, work_processes))
    deployment = _deployment(https, name or [], behind_proxy or [], figures_for or [])
    if workers > 1 and not is_address(database):
        stop("Several processes need PostgreSQL. Give its address with --database, or leave out --workers.")

    from bowerbird.hall.log_seals import log_seals
    from bowerbird.keyring import Keyring
    from bowerbird.machine import keep_private, open_in_browser, raise_open_files
    from bowerbird.running import keep_address
    from bowerbird.store import StoreError
    from bowerbird.store.single_process import AlreadyRunningError, single_process
    from bowerbird.web.server import stop_after_input
    from bowerbird.web.workers import FolderError, ServerSettings, serve_here, serve_in_workers

    say_if_uncompiled()
    keep_private()
    raise_open_files()
    folder = data_here(data)
    held = ExitStack()
    try:
        keyring = Keyring.from_file(folder / "secret")
        # Before the port: of two that start at the same moment, the second is told the true reason.
        held.enter_context(single_process(database or folder))
    except (OSError, ValueError) as error:
        # What is wrong with the secret says itself what to do: another folder would be an empty hall.
        elsewhere = " Choose another --data folder." if getattr(error, "errno", None) else ""
        stop(f"Bowerbird could not start: {error}.{elsewhere}")
    except AlreadyRunningError as error:
        _point_to_running(folder, open_browser, str(error))
    except StoreError as error:
        stop(f"Bowerbird could not start: {error}")
    listening = _listen(host, port)
    port = listening.getsockname()[1]
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::') else host}:{port}/"
    keep_address(folder, address)  # before it answers: a second one that starts meanwhile waits for it there
    _check_database(database or folder, log_seals(keyring, folder), workers, database_connections)
    network = _network_address(host, port)
    switch_port = port if host in ("127.0.0.1", "localhost") and workers == 1 and deployment.is_plain else 0

    def ready() -> None:
        typer.echo(f"Bowerbird is running at {address}")
        if host in ("127.0.0.1", "localhost", "::1"):
            again = f"{command_here()} {for_everyone(sys.argv[1:])}"
            how = f"switch phones on in the page, or start it with: {again}" if switch_port else again
            typer.echo(f"Only this computer can reach it. For everyone on your network: {how}")
        elif network:
            typer.echo(f"Phones and computers on your network open {network}/")
            _show_code(f"{network}/")
        typer.echo(f"Data is in {kept_in(database or str(folder))}. Stop with Ctrl+C.")
        if not database and (note := data_note(folder)):
            typer.echo(note)
        if until_input_ends:
            stop_after_input()
        if open_browser:
            open_in_browser(address)

    settings = ServerSettings(
        database=database or str(folder),
        secret=str(folder / "secret"),
        deployment=deployment,
        bot_processes=bot_processes,
        work_processes=work_processes,
        archive_after=archive_after,
        database_connections=database_connections,
        address=network,
        switch_port=switch_port,
        log_format=log_format,
        log_level=log_level,
    )
    try:
        with held:
            if workers == 1:
                serve_here(settings, listening, ready)
            else:
                serve_in_workers(settings, listening, workers, ready)
    except (StoreError, FolderError) as error:
        stop(f"Bowerbird could not start: {error}")


def _listen(host: str, port: int) -> socket.socket:
    """Listen at the address, or stop with one line that says why that can't be."""
    import errno
    import socket

    try:
        return socket.create_server((host, port), reuse_port=False)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            stop(f"Port {port} is in use by another program. Choose another with --port.")
        if error.errno == errno.EACCES:
            stop(f"Port {port} is reserved for the system. Choose one from 1024 up with --port.")
        if error.errno in (errno.EADDRNOTAVAIL, socket.EAI_NONAME, socket.EAI_AGAIN):
            stop(f"This computer doesn't have the address {host}. Choose another with --host.")
        words = str(error.strerror or error).partition(" (while ")[0]
        stop(f"Bowerbird could not start: {words}. Choose another --host or --port.")


def _point_to_running(folder: Path, open_browser: bool, otherwise: str) -> NoReturn:
    """Stop, because another server uses the folder: open its page if that was asked for, or say where it is."""
    from bowerbird.machine import open_in_browser
    from bowerbird.running import running_address

    address = running_address(folder)
    if not address:
        stop(f"Bowerbird could not start: {otherwise}", ALREADY_RUNNING)
    if open_browser and open_in_browser(address):
        typer.echo(f"Bowerbird is already running at {address}")
        raise typer.Exit
    stop(
        f"Bowerbird is already running: open {address} in a browser. To start it with other options, stop that one "
        "first, or give this one another folder with --data.",
        ALREADY_RUNNING,
    )


def for_everyone(arguments: Iterable[str]) -> str:
    """The arguments to open the same server to the network, without a password on the screen."""
    rest, words = iter(arguments), []
    for word in rest:
        option, equals, _ = word.partition("=")
        if option not in ("--host", "--database"):
            words.append(word)
            continue
        if not equals:
            next(rest, None)
        if option == "--database":
            words += [option, "URL"]
    return as_typed([*words, "--host", "0.0.0.0"])


def _set_up_logs(style: str, level: str) -> None:
    from bowerbird.logs import LEVELS, STYLES, set_up_logs

    if style not in STYLES:
        stop(f"{style!r} isn't a log format. Use --log-format text or json.")
    if level not in LEVELS:
        stop(f"{level!r} isn't a log level. Use --log-level {', '.join(LEVELS)}.")
    set_up_logs(style, level)


def _deployment(https: bool, names: list[str], proxies: list[str], figures_for: list[str]) -> Deployment:
    """Read how people reach the server, or stop with one line that says what is wrong."""
    from bowerbird.web.security.proxy import Deployment, networks

    try:
        networks(tuple(proxies))
        networks(tuple(figures_for))
    except ValueError as error:
        stop(f"{error}.")
    return Deployment(https, tuple(name.lower().rstrip(".") for name in names), tuple(proxies), tuple(figures_for))


def _show_code(link: str) -> None:
    """Show the link as a QR code on a terminal, for phones."""
    if not sys.stdout.isatty():
        return
    import segno

    with suppress(UnicodeEncodeError):  # an old terminal can't show it; the link is there to read
        segno.make_qr(link, error="l").terminal(compact=True, border=2)


def _network_address(host: str, port: int) -> str:
    """The address of this machine for others on the network, if it listens to them."""
    found = network_host() if host in ("0.0.0.0", "::") else ""
    return f"http://{found}:{port}" if found else ""


def is_address(database: str) -> bool:
    """True for the address of a PostgreSQL database, with or without the name of a driver."""
    return database.startswith("postgres") and "://" in database


def kept_in(database: str) -> str:
    """Describe where the data is: a file by its path, a database by its name. Never shows a password."""
    if not is_address(database):
        return database
    address = urlsplit(database)
    name = unquote(address.path.strip("/"))
    words = f"the database {name}" if name else "a PostgreSQL database"
    return f"{words} on {address.hostname}" if address.hostname else words


def _check_database(where: str | Path, seals: Seals, workers: int, connections: int) -> None:
    """Open the database once before the server starts, or stop with one line that says what is wrong."""
    import asyncio

    from bowerbird.cli.backup import bar
    from bowerbird.store import Log, StoreError

    async def opened() -> int | None:
        log = Log(where, seals)
        with bar("Sealing the log, once") as progress:
            await log.open(progress)
        most = await log.most_connections()
        await log.close()
        return most

    try:
        most = asyncio.run(opened())
        if most is not None and workers * connections > most:
            processes = "1 process" if workers == 1 else f"{workers} processes"
            stop(
                f"This PostgreSQL allows {most} connections, and {processes} with {connections} each may need "
                f"{workers * connections}. Raise its max_connections, or give fewer with --database-connections."
            )
    except StoreError as error:
        stop(f"Bowerbird could not start: {error}")
