"""`bowerbird check` with the server's secret: seals, copied heads, and the owner's word."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bowerbird.cli.backup import backup, restore
from bowerbird.cli.check import check
from bowerbird.cli.keys import keys_app
from bowerbird.hall.log_seals import log_seals
from bowerbird.keyring import Keyring, rotate_keys
from bowerbird.store import Log
from security.forgers import cut_end, drop_stream, forging

app = typer.Typer()
for command in (backup, restore, check):
    app.command()(command)
app.add_typer(keys_app)


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, [str(word) for word in words])
    return done.exit_code, " ".join(done.output.split())


async def write(folder: Path, stream: str, number: int) -> None:
    async with Log(folder, log_seals(Keyring.from_file(folder / "secret"), folder)) as log:
        last = (await log.heads([stream])).get(stream, 0)
        await log.append(stream, last, [b"{}"] * number, at=1)


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    folder = tmp_path / "hall"
    for stream, number in (("names:a", 5), ("names:b", 3)):
        asyncio.run(write(folder, stream, number))
    return folder


def test_a_sealed_log_is_whole_and_one_that_was_cut_is_not(hall: Path) -> None:
    code, said = run("check", "--data", hall)
    assert (code, "not checked" in said) == (0, False), said
    with forging(hall) as database:
        cut_end(database, "names:a", 3)
    code, said = run("check", "--data", hall)
    assert code == 1
    assert "names:a: its head was changed from outside" in said
    assert "2 facts at the end of streams were cut off" in said


def test_without_the_secret_the_check_says_what_it_left_out(hall: Path) -> None:
    shutil.copy(hall / "bowerbird.sqlite", hall.parent / "copy.sqlite")
    code, said = run("check", "--database", hall.parent / "copy.sqlite")
    assert code == 0
    assert "The seals were not checked: they need the server's secret. Name the folder that has it with --data." in said
    code, said = run("check", "--database", hall.parent / "copy.sqlite", "--data", hall)
    assert (code, "not checked" in said) == (0, False), said
    with forging(hall) as database:
        drop_stream(database, "names:a")
    shutil.copy(hall / "bowerbird.sqlite", hall.parent / "copy.sqlite")
    assert run("check", "--database", hall.parent / "copy.sqlite")[0] == 0, "the chain alone misses it"
    assert run("check", "--database", hall.parent / "copy.sqlite", "--data", hall)[0] == 1


def test_a_lost_witness_is_told_and_the_owner_can_accept_it(hall: Path) -> None:
    with forging(hall) as database:
        cut_end(database, "names:a", 3)
        database.execute("UPDATE heads SET seal = NULL")
        database.execute("DELETE FROM tallies")
    (hall / "log-seen.json").unlink()
    for _ in range(2):
        code, said = run("check", "--data", hall)
        assert code == 1
        assert "log-seen.json next to the secret is missing, although a log was sealed here before." in said
        assert "If all is as it should be: bowerbird check --accept" in said
        asyncio.run(write(hall, "names:b", 1))
    assert run("check", "--data", hall, "--accept")[0] == 0
    assert run("check", "--data", hall)[0] == 0


def test_the_owner_looks_and_accepts(hall: Path) -> None:
    with forging(hall) as database:
        drop_stream(database, "names:a")
    code, said = run("check", "--data", hall)
    assert (code, "1 stream with 5 facts has gone without a trace" in said) == (1, True), said
    code, said = run("check", "--data", hall, "--accept")
    assert (code, "has gone without a trace" in said) == (0, True), "it says once more what is accepted"
    assert "The data is sealed as it is now." in said
    assert run("check", "--data", hall)[0] == 0
    code, said = run("check", "--database", hall / "bowerbird.sqlite", "--data", hall.parent, "--accept")
    assert (code, "needs the server's secret" in said) == (2, True)


def test_a_copied_head_catches_what_the_owner_accepts(hall: Path) -> None:
    head = hall.parent / "head.json"
    assert run("check", "--data", hall, "--write-head", head)[0] == 0
    assert head.stat().st_size < 500
    asyncio.run(write(hall, "names:b", 2))
    assert run("check", "--data", hall, "--against", head)[0] == 0
    with forging(hall) as database:
        drop_stream(database, "names:a")
    assert run("check", "--data", hall, "--accept")[0] == 0
    code, said = run("check", "--data", hall, "--against", head)
    assert code == 1
    assert "names:a: fact 5 is in the copied head and is missing now" in said
    code, said = run("check", "--data", hall, "--write-head", head)
    assert (code, "already exists" in said) == (2, True)
    head.write_text('{"bowerbird_head":1,')
    assert run("check", "--data", hall, "--against", head)[0] == 2
    assert run("check", "--data", hall, "--against", hall / "nothing")[0] == 2


def test_a_dropped_key_leaves_the_log_sealed_with_the_newest(hall: Path) -> None:
    *_, old = rotate_keys(hall / "secret")
    assert run("check", "--data", hall)[0] == 0
    code, said = run("keys", "drop", old.name, "--data", hall, "--yes")
    assert code == 0, said
    code, said = run("check", "--data", hall)
    assert code == 0, said


def test_a_backup_is_restored_into_a_new_database_and_sealed(hall: Path) -> None:
    assert run("backup", "--to", hall.parent / "copy.sqlite", "--data", hall)[0] == 0
    code, said = run("restore", hall.parent / "copy.sqlite", "--data", hall, "--into-new")
    assert code == 0, said
    code, said = run("check", "--data", hall)
    assert (code, "8 facts in 2 streams" in said, "not checked" in said) == (0, True, False), said


@pytest.mark.parametrize("writes", [True, False])
def test_keys_change_while_a_server_runs_and_nothing_looks_damaged(hall: Path, writes: bool) -> None:
    """Also if the server writes nothing between the new key and the end of the old one."""

    async def play() -> None:
        seals = log_seals(Keyring.from_file(hall / "secret"), hall)
        async with Log(hall, seals) as log:
            for number in range(3):
                await log.append("names:c", 2 * number, [b"{}"], at=1)
                old = Keyring.from_file(hall / "secret").keys[0].name
                rotate_keys(hall / "secret")
                if writes:
                    await log.append("names:d", number, [b"{}"], at=1)
                code, said = await asyncio.to_thread(run, "keys", "drop", old, "--yes", "--data", hall)
                assert code == 0, said
                await log.append("names:c", 2 * number + 1, [b"{}"], at=1)
                code, said = await asyncio.to_thread(run, "check", "--data", hall)
                assert code == 0, said

    asyncio.run(play())
    assert run("check", "--data", hall)[0] == 0


def test_a_key_stays_while_the_log_has_problems(hall: Path) -> None:
    old = Keyring.from_file(hall / "secret").keys[0].name
    rotate_keys(hall / "secret")
    with forging(hall) as database:
        cut_end(database, "names:a", 3)
    code, said = run("keys", "drop", old, "--yes", "--data", hall)
    assert (code, "Nothing was changed: the log has problems." in said) == (2, True), (code, said)
    assert [key.name for key in Keyring.from_file(hall / "secret").keys][1:] == [old]
