"""Whatever somebody without the secret does to the log, the check tells. The property behind `test_attacks_log`.

Random edits: rows of every table removed, changed, copied, and put back as they were at several earlier moments, with
digests that are right. The witness next to the secret is removed, spoiled and put back as well. Only one thing is not
told: the whole database as it was at one moment, with a witness that had not seen a later one.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from bowerbird.store import Log
from bowerbird.store.audit import survey
from bowerbird.store.seals import WITNESS
from kit.amount import amount
from security.forgers import cut_end, drop_stream, forging, put_rows, rewrite, rows_of, seals_of

#: More for a long run.
EXAMPLES = amount(15, full=60, soak=2000)
STREAMS = ("event:a", "table:b", "table:c")
TABLES = ("facts", "heads", "tallies")

Snapshot: TypeAlias = dict[str, list[dict[str, Any]]]
#: A folder, what its tables looked like after each commit, and its witness at the same moments.
Past: TypeAlias = tuple[Path, list[Snapshot], list[bytes]]


def taken(folder: Path) -> Snapshot:
    with forging(folder) as database:
        return {table: rows_of(database, table) for table in TABLES}


async def history(folder: Path) -> tuple[list[Snapshot], list[bytes]]:
    """Three starts of a server, and what the tables and the witness looked like after each of its commits."""
    found, witnesses = [], []
    for start in range(3):
        async with Log(folder, seals_of(folder)) as log:
            for stream in STREAMS[start % 2 :]:
                last = (await log.heads([stream])).get(stream, 0)
                await log.append(stream, last, [b'{"n":%d}' % (last + more) for more in (1, 2)], at=start)
                found.append(taken(folder))
                witnesses.append((folder / WITNESS).read_bytes())
    return [*found, taken(folder)], [*witnesses, (folder / WITNESS).read_bytes()]


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Past:
    folder = tmp_path_factory.mktemp("past")
    found = folder, *asyncio.run(history(folder))
    shutil.copy(folder / "bowerbird.sqlite", folder / "last.sqlite")
    return found


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


#: What happens to the witness: nothing, it goes, it is something else, or it is put back to an earlier moment.
witnesses = st.one_of(
    st.just("left"), st.just("gone"), st.binary(max_size=40), st.just(b'{"databases":{},"seal":""}'), st.integers(0, 20)
)


def spoil(file: Path, how: str | bytes | int, earlier: list[bytes]) -> int:
    """Do this to the witness. The moment from which it is now."""
    last = len(earlier) - 1
    moment = min(how, last) if isinstance(how, int) else last
    file.write_bytes(how if isinstance(how, bytes) else earlier[moment])
    if how == "gone":
        file.unlink()
    return moment


@settings(max_examples=EXAMPLES)
@given(forged=st.lists(edits, max_size=4), back=st.none() | st.integers(0, 20), witness=witnesses)
def test_no_forgery_passes(
    past: Past, forged: list[tuple[int, Any]], back: int | None, witness: str | bytes | int
) -> None:
    """With `back`, all of the database is put back to an earlier moment first."""
    folder, snapshots, earlier = past
    shutil.copy(folder / "last.sqlite", folder / "bowerbird.sqlite")  # the secret stays where it is
    moment = spoil(folder / WITNESS, witness, earlier)
    with forging(folder) as database:
        try:
            for table in TABLES if back is not None else ():
                put_back(database, snapshots[min(back or 0, len(snapshots) - 1)], table, None)
            for each, (edit, *more) in forged:
                edit(database, snapshots[each % len(snapshots)], *more)
        except sqlite3.IntegrityError:  # a column that can't be empty
            event("impossible")
            return
    now = what_counts(taken(folder))
    told = asyncio.run(survey(folder, lambda done, total: None, seals=seals_of(folder))).problems
    event("changed" if now != what_counts(snapshots[-1]) else "the same facts")
    whole = isinstance(witness, int) or witness == "left"
    assert told or (whole and now in map(what_counts, snapshots[moment:])), forged
    assert whole or any("log-seen.json next to the secret" in problem for problem in told)
