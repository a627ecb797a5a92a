"""Archives, on both databases: every fact is read as before, bit by bit, and can be proved, continued and erased."""

from __future__ import annotations

import asyncio
import inspect
import os
import random
import sqlite3
import subprocess
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, func, select, text, update

from bowerbird.cli.archive import archive as archive_command
from bowerbird.cli.serve import serve
from bowerbird.store import Log, StoreError, archiving
from bowerbird.store._archived import facts_of
from bowerbird.store._chain import link
from bowerbird.store._packing import QUICK, pack, unpack
from bowerbird.store._rows import Row
from bowerbird.store._schema import archived, archives, facts
from bowerbird.store.archiving import Archiver, BackgroundArchiver, archive_all, size_of
from bowerbird.store.audit import compare, copy_head, survey
from bowerbird.store.backup import backup
from bowerbird.store.errors import ArchiveError
from bowerbird.store.lease import Leases
from bowerbird.store.quick_check import quick_check
from bowerbird.store.restore import restore
from bowerbird.store.seals import Seals
from bowerbird.store.single_process import single_process
from kit.amount import amount
from kit.clock import HandClock
from store.sample import sample_log
from store.states import states

SEALS = Seals(lambda: [b"k" * 32])
TESTS = Path(__file__).parents[1]
MINE, THEIRS, TABLE, SHORT = "record:me", "record:them", "table:one", "code:ABCDEF"
SECRET = b'{"a":"a thing that nobody else should ever read"}'
LATER = 10**15


def silent(done: int, total: int) -> None:
    """Show no progress."""


async def fill(log: Log) -> None:
    for stream in (MINE, THEIRS, TABLE):
        times = [1_750_000_000_000 + place**3 for place in range(-2, 18)]
        await log.extend(stream, 0, [(at, SECRET if at % 2 else b'{"at":%d}' % at) for at in times])
    await log.append(SHORT, 0, [b'{"table":"one"}'], at=3)


async def archive(log: Log) -> Archiver:
    archiver = Archiver(log)
    while await archiver.step(LATER):
        pass
    return archiver


async def everything(log: Log) -> dict[str, list[Row]]:
    return {name: await log.do(partial(facts_of, stream=name)) for name in await log.streams()}


async def left(log: Log) -> set[str]:
    """The streams that have facts outside of archives."""
    return set(await log.do(lambda connection: connection.execute(select(facts.c.stream)).scalars()))


async def number_of(log: Log, table: Any) -> int:
    query = select(func.count()).select_from(table)
    return int(await log.do(lambda connection: connection.execute(query).scalar_one()))


async def problems(log: Log) -> list[str]:
    quick = [problem async for some in quick_check(log.url, log.seals) for problem in some]
    return quick + (await survey(log.url, silent, seals=log.seals)).problems


async def test_archived_facts_are_the_same_bit_by_bit_and_life_goes_on(where: str) -> None:
    async with Log(where, SEALS) as log:
        await fill(log)
        before, fingerprint = await everything(log), (await survey(where, silent)).fingerprint
        entries, ends = await log.read(TABLE), await log.tail(TABLE, 3)
        archiver = await archive(log)
        assert (archiver.done.streams, archiver.done.facts, archiver.done.skipped) == (3, 60, {})
        assert await left(log) == {SHORT}, "a single fact would need as much room in an archive"
        assert await everything(log) == before
        assert (await log.read(TABLE), await log.tail(TABLE, 3), await log.tail(TABLE, 99)) == (entries, ends, entries)
        for after in (0, 1, 19, 20, 21):
            assert await log.read(TABLE, after) == entries[after:]
        assert (await survey(where, silent)).fingerprint == fingerprint
        assert await problems(log) == []
        assert not await Archiver(log).step(LATER), "there is nothing more"
        assert await log.append(TABLE, 20, [b'{"more":%d}' % place for place in range(9)], at=8) == 29
        assert await log.read(TABLE, 18) == [*entries[18:], *await log.read(TABLE, 20)]
        assert [entry.seq for entry in await log.tail(TABLE, 11)] == list(range(19, 30))
    async with Log(where, SEALS) as log:
        grown = await everything(log)
        assert grown[TABLE][:20] == before[TABLE]
        await archive(log)
        assert await everything(log) == grown
        assert await number_of(log, archives) == 2
        assert [entry.seq for entry in await log.read(TABLE, 15)] == list(range(16, 30))
        assert await log.append(TABLE, 29, [b'{"last":1}'], at=9) == 30
        assert await problems(log) == []


