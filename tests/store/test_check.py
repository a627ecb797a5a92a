"""`bowerbird check`: whatever is changed, cut out, cut off or put in afterwards is told, in words."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bowerbird.cli.backup import backup, restore
from bowerbird.cli.check import check
from bowerbird.hall.facts import Resumed, encode_hall_fact, made_with
from bowerbird.rulebook import load_rulebook
from bowerbird.store import Log
from bowerbird.store._chain import START, link
from store.sample import sample_log

app = typer.Typer()
for command in (backup, restore, check):
    app.command()(command)


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, [str(word) for word in words])
    return done.exit_code, done.output


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a small log, made once."""
    folder = tmp_path_factory.mktemp("sample")
    asyncio.run(sample_log(folder))
    return folder / "bowerbird.sqlite"


@pytest.fixture
def hall(tmp_path: Path, sample: Path) -> Path:
    """A folder with tables, events and a season."""
    shutil.copy(sample, tmp_path / "bowerbird.sqlite")
    return tmp_path


def change(folder: Path, *statements: str) -> None:
    with sqlite3.connect(folder / "bowerbird.sqlite") as database:
        for statement in statements:
            assert database.execute(statement).rowcount > 0
    database.close()


def long_table(folder: Path) -> tuple[str, int]:
    """The table with the most facts, and how many it has."""
    with sqlite3.connect(folder / "bowerbird.sqlite") as database:
        longest = "SELECT stream, seq FROM heads WHERE stream LIKE 'table:%' ORDER BY seq DESC"
        found = database.execute(longest).fetchone()
    database.close()
    return str(found[0]), int(found[1])


def number_of_facts(folder: Path) -> int:
    with sqlite3.connect(folder / "bowerbird.sqlite") as database:
        (found,) = database.execute("SELECT count(*) FROM facts").fetchone()
    database.close()
    return int(found)


def test_a_whole_log_is_whole(hall: Path) -> None:
    code, said = run("check", "--data", hall)
    assert code == 0, said
    assert f"{number_of_facts(hall):,} facts in " in said
    assert "No problems found." in said


def test_events_and_seasons_are_checked_too(hall: Path) -> None:

    async def nonsense() -> None:
        async with Log(hall) as log:
            season, last = next(iter((await log.streams("season:")).items()))
            await log.append(season, last, [b'{"fact":"no such fact"}'], at=0)
            event, last = next(iter((await log.streams("event:")).items()))
            await log.append(event, last, [(await log.read(event))[0].body], at=0)

    asyncio.run(nonsense())
    code, said = run("check", "--data", hall)
    assert code == 1
    assert "2 problems found" in said, said


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        (
            "UPDATE facts SET body = body || ' ' WHERE stream = '{table}' AND seq = 50",
            "fact 50 or an earlier one was changed",
        ),
        ("UPDATE facts SET at = at + 1 WHERE stream = '{table}' AND seq = 50", "fact 50 or an earlier one was changed"),
        (
            "UPDATE facts SET digest = x'00' WHERE stream = '{table}' AND seq = 50",
            "fact 50 or an earlier one was changed",
        ),
        ("UPDATE facts SET digest = NULL WHERE stream = '{table}' AND seq = 50", "fact 50 has no digest"),
        (
            "UPDATE facts SET body = (SELECT body FROM facts AS other WHERE other.stream = facts.stream "
            "AND other.seq = 101 - facts.seq) WHERE stream = '{table}' AND seq IN (50, 51)",
            "fact 50 or an earlier one was changed (it says 20",
        ),
        (
            "UPDATE facts SET seq = CASE seq WHEN 50 THEN -51 WHEN 51 THEN -50 ELSE seq END WHERE stream = '{table}'; "
            "UPDATE facts SET seq = -seq WHERE stream = '{table}' AND seq < 0",
            "fact 50 or an earlier one was changed",
        ),
        (
            "UPDATE facts SET at = 9223372036854775807 WHERE stream = '{table}' AND seq = 50",
            "fact 50 or an earlier one was changed",
        ),
        ("DELETE FROM facts WHERE stream = '{table}' AND seq = 50", "fact 50 is missing"),
        ("DELETE FROM facts WHERE stream = '{table}' AND seq BETWEEN 50 AND 60", "facts 50 to 60 are missing"),
        ("DELETE FROM facts WHERE stream = '{table}' AND seq > 100", "facts 101 to {last} are missing"),
        ("DELETE FROM facts WHERE stream = '{table}'", "facts 1 to {last} are missing"),
        ("DELETE FROM heads WHERE stream = '{table}'", "it has no head"),
        ("UPDATE heads SET seq = seq - 2 WHERE stream = '{table}'", "facts {before} to {last} were added from outside"),
        (
            "UPDATE heads SET digest = x'00' WHERE stream = '{table}'",
            "fact {last} is not the last fact that was recorded",
        ),
    ],
)
def test_every_later_change_is_told(hall: Path, statement: str, told: str) -> None:
    table, last = long_table(hall)
    change(hall, *statement.format(table=table).split("; "))
    code, said = run("check", "--data", hall)
    assert code == 1
    assert f"{table}: {told.format(last=last, before=last - 1)}" in said
    assert "One problem found" in said, said


