"""Erase what one person owns, on both databases: it is gone, the rest can still be proved, and nothing else goes."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import select

from bowerbird.cli.check import check_meaning
from bowerbird.store import ConflictError, Log, StoreError
from bowerbird.store._erased import can_be_erased
from bowerbird.store._schema import facts
from bowerbird.store.audit import compare, copy_head, survey
from bowerbird.store.backup import backup
from bowerbird.store.quick_check import quick_check
from bowerbird.store.restore import restore
from bowerbird.store.seals import Seals
from kit.clock import HandClock
from store.sealed import KEY, silent

MINE, THEIRS, TABLE = "record:me", "record:them", "table:one"
SECRET = b'{"a":"a thing that nobody else should ever read"}'


async def problems(where: str, seals: Seals | None) -> list[str]:
    """What the whole check and the quick one say."""
    async with Log(where, seals) as log:
        quick = [problem async for some in quick_check(log.url, seals) for problem in some]
    return (await survey(where, silent, seals=seals)).problems + quick


async def fill(log: Log) -> None:
    for stream in (MINE, THEIRS, TABLE):
        await log.append(stream, 0, [SECRET, b'{"b":2}', SECRET], at=7)


async def test_erased_facts_and_their_digests_are_gone_and_all_adds_up(where: str, seals: Seals) -> None:
    async with Log(where, seals) as log:
        await fill(log)
        digests = await _digests(log, MINE)
        assert await log.erase(MINE, at=9) == 4
        [mark] = await log.read(MINE)
        assert (mark.seq, mark.at, mark.body, mark.is_erased) == (4, 9, b"", True)
        assert not set(digests) & set(await _digests(log, MINE)), "a digest would let a short fact be guessed"
        assert await log.erase(MINE, at=10) == 0, "there is nothing more"
        assert await log.append(MINE, 4, [b'{"c":1}'], at=11) == 5, "life goes on"
        assert [entry.seq for entry in await log.read(MINE)] == [4, 5]
        assert [entry.body for entry in await log.tail(MINE, 1)] == [b'{"c":1}']
        assert len(await log.read(THEIRS)) == len(await log.read(TABLE)) == 3
        assert not any(entry.is_erased for entry in await log.read(TABLE))
        assert await log.erase(MINE, at=12) == 6
    assert await problems(where, seals) == []


async def _digests(log: Log, stream: str) -> list[bytes]:
    query = select(facts.c.digest).where(facts.c.stream == stream)
    return list(await log.ask(lambda connection: connection.execute(query).scalars().all()))


async def test_without_seals_too(where: str) -> None:
    async with Log(where) as log:
        await fill(log)
        await log.erase(MINE, at=9)
        await log.append(MINE, 4, [b"{}"], at=10)
    assert await problems(where, None) == []


async def test_a_sealed_log_is_not_erased_without_the_key(where: str, seals: Seals) -> None:
    async with Log(where, seals) as log:
        await fill(log)
    async with Log(where) as keyless:
        with pytest.raises(StoreError):
            await keyless.erase(MINE, at=9)
        assert len(await keyless.read(MINE)) == 3
    assert await problems(where, seals) == []


@pytest.mark.parametrize(
    "stream", ["table:one", "event:cup", "season:x", "withdrawn:people", "record:", "record", "code:X"]
)
async def test_what_belongs_to_several_people_cannot_be_erased(tmp_path: Path, seals: Seals, stream: str) -> None:
    assert not can_be_erased(stream)
    async with Log(tmp_path, seals) as log:
        await log.append(stream, 0, [SECRET], at=1)
        with pytest.raises(StoreError, match="can't be erased"):
            await log.erase(stream, at=2)
        assert [entry.body for entry in await log.read(stream)] == [SECRET]
    assert await problems(str(tmp_path), seals) == []


async def test_nothing_is_left_in_the_file_or_its_journal(tmp_path: Path, seals: Seals) -> None:
    """Long and short facts, written in between those of others, and read in another process meanwhile."""
    long = b'{"a":"' + b"nobody else" * 2_000 + b'"}'
    async with Log(tmp_path, seals) as log, Log(tmp_path, seals) as other:
        for number in range(60):
            await log.append(
                MINE, number, [long if number % 7 == 0 else SECRET.replace(b"never", b"%d" % number)], at=1
            )
            await log.append(TABLE, number, [b'{"x":%d}' % number], at=1)
            await other.read(MINE)
        await log.erase(MINE, at=2)
        files = [file for file in tmp_path.iterdir() if file.name.startswith("bowerbird.sqlite")]
        assert {file.name for file in files} >= {"bowerbird.sqlite", "bowerbird.sqlite-wal"}
        for file in files:
            assert b"nobody else" not in file.read_bytes(), file.name
        assert len(await other.read(TABLE)) == 60


async def test_a_reader_in_the_journal_only_delays_its_emptying(tmp_path: Path, seals: Seals, clock: HandClock) -> None:
    async with Log(tmp_path, seals, clock=clock) as log:
        await fill(log)
        await log.append(MINE, 3, [b'{"the":"last"}'], at=8)
        reader = sqlite3.connect(tmp_path / "bowerbird.sqlite", isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM facts").fetchone()
        await log.do(lambda connection: connection.exec_driver_sql("PRAGMA busy_timeout=10"))
        await log.erase(MINE, at=9)
        journal = tmp_path / "bowerbird.sqlite-wal"
        await clock.advance(6)
        assert journal.stat().st_size, "somebody still reads from it"
        reader.close()
        await clock.advance(2)
        assert not journal.stat().st_size
    assert await problems(str(tmp_path), seals) == []


async def test_many_processes_write_and_erase_and_all_adds_up(where: str, seals: Seals) -> None:
    logs = [Log(where, seals, fold_every=0.01) for _ in range(3)]
    for log in logs:
        await log.open()

    async def live(log: Log, times: int, *, erases: bool) -> None:
        for _ in range(times):
            with suppress(ConflictError):
                last = await log.tail(MINE, 1)
                await log.append(MINE, last[0].seq if last else 0, [b"{}", b"{}"], at=4)
                await log.append(f"table:{secrets.token_hex(8)}", 0, [b"{}"], at=4)
            if erases:
                await log.erase(MINE, at=5)

    jobs = [live(logs[0], 12, erases=False), live(logs[1], 12, erases=False), live(logs[2], 6, erases=True)]
    async with asyncio.timeout(60):
        await asyncio.gather(*jobs)
        await logs[0].erase(MINE, at=6)
    assert [entry.is_erased for entry in await logs[1].read(MINE)] == [True]
    for log in logs:
        await log.close()
    assert await problems(where, seals) == []


async def test_a_backup_from_before_may_be_compared_and_added_and_brings_nothing_back(
    where: str, seals: Seals, tmp_path: Path
) -> None:
    before, head = tmp_path / "before.sqlite", tmp_path / "head.json"
    async with Log(where, seals) as log:
        await fill(log)
        await backup(where, before, silent, seals=seals)
        await copy_head(where, head, await survey(where, silent))
        await log.erase(MINE, at=9)
        assert await compare(where, before, silent) == []
        assert await compare(where, head, silent) == []
    done = await restore(before, where, silent, add=True, seals=seals)
    assert (done.facts, done.left_out) == (0, [])
    async with Log(where, seals) as log:
        assert [entry.is_erased for entry in await log.read(MINE)] == [True]
    assert await problems(where, seals) == []


async def test_a_backup_from_after_restores_the_mark_and_what_follows(where: str, seals: Seals, tmp_path: Path) -> None:
    after, fresh = tmp_path / "after.sqlite", tmp_path / "fresh"
    async with Log(where, seals) as log:
        await fill(log)
        await log.erase(MINE, at=9)
        await log.append(MINE, 4, [b'{"c":1}'], at=10)
        prints = (await survey(where, silent)).fingerprint
    await backup(where, after, silent, seals=seals)
    others = Seals(lambda: [KEY], tmp_path / "other.json")
    done = await restore(after, fresh, silent, seals=others)
    assert done.left_out == []
    async with Log(fresh, others) as log:
        assert [(entry.seq, entry.at, entry.body) for entry in await log.read(MINE)] == [
            (4, 9, b""),
            (5, 10, b'{"c":1}'),
        ]
    assert await problems(str(fresh), others) == []
    assert (await survey(fresh, silent)).fingerprint == prints


async def test_an_old_backup_in_place_can_be_erased_again_with_a_newer_one(tmp_path: Path, seals: Seals) -> None:
    """After a restore of an old backup, a newer one adds what is missing, and erases what was erased."""
    place, old, new = tmp_path / "hall", tmp_path / "old.sqlite", tmp_path / "new.sqlite"
    async with Log(place, seals) as log:
        await fill(log)
        await backup(place, old, silent)
        await log.erase(MINE, at=9)
        await log.append(TABLE, 3, [b'{"c":1}'], at=10)
        await backup(place, new, silent)
    await restore(old, place, silent, into_new=True, seals=seals)
    await restore(new, place, silent, add=True, seals=seals)
    async with Log(place, seals) as log:
        assert [entry.is_erased for entry in await log.read(MINE)] == [True]
        assert len(await log.read(TABLE)) == 4
    assert await problems(str(place), seals) == []


async def test_the_command_that_checks_the_meaning_of_facts_knows_the_mark(tmp_path: Path, seals: Seals) -> None:
    async with Log(tmp_path, seals) as log:
        await fill(log)
        await log.erase(MINE, at=9)
        await log.append(MINE, 4, [b'{"c":1}'], at=10)
    found = await survey(tmp_path, silent, check_meaning, seals)
    table = [problem for problem in found.problems if problem.startswith(TABLE)]
    assert found.problems == table, "only the table, whose facts are none"
    async with Log(tmp_path, seals) as log:
        await log.append(MINE, 5, [b""], at=11)
    found = await survey(tmp_path, silent, check_meaning, seals)
    assert any(problem.startswith(f"{MINE}: fact 6 can't be read") for problem in found.problems), "a mark is the first"