async def test_only_what_is_old_is_archived(where: str) -> None:
    async with Log(where, SEALS) as log:
        await log.append("table:old", 0, [b"{}"] * 9, at=10)
        await log.append("table:new", 0, [b"{}"] * 9, at=20)
        archiver = Archiver(log)
        while await archiver.step(20):
            pass
        assert await left(log) == {"table:new"}


async def test_an_erased_stream_is_gone_from_archives_and_the_others_stay(where: str) -> None:
    async with Log(where, SEALS) as log:
        await fill(log)
        theirs = await log.read(THEIRS)
        await archive(log)
        assert await log.erase(MINE, at=30) == 21
        [mark] = await log.read(MINE)
        assert mark.is_erased
        [data] = await log.do(lambda connection: connection.execute(select(archives.c.data)).scalars().all())
        assert sorted(unpack(data).streams) == [THEIRS, TABLE], "nothing of it is in the archive any more"
        assert await log.read(THEIRS) == theirs
        assert await problems(log) == []
        await log.append(MINE, 21, [b'{"again":%d}' % place for place in range(8)], at=40)
        again = await log.read(MINE)
        await archive(log)
        assert await log.read(MINE) == again
        assert await problems(log) == [], "the mark counts in an archive, too"
        assert await log.erase(MINE, at=50) == 30
        assert [entry.seq for entry in await log.read(MINE)] == [30]
        assert await problems(log) == []
        assert await log.erase(THEIRS, at=60) == 21
        assert await log.do(lambda connection: connection.execute(select(archived.c.stream)).scalars().all()) == [TABLE]


async def test_what_is_erased_between_two_steps_is_not_archived(where: str) -> None:
    """The block is stored and nothing moved yet: nobody may find the facts there later."""
    async with Log(where, SEALS) as log:
        await fill(log)
        archiver = Archiver(log)
        assert await archiver.step(LATER)
        assert await number_of(log, archived) == 3
        assert await log.erase(MINE, at=30) == 21
        [data] = await log.do(lambda connection: connection.execute(select(archives.c.data)).scalars().all())
        assert MINE not in unpack(data).streams
        while await archiver.step(LATER):
            pass
        assert await left(log) == {SHORT, MINE}
        assert [entry.seq for entry in await log.read(MINE)] == [21]
        assert await problems(log) == []


@pytest.mark.full
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills copies of a process")
def test_a_kill_at_any_step_loses_and_doubles_nothing(where: str) -> None:
    run = [sys.executable, "-m", "store.archive_kills", where]
    done = subprocess.run(
        run,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])},
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split()[-2]) >= 10, "every change and every commit"


async def test_two_that_archive_at_once_do_nothing_twice(where: str) -> None:
    async with Log(where, SEALS) as one, Log(where, SEALS) as other:
        for number in range(30):
            await one.append(f"table:{number}", 0, [b'{"fact":%d}' % place for place in range(40)], at=5)
        before = await everything(one)
        writing = asyncio.create_task(one.append("table:new", 0, [b"{}"] * 9, at=LATER))
        first, second = await asyncio.gather(archive(one), archive(other))
        await writing
        assert first.done.skipped == second.done.skipped == {}
        assert await left(one) == {"table:new"}
        assert {name: rows for name, rows in (await everything(other)).items() if name != "table:new"} == before
        assert await problems(one) == []


