"""The seals of the log, on both databases: many processes, kills, upgrades, new keys, backups, and the owner's word."""

from __future__ import annotations

import asyncio
import itertools
import logging
import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import delete, func, select

from bowerbird.store import ConflictError, Log, StoreError
from bowerbird.store._database import database_url
from bowerbird.store._schema import facts, heads, tallies
from bowerbird.store.audit import accept, compare, copy_head, survey
from bowerbird.store.backup import backup
from bowerbird.store.errors import SealedError
from bowerbird.store.restore import restore
from bowerbird.store.seals import Seals
from kit.clock import HandClock
from store.postgres import cut_connections
from store.sealed import KEY, silent


async def problems(where: str, seals: Seals | None) -> list[str]:
    return (await survey(where, silent, seals=seals)).problems


async def test_many_processes_write_fold_and_conflict_and_all_adds_up(where: str, seals: Seals) -> None:
    """Three processes on the same streams and on their own, with tallies folded all the time."""
    logs = [Log(where, seals, fold_every=0.01) for _ in range(3)]
    for log in logs:
        await log.open()
    written = itertools.count(1)

    async def play(log: Log, stream: str, number: int) -> None:
        while number:
            last = len(await log.read(stream))
            try:
                await log.append(stream, last, [b"one", b"two"], at=next(written))
            except ConflictError:
                continue
            number -= 1
            await asyncio.sleep(0)

    streams = [*("shared:a", "shared:b") * 3, "own:0", "own:1", "own:2"]
    await asyncio.gather(*(play(logs[place % 3], stream, 12) for place, stream in enumerate(streams)))
    assert await problems(where, seals) == []
    for log in logs:
        await log.close()
    found = await survey(where, silent, seals=seals)
    assert (found.facts, found.problems) == (9 * 12 * 2, [])
    async with Log(where, seals) as log:
        rows = await log.do(lambda connection: connection.execute(select(tallies)).all())
    assert [(row.writer, row.facts, row.streams) for row in rows] == [("base", 216, 5)], "all folded into one"


async def test_a_killed_process_leaves_its_tally_and_the_next_one_folds_it(where: str, seals: Seals) -> None:
    killed = Log(where, seals)
    await killed.open()
    await killed.append("table:a", 0, [b"x"], at=1)
    assert await problems(where, seals) == []
    async with Log(where, seals) as log:
        assert (
            await log.do(lambda connection: connection.execute(select(func.count()).select_from(tallies)).scalar()) == 1
        )
        await log.append("table:a", 1, [b"y"], at=2)
        await killed.append("table:b", 0, [b"z"], at=3)  # it was not dead after all, and begins another
        assert await problems(where, seals) == []
    await killed.close()
    assert await problems(where, seals) == []


async def test_lost_connections_do_not_spoil_the_count(postgres: str, where: str, seals: Seals) -> None:
    if "asyncpg" not in where:
        pytest.skip("only PostgreSQL has connections to lose")
    async with Log(where, seals) as log, Log(where, seals) as other:

        async def write(stream: str, number: int) -> None:
            written = False
            while not written:
                with suppress(StoreError):  # cut a second time, before it could look what has become of the first
                    written = len(await log.read(stream)) > number
                    if not written:
                        await log.append(stream, number, [b"x"], at=1)

        for number in range(6):
            writing = [asyncio.create_task(write(f"table:{each}", number)) for each in range(5)]
            await cut_connections(other)
            await asyncio.gather(*writing)
        assert await problems(where, seals) == []
        assert sum((await log.streams("table:")).values()) == 30


