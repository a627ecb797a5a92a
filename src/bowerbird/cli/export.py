"""`bowerbird export`: games of this machine, of an event or of files, as EGN, EMN, JSON lines or Parquet."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from bowerbird.cli.backup import Data, Database, location
from bowerbird.cli.common import stop, stop_storing
from bowerbird.cli.complete import one_of
from bowerbird.cli.files import DASH, DASH_OUT
from bowerbird.cli.recorded import FILE_KINDS, plain, read, replayed

if TYPE_CHECKING:
    from bowerbird.cli.export_files import Writer
    from bowerbird.hall.exported import ExportedGame
    from bowerbird.notation import EgnGame
    from bowerbird.notation.rows import HandRow
    from bowerbird.store import Log

__all__ = ["Exported", "export"]

_FORMATS: Final = ("egn", "emn", "egnb", "jsonl", "parquet")


class Exported(NamedTuple):
    """A game to write. Without `egn`, `why` is the reason why EGN can't hold it. `ended` is a time, or empty."""

    name: str
    table: str
    number: int
    ended: str
    rules: str
    rated: bool | None
    players: tuple[str, str, str, str]
    start: tuple[int, int]
    score: tuple[int, int]
    winner: str | None
    hands: list[HandRow]
    egn: EgnGame | None
    why: str = ""


def export(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help=f"Export these in place of this machine's games: {FILE_KINDS}."),
    ] = None,
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="FILE", help=f"The file or folder to write. {DASH_OUT}"),
    ] = DASH,
    file_format: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="|".join(_FORMATS),
            help="The format of the file. Default: by the ending of --out.",
            autocompletion=one_of(*_FORMATS),
        ),
    ] = "",
    event: Annotated[
        str, typer.Option(metavar="ID", help="Only the online games of this event (see `bowerbird events --json`).")
    ] = "",
    table: Annotated[str, typer.Option(metavar="ID", help="Only the games of this table.")] = "",
    title: Annotated[str, typer.Option(help="The title of a match (.emn).")] = "",
    data: Data = None,
    database: Database = "",
    replace: Annotated[bool, typer.Option("--replace", help="Replace files that exist.")] = False,
) -> None:
    """Write finished games to a file: EGN, EMN, binary EGN, JSON lines or Parquet. The server can keep running.

    EGN and binary EGN hold one game: several go to a folder. JSON lines have a game on each line, Parquet a hand in
    each row. Games that a format can't hold are left out, with a line that says why.
    """
    from bowerbird.cli.export_files import writer_for

    if files and (event or table or data or database):
        stop("Name files, or choose games of this machine with --event, --table, --data or --database. Not both.")
    writer = writer_for(_format(out, file_format), out, title, replace)
    try:
        if files:
            for each in _from_files(files):
                _write(writer, each)
        else:
            _from_machine(writer, location(data, database), event, table)
        writer.close()
    except BaseException:  # also when somebody stops it: what is half written has people's names
        writer.drop()
        raise
    if writer.written == 0:
        stop("There are no finished games to export.", status=1)
    games = "1 game" if writer.written == 1 else f"{writer.written:,} games"
    typer.echo(f"{games} exported{f', {writer.left_out:,} left out' if writer.left_out else ''}.", err=True)


def _format(out: Path, given: str) -> str:
    found = given or out.suffix.removeprefix(".").lower()
    if found in _FORMATS:
        return found
    if given:
        stop(f"There is no format {given}. Choose one of: {', '.join(_FORMATS)}.")
    stop(f"Say what to write with --format ({', '.join(_FORMATS)}), or name a file with such an ending with --out.")


def _write(writer: Writer, game: Exported) -> None:
    from bowerbird.notation import EgnError

    try:
        writer.add(game)
    except EgnError as error:
        writer.left_out += 1
        typer.echo(plain(f"{game.name} left out: {error}."), err=True)


# Games of files.


def _from_files(files: list[Path]) -> Iterator[Exported]:
    from bowerbird.notation.rows import rows_of_replay

    for file in files:
        found = read(file)
        for number, game, played in replayed(file, found, 0, strict=False):
            result = played.result
            about = game.metadata
            yield Exported(
                name=f"{file.stem} {number}" if found.match is not None else file.stem,
                table="",
                number=number,
                ended=about.date if isinstance(about.date, str) else "",
                rules=played.book.title,
                rated=None,
                players=played.names,
                start=played.start,
                score=played.score,
                winner=None if result is None or result.winner is None else result.winner.name,
                hands=rows_of_replay(played),
                egn=game,
            )


# Games of this machine.


def _from_machine(writer: Writer, where: str | Path, event: str, table: str) -> None:
    import asyncio

    from bowerbird.store import StoreError
    from bowerbird.store.audit import require_data

    try:
        require_data(where)
        asyncio.run(_write_machine(writer, where, event, table))
    except StoreError as error:
        stop_storing(error)


async def _write_machine(writer: Writer, where: str | Path, event: str, table: str) -> None:
    from bowerbird.hall.exported import LeftOut, exported_games
    from bowerbird.store import Log

    async with Log(where) as log:
        async for stream in _streams(log, event, table):
            for found in exported_games(await log.read(stream)):
                if isinstance(found, LeftOut):
                    writer.left_out += 1
                    typer.echo(plain(f"Table {found.table} left out: {found.why}"), err=True)
                else:
                    _write(writer, _of_table(found))


async def _streams(log: Log, event: str, table: str) -> AsyncIterator[str]:
    """The streams of the tables that are wanted."""
    names = None if not event else await _tables_of(log, event)
    found = [stream for stream in await log.streams("table:") if not table or stream == f"table:{table}"]
    if table and not found:
        stop(f"There is no table {table}. Its id is the end of its address, after /t/.")
    for stream in found:
        if names is None or stream.partition(":")[2] in names:
            yield stream


async def _tables_of(log: Log, event: str) -> set[str]:
    from bowerbird.desk.live import commands_of
    from bowerbird.evening.state import Story

    entries = await log.read(f"event:{event}")
    if not entries:
        stop(f"There is no event {event}. `bowerbird events --json` lists them, with their ids.")
    return set(Story(commands_of(entries)).evening.online.values())


def _of_table(found: ExportedGame) -> Exported:
    from datetime import UTC, datetime

    from bowerbird.notation import EgnError, to_egn
    from bowerbird.notation.rows import rows_of_table
    from bowerbird.table import Open

    game, table = found.game, found.game.table
    ended = datetime.fromtimestamp(found.ended / 1000, UTC).isoformat(timespec="seconds")
    start = next((fact.score for fact in game.facts if isinstance(fact, Open)), (0, 0))
    egn, why = None, ""
    try:
        egn = to_egn(table, title=f"{game.book.title}, game {game.number}", date=ended)
    except EgnError as error:
        why = str(error)
    result = table.state.result
    return Exported(
        name=f"{found.table} game {game.number}",
        table=found.table,
        number=game.number,
        ended=ended,
        rules=game.book.title,
        rated=game.rated,
        players=table.state.names,
        start=start,
        score=table.state.score,
        winner=None if result is None or result.winner is None else result.winner.name,
        hands=rows_of_table(table),
        egn=egn,
        why=why,
    )