async def test_a_stream_with_a_problem_stays_as_it_is(where: str) -> None:
    async with Log(where, SEALS) as log:
        await fill(log)
        change = update(facts).where(facts.c.stream == TABLE, facts.c.seq == 7).values(body=b'{"forged":1}')
        await log.do(lambda connection: connection.execute(change))
        archiver = await archive(log)
        assert list(archiver.done.skipped) == [TABLE]
        assert await left(log) == {SHORT, TABLE}
        assert [line for line in await problems(log) if line.startswith(f"{TABLE}: fact 7")]


async def test_facts_that_change_under_the_archiver_are_not_deleted(where: str) -> None:
    """Between the steps, somebody changes a fact and not its digest: what is there stays there, for the check."""
    async with Log(where, SEALS) as log:
        await fill(log)
        archiver = Archiver(log)
        assert await archiver.step(LATER)
        change = update(facts).where(facts.c.stream == TABLE, facts.c.seq == 7).values(at=1)
        await log.do(lambda connection: connection.execute(change))
        while await archiver.step(LATER):
            pass
        assert list(archiver.done.skipped) == [TABLE]
        assert len(await log.read(TABLE)) == 20
        assert await left(log) == {SHORT, TABLE}
        assert await log.do(lambda c: c.execute(select(archived.c.stream).order_by("stream")).scalars().all()) == [
            MINE,
            THEIRS,
        ]


async def test_a_damaged_archive_is_named_and_the_rest_can_be_read(where: str) -> None:
    async with Log(where, SEALS) as log:
        await fill(log)
        await archive(log)
        await log.append("table:two", 0, [b"{}"] * 9, at=5)
        await log.do(lambda connection: connection.execute(update(archives).values(data=b"nonsense")))
        await archive(log)
        with pytest.raises(ArchiveError, match="damaged"):
            await log.read(TABLE)
        assert len(await log.read("table:two")) == 9
        found = await problems(log)
        assert len([line for line in found if "its earlier facts can't be read" in line]) == 3
        await log.do(lambda connection: connection.execute(text("DELETE FROM archives WHERE id = 1")))
        assert f"{TABLE}: its archive is missing" in await problems(log)


async def test_a_stream_is_erased_though_its_archive_is_gone_and_not_if_it_is_damaged(where: str) -> None:
    async with Log(where, SEALS) as log:
        await fill(log)
        await archive(log)
        await log.do(lambda connection: connection.execute(update(archives).values(data=b"nonsense")))
        with pytest.raises(ArchiveError, match=r"damaged.*Run `bowerbird check`"):
            await log.erase(MINE, at=30)
        assert await number_of(log, archived) == 3, "nobody can say what of it is still there"
        assert not any("bowerbird check" in line for line in await problems(log)), "that is where they are shown"
        await log.do(lambda connection: connection.execute(text("DELETE FROM archives")))
        assert await log.erase(MINE, at=30) == 21
        [mark] = await log.read(MINE)
        assert mark.is_erased
        assert await log.erase(MINE, at=31) == 0
        assert not [line for line in await problems(log) if line.startswith(MINE)]


async def test_an_archive_is_written_again_without_letting_others_wait(where: str) -> None:
    """On PostgreSQL, nobody else is served meanwhile: pressing half a megabyte thoroughly takes 60 ms."""
    async with Log(where, SEALS) as log:
        await fill(log)
        await archive(log)
        await log.erase(MINE, at=30)
        [data] = await log.do(lambda connection: connection.execute(select(archives.c.data)).scalars().all())
        assert data == unpack(data).to_bytes(QUICK) != unpack(data).to_bytes()


