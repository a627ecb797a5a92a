"""Whatever somebody without the secret does to the log, the check tells. The property behind `test_attacks_log`.

Random edits: rows of every table removed, changed, copied, and put back as they were at several earlier moments, with
digests that are right. Only one thing is not told: putting everything back as it was since the witness last looked.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from bowerbird.hall.log_seals import log_seals
from bowerbird.keyring import Keyring
from bowerbird.store import Log
from bowerbird.store.audit import survey
from bowerbird.store.seals import Seals
from security.forgers import cut_end, drop_stream, forging, put_rows, rewrite, rows_of

#: More for a long run.
EXAMPLES = int(os.environ.get("BOWERBIRD_FORGERIES", "60"))
STREAMS = ("event:a", "table:b", "table:c")
TABLES = ("facts", "heads", "tallies")

Snapshot: TypeAlias = dict[str, list[dict[str, Any]]]


def seals_of(folder: Path) -> Seals:
    return log_seals(Keyring(b"s" * 32), folder)


def taken(folder: Path) -> Snapshot:
    with forging(folder) as database:
        return {table: rows_of(database, table) for table in TABLES}


async def history(folder: Path) -> list[Snapshot]:
    """Three starts of a server, and what the tables looked like after each of its commits."""
    found = []
    for start in range(3):
        async with Log(folder, seals_of(folder)) as log:
            for stream in STREAMS[start % 2 :]:
                last = (await log.heads([stream])).get(stream, 0)
                await log.append(stream, last, [b'{"n":%d}' % (last + more) for more in (1, 2)], at=start)
                found.append(taken(folder))
    return [*found, taken(folder)]


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Snapshot]]:
    folder = tmp_path_factory.mktemp("past")
    return folder, asyncio.run(history(folder))


def put_back(database: sqlite3.Connection, past: Snapshot, table: str, stream: str | None) -> None:
    """Put rows of one table back as they were: those of one stream, or all."""
    chosen = stream if table != "tallies" else None
    database.execute(f"DELETE FROM {table}" + (f" WHERE stream = '{chosen}'" if chosen else ""))
    put_rows(database, table, [row for row in past[table] if chosen is None or row["stream"] == chosen])


def put_stream_back(database: sqlite3.Connection, past: Snapshot, stream: str) -> None:
    """Put one stream back as it was, with its head."""
    for table in ("facts", "heads"):
        put_back(database, past, table, stream)


def change(database: sqlite3.Connection, past: Snapshot, where: tuple[str, str], value: Any, stream: str) -> None:
    """Write any value into a column."""
    table, column = where
    rows = "1" if table == "tallies" else f"stream = '{stream}' AND seq > 1"
    database.execute(f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {rows}", (value,))


def cut(database: sqlite3.Connection, past: Snapshot, stream: str, last: int) -> None:
    """Cut off the end of a stream."""
    cut_end(database, stream, last)


def drop(database: sqlite3.Connection, past: Snapshot, stream: str) -> None:
    """Remove a stream."""
    drop_stream(database, stream)


def forge(database: sqlite3.Connection, past: Snapshot, stream: str, seq: int, body: bytes) -> None:
    """Change a fact, with right digests."""
    rewrite(database, stream, seq, body)


def copy(database: sqlite3.Connection, past: Snapshot, stream: str, to: str) -> None:
    """Put a stream in place of another, with right digests."""
    if stream != to:
        drop_stream(database, to)
        for table in ("facts", "heads"):
            rows = rows_of(database, table, f"stream = '{stream}'")
            put_rows(database, table, [row | {"stream": to} for row in rows])
        rewrite(database, to, 0, b"")


streams = st.sampled_from(STREAMS)
values = st.one_of(st.none(), st.integers(-3, 9), st.binary(max_size=32), st.text(max_size=3))
columns = st.sampled_from(
    [
        *(("facts", name) for name in ("at", "body", "digest")),
        *(("heads", name) for name in ("seq", "at", "digest", "seal")),
        *(("tallies", name) for name in ("writer", "epoch", "facts", "streams", "total", "seal")),
    ]
)
edits = st.tuples(
    st.integers(0, 20),
    st.one_of(
        st.tuples(st.just(put_back), st.sampled_from(TABLES), st.none() | streams),
        st.tuples(st.just(put_stream_back), streams),
        st.tuples(st.just(change), columns, values, streams),
        st.tuples(st.just(cut), streams, st.integers(1, 5)),
        st.tuples(st.just(drop), streams),
        st.tuples(st.just(forge), streams, st.integers(1, 6), st.binary(max_size=4)),
        st.tuples(st.just(copy), streams, st.sampled_from([*STREAMS, "table:new"])),
    ),
)


def what_counts(snapshot: Snapshot) -> set[tuple[Any, ...]]:
    """The facts, and where each stream ends. A seal or a count that was spoiled alone does no harm."""
    columns = {"facts": ("stream", "seq", "at", "body"), "heads": ("stream", "seq", "at", "digest")}
    return {(table, *(row[name] for name in names)) for table, names in columns.items() for row in snapshot[table]}


@settings(max_examples=EXAMPLES)
@given(forged=st.lists(edits, min_size=1, max_size=4))
def test_no_forgery_passes(past: tuple[Path, list[Snapshot]], forged: list[tuple[int, Any]]) -> None:
    original, snapshots = past
    folder = original / "forged"
    folder.mkdir(exist_ok=True)
    for name in ("bowerbird.sqlite", "log-seen.json"):
        shutil.copy(original / name, folder / name)
    with forging(folder) as database:
        try:
            for moment, (edit, *more) in forged:
                edit(database, snapshots[moment % len(snapshots)], *more)
        except sqlite3.IntegrityError:  # a column that can't be empty
            event("impossible")
            return
    now = taken(folder)
    told = asyncio.run(survey(folder, lambda done, total: None, seals=seals_of(folder))).problems
    changed = what_counts(now) != what_counts(snapshots[-1])
    event("changed" if changed else "the same facts")
    assert told or not changed, forged