def test_a_copy_of_a_table_under_another_name_is_told(hall: Path) -> None:
    table, _ = long_table(hall)
    for what, columns in (("facts", "seq, at, body, digest"), ("heads", "seq, at, digest")):
        change(
            hall,
            f"INSERT INTO {what} (stream, {columns}) SELECT 'table:copy', {columns} FROM {what} "
            f"WHERE stream = '{table}'",
        )
    code, said = run("check", "--data", hall)
    assert code == 1
    assert "table:copy: fact 1 or an earlier one was changed" in said


def test_facts_that_are_whole_and_make_no_sense_are_told(hall: Path) -> None:
    table, last = long_table(hall)

    async def nonsense() -> None:
        async with Log(hall) as log:
            again = made_with("somebody", load_rulebook("bicycle"))
            await log.append(table, last, [encode_hall_fact(Resumed()), encode_hall_fact(again)], at=0)
            await log.append("person:x", 0, [b"no JSON"], at=0)
            await log.append("event:x", 0, [b"{}"], at=0)

    asyncio.run(nonsense())
    code, said = run("check", "--data", hall)
    assert code == 1
    assert f"{table}: fact {last + 2} can't be read: " in said
    assert "person:x: fact 1 can't be read" in said
    assert "event:x: fact 1 can't be read" in said
    assert "3 problems found" in said


def test_a_past_that_was_written_anew_shows_beside_an_earlier_backup(hall: Path) -> None:
    """Whoever can write to the database can seal a false story: only what was put away elsewhere can tell."""
    code, said = run("backup", "--to", hall / "copy.sqlite", "--data", hall)
    assert code == 0, said
    table, last = long_table(hall)
    with sqlite3.connect(hall / "bowerbird.sqlite") as database:
        (codes,) = database.execute("SELECT count(*) FROM facts WHERE stream LIKE 'code:%'").fetchone()
        digest = START
        for seq, at, body in database.execute(
            "SELECT seq, at, body FROM facts WHERE stream = ? ORDER BY seq", (table,)
        ).fetchall():
            at += seq == last
            digest = link(digest, table, seq, at, body)
            values = (at, digest, table, seq)
            database.execute("UPDATE facts SET at = ?, digest = ? WHERE stream = ? AND seq = ?", values)
        database.execute("UPDATE heads SET at = at + 1, digest = ? WHERE stream = ?", (digest, table))
        database.execute("DELETE FROM facts WHERE stream LIKE 'code:%'")
        database.execute("DELETE FROM heads WHERE stream LIKE 'code:%'")
    database.close()
    assert run("check", "--data", hall)[0] == 0
    code, said = run("check", "--data", hall, "--against", hall / "copy.sqlite")
    assert code == 1
    assert f"{table}: fact {last} or an earlier one differs from the backup" in said
    assert said.count("is in the backup and is missing now") == codes


