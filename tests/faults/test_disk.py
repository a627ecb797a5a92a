"""A disk that is full or cannot be written, files that are damaged: told in words, nothing lost, and on it goes."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from bowerbird.store import Log, StoreError
from bowerbird.store.audit import survey

pytestmark = pytest.mark.full

FACT = b"x" * 200


def silent(_done: int, _total: int) -> None:
    """Nobody watches."""


def mount(*words: str) -> None:
    done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {done.stderr.strip()}")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("only root on Linux can mount a small disk")
    disk = tmp_path / "disk"
    disk.mkdir()
    mount("-t", "tmpfs", "-o", "size=1m", "bowerbird-test", str(disk))
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=False)


def fill(disk: Path) -> Path:
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass
    return filler


async def write_until_refused(log: Log, stream: str, after: int) -> tuple[int, str]:
    """The number of the last fact that was acknowledged, and why the next was not."""
    for _ in range(20_000):
        try:
            after = await log.append(stream, after, [FACT], at=0)
        except StoreError as error:
            return after, str(error)
    raise AssertionError("the disk was never full")


async def test_a_full_disk_loses_nothing_and_play_goes_on_when_there_is_room(small_disk: Path) -> None:
    async with Log(small_disk) as log:
        await log.append("other", 0, [b"before"], at=0)
        filler = fill(small_disk)
        last, why = await write_until_refused(log, "busy", 0)
        assert "the disk is full" in why
        assert "Everything already saved is safe" in why
        assert "Free some space" in why
        assert log.writer.trouble == why
        assert len(await log.read("busy")) == last, "what was acknowledged can be read on a full disk"
        with pytest.raises(StoreError, match="disk is full"):
            await log.append("busy", last, [FACT], at=0)
        filler.unlink()
        for number in range(last, last + 20):
            assert await log.append("busy", number, [FACT], at=0) == number + 1
        assert log.writer.trouble == ""
    found = await survey(small_disk, silent)
    assert (found.facts, found.problems) == (last + 21, [])


async def test_a_disk_that_is_full_at_the_start_is_told(small_disk: Path) -> None:
    filler = fill(small_disk)
    with pytest.raises(StoreError, match="could not be opened: the disk is full"):
        await Log(small_disk / "hall.db").open()
    filler.unlink()
    async with Log(small_disk / "hall.db") as log:
        await log.append("s", 0, [b"x"], at=0)


async def test_a_read_only_disk_is_told_and_cured_without_a_restart(small_disk: Path) -> None:
    async with Log(small_disk) as log:
        await log.append("s", 0, [b"x"], at=0)
    mount("-o", "remount,ro", str(small_disk))
    try:
        with pytest.raises(
            StoreError, match=r"could not be opened: the database (can't be written|file can't be opened)"
        ):
            await log.open()
    finally:
        mount("-o", "remount,rw", str(small_disk))
    await log.open()
    assert await log.append("s", 1, [b"y"], at=0) == 2
    await log.close()


AS_NOBODY = """
import asyncio, os, sys
from bowerbird.store import Log, StoreError
async def main(where, after):
    try:
        async with Log(where) as log:
            await log.append("s", after, [b"y"], at=0)
    except StoreError as error:
        print(error)
