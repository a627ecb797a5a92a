"""Whatever somebody without the secret does to archives, the check tells, or everything still reads as it was."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from bowerbird.store import Entry, Log
from bowerbird.store.archiving import Archiver
from bowerbird.store.audit import survey
from bowerbird.store.errors import ArchiveError
from kit.amount import amount
from security.forgers import forging, seals_of

#: More for a long run.
EXAMPLES = amount(10, full=40, soak=2000)
STREAMS = ("event:a", "table:b", "record:c")

Read: TypeAlias = dict[str, list[Entry] | str]


async def archive(log: Log) -> None:
    archiver = Archiver(log)
    while await archiver.step(10**9):
        pass


async def history(folder: Path) -> Read:
    """Streams in two archives each, one erased in between, and some facts that are in none."""
    async with Log(folder, seals_of(folder)) as log:
        for start in (0, 1):
            for stream in STREAMS:
                last = (await log.heads([stream])).get(stream, 0)
                await log.append(stream, last, [b'{"n":%d}' % (last + more) for more in range(9)], at=start)
            await archive(log)
            if not start:
                await log.erase("record:c", at=5)
        await log.append("table:b", 18, [b"{}"], at=7)
        return await read(log)


async def read(log: Log) -> Read:
    found: Read = {}
    for stream in STREAMS:
        try:
            found[stream] = await log.read(stream)
        except ArchiveError as error:
            found[stream] = str(error)
    return found


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Read]:
    folder = tmp_path_factory.mktemp("past")
    found = folder, asyncio.run(history(folder))
    shutil.copy(folder / "bowerbird.sqlite", folder / "last.sqlite")
    return found


def change(database: sqlite3.Connection, column: str, value: Any, row: int) -> None:
    """Write any value into a note."""
    database.execute(
        f"UPDATE OR IGNORE archived SET {column} = ? WHERE (stream, last) IN "
        "(SELECT stream, last FROM archived ORDER BY stream, last LIMIT 1 OFFSET ?)",
        (value, row),
    )


def drop(database: sqlite3.Connection, table: str, row: int) -> None:
    """Remove a note or an archive."""
    key = "id" if table == "archives" else "stream || last"
    database.execute(f"DELETE FROM {table} WHERE {key} IN (SELECT {key} FROM {table} LIMIT 1 OFFSET ?)", (row,))


def flip(database: sqlite3.Connection, number: int, place: int, bits: int) -> None:
    """Change a byte of an archive."""
    found = database.execute("SELECT data FROM archives WHERE id = ?", (number,)).fetchone()
    if found is not None and isinstance(found[0], bytes) and found[0]:
        data = bytearray(found[0])
        data[place % len(data)] ^= bits
        database.execute("UPDATE archives SET data = ? WHERE id = ?", (bytes(data), number))


def renumber(database: sqlite3.Connection, number: int, to: int) -> None:
    """Give an archive the number of another."""
    database.execute("UPDATE OR REPLACE archives SET id = ? WHERE id = ?", (to, number))


rows = st.integers(0, 5)
numbers = st.integers(1, 3)
columns = st.sampled_from(["stream", "last", "first", "archive", "moved", "digest"])
values = st.one_of(st.integers(-1, 30), st.binary(max_size=32), st.sampled_from(STREAMS))
edits = st.one_of(
    st.tuples(
        st.just(change), st.sampled_from(["stream", "last", "first", "archive", "moved", "digest"]), values, rows
    ),
    st.tuples(st.just(drop), st.sampled_from(["archives", "archived"]), rows),
    st.tuples(st.just(flip), numbers, st.integers(0, 10_000), st.integers(1, 255)),
    st.tuples(st.just(renumber), numbers, numbers),
)


@settings(max_examples=EXAMPLES, deadline=None)
@given(forgeries=st.lists(edits, min_size=1, max_size=3))
def test_no_change_to_an_archive_passes_for_the_log_as_it_was(
    past: tuple[Path, Read], forgeries: list[tuple[Any, ...]]
) -> None:
    folder, before = past
    shutil.copy(folder / "last.sqlite", folder / "bowerbird.sqlite")
    with forging(folder) as database:
        for edit, *arguments in forgeries:
            edit(database, *arguments)
    told, now = asyncio.run(looked(folder))
    event("told" if told else "the same")
    assert told or now == before


async def looked(folder: Path) -> tuple[list[str], Read]:
    told = (await survey(folder, lambda done, total: None, seals=seals_of(folder))).problems
    async with Log(folder) as log:
        return told, await read(log)
