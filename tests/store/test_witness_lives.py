"""What happens to a data folder in its life raises no false alarm about the witness of the log; a lost witness does."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import sqlite3
from pathlib import Path

import pytest

from bowerbird.hall.log_seals import log_seals
from bowerbird.keyring import Keyring, drop_key, rotate_keys
from bowerbird.store import Log
from bowerbird.store.audit import accept, survey
from bowerbird.store.backup import backup
from bowerbird.store.restore import restore
from bowerbird.store.seals import WITNESS, Seals
from store.sealed import silent


def seals_in(folder: Path) -> Seals:
    """As every process reads them: the keys from the file."""
    return log_seals(Keyring.from_file(folder / "secret"), folder)


async def night(folder: Path, where: str | Path | None = None) -> None:
    """One life of a server: it starts, writes a fact, and stops."""
    async with Log(where or folder, seals_in(folder)) as log:
        last = (await log.heads(["table:a"])).get("table:a", 0)
        await log.append("table:a", last, [b"{}"], at=1)


async def told(folder: Path, where: str | Path | None = None) -> list[str]:
    return (await survey(where or folder, silent, seals=seals_in(folder))).problems


async def of_an_earlier_version(folder: Path) -> None:
    """A folder as the version before the seals left it: the secret as it is, and no seals."""
    folder.mkdir()
    (folder / "secret").touch(0o600)
    (folder / "secret").write_bytes(bytes(range(32)))
    async with Log(folder) as log:
        await log.append("table:a", 0, [b"{}", b"{}"], at=1)
    with sqlite3.connect(folder / "bowerbird.sqlite") as database:
        database.execute("ALTER TABLE heads DROP COLUMN seal")
        database.execute("DROP TABLE tallies")
        database.execute("UPDATE alembic_version SET version_num = '0004'")
    database.close()


async def test_a_new_folder_and_every_later_start(tmp_path: Path) -> None:
    for _ in range(3):
        await night(tmp_path / "hall")
        assert await told(tmp_path / "hall") == []
    assert Keyring.from_file(tmp_path / "hall/secret").has_sealed
    (tmp_path / "hall" / WITNESS).unlink()
    for _ in range(2):
        assert ["log-seen.json next to the secret is missing" in line for line in await told(tmp_path / "hall")] == [
            True
        ]
        await night(tmp_path / "hall")
    assert not (tmp_path / "hall" / WITNESS).exists(), "only the owner's word makes a new one"
    await accept(tmp_path / "hall", seals_in(tmp_path / "hall"))
    await night(tmp_path / "hall")
    assert await told(tmp_path / "hall") == []


async def test_an_update_keeps_the_keys_and_seals_once(tmp_path: Path) -> None:
    hall = tmp_path / "hall"
    await of_an_earlier_version(hall)
    assert await told(hall) == []
    link = Keyring.from_file(hall / "secret").seal("link", "event")
    for _ in range(2):
        await night(hall)
        assert await told(hall) == []
    assert Keyring.from_file(hall / "secret").seal("link", "event") == link, "links on paper stay good"


async def test_an_emptied_folder_with_a_secret_that_has_sealed_is_told(tmp_path: Path) -> None:
    await night(tmp_path / "hall")
    for name in ("bowerbird.sqlite", WITNESS):
        (tmp_path / "hall" / name).unlink()
    await night(tmp_path / "hall")
    assert await told(tmp_path / "hall")


@pytest.mark.parametrize("secret", ["none", "before", "after", "with witness"])
async def test_a_restore_on_a_new_machine(tmp_path: Path, secret: str) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    await night(old)
    await backup(old, tmp_path / "copy.sqlite", silent, seals=seals_in(old))
    await night(old)
    new.mkdir()
    if secret in ("before", "with witness"):
        shutil.copy2(old / "secret", new / "secret")
    if secret == "with witness":
        shutil.copy2(old / WITNESS, new / WITNESS)
    known = seals_in(new) if (new / "secret").exists() else None
    await restore(tmp_path / "copy.sqlite", new, silent, seals=known)
    if secret == "after":
        shutil.copy2(old / "secret", new / "secret")
    for _ in range(2):
        await night(new)
        assert await told(new) == []


async def test_a_database_copied_by_hand_with_its_secret(tmp_path: Path) -> None:
    await night(tmp_path / "old")
    (tmp_path / "new").mkdir()
    for name in ("bowerbird.sqlite", "secret"):
        shutil.copy(tmp_path / "old" / name, tmp_path / "new" / name)
    await night(tmp_path / "new")
    assert await told(tmp_path / "new") == []
    (tmp_path / "new").rename(tmp_path / "moved")
    await night(tmp_path / "moved")
    assert await told(tmp_path / "moved") == []
    (tmp_path / "moved" / WITNESS).unlink()
    assert await told(tmp_path / "moved"), "it is noted in its new place"


async def test_a_restore_after_the_disk_lost_all_but_the_secret(tmp_path: Path) -> None:
    hall = tmp_path / "hall"
    await night(hall)
    await backup(hall, tmp_path / "copy.sqlite", silent, seals=seals_in(hall))
    for name in ("bowerbird.sqlite", WITNESS):
        (hall / name).unlink()
    await restore(tmp_path / "copy.sqlite", hall, silent, seals=seals_in(hall))
    assert await told(hall) == []
    await night(hall)
    assert await told(hall) == []


async def test_a_backup_of_a_hall_in_doubt_can_be_made(tmp_path: Path) -> None:
    """It is the first thing that the owner is told to do."""
    await night(tmp_path / "hall")
    (tmp_path / "hall" / WITNESS).unlink()
    made = await backup(tmp_path / "hall", tmp_path / "copy.sqlite", silent, seals=seals_in(tmp_path / "hall"))
    assert made.problems == []


async def test_new_keys_and_dropped_keys(tmp_path: Path) -> None:
    hall = tmp_path / "hall"
    await night(hall)
    for _ in range(2):
        _, old = rotate_keys(hall / "secret")
        assert await told(hall) == []
        await night(hall)
        drop_key(hall / "secret", old.name)
        assert await told(hall) == []
        await night(hall)
        assert await told(hall) == []
    (hall / WITNESS).unlink()
    rotate_keys(hall / "secret")
    assert await told(hall), "a new key does not make a lost witness good"


async def test_a_key_is_dropped_although_nothing_was_written_since(tmp_path: Path) -> None:
    hall = tmp_path / "hall"
    await night(hall)
    _, old = rotate_keys(hall / "secret")
    seals_in(hall).renew_witness()
    async with Log(hall, seals_in(hall)):
        pass
    drop_key(hall / "secret", old.name)
    assert await told(hall) == []


class _KilledError(BaseException):
    """The process ends here."""


def kills(monkeypatch: pytest.MonkeyPatch, number: int, when: str) -> None:
    """End the process before or after it gives a file its name for this time."""
    calls = itertools.count()
    replace = Path.replace

    def replaced(self: Path, target: Path) -> Path:
        turn = next(calls)
        if (turn, when) == (number, "before"):
            raise _KilledError
        done = replace(self, target)
        if (turn, when) == (number, "after"):
            raise _KilledError
        return done

    monkeypatch.setattr(Path, "replace", replaced)


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_kill_between_any_two_files(tmp_path: Path, number: int, when: str) -> None:
    hall = tmp_path / "hall"
    await of_an_earlier_version(hall)
    with pytest.MonkeyPatch.context() as monkeypatch:
        kills(monkeypatch, number, when)
        try:
            for _ in range(3):
                await night(hall)
        except _KilledError:
            pass
    assert await told(hall) == []
    await night(hall)
    assert await told(hall) == []
    (hall / WITNESS).unlink()
    assert await told(hall)


async def test_several_processes_start_and_write_on_one_secret(where: str, tmp_path: Path) -> None:
    """All at once in a new folder, and once more in one that has sealed."""
    folder = tmp_path / "data"
    for start in range(2):
        logs = [Log(where, seals_in(folder), fold_every=0.01) for _ in range(3)]
        for log in logs:
            await log.open()
        for number in range(5):
            after = start * 5 + number
            await asyncio.gather(
                *(log.append(f"table:{place}", after, [b"{}"], at=1) for place, log in enumerate(logs))
            )
            assert await told(folder, where) == []
        for log in logs:
            await log.close()
        assert await told(folder, where) == []


@pytest.fixture
def machines(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "one", tmp_path / "two"


async def test_two_machines_with_a_copied_secret(where: str, machines: tuple[Path, Path]) -> None:
    one, two = machines
    await night(one, where)
    two.mkdir()
    shutil.copy2(one / "secret", two / "secret")
    for folder in (two, one, two, one):
        assert await told(folder, where) == []
        await night(folder, where)
        assert [await told(each, where) for each in machines] == [[], []]
    _, old = rotate_keys(one / "secret")
    shutil.copy(one / "secret", two / "secret")
    for folder in (one, two):
        await night(folder, where)
        assert [await told(each, where) for each in machines] == [[], []]
    drop_key(one / "secret", old.name)
    shutil.copy(one / "secret", two / "secret")
    for folder in (two, one):
        await night(folder, where)
        assert [await told(each, where) for each in machines] == [[], []]
    (two / WITNESS).unlink()
    assert [bool(await told(each, where)) for each in machines] == [False, True]