asyncio.run(main(sys.argv[1], 0))  # everything is imported before the rights are gone
os.setegid(65534); os.seteuid(65534)
asyncio.run(main(sys.argv[2], 1))
"""


@pytest.mark.parametrize(("file_rights", "folder_rights"), [(0o444, 0o777), (0o666, 0o555), (0o444, 0o555)])
async def test_a_file_or_folder_without_the_right_to_write_is_told(file_rights: int, folder_rights: int) -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can become somebody without rights")
    with tempfile.TemporaryDirectory() as name:
        outside = Path(name)
        outside.chmod(0o755)
        hall = outside / "hall"
        async with Log(hall) as log:
            await log.append("s", 0, [b"x"], at=0)
        (hall / "bowerbird.sqlite").chmod(file_rights)
        hall.chmod(folder_rights)
        command = [sys.executable, "-c", AS_NOBODY, str(outside / "first"), str(hall)]
        done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
        assert "read-only" in done.stdout or "may this user write in it" in done.stdout, done.stdout + done.stderr
        hall.chmod(0o777)
        async with Log(hall) as log:
            assert await log.append("s", 1, [b"y"], at=0) == 2


async def a_hall(folder: Path) -> dict[str, list[bytes]]:
    """A database in one file, and what is in it."""
    streams = {f"table:{number:03}": [f"{number} {place}".encode() * 9 for place in range(9)] for number in range(60)}
    async with Log(folder) as log:
        await asyncio.gather(*(log.append(name, 0, bodies, at=0) for name, bodies in streams.items()))
    return streams


@pytest.mark.parametrize("damage", ["zeros", "noise", "cut off"])
async def test_a_damaged_last_page_is_told_and_everything_else_can_be_read(tmp_path: Path, damage: str) -> None:
    streams = await a_hall(tmp_path)
    file = tmp_path / "bowerbird.sqlite"
    data = file.read_bytes()
    last = {"zeros": bytes(4096), "noise": bytes(range(256)) * 16, "cut off": b""}[damage]
    file.write_bytes(data[:-4096] + last)
    told: list[str] = []
    try:
        async with Log(tmp_path) as log:
            for name, bodies in streams.items():
                try:
                    assert [entry.body for entry in await log.read(name)] == bodies, "all of it, or a clear word"
                except StoreError as error:
                    told.append(str(error))
            assert len(told) < len(streams) / 2
    except StoreError as error:
        told.append(str(error))
    assert told, "somebody reads that page"
    assert "the database file is damaged" in told[0]
    assert "bowerbird check" in told[0]
    assert "bowerbird restore" in told[0]
    file.write_bytes(data)
    async with Log(tmp_path) as log:
        for name, bodies in streams.items():
            assert [entry.body for entry in await log.read(name)] == bodies


async def crashed(folder: Path, to: Path, facts: int) -> None:
    """The files as a machine leaves them that loses its power after so many acknowledged facts."""
    to.mkdir()
    async with Log(folder) as log:
        for number in range(facts):
            await log.append("s", number, [FACT + str(number).encode()], at=number)
        for name in ("bowerbird.sqlite", "bowerbird.sqlite-wal"):
            shutil.copy(folder / name, to / name)


@pytest.mark.parametrize("tail", ["zeros", "noise", "half a page"])
async def test_a_torn_end_of_the_journal_costs_nothing_that_was_acknowledged(tmp_path: Path, tail: str) -> None:
    await crashed(tmp_path / "hall", tmp_path / "after", 40)
    journal = tmp_path / "after" / "bowerbird.sqlite-wal"
    torn = {"zeros": bytes(5000), "noise": bytes(range(251)) * 20, "half a page": journal.read_bytes()[-4120:-2000]}
    with journal.open("ab") as file:
        file.write(torn[tail])
    async with Log(tmp_path / "after") as log:
        assert [entry.at for entry in await log.read("s")] == list(range(40))
        assert await log.append("s", 40, [b"on it goes"], at=40) == 41
    assert (await survey(tmp_path / "after", silent)).problems == []


async def test_a_damaged_journal_costs_its_end_and_nothing_before(tmp_path: Path) -> None:
    """No disk that keeps its word does this. What is left is whole; a copy elsewhere shows what is gone."""
    await crashed(tmp_path / "hall", tmp_path / "after", 40)
    journal = tmp_path / "after" / "bowerbird.sqlite-wal"
    data = bytearray(journal.read_bytes())
    data[-2000] ^= 255
    journal.write_bytes(data)
    async with Log(tmp_path / "after") as log:
        left = [entry.at for entry in await log.read("s")]
        assert left == list(range(39))
        assert await log.append("s", 39, [b"on it goes"], at=39) == 40
    assert (await survey(tmp_path / "after", silent)).problems == []


async def test_another_program_that_holds_the_file_is_told_and_waited_for(tmp_path: Path) -> None:
    async with Log(tmp_path) as log:
        await log.append("s", 0, [b"x"], at=0)
        viewer = sqlite3.connect(tmp_path / "bowerbird.sqlite", isolation_level=None)
        viewer.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program has locked the database"):
            await log.append("s", 1, [b"y"], at=0)
        assert len(await log.read("s")) == 1, "reading goes on"
        viewer.execute("ROLLBACK")
        viewer.close()
        assert await log.append("s", 1, [b"y"], at=0) == 2