async def test_a_log_of_an_earlier_version_is_checked_and_sealed_once(
    tmp_path: Path, seals: Seals, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "bowerbird.sqlite"
    async with Log(file) as log:
        await log.append("table:a", 0, [b"x", b"y"], at=1)
    with sqlite3.connect(file) as database:
        database.execute("ALTER TABLE heads DROP COLUMN seal")
        database.execute("DROP TABLE tallies")
        database.execute("UPDATE alembic_version SET version_num = '0004'")
        database.execute("UPDATE facts SET body = 'z' WHERE seq = 1")
    database.close()
    told: list[tuple[int, int]] = []
    with caplog.at_level(logging.ERROR):
        log = Log(file, seals)
        await log.open(lambda done, total: told.append((done, total)))
        await log.close()
    assert told == [(1, 1)]
    assert "table:a: fact 1 or an earlier one was changed" in caplog.text
    assert ["fact 1 or an earlier" in problem for problem in await problems(str(file), seals)] == [True]
    assert seals.has_sealed


async def test_a_second_unsealed_database_is_not_sealed_in_silence(tmp_path: Path, seals: Seals) -> None:
    """Once something was sealed with this secret, only the owner decides about facts without seals."""
    async with Log(tmp_path / "first.db", seals) as log:
        await log.append("table:a", 0, [b"x"], at=1)
    async with Log(tmp_path / "second.db") as log:
        await log.append("table:a", 0, [b"x"], at=1)
    async with Log(tmp_path / "second.db", seals) as log:
        await log.append("table:b", 0, [b"x"], at=1)
    assert await problems(str(tmp_path / "second.db"), seals)
    await accept(tmp_path / "second.db", seals)
    assert await problems(str(tmp_path / "second.db"), seals) == []
    async with Log(tmp_path / "third.db", seals) as log:
        await log.append("table:a", 0, [b"x"], at=1)
    assert await problems(str(tmp_path / "third.db"), seals) == [], "an empty one is"


async def test_a_new_key_seals_everything_again_and_the_old_one_can_go(where: str, tmp_path: Path) -> None:
    seen = tmp_path / "seen.json"
    async with Log(where, Seals(lambda: [KEY], seen)) as log:
        await log.append("table:a", 0, [b"x"], at=1)
    both = Seals(lambda: [b"n" * 32, KEY], seen)
    assert await problems(where, both) == []
    async with Log(where, both) as log:
        await log.append("table:a", 1, [b"y"], at=2)
        await log.append("table:b", 0, [b"y"], at=2)
    assert await problems(where, Seals(lambda: [b"n" * 32], seen)) == []
    assert "nothing is sealed with this secret" in (await problems(where, Seals(lambda: [KEY], seen)))[0]


async def test_a_new_key_is_used_while_the_log_is_open_in_two_processes(
    where: str, tmp_path: Path, clock: HandClock
) -> None:
    keys = [KEY]
    one, two = (Seals(lambda: list(keys), tmp_path / "seen.json") for _ in range(2))
    async with Log(where, one, clock=clock) as log, Log(where, two, fold_every=60, clock=clock) as other:
        await log.append("table:a", 0, [b"x"], at=1)
        await other.append("table:b", 0, [b"x"], at=1)
        keys.insert(0, b"n" * 32)
        only_new = Seals(lambda: [b"n" * 32])
        assert await problems(where, only_new)
        await clock.advance(12)
        assert not await problems(where, only_new)
        await other.append("table:a", 1, [b"y"], at=2)
        await other.append("table:b", 1, [b"y"], at=2)
        assert not other.broken, "the other process has noticed the new key too"
    keys.pop()
    assert await problems(where, Seals(lambda: list(keys), tmp_path / "seen.json")) == []


async def test_a_new_key_does_not_make_good_what_was_changed(where: str, tmp_path: Path) -> None:
    seen = tmp_path / "seen.json"
    async with Log(where, Seals(lambda: [KEY], seen)) as log:
        await log.append("table:a", 0, [b"x"], at=1)
        await log.append("table:b", 0, [b"x"], at=1)
        await log.do(lambda connection: connection.execute(delete(facts).where(facts.c.stream == "table:b")))
        await log.do(lambda connection: connection.execute(delete(heads).where(heads.c.stream == "table:b")))
    both = Seals(lambda: [b"n" * 32, KEY], seen)
    async with Log(where, both) as log:
        await log.append("table:c", 0, [b"x"], at=1)
    assert await problems(where, both) == ["1 stream with 1 fact has gone without a trace"]
    await accept(where, both)
    assert await problems(where, both) == []
    assert await problems(where, Seals(lambda: [b"n" * 32], seen)) == []


async def test_a_backup_keeps_the_seals_and_a_restore_makes_new_ones(where: str, seals: Seals, tmp_path: Path) -> None:
    async with Log(where, seals) as log:
        await log.append("table:a", 0, [b"x", b"y"], at=1)
        made = await backup(where, tmp_path / "copy.sqlite", silent, seals=seals)
        await log.append("table:a", 2, [b"z"], at=1)
    assert (made.sealed, made.problems) == (True, [])
    with sqlite3.connect(tmp_path / "copy.sqlite") as copy:
        copy.execute("DELETE FROM facts WHERE seq = 2")
        copy.execute("UPDATE heads SET seq = 1, digest = (SELECT digest FROM facts)")
    copy.close()
    assert await problems(str(tmp_path / "copy.sqlite"), None) == []
    assert await problems(str(tmp_path / "copy.sqlite"), seals) == [
        "table:a: its head was changed from outside",
        "1 fact at the end of streams was cut off",
    ]
    await backup(where, tmp_path / "copy.sqlite", silent, replace=True, seals=seals)
    done = await restore(tmp_path / "copy.sqlite", where, silent, into_new=True, seals=seals)
    assert done.facts == 3
    assert await problems(where, seals) == []


async def test_a_backup_can_be_restored_where_a_lost_database_was(tmp_path: Path, seals: Seals) -> None:
    """The server was started on an empty folder by mistake, and said what was missing."""
    file = tmp_path / "bowerbird.sqlite"
    async with Log(file, seals) as log:
        await log.append("table:a", 0, [b"x", b"y"], at=1)
    shutil.copy(file, tmp_path / "copy.sqlite")
    file.unlink()
    async with Log(file, seals):
        pass
    assert await problems(str(file), seals) == ["1 stream with 2 facts has gone without a trace"]
    await restore(tmp_path / "copy.sqlite", file, silent, seals=seals)
    assert await problems(str(file), seals) == []


async def test_a_backup_of_an_earlier_version_is_restored_and_sealed(tmp_path: Path, seals: Seals) -> None:
    async with Log(tmp_path / "old.db") as log:
        await log.append("table:a", 0, [b"x", b"y"], at=1)
    with sqlite3.connect(tmp_path / "old.db") as database:
        database.execute("ALTER TABLE heads DROP COLUMN seal")
        database.execute("DROP TABLE tallies")
        database.execute("UPDATE alembic_version SET version_num = '0004'")
    database.close()
    assert await problems(str(tmp_path / "old.db"), seals) == []
    assert (await restore(tmp_path / "old.db", tmp_path / "new.db", silent, seals=seals)).facts == 2
    assert await problems(str(tmp_path / "new.db"), seals) == []
    assert await compare(tmp_path / "new.db", tmp_path / "old.db", silent) == []


@pytest.mark.parametrize("spoiled", [b"", b"{", b"[1]"])
async def test_without_a_note_a_spoiled_witness_is_written_again(tmp_path: Path, seals: Seals, spoiled: bytes) -> None:
    """A secret that can't be written, as on a read-only disk, has no note."""
    for number in range(2):
        async with Log(tmp_path / "hall.db", seals) as log:
            await log.append("table:a", number, [b"x"], at=1)
        (tmp_path / "seen.json").write_bytes(spoiled)
    async with Log(tmp_path / "hall.db", seals):
        assert await problems(str(tmp_path / "hall.db"), seals) == []
    seen = seals.seen(database_url(tmp_path / "hall.db"))
    assert seen is not None
    assert seen.facts == 2


async def test_a_copied_head_tells_what_the_owner_of_the_key_has_changed(
    where: str, seals: Seals, tmp_path: Path
) -> None:
    async with Log(where, seals) as log:
        await log.append("table:a", 0, [b"x", b"y"], at=1)
        await log.append("table:b", 0, [b"x"], at=1)
    await copy_head(where, tmp_path / "head", await survey(where, silent))
    async with Log(where, seals) as log:
        await log.append("table:a", 2, [b"z"], at=1)
    assert await compare(where, tmp_path / "head", silent) == []
    async with Log(where, seals) as log:
        await log.do(lambda connection: connection.execute(delete(facts).where(facts.c.stream == "table:b")))
        await log.do(lambda connection: connection.execute(delete(heads).where(heads.c.stream == "table:b")))
    await accept(where, seals)
    assert await problems(where, seals) == []
    assert await compare(where, tmp_path / "head", silent) == [
        "table:b: fact 1 is in the copied head and is missing now"
    ]


async def test_nothing_is_written_to_a_sealed_log_without_the_key(where: str, seals: Seals) -> None:
    async with Log(where, seals) as log:
        await log.append("table:a", 0, [b"x"], at=1)
    async with Log(where) as log:
        assert [entry.body for entry in await log.read("table:a")] == [b"x"]
        with pytest.raises(SealedError, match="--data"):
            await log.append("table:a", 1, [b"y"], at=1)
    assert await problems(where, seals) == []
