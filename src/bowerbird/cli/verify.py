"""`bowerbird verify`: check past shuffles and draws on your own machine, from published data only."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from bowerbird.cli.common import AsJson, Cores, Dask, print_json, processes, spread_or_stop, stop, stop_storing
from bowerbird.cli.files import DASH_IN, is_dash, name_of, read_data

if TYPE_CHECKING:
    from bowerbird.hall.facts import HallFact
    from bowerbird.hall.fair import ShownDeal, ShownDraw
    from bowerbird.store import Log

__all__ = ["verify"]


class Checked(NamedTuple):
    """One thing that was checked, with its problems. `note` stands in place of "fair"."""

    name: str
    problems: list[str]
    kind: str = ""
    note: str = "fair"


def verify(
    where: Annotated[
        Path,
        typer.Argument(
            metavar="FILE_OR_FOLDER",
            help="A JSON file of a hand or a draw (from its page or /api/tables/ID/fair/N), or a data folder. "
            f"{DASH_IN}",
        ),
    ],
    table: Annotated[str, typer.Option(help="With a data folder, check only this table.")] = "",
    digest: Annotated[str, typer.Option(help="The digest you were shown before the hand or the draw.")] = "",
    workers: Cores = 0,
    dask: Dask = "",
    as_json: AsJson = False,
) -> None:
    """Check that past hands and draws were fair: the secret matches its digest, and gives the cards."""
    if where.is_dir() and not is_dash(where):
        found = _from_folder(where, table, digest, workers, dask)
    elif table:
        stop("--table is for a data folder. Name a folder, or leave it out.")
    else:
        found = [_check(name_of(where) if is_dash(where) else where.name, _from_file(where), digest)]
    wrong = sum(bool(each.problems) for each in found)
    if as_json:
        from bowerbird.players.provenance import provenance

        checked = [
            {"name": each.name, "kind": each.kind, "problems": each.problems, "note": each.note} for each in found
        ]
        print_json({**provenance(), "checked": checked, "wrong": wrong})
        raise typer.Exit(1 if wrong else 0)
    for each in found:
        typer.echo(f"{each.name}: {'; '.join(each.problems) or each.note}")
    counted = [_count(found, kind) for kind in ("hand", "draw") if any(each.kind == kind for each in found)]
    typer.echo(f"{' and '.join(counted) or 'Nothing'} checked, {wrong or 'none'} wrong.")
    raise typer.Exit(1 if wrong else 0)


def _count(found: list[Checked], kind: str) -> str:
    number = sum(each.kind == kind for each in found)
    return f"{number} {kind}{'' if number == 1 else 's'}"


def _check(name: str, shown: ShownDeal | ShownDraw, digest: str) -> Checked:
    from bowerbird.hall.fair import ShownDraw, check, check_draw

    if isinstance(shown, ShownDraw):
        return Checked(name, check_draw(shown, digest), "draw")
    return Checked(name, check(shown, digest), "hand")


def _from_file(path: Path) -> ShownDeal | ShownDraw:
    import msgspec

    from bowerbird.hall.fair import ShownDeal, ShownDraw

    text = read_data(path)
    try:
        is_draw = "game" in msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        if is_draw:
            return msgspec.json.decode(text, type=ShownDraw)
        return msgspec.json.decode(text, type=ShownDeal)
    except (msgspec.DecodeError, RecursionError):
        stop(
            f"{name_of(path)} isn't a record of a hand or a draw. Save one from the page of a past hand or a draw, or "
            "name a data folder."
        )


def _from_folder(folder: Path, table: str, digest: str, workers: int, dask: str) -> list[Checked]:
    from bowerbird.store import StoreError
    from bowerbird.store.audit import require_data

    try:
        require_data(folder)
        found = list(_read(folder, table, digest, workers, dask))
    except StoreError as error:
        stop_storing(error)
    if not found:
        stop(f"{folder}: no hand is finished yet{f' at table {table}' if table else ''}.")
    return found


def _read(folder: Path, table: str, digest: str, workers: int, dask: str) -> Iterator[Checked]:
    """Check every table. Tables are read one after the other, as they are needed, and checked in any process."""
    import asyncio

    from bowerbird.store import Log

    with asyncio.Runner() as runner:
        log = Log(folder)
        try:
            runner.run(log.open())
            since = runner.run(_draws_promised_since(log))
            streams = runner.run(log.streams(f"table:{table}"))
            logs = ((stream, [(entry.body, entry.at) for entry in runner.run(log.read(stream))]) for stream in streams)
            for checked in spread_or_stop(
                partial(_stream, since, digest), logs, processes(workers, len(streams)), dask
            ):
                yield from checked
        finally:
            runner.run(log.close())


def _stream(since: int | None, digest: str, read: tuple[str, list[tuple[bytes, int]]]) -> list[Checked]:
    """Check a table by what is written about it."""
    from bowerbird.hall.facts import decode_hall_fact

    stream, entries = read
    facts = [(decode_hall_fact(body), at) for body, at in entries]
    return list(_table(f"table {stream.partition(':')[2]}", facts, since, digest))


async def _draws_promised_since(log: Log) -> int | None:
    """The time of the first draw in a folder that was committed to. Folders of earlier versions have none."""
    from bowerbird.hall.promises import is_draw_promise

    first: int | None = None
    for stream in await log.streams("table:"):
        at = next((entry.at for entry in await log.read(stream) if is_draw_promise(entry.body)), None)
        first = at if first is None else min(first, at or first)
    return first


def _table(name: str, facts: list[tuple[HallFact, int]], since: int | None, digest: str) -> Iterator[Checked]:
    from bowerbird.hall.promises import Promises
    from bowerbird.hall.replay import shown_deals, shown_draws
    from bowerbird.table import IllegalActionError

    try:
        promises = Promises(facts, since)
    except IllegalActionError as error:
        yield Checked(name, [f"the rules don't allow what is written: {error}"])
        return
    if promises.problems:
        yield Checked(name, promises.problems)
    for game in promises.draws_before:
        yield Checked(f"{name}, draw of game {game}", [], note="drawn before draws were committed to")
    for draw in shown_draws(promises.room):
        yield _check(f"{name}, draw of game {draw.game}", draw, digest)
    for deal in shown_deals(promises.room):
        yield _check(f"{name}, hand {deal.hand}", deal, digest)
