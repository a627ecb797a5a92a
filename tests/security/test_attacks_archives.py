"""Attacks on archives by someone who can write to the database and knows this program, but has not the secret."""

from __future__ import annotations

import sqlite3
import tracemalloc
from pathlib import Path

import pytest

from bowerbird.store import Log
from bowerbird.store._chain import START, link
from bowerbird.store._packing import pack, unpack
from bowerbird.store._rows import Row
from bowerbird.store.archiving import Archiver
from bowerbird.store.audit import survey
from bowerbird.store.errors import ArchiveError
from bowerbird.store.quick_check import quick_check
from kit.rows import rows
from security.forgers import forging, seals_of

TABLE, OTHER = "table:one", "table:two"


async def archived(folder: Path) -> None:
    """Two tables, each in an archive of its own."""
    async with Log(folder, seals_of(folder)) as log:
        for stream in (TABLE, OTHER):
            await log.append(stream, 0, [b'{"fact":%d}' % place for place in range(12)], at=5)
            archiver = Archiver(log)
            while await archiver.step(10):
                pass


@pytest.fixture
async def hall(tmp_path: Path) -> Path:
    await archived(tmp_path)
    return tmp_path


async def found(folder: Path) -> list[str]:
    """What `bowerbird check` says."""
    return (await survey(folder, lambda done, total: None, seals=seals_of(folder))).problems


async def found_at_start(folder: Path) -> list[str]:
    """What the server notices when it starts."""
    async with Log(folder, seals_of(folder)) as log:
        return [problem async for problems in quick_check(log.url, log.seals) for problem in problems]


def forged(database: sqlite3.Connection) -> list[Row]:
    """Put another archive in place of one, with a fact changed and every digest after it right again."""
    [(data,)] = database.execute("SELECT data FROM archives WHERE id = 1").fetchall()
    rows, digest = [], START
    for stream, seq, at, body, _ in unpack(data).rows(TABLE):
        forged = b'{"fact":"won"}' if seq == 7 else body
        digest = link(digest, stream, seq, at, forged)
        rows.append((stream, seq, at, forged, digest))
    database.execute("UPDATE archives SET data = ? WHERE id = 1", (pack({TABLE: (START, rows)}).to_bytes(),))
    return rows


async def test_a_fact_changed_in_an_archive_is_told(hall: Path) -> None:
    with forging(hall) as database:
        forged(database)
    assert f"{TABLE}: fact 12 or an earlier one was changed (it says 1970-01-01 00:00 UTC)" in await found(hall)


async def test_a_changed_archive_with_right_digests_has_no_right_head(hall: Path) -> None:
    """The note on the archive is set to the new digest as well, and then the head."""
    with forging(hall) as database:
        digest = forged(database)[-1][4]
        database.execute("UPDATE archived SET digest = ? WHERE stream = ?", (digest, TABLE))
    assert f"{TABLE}: fact 12 is not the last fact that was recorded" in await found(hall)
    assert await found_at_start(hall)
    with forging(hall) as database:
        database.execute("UPDATE heads SET digest = ? WHERE stream = ?", (digest, TABLE))
    assert f"{TABLE}: its head was changed from outside" in await found(hall)
    assert await found_at_start(hall)


@rows(
    "change",
    [
        "DELETE FROM archived WHERE stream = 'table:one'",
        "DELETE FROM archives WHERE id = 1",
        "UPDATE archived SET archive = 3 - archive",
        "UPDATE archived SET last = 9 WHERE stream = 'table:one'",
        "UPDATE archived SET first = 2 WHERE stream = 'table:one'",
        "UPDATE archives SET data = (SELECT data FROM archives WHERE id = 2) WHERE id = 1",
        "UPDATE archives SET data = substr(data, 1, 40) WHERE id = 1",
    ],
)
async def test_an_archive_that_is_gone_cut_or_swapped_is_told(tmp_path: Path, change: str) -> None:
    await archived(tmp_path)
    with forging(tmp_path) as database:
        assert database.execute(change).rowcount > 0
    problems = await found(tmp_path)
    assert any(problem.startswith(TABLE) for problem in problems), problems


async def test_an_archive_that_counts_as_not_moved_yet_is_told_and_kept(hall: Path) -> None:
    """As if its facts were still among the others: the archive is the only place that has them."""
    with forging(hall) as database:
        database.execute("UPDATE archived SET moved = 0 WHERE stream = ?", (TABLE,))
        before = database.execute("SELECT data FROM archives WHERE id = 1").fetchone()[0]
    assert f"{TABLE}: facts 1 to 12 are missing" in await found(hall)
    assert await found_at_start(hall)
    async with Log(hall, seals_of(hall)) as log:
        await log.append("table:three", 0, [b"{}"] * 9, at=5)
        archiver = Archiver(log)
        while await archiver.step(10):
            pass
        assert (archiver.done.streams, list(archiver.done.skipped)) == (1, [TABLE]), "others are archived nevertheless"
    with forging(hall) as database:
        assert database.execute("SELECT data FROM archives WHERE id = 1").fetchone()[0] == before
        database.execute("UPDATE archived SET moved = 1 WHERE stream = ?", (TABLE,))
    assert await found(hall) == [], "and it can be mended"


async def test_a_fact_put_beside_an_archive_is_told_and_not_read(hall: Path) -> None:
    async with Log(hall, seals_of(hall)) as log:
        before = await log.read(TABLE)
    with forging(hall) as database:
        digest = link(START, TABLE, 7, 5, b'{"fact":"won"}')
        database.execute("INSERT INTO facts VALUES (?, 7, 5, ?, ?)", (TABLE, b'{"fact":"won"}', digest))
    async with Log(hall, seals_of(hall)) as log:
        assert await log.read(TABLE) == before
    assert f"{TABLE}: fact 7 was added from outside" in await found(hall)
    assert "1 facts were added from outside" in await found_at_start(hall)


async def test_an_archive_that_unpacks_without_end_takes_little_memory(hall: Path) -> None:
    """Many megabytes of zeros are a few kilobytes in an archive."""
    bomb = pack({TABLE: (START, [(TABLE, 1, 5, bytes(150 << 20), START)])}).to_bytes()
    assert len(bomb) < 50_000
    with forging(hall) as database:
        database.execute("UPDATE archives SET data = ? WHERE id = 1", (bomb,))
    async with Log(hall, seals_of(hall)) as log:
        tracemalloc.start()
        with pytest.raises(ArchiveError, match="too large"):
            await log.read(TABLE)
        assert tracemalloc.get_traced_memory()[1] < 100e6
        tracemalloc.stop()
        assert len(await log.read(OTHER)) == 12
    assert any("its earlier facts can't be read" in problem for problem in await found(hall))