async def test_a_stream_is_looked_at_again_only_if_enough_was_added(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[str] = []
    read = archiving._read

    def noted(connection: Connection, stream: str) -> Any:
        looked_at.append(stream)
        return read(connection, stream)

    monkeypatch.setattr(archiving, "_read", noted)
    async with Log(where, SEALS) as log:
        await fill(log)
        await archive(log)
        assert sorted(looked_at) == [MINE, THEIRS, TABLE]
        looked_at.clear()
        await log.append(TABLE, 20, [b"{}"] * 7, at=8)
        await log.erase(MINE, at=8)
        await log.append(MINE, 21, [b"{}"] * 6, at=8)
        await archive(log)
        assert looked_at == []
        await log.append(TABLE, 27, [b"{}"], at=8)
        await log.append(MINE, 27, [b"{}"], at=8)
        archiver = await archive(log)
        assert (sorted(looked_at), archiver.done.streams) == ([MINE, TABLE], 2)
        assert await problems(log) == []


async def test_backups_carry_archives_and_restores_read_them(where: str, tmp_path: Path) -> None:
    async with Log(where, SEALS) as log:
        await fill(log)
        await copy_head(where, tmp_path / "head.json", await survey(where, silent))
        await archive(log)
        await log.append(TABLE, 20, [b"{}"], at=9)
        await log.erase(MINE, at=10)
        before = await everything(log)
    copy = tmp_path / "copy.sqlite"
    assert (await backup(where, copy, silent, seals=SEALS)).problems == []
    assert await compare(copy, tmp_path / "head.json", silent) == []
    assert await compare(where, copy, silent) == []
    with sqlite3.connect(copy) as database:
        assert database.execute("SELECT count(*) FROM archives").fetchone() == (1,), "packed, and not unpacked"
    new = str(tmp_path / "new.sqlite")
    assert (await restore(copy, new, silent)).left_out == []
    async with Log(new) as log:
        assert await everything(log) == before
        assert THEIRS not in await left(log), "packed again on the way"
    async with Log(where, SEALS) as log:
        await log.append(THEIRS, 20, [b"{}"], at=11)
        grown = await everything(log)
    assert (await restore(copy, where, silent, add=True, seals=SEALS)).facts == 0
    async with Log(where, SEALS) as log:
        assert await everything(log) == grown
        assert await problems(log) == []


async def test_a_damaged_file_gives_what_its_archives_have(tmp_path: Path) -> None:
    source = tmp_path / "hall.sqlite"
    async with Log(source, SEALS) as log:
        await fill(log)
        await archive(log)
        await log.append("table:two", 0, [b"{}"] * 9, at=5)
        await archive(log)
        before = await everything(log)
        damage = update(archives).where(archives.c.id == 2).values(data=b"x")
        await log.do(lambda connection: connection.execute(damage))
    done = await restore(source, tmp_path / "new.sqlite", silent, readable=True)
    assert done.left_out == ["table:two: fact 1 could not be read, so it ends with fact 0 of 9."]
    async with Log(tmp_path / "new.sqlite") as log:
        assert await everything(log) == {name: rows for name, rows in before.items() if name != "table:two"}


async def test_databases_and_backups_from_before_archives_are_read_and_upgraded(tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite"
    async with Log(old, SEALS) as log:
        await fill(log)
        before = await everything(log)
    with sqlite3.connect(old) as database:
        database.executescript(
            "DROP TABLE archived; DROP TABLE archives; UPDATE alembic_version SET version_num = '0005';"
            "PRAGMA auto_vacuum = NONE; PRAGMA journal_mode = DELETE; VACUUM;"
        )
    database.close()
    assert (await survey(old, silent, seals=SEALS)).problems == []
    assert (await restore(old, tmp_path / "new.sqlite", silent)).facts == 61
    done = await archive_all(old, 0, silent)
    assert (done.streams, done.to_shrink) == (3, 0)
    async with Log(old, SEALS) as log:
        assert await everything(log) == before
        assert await problems(log) == []
        assert await log.ask(lambda connection: connection.exec_driver_sql("PRAGMA auto_vacuum").scalar_one()) == 2


async def test_the_room_is_given_back(where: str) -> None:
    async with Log(where) as log:
        for number in range(150):
            bodies = [b'{"fact":%d,"card":%d}' % (place, (number * place) % 52) for place in range(120)]
            await log.append(f"table:{number}", 0, bodies, at=5)
            await log.append(f"code:{number}", 0, [b"{}"], at=5)
        full = await size_of(log)
        before = await everything(log)
    done = await archive_all(where, 0, silent)
    for _ in range(4):
        if done.after >= full / 5:  # PostgreSQL's own vacuum was at work and still saw what was moved: the next time
            await asyncio.sleep(1)
            done = await archive_all(where, 0, silent)
    async with Log(where) as log:
        assert done.after == await size_of(log)
        assert done.after < full / 5, "without VACUUM FULL, and without a pause"
        assert await everything(log) == before
        assert await problems(log) == []


async def test_a_file_becomes_smaller_some_pages_at_a_time(tmp_path: Path) -> None:
    async with Log(tmp_path) as log:
        for number in range(20):
            await log.append(f"table:{number}", 0, [b'{"fact":1,"card":%d}' % number * 20] * 100, at=5)
        archiver = await archive(log)
        sizes = [await size_of(log)]
        while await archiver.give_back(spare=10):
            sizes.append(await size_of(log))
        freed = [(before - after) // 4096 for before, after in pairwise(sizes)]
        assert freed[0] == 200
        assert len(freed) == len([pages for pages in freed if 0 < pages <= 200])
        assert await problems(log) == []


async def test_a_file_of_an_earlier_version_keeps_its_size_while_the_server_runs(tmp_path: Path) -> None:
    file = tmp_path / "hall.sqlite"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE something (x)")  # so that it is too late for another kind of file
    database.close()
    async with Log(file) as log:
        for number in range(20):
            await log.append(f"table:{number}", 0, [b'{"fact":1,"card":2}'] * 100, at=5)
    with single_process(file):
        done = await archive_all(file, 0, silent)
    assert done.to_shrink > 0
    assert done.after >= done.before
    done = await archive_all(file, 0, silent)
    assert (done.streams, done.to_shrink) == (0, 0)
    assert done.after < done.before / 3


def test_the_commands_and_the_server_mean_the_same_days() -> None:
    for command, option in ((serve, "archive_after"), (archive_command, "days")):
        assert inspect.signature(command).parameters[option].default == archiving.AGE_DAYS


async def test_the_room_is_given_back_while_people_play(where: str) -> None:
    """What is moved on PostgreSQL's disk is there for readers at every moment, and an append waits for nobody."""
    async with Log(where) as log:
        for number in range(60):
            await log.append(f"table:{number}", 0, [b'{"fact":1,"card":2}'] * 100, at=5)
            await log.append(f"code:{number}", 0, [b"{}"] * 3, at=5)
        stopped = False

        async def play() -> int:
            rounds = 0
            while not stopped or rounds < 5:
                rounds += 1
                number = random.randrange(60)
                assert len(await log.read(f"code:{number}")) == 3
                assert len(await log.read(f"table:{number}")) == 100
                await log.append("table:now", rounds - 1, [b"{}"], at=LATER)
            return rounds

        playing = asyncio.create_task(play())
        await archive_all(where, 0, silent)
        stopped = True
        assert len(await log.read("table:now")) <= await playing
        assert await problems(log) == []


async def test_it_happens_by_itself_and_in_one_process_at_a_time(where: str, clock: HandClock) -> None:
    async with Log(where, SEALS, clock=clock) as log, Log(where, SEALS, clock=clock) as other:
        await fill(log)
        before = await everything(log)
        async with (
            BackgroundArchiver(log, lambda: LATER, 30) as one,
            BackgroundArchiver(other, lambda: LATER, 30) as two,
        ):
            await clock.advance(archiving._LOOK_EVERY - 1)
            assert one.done.streams + two.done.streams == 0
            await clock.advance(1)
            assert one.done.streams + two.done.streams == 3
            assert one.done.skipped == two.done.skipped == {}
            assert await everything(log) == before
        async with BackgroundArchiver(log, lambda: LATER, 0):
            await log.append("table:two", 0, [b"{}"] * 9, at=5)
            await clock.advance(10 * archiving._LOOK_EVERY)
        assert await left(log) == {SHORT, "table:two"}, "0 days mean never"


async def test_a_second_command_leaves_it_to_the_first(where: str) -> None:
    async with Log(where) as log, Leases(log, lambda name: None, seconds=10) as leases:
        assert await leases.take("archiving")
        with pytest.raises(StoreError, match="archiving just now"):
            await archive_all(where, 0, silent)


async def test_tables_events_and_seasons_amount_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archiving, "_WORTH", 1)
    await sample_log(tmp_path)
    async with Log(tmp_path) as log:
        before, stored = await states(log), await everything(log)
        await archive(log)
        assert await left(log) == set()
        assert await states(log) == before
        assert await everything(log) == stored


# The property behind all of this.

_NAMES = st.sampled_from(["table:a", "table:b", "record:c", "person:d"])
_BODIES = st.lists(st.binary(min_size=1, max_size=20), min_size=1, max_size=12)
_STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("append"), _NAMES, _BODIES, st.integers(-(2**40), 2**41)),
        st.tuples(st.just("erase"), st.sampled_from(["record:c", "person:d"])),
        st.tuples(st.just("archive"), st.integers(1, 6)),
        st.tuples(st.just("reopen")),
    ),
    max_size=20,
)


