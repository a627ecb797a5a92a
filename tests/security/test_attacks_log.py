"""Attacks on the log by someone who can write to the database and knows this program, but has not the secret.

`bowerbird check` and the server's own check at its start must both notice, and the server must never make it good.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from bowerbird.store import Log, StoreError
from bowerbird.store._chain import START, link
from bowerbird.store.audit import accept, survey
from bowerbird.store.quick_check import quick_check
from bowerbird.store.seals import Seals
from kit.rows import rows
from security.forgers import (
    cut_end,
    drop_stream,
    forging,
    put_rows,
    rewrite,
    rows_of,
    seals_of,
    swap_heads,
    tables_of,
)

EVENT, TABLE, QUIET = "event:cup", "table:one", "table:two"
Attack = Callable[[sqlite3.Connection], None]


async def write(folder: Path, stream: str, number: int, seals: Seals) -> None:
    """One more life of a server: it starts, writes some facts, and stops."""
    async with Log(folder, seals) as log:
        last = (await log.heads([stream])).get(stream, 0)
        await log.append(stream, last, [b'{"fact":%d}' % (last + more) for more in range(1, number + 1)], at=5)


async def season(folder: Path, secret: bytes = b"s" * 32) -> Path:
    """A few nights of a hall."""
    folder.mkdir(exist_ok=True)
    for stream, number in ((EVENT, 5), (TABLE, 8), (QUIET, 3), (EVENT, 4)):
        await write(folder, stream, number, seals_of(folder, secret))
    return folder


@pytest.fixture
async def hall(tmp_path: Path) -> Path:
    return await season(tmp_path / "hall")


async def found(folder: Path) -> list[str]:
    """What `bowerbird check` says."""
    return (await survey(folder, lambda done, total: None, seals=seals_of(folder))).problems


async def found_at_start(folder: Path) -> list[str]:
    """What the server notices when it starts."""
    async with Log(folder, seals_of(folder)) as log:
        return [problem async for problems in quick_check(log.url, log.seals) for problem in problems]


async def is_noticed(folder: Path, attack: Attack, says: str) -> None:
    """The check tells, the server tells, and after more starts and more facts both still do."""
    assert await found(folder) == []
    with forging(folder) as database:
        attack(database)
    assert any(says in problem for problem in await found(folder)), await found(folder)
    assert await found_at_start(folder)
    for stream in (EVENT, TABLE, "table:new"):
        await write(folder, stream, 2, seals_of(folder))
    assert await found(folder), "play on top of it has not made it good"
    assert await found_at_start(folder)


async def test_the_last_facts_cut_off_with_the_head_set_back_are_missed(hall: Path) -> None:
    await is_noticed(hall, lambda database: cut_end(database, EVENT, 6), f"{EVENT}: its head was changed")


async def test_a_stream_that_vanishes_with_every_trace_is_missed(hall: Path) -> None:
    await is_noticed(hall, lambda database: drop_stream(database, QUIET), "1 stream with 3 facts has gone")


async def test_a_head_that_was_right_once_does_not_fit_again(hall: Path) -> None:
    """The seal of an earlier head is a good one. Put back with its facts, it no longer adds up."""
    with forging(hall) as database:
        earlier = rows_of(database, "heads", f"stream = '{EVENT}'")
    await write(hall, EVENT, 3, seals_of(hall))

    def attack(database: sqlite3.Connection) -> None:
        cut_end(database, EVENT, 9)
        put_rows(database, "heads", earlier)

    await is_noticed(hall, attack, "3 facts at the end of streams were cut off")


async def test_parts_of_two_moments_do_not_make_a_third(hall: Path) -> None:
    """An earlier count, and one stream cut by just as many facts as another has gained since."""
    with forging(hall) as database:
        counted, earlier = rows_of(database, "tallies"), rows_of(database, "heads", f"stream = '{EVENT}'")
    await write(hall, EVENT, 3, seals_of(hall))
    await write(hall, TABLE, 3, seals_of(hall))

    def attack(database: sqlite3.Connection) -> None:
        cut_end(database, EVENT, 9)
        put_rows(database, "heads", earlier)
        database.execute("DELETE FROM tallies")
        put_rows(database, "tallies", counted)

    await is_noticed(hall, attack, "added from outside")


async def test_a_stream_written_again_with_right_digests_has_no_right_head(hall: Path) -> None:
    await is_noticed(hall, lambda database: rewrite(database, EVENT, 7, b'{"fact":"won"}'), f"{EVENT}: its head was")


async def test_heads_swapped_between_two_streams_are_told(hall: Path) -> None:
    await is_noticed(hall, lambda database: swap_heads(database, TABLE, QUIET), f"{TABLE}: its head was changed")


async def test_emptied_seals_are_not_made_again_in_silence(hall: Path) -> None:
    def attack(database: sqlite3.Connection) -> None:
        cut_end(database, EVENT, 6)
        database.execute("UPDATE heads SET seal = NULL")
        database.execute("DELETE FROM tallies")

    await is_noticed(hall, attack, "the seals of the log were removed (on 20")


@rows("witness", [None, b"", b"{}", b'{"databases":{},"seal":""}'])
async def test_emptied_seals_are_told_without_the_witness_too(tmp_path: Path, witness: bytes | None) -> None:
    """The file next to the secret is gone or spoiled as well. The secret itself knows that it has sealed a log."""
    hall = await season(tmp_path / "hall")

    def attack(database: sqlite3.Connection) -> None:
        cut_end(database, EVENT, 6)
        database.execute("UPDATE heads SET seal = NULL")
        database.execute("DELETE FROM tallies")
        spoil(hall, witness)

    await is_noticed(hall, attack, "nothing in this database is sealed, although a log was sealed here before")
    await accept(hall, seals_of(hall))
    assert await found(hall) == [], "the owner has looked into it"
    assert await found_at_start(hall) == []


@rows("witness", [None, b"{", b'{"databases":{},"seal":""}'])
async def test_an_older_database_is_told_without_the_witness_too(tmp_path: Path, witness: bytes | None) -> None:
    hall = await season(tmp_path / "hall")
    shutil.copy(hall / "bowerbird.sqlite", tmp_path / "last week")
    await write(hall, EVENT, 3, seals_of(hall))

    def attack(database: sqlite3.Connection) -> None:
        with sqlite3.connect(tmp_path / "last week") as earlier:
            earlier.backup(database)
        earlier.close()
        spoil(hall, witness)

    await is_noticed(hall, attack, "Compare it with a backup (--against). If all is as it should be: bowerbird check")
    await accept(hall, seals_of(hall))
    assert await found(hall) == []


async def test_a_witness_of_other_numbers_needs_the_secret(hall: Path) -> None:
    """The numbers of last week, written into the file by hand, for the database of last week."""
    file = hall / "log-seen.json"
    numbers = json.loads(file.read_bytes())
    for seen in numbers["databases"].values():
        seen["epoch"] = seen["facts"] = 1

    def attack(database: sqlite3.Connection) -> None:
        file.write_text(json.dumps(numbers))

    await is_noticed(hall, attack, "log-seen.json next to the secret was changed from outside")


def spoil(hall: Path, witness: bytes | None) -> None:
    """Remove the witness, or write something else there."""
    if witness is None:
        (hall / "log-seen.json").unlink()
    else:
        (hall / "log-seen.json").write_bytes(witness)


async def test_the_schema_set_back_to_before_the_seals_is_told(hall: Path) -> None:
    """As if this were a database of an earlier version, which gets its seals at the first start."""

    def attack(database: sqlite3.Connection) -> None:
        cut_end(database, EVENT, 6)
        database.execute("ALTER TABLE heads DROP COLUMN seal")
        database.execute("DROP TABLE tallies")
        database.execute("UPDATE alembic_version SET version_num = '0004'")

    await is_noticed(hall, attack, "the seals of the log were removed")


async def test_rows_of_another_hall_do_not_fit(hall: Path, tmp_path: Path) -> None:
    """All of another hall, and single streams of one that even has the same secret."""
    await season(tmp_path / "other", b"o" * 32)
    await write(tmp_path / "other", EVENT, 9, seals_of(tmp_path / "other", b"o" * 32))

    def attack(database: sqlite3.Connection) -> None:
        with forging(tmp_path / "other") as other:
            for table in tables_of(database):
                database.execute(f"DELETE FROM {table}")
                put_rows(database, table, rows_of(other, table))

    await is_noticed(hall, attack, "nothing is sealed with this secret")


async def test_a_stream_of_a_hall_with_the_same_secret_does_not_fit(hall: Path, tmp_path: Path) -> None:
    await season(tmp_path / "other")
    await write(tmp_path / "other", QUIET, 2, seals_of(tmp_path / "other"))

    def attack(database: sqlite3.Connection) -> None:
        cut_end(database, EVENT, 7)
        with forging(tmp_path / "other") as other:
            for table in ("facts", "heads"):
                put_rows(database, table, rows_of(other, table, f"stream = '{QUIET}'"))
                put_rows(database, table, rows_of(other, table, f"stream = '{EVENT}' AND seq < 8"))

    await is_noticed(hall, attack, EVENT)


async def test_an_older_database_in_its_place_is_told(hall: Path, tmp_path: Path) -> None:
    """Every seal is right, as of last week. Only the file next to the secret knows better, and it stays so."""
    shutil.copy(hall / "bowerbird.sqlite", tmp_path / "last week")
    await write(hall, EVENT, 3, seals_of(hall))
    shutil.copy(tmp_path / "last week", hall / "bowerbird.sqlite")
    for _ in range(6):
        assert any("older than the one that was here" in problem for problem in await found(hall))
        await write(hall, TABLE, 5, seals_of(hall))


async def test_facts_written_without_the_key_are_refused(hall: Path) -> None:
    """Another program on the same database, such as an old copy of a tool, can't spoil the seals by accident."""
    async with Log(hall) as log:
        with pytest.raises(Exception, match="sealed with the server's secret"):
            await log.append(EVENT, 9, [b"{}"], at=5)
    assert await found(hall) == []


