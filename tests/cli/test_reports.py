"""`bowerbird reports`: the owner sees who was reported, for what, where and when."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from typer.testing import CliRunner

from bowerbird.cli import app
from bowerbird.hall.reports import WORDS, Report, Reports
from bowerbird.store import Log


async def _report(folder: Path) -> None:
    async with Log(folder) as log:
        reports = Reports(log, lambda: 1_793_700_000_000)
        for reason in WORDS:
            await reports.add(Report("ann", "Ann", "bob", "Bob", "t1", reason))


def test_reports_are_listed_with_table_and_time(tmp_path: Path) -> None:
    asyncio.run(_report(tmp_path))
    told = CliRunner().invoke(app, ["reports", "--data", str(tmp_path)])
    assert told.exit_code == 0
    assert "2026-11-03" in told.output
    assert "Bob: holds up the game (table t1, reported by Ann)" in told.output
    assert len(told.output.splitlines()) == len(WORDS)
    as_json = CliRunner().invoke(app, ["reports", "--data", str(tmp_path), "--json"])
    assert {each["reason"] for each in json.loads(as_json.output)} == set(WORDS)


async def _nothing(folder: Path) -> None:
    async with Log(folder):
        pass


def test_nothing_is_said_so(tmp_path: Path) -> None:
    asyncio.run(_nothing(tmp_path))
    assert "Nobody has reported anybody" in CliRunner().invoke(app, ["reports", "--data", str(tmp_path)]).output