@settings(max_examples=amount(5, full=15, soak=300), deadline=None)
@given(steps=_STEPS)
def test_random_streams_read_the_same_archived_or_not(
    steps: list[Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    asyncio.run(_same(steps, tmp_path_factory.mktemp("same")))


async def _same(steps: list[Any], folder: Path) -> None:
    """One log is archived now and then, the other never. Both must say the same, and both must be sealed rightly."""
    logs = [Log(folder / name, SEALS, fold_every=1000) for name in ("archived.sqlite", "plain.sqlite")]
    for log in logs:
        await log.open()
    for step in steps:
        match step:
            case ["append", stream, bodies, at]:
                for log in logs:
                    last = (await log.heads([stream])).get(stream, 0)
                    await log.append(stream, last, bodies, at)
            case ["erase", stream]:
                for log in logs:
                    await log.erase(stream, 7)
            case ["archive", times]:
                archiver = Archiver(logs[0])
                for _ in range(times):
                    await archiver.step(LATER)
                assert archiver.done.skipped == {}
            case ["reopen"]:
                await logs[0].close()
                await logs[0].open()
    archive, plain = logs
    assert await everything(archive) == await everything(plain)
    for stream, last in (await plain.streams()).items():
        for after in (0, last // 2, last):
            assert await archive.read(stream, after) == await plain.read(stream, after)
        for count in (1, 5, last):
            assert await archive.tail(stream, count) == await plain.tail(stream, count)
    for log in logs:
        assert await problems(log) == []
        await log.close()


_TIMED = st.lists(st.tuples(st.integers(-(2**62), 2**62), st.binary()), min_size=1, max_size=9)
_NUMBERS = st.integers(1, 2**31 - 99)
_DIGESTS = st.binary(min_size=32, max_size=32)


@given(st.dictionaries(st.text(min_size=1, max_size=9), _TIMED, min_size=1), _NUMBERS, _DIGESTS)
def test_a_block_gives_back_what_was_put_in(
    streams: dict[str, list[tuple[int, bytes]]], first: int, before: bytes
) -> None:
    rows: dict[str, tuple[bytes, list[Row]]] = {}
    for name, timed in streams.items():
        digest, chained = before, []
        for seq, (at, body) in enumerate(timed, first):
            digest = link(digest, name, seq, at, body)
            chained.append((name, seq, at, body, digest))
        rows[name] = (before, chained)
    block = unpack(pack(rows).to_bytes())
    assert {name: block.rows(name) for name in block.streams} == {name: chained for name, (_, chained) in rows.items()}