def test_the_fingerprint_is_the_same_for_the_same_facts_only(hall: Path) -> None:
    before = run("check", "--data", hall)[1]
    run("backup", "--to", hall / "copy.sqlite", "--data", hall)
    assert run("check", "--database", hall / "copy.sqlite")[1] == before

    async def one_more() -> None:
        async with Log(hall) as log:
            await log.append("tables:new", 0, [b'{"table":"x"}'], at=0)

    asyncio.run(one_more())
    assert run("check", "--data", hall)[1].split("Fingerprint")[1] != before.split("Fingerprint")[1]


def test_what_cannot_be_checked_ends_with_two(tmp_path: Path) -> None:
    code, said = run("check", "--data", tmp_path)
    assert code == 2
    assert "There is no data" in said
    (tmp_path / "bowerbird.sqlite").unlink(missing_ok=True)
    with sqlite3.connect(tmp_path / "bowerbird.sqlite") as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('0003')")
    database.close()
    code, said = run("check", "--data", tmp_path)
    assert code == 2
    assert "Bowerbird 0.1 wrote this database" in said


def test_any_damaged_byte_is_found_and_the_rest_is_saved(hall: Path) -> None:
    """Pages are damaged one by one: check says that something is wrong, and restore saves all sound facts."""
    file = hall / "bowerbird.sqlite"
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    database.close()
    whole = file.read_bytes()
    assert run("check", "--data", hall)[0] == 0
    chance, facts = random.Random(8), number_of_facts(hall)
    for number, page in enumerate(chance.sample(range(10, len(whole) // 4096), 4)):
        damaged = bytearray(whole)
        damaged[page * 4096 : (page + 1) * 4096] = chance.randbytes(4096)
        file.write_bytes(damaged)
        code, said = run("check", "--data", hall)
        assert code == 1, f"page {page}: {said}"
        code, said = run("restore", file, "--data", hall / str(number))
        assert code == 2, said
        code, said = run("restore", file, "--data", hall / str(number), "--readable")
        assert code in (0, 1), said
        saved = int(said.split(" facts restored")[0].split()[-1].replace(",", ""))
        assert saved > facts / 2, said
        assert run("check", "--data", hall / str(number))[0] == 0, "what was saved is sound"


def test_a_backup_and_what_can_be_read_together_lose_nothing(hall: Path) -> None:
    """The night's backup, and a page that was damaged after it: facts of both sides come together."""
    assert run("backup", "--to", hall / "night.sqlite", "--data", hall)[0] == 0
    (table, _), facts = long_table(hall), number_of_facts(hall)

    async def play_on() -> None:
        async with Log(hall) as log:
            for number in range(200):
                await log.append("tables:late", number, [json.dumps({"table": str(number)}).encode()], at=0)

    asyncio.run(play_on())
    file = hall / "bowerbird.sqlite"
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    database.close()
    data = bytearray(file.read_bytes())
    with sqlite3.connect(hall / "night.sqlite") as database:
        (body,) = database.execute("SELECT body FROM facts WHERE stream = ? AND seq = 100", (table,)).fetchone()
    database.close()
    place = data.index(body) // 4096 * 4096
    data[place : place + 4096] = bytes(4096)
    file.write_bytes(data)
    assert run("check", "--data", hall)[0] == 1
    code, said = run("restore", hall / "night.sqlite", "--data", hall, "--into-new")
    assert code == 0, said
    aside = hall / "bowerbird.sqlite.before-1"
    assert f"kept as {aside}" in said.replace("\n", "")
    code, said = run("restore", aside, "--data", hall, "--add-missing", "--readable")
    assert "200 facts restored in 1 streams" in said, said
    assert code == 0, said
    code, said = run("check", "--data", hall)
    assert f"{facts + 200:,} facts" in said
    assert code == 0
