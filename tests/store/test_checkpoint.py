"""The journal is emptied beside play, so that no commit waits for it."""

from __future__ import annotations

from pathlib import Path

from bowerbird.store import Log
from bowerbird.store._database import sqlite_file
from kit.clock import HandClock


async def test_a_long_journal_goes_into_the_file_while_the_log_is_open(tmp_path: Path, clock: HandClock) -> None:
    async with Log(tmp_path, clock=clock) as log:
        file = sqlite_file(log.url)
        assert file is not None
        for batch in range(6):
            await log.append("table:a", batch * 100, [b"x" * 10_000] * 100, 1)
        assert file.stat().st_size < 4_000_000
        await clock.advance(2)
        assert file.stat().st_size >= 4_000_000
        assert len(await log.read("table:a")) == 600


async def test_a_short_journal_is_left_alone(tmp_path: Path, clock: HandClock) -> None:
    async with Log(tmp_path, clock=clock) as log:
        file = sqlite_file(log.url)
        assert file is not None
        before = file.stat().st_size
        await log.append("table:a", 0, [b"x" * 10_000] * 100, 1)
        await clock.advance(60)
        assert file.stat().st_size == before
        assert file.with_name(f"{file.name}-wal").stat().st_size > 1_000_000
