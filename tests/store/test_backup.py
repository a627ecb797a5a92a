"""Backups: made while the hall writes, from either database; put back into either; nothing is ever overwritten."""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from bowerbird.store import Log, StoreError
from bowerbird.store._database import Database, database_url
from bowerbird.store._swap import set_aside
from bowerbird.store.audit import compare, survey
from bowerbird.store.backup import backup
from bowerbird.store.restore import restore
from store.sample import sample_log
from store.sealed import silent
from store.states import states


async def new_database(postgres: str) -> str:
    """An empty database of the test's own on the shared server."""
    name = f"test_{secrets.token_hex(6)}"
    server = Database.patient(database_url(postgres))
    await server.once(lambda connection: connection.execute(text(f"CREATE DATABASE {name}")))
    await server.close()
    return make_url(database_url(postgres)).set(database=name).render_as_string(hide_password=False)


@pytest.fixture(params=["sqlite", "postgresql"])
async def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An address at which nothing is kept yet."""
    if request.param == "sqlite":
        return database_url(tmp_path / "hall")
    return await new_database(request.getfixturevalue("postgres"))


async def write(log: Log, streams: int = 5, facts: int = 20) -> None:
    for number in range(streams):
        await log.append(f"table:{number}", 0, [f"{number} {place}".encode() for place in range(facts)], at=number)


@asynccontextmanager
async def writing(log: Log, after: int = 0) -> AsyncIterator[None]:
    """Somebody plays all the time."""

    async def play() -> None:
        number = after
        while True:
            number = await log.append("table:busy", number, [b"on and on"], at=number)

    task = asyncio.create_task(play())
    try:
        yield
    finally:
        task.cancel()


async def at_least(log: Log, facts: int) -> None:
    """Until somebody who plays all the time has played so much."""
    while (await log.heads(["table:busy"])).get("table:busy", 0) < facts:
        pass


async def test_a_backup_is_whole_while_the_hall_writes_and_comes_back(where: str, tmp_path: Path) -> None:
    async with Log(where) as log:
        await write(log)
        async with writing(log):
            await at_least(log, 10)
            made = await backup(where, tmp_path / "copy.sqlite", silent)
            await at_least(log, made.facts - 90)
        assert made.problems == []
        assert made.streams == 6
        assert [path.name for path in tmp_path.iterdir() if "copy" in path.name] == ["copy.sqlite"], "one file"
        assert await compare(where, tmp_path / "copy.sqlite", silent) == [], "what came later is no matter"
        there = {name: await log.read(name) for name in await log.streams()}
    done = await restore(tmp_path / "copy.sqlite", tmp_path / "again", silent)
    assert (done.facts, done.streams, done.left_out) == (made.facts, 6, [])
    async with Log(tmp_path / "again") as log:
        assert await log.streams("table:") == {f"table:{number}": 20 for number in range(5)} | {
            "table:busy": made.facts - 100
        }
        for name, entries in there.items():
            assert await log.read(name) == entries[: len(await log.read(name))]
    assert (await survey(tmp_path / "again", silent)).fingerprint == made.fingerprint


async def test_a_backup_goes_into_either_database(postgres: str, where: str, tmp_path: Path) -> None:
    async with Log(tmp_path / "hall") as log:
        await write(log)
    made = await backup(tmp_path / "hall", tmp_path / "copy.sqlite", silent)
    target = where if "postgresql" in where else database_url(tmp_path / "other")
    assert (await restore(tmp_path / "copy.sqlite", target, silent)).facts == 100
    found = await survey(target, silent)
    assert (found.fingerprint, found.problems) == (made.fingerprint, [])


async def test_a_backup_and_its_restore_amount_to_the_same(tmp_path: Path) -> None:
    (tmp_path / "played").mkdir()
    await sample_log(tmp_path / "played")
    made = await backup(tmp_path / "played", tmp_path / "copy.sqlite", silent)
    await restore(tmp_path / "copy.sqlite", tmp_path / "by-copy", silent)
    async with Log(tmp_path / "played") as played, Log(tmp_path / "by-copy") as by_copy:
        assert await states(played) == await states(by_copy)
    assert (await survey(tmp_path / "by-copy", silent)).fingerprint == made.fingerprint


async def test_an_earlier_backup_is_not_overwritten_by_chance_nor_by_a_bad_one(tmp_path: Path) -> None:
    async with Log(tmp_path) as log:
        await write(log)
    copy = tmp_path / "copy.sqlite"
    await backup(tmp_path, copy, silent)
    before = copy.read_bytes()
    with pytest.raises(StoreError, match="already exists"):
        await backup(tmp_path, copy, silent)
    with sqlite3.connect(tmp_path / "bowerbird.sqlite") as database:
        database.execute("UPDATE facts SET body = 'changed' WHERE stream = 'table:1' AND seq = 3")
    database.close()
    with pytest.raises(StoreError, match="table:1: fact 3"):
        await backup(tmp_path, copy, silent, replace=True)
    assert copy.read_bytes() == before
    assert (await backup(tmp_path, tmp_path / "bad.sqlite", silent)).problems, "better than none, under its own name"
    with pytest.raises(StoreError, match="table:1: fact 3"):
        await restore(tmp_path / "bad.sqlite", tmp_path / "new", silent)


@pytest.mark.parametrize("nothing", ["nowhere", "empty.txt"])
async def test_what_is_no_hall_and_no_backup_is_refused(nothing: str, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("no database, but long enough to be taken for one" * 50)
    with pytest.raises(StoreError):
        await backup(tmp_path / nothing, tmp_path / "copy.sqlite", silent)
    with pytest.raises(StoreError):
        await restore(tmp_path / nothing, tmp_path / "new", silent)
    assert not (tmp_path / "copy.sqlite").exists()
    assert not (tmp_path / "new").exists(), "nothing was made"


async def test_a_database_with_facts_is_not_overwritten(where: str, tmp_path: Path) -> None:
    async with Log(where) as log:
        await write(log)
    await backup(where, tmp_path / "copy.sqlite", silent)
    with pytest.raises(StoreError, match="nothing is overwritten"):
        await restore(tmp_path / "copy.sqlite", where, silent)
    (tmp_path / "bad.sqlite").write_bytes((tmp_path / "copy.sqlite").read_bytes()[:-5000])
    with pytest.raises(StoreError):
        await restore(tmp_path / "bad.sqlite", where, silent, into_new=True)
    assert (await survey(where, silent)).facts == 100, "a bad backup puts nothing aside"
    done = await restore(tmp_path / "copy.sqlite", where, silent, into_new=True)
    assert done.facts == 100
    old = make_url(where).set(database=done.aside).render_as_string(hide_password=False)
    assert (await survey(old, silent)).facts == 100, "the old one is kept under another name"


async def test_a_database_in_use_is_not_put_aside(where: str) -> None:
    async with Log(where) as log:
        await write(log)
        with pytest.raises(StoreError, match="Stop Bowerbird first"):
            await set_aside(where)
        await log.append("table:0", 20, [b"goes on"], at=0)


async def test_what_is_missing_is_added_while_the_hall_runs(where: str, tmp_path: Path) -> None:
    async with Log(tmp_path / "source") as source:
        await write(source, streams=4, facts=20)
    await backup(tmp_path / "source", tmp_path / "copy.sqlite", silent)
    async with Log(where) as log:
        await write(log, streams=2, facts=20)  # two are there
        await log.append("table:1", 20, [b"and one fact more"], at=9)
        await log.append("table:2", 0, [f"2 {place}".encode() for place in range(7)], at=2)  # one in part
        async with writing(log):
            done = await restore(tmp_path / "copy.sqlite", where, silent, add=True)
        assert (done.facts, done.streams, done.left_out) == (33, 2, [])
        assert await log.append("table:2", 20, [b"the hall goes on behind it"], at=9) == 21
        again = await restore(tmp_path / "copy.sqlite", where, silent, add=True)
        assert again.facts == 0, "twice is once"
    assert (await survey(where, silent)).problems == []


async def test_two_stories_are_never_mixed(where: str, tmp_path: Path) -> None:
    async with Log(tmp_path / "source") as source:
        await write(source)
        await source.append("table:4", 20, [b"one ending"], at=0)
    await backup(tmp_path / "source", tmp_path / "copy.sqlite", silent)
    async with Log(where) as log:
        await log.append("table:4", 0, [f"4 {place}".encode() for place in range(20)], at=4)
        await log.append("table:4", 20, [b"another ending", b"and on"], at=0)
        with pytest.raises(StoreError, match="different histories of table:4"):
            await restore(tmp_path / "copy.sqlite", where, silent, add=True)
        assert await log.streams() == {"table:4": 22}, "nothing was restored"
    problems = await compare(where, tmp_path / "copy.sqlite", silent)
    assert len(problems) == 5
    assert "table:4: fact 21 or an earlier one differs from the backup" in problems


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a user's folder is the user's own")
async def test_a_backup_and_a_restored_hall_are_their_owners_alone(where: str, tmp_path: Path) -> None:
    """Hidden cards and hashes of passphrases are in them; nobody looks after the rights of a stick or a folder."""
    before = os.umask(0o022)
    try:
        async with Log(where) as log:
            await write(log)
        await backup(where, tmp_path / "backup.sqlite", silent)
        await restore(tmp_path / "backup.sqlite", tmp_path / "new", silent)
    finally:
        os.umask(before)
    made = [tmp_path / "backup.sqlite", tmp_path / "new" / "bowerbird.sqlite"]
    assert [stat.S_IMODE(file.stat().st_mode) for file in made] == [0o600, 0o600]


async def test_a_check_while_people_play_finds_nothing_that_is_not_there(where: str) -> None:
    async with Log(where) as log:
        await log.append(
            "table:busy", 0, [b"on and on"] * 20_000, at=0
        )  # long enough to be written to while it is read
        async with writing(log, 20_000):
            for _ in range(3):
                found = await survey(where, silent)
                assert found.problems == []
        assert found.facts > 20_000


@pytest.mark.parametrize(
    "name", ["50%41 off", "Käse, Brot & Wein", "a#b", *(["Friday? Yes", "a@b:c"] if os.name != "nt" else [])]
)
async def test_any_name_of_a_folder_is_taken_as_it_is(name: str, tmp_path: Path) -> None:
    """In an address, ? and % mean something else: two halls with locks of their own would share one file."""
    hall, copy = tmp_path / name / "hall", tmp_path / name / "copy.sqlite"
    hall.mkdir(parents=True)
    async with Log(hall) as log:
        await write(log)
    await backup(hall, copy, silent)
    assert (await survey(copy, silent)).facts == (await survey(hall, silent)).facts == 100
    assert (hall / "bowerbird.sqlite").is_file()
    assert {file.name for file in tmp_path.iterdir()} == {name}, "nothing is beside the folder"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes with a name in a folder")
async def test_a_backup_never_replaces_what_is_no_file_and_follows_a_link(tmp_path: Path) -> None:
    """As `--to /dev/null --replace`: for root, the device would be gone for all programs."""
    pipe, link, copy = tmp_path / "pipe", tmp_path / "link", tmp_path / "copy.sqlite"
    async with Log(tmp_path / "hall") as log:
        await write(log)
    os.mkfifo(pipe)
    with pytest.raises(StoreError, match="pipe isn't a file"):
        await backup(tmp_path / "hall", pipe, silent, replace=True)
    assert pipe.is_fifo()
    copy.touch()
    link.symlink_to(copy)
    await backup(tmp_path / "hall", link, silent, replace=True)
    assert link.is_symlink()
    assert (await survey(copy, silent)).facts == 100
