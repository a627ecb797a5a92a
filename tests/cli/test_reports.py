"""`bowerbird reports`: the owner sees who was reported, for what, where and when."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bowerbird.hall.reports import WORDS, Report, Reports
from bowerbird.store import Log
from cli.running import printed, run, told


async def _report(folder: Path) -> None:
    async with Log(folder) as log:
        reports = Reports(log, lambda: 1_793_700_000_000)
        for reason in WORDS:
            await reports.add(Report("ann", "Ann", "bob", "Bob", "t1", reason))


def test_reports_are_listed_with_table_and_time(tmp_path: Path) -> None:
    asyncio.run(_report(tmp_path))
    text = printed("reports", "--data", tmp_path)
    assert "2026-11-03" in text
    assert "Bob: holds up the game (table t1, reported by Ann)" in text
    assert len(text.splitlines()) == len(WORDS)
    assert {each["reason"] for each in told("reports", "--data", tmp_path)} == set(WORDS)


async def test_nothing_is_said_so(tmp_path: Path) -> None:
    async with Log(tmp_path):
        pass
    assert "Nobody has reported anybody" in (await asyncio.to_thread(run, "reports", "--data", tmp_path)).output
