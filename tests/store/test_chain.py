"""The chain of digests: what it is made of, that every fact has its link, and that old facts get theirs."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import select

from bowerbird.store import Log, StoreError
from bowerbird.store._chain import START, link
from bowerbird.store._schema import facts, heads


def test_a_link_is_a_sha256_that_anyone_can_compute() -> None:
    stream, body = "table:é", b'{"fact":"made"}'
    parts = [
        bytes(32),  # before the first fact
        (8).to_bytes(2, "big"),  # bytes of the name
        (1).to_bytes(8, "big"),  # the number
        (1_750_000_000_123).to_bytes(8, "big"),  # the time
        stream.encode(),
        body,
    ]
    assert link(START, stream, 1, 1_750_000_000_123, body) == hashlib.sha256(b"".join(parts)).digest()


@pytest.mark.parametrize(
    "other",
    [
        (b"\1" * 32, "s", 1, 5, b"body"),
        (START, "t", 1, 5, b"body"),
        (START, "s", 2, 5, b"body"),
        (START, "s", 1, 6, b"body"),
        (START, "s", 1, 5, b"bodY"),
        (START, "sb", 1, 5, b"ody"),
    ],
)
def test_nothing_can_be_changed_without_another_digest(other: tuple[bytes, str, int, int, bytes]) -> None:
    assert link(*other) != link(START, "s", 1, 5, b"body")


async def test_every_fact_is_linked_to_the_one_before_and_the_head_is_the_last(log: Log, own: str) -> None:
    await log.append(own, 0, [b"one", b"two"], at=5)
    async with Log(log.url) as other:  # a process that has nothing of it in memory
        await other.append(own, 2, [b"three"], at=6)
    await log.append(own, 3, [b"four"], at=7)
    digest = START
    rows = await log.do(
        lambda connection: connection.execute(select(facts).where(facts.c.stream == own).order_by(facts.c.seq)).all()
    )
    for row in rows:
        digest = link(digest, own, row.seq, row.at, row.body)
        assert row.digest == digest
    head = await log.do(lambda connection: connection.execute(select(heads).where(heads.c.stream == own)).one())
    assert (head.seq, head.at, head.digest) == (4, 7, digest)
    assert await log.heads([own, "nothing"]) == {own: 4}


async def test_a_database_of_the_first_version_is_refused_in_one_line(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "bowerbird.sqlite") as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('0003')")
    database.close()
    with pytest.raises(StoreError, match=r"Bowerbird 0\.1 wrote this database, and this version can't read it"):
        await Log(tmp_path).open()
    with sqlite3.connect(tmp_path / "bowerbird.sqlite") as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("alembic_version",)]
    database.close()


async def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    async with Log(tmp_path) as log:
        await log.append("s", 0, [b"x"], at=0)
    with sqlite3.connect(tmp_path / "bowerbird.sqlite") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    with pytest.raises(StoreError, match="newer version of Bowerbird"):
        await Log(tmp_path).open()


async def test_facts_that_have_times_of_their_own(log: Log, own: str) -> None:
    assert await log.extend(own, 0, [(5, b"one"), (3, b"two")]) == 2
    assert [(entry.at, entry.body) for entry in await log.read(own)] == [(5, b"one"), (3, b"two")]


@pytest.mark.parametrize(("stream", "after"), [("", 0), ("x" * 81, 0), ("a\nb", 0), ("s", -1), ("s", 2**31 - 1)])
async def test_what_is_no_place_in_a_log_is_refused_and_harms_nobody(log: Log, stream: str, after: int) -> None:
    with pytest.raises(StoreError, match="isn't a position"):
        await log.append(stream, after, [b"x"], at=0)
