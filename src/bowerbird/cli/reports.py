"""`bowerbird reports`: what people at public tables have reported about others.

Reads the log itself, so it needs no browser and no server. Anyone who can read that file is the owner.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from bowerbird.cli.backup import Data, Database, location
from bowerbird.cli.common import AsJson, print_json, stop

if TYPE_CHECKING:
    from bowerbird.hall.reports import ReportListed

__all__ = ["reports"]


def reports(
    data: Data = None,
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """List reports about people at public tables, newest first. The server can keep running."""
    import asyncio

    from bowerbird.store import StoreError
    from bowerbird.store.audit import require_data

    where = location(data, database)
    try:
        require_data(where)
        found = asyncio.run(_read(where))
    except (StoreError, OSError, ValueError) as error:
        stop(str(error))
    if as_json:
        print_json(found)
        return
    if not found:
        typer.echo("Nobody has reported anybody.")
    for each in found:
        _show(each)


def _show(report: ReportListed) -> None:
    from datetime import UTC, datetime

    from bowerbird.hall.reports import WORDS

    at = datetime.fromtimestamp(report.at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    typer.echo(f"{at}  {report.name}: {WORDS[report.reason]} (table {report.table}, reported by {report.by_name})")


async def _read(where: str | Path) -> list[ReportListed]:
    from bowerbird.hall.reports import Reports
    from bowerbird.store import Log

    async with Log(where) as log:
        return await Reports(log, lambda: 0).all()