RECORD = "record:mia"


def put_mark(database: sqlite3.Connection, stream: str) -> None:
    """Erase a stream as the program does, with everything but the seal, which takes the secret."""
    seq = database.execute("SELECT seq FROM heads WHERE stream = ?", (stream,)).fetchone()[0] + 1
    digest = link(START, stream, seq, 9, b"")
    database.execute("DELETE FROM facts WHERE stream = ?", (stream,))
    put_rows(database, "facts", [{"stream": stream, "seq": seq, "at": 9, "body": b"", "digest": digest}])
    database.execute("UPDATE heads SET seq = ?, at = 9, digest = ? WHERE stream = ?", (seq, digest, stream))


@rows("stream", [TABLE, EVENT, RECORD])
async def test_nobody_erases_without_the_secret(tmp_path: Path, stream: str) -> None:
    """A table that is made to look as if its person had it erased, and a record of games as well."""
    hall = await season(tmp_path / "hall")
    await write(hall, RECORD, 3, seals_of(hall))
    await is_noticed(hall, lambda database: put_mark(database, stream), f"{stream}: its head was changed")


async def test_the_mark_of_an_erased_stream_does_not_cover_what_is_cut_later(hall: Path) -> None:
    """Facts from behind a mark are cut off, and the mark's own head, which was right once, is put back."""
    await write(hall, RECORD, 3, seals_of(hall))
    async with Log(hall, seals_of(hall)) as log:
        await log.erase(RECORD, at=9)
    with forging(hall) as database:
        earlier = rows_of(database, "heads", f"stream = '{RECORD}'")
    await write(hall, RECORD, 2, seals_of(hall))

    def attack(database: sqlite3.Connection) -> None:
        cut_end(database, RECORD, 4)
        put_rows(database, "heads", earlier)

    await is_noticed(hall, attack, "2 facts at the end of streams were cut off")


async def test_a_table_cannot_be_erased_by_way_of_its_name(hall: Path) -> None:
    """With the secret, as the program itself: a table, and a table that was given a person's name for a moment."""
    async with Log(hall, seals_of(hall)) as log:
        for name in (TABLE, EVENT, f" {RECORD}", "RECORD:mia", "record", "record:", TABLE + "\nrecord:mia"):
            with pytest.raises(StoreError):
                await log.erase(name, at=9)
    assert await found(hall) == []

    def renamed(database: sqlite3.Connection) -> None:
        for table in ("facts", "heads"):
            database.execute(f"UPDATE {table} SET stream = ? WHERE stream = ?", (RECORD, TABLE))

    with forging(hall) as database:
        renamed(database)
    async with Log(hall, seals_of(hall)) as log:
        await log.erase(RECORD, at=9)
    assert await found(hall), "erased by the program, and still it does not add up"
    assert await found_at_start(hall)
