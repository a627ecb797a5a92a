"""`bowerbird export`: games of a server and of files, in every format."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from bowerbird.cli import app, export_files
from bowerbird.hall.facts import HallFact, Happened, encode_hall_fact, made_with
from bowerbird.notation import read_egn, read_egnb, read_emn, replay
from bowerbird.rulebook import load_rulebook
from bowerbird.store import Log
from bowerbird.table import Table
from kit.rows import rows, some
from notation.games import at_random, deal, egn

#: A game by rules whose euchre EGN lacks ends in one of the tables.
BOOKS = {"aa": "bicycle", "bb": "national", "cc": "st-joe"}
AT = 1_767_643_200_000  # 2026-01-05, 20:00


def run(*options: str | Path) -> Result:
    return CliRunner().invoke(app, ["export", *map(str, options)])


def refused(*options: str | Path, status: int = 2) -> str:
    result = run(*options)
    assert result.exit_code == status, result.output
    (line,) = result.stderr.splitlines()
    return str(line)


@pytest.fixture(scope="module")
def played() -> dict[str, Table]:
    return {name: at_random(rules, 3, deals=99) for name, rules in BOOKS.items()}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, played: dict[str, Table]) -> Path:
    """A data folder with a finished game at each table, and a table that nobody can read."""
    folder = tmp_path_factory.mktemp("hall")

    async def write() -> None:
        async with Log(folder) as log:
            for name, table in played.items():
                made = made_with("host", load_rulebook(BOOKS[name]))
                facts: list[HallFact] = [made, *map(Happened, table.facts)]
                await log.append(f"table:{name}", 0, [encode_hall_fact(fact) for fact in facts], AT)
            await log.append("table:zz", 0, [b'{"type": "nothing"}'], AT)

    asyncio.run(write())
    return folder


def is_private(file: Path) -> bool:
    """True if only its owner can read it. On Windows, the folders of a user are the user's own."""
    return os.name == "nt" or file.stat().st_mode & 0o077 == 0


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_json_lines_have_every_game_also_those_that_egn_lacks(
    hall: Path, played: dict[str, Table], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    result = run("--data", hall, "-o", file)
    assert result.exit_code == 0, result.output
    left, done = result.stderr.splitlines()
    assert left.startswith("Table zz left out: its log can't be read")
    assert done == "3 games exported, 1 left out."
    assert is_private(file)
    games = lines_of(file)
    assert [game["table"] for game in games] == list(BOOKS)
    assert {game["ended"] for game in games} == {"2026-01-05T20:00:00+00:00"}
    for game in games:
        table = played[game["table"]]
        assert tuple(game["score"]) == table.state.score
        counted = [result.points for result in table.state.results if result.outcome != "new deal"]
        assert [(hand["points_ns"], hand["points_ew"]) for hand in game["hands"]] == counted
        assert (game["hands"][0]["score_ns"], game["hands"][0]["score_ew"]) == (0, 0)
        assert (game["egn"] is None) == bool(game["egn_lacks"])
        if game["egn"] is not None:
            assert replay(read_egn(json.dumps(game["egn"]))).score == table.state.score
    assert {game["egn"] is None for game in games} == {True, False}


def test_a_folder_has_a_file_for_each_game(hall: Path, tmp_path: Path) -> None:
    result = run("--data", hall, "-o", tmp_path / "games", "--format", "egn")
    assert result.exit_code == 0
    assert "game 1 left out: EGN has no" in result.stderr
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files][:1] == ["0001 aa game 1.egn"]
    assert all(replay(read_egn(file.read_bytes())).result is not None for file in files)
    again = refused("--data", hall, "-o", tmp_path / "games", "--format", "egn")
    assert again.endswith("exists. Choose another name, or add --replace.")
    assert run("--data", hall, "-o", tmp_path / "games", "--format", "egn", "--replace").exit_code == 0


def test_one_table_goes_to_one_file_and_through_a_pipe(hall: Path, tmp_path: Path) -> None:
    assert run("--data", hall, "--table", "aa", "-o", tmp_path / "a.egnb").exit_code == 0
    piped = run("--data", hall, "--table", "aa", "--format", "egnb")
    assert piped.stdout_bytes == (tmp_path / "a.egnb").read_bytes()
    back = CliRunner().invoke(app, ["export", "-", "--format", "jsonl"], input=piped.stdout_bytes)
    assert json.loads(back.stdout)["score"] == list(replay(read_egnb(piped.stdout_bytes)).score)


def test_files_become_a_match_and_a_match_becomes_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.egn").write_text(json.dumps(egn(deal(bidding={"callAnnotations": {"0": [name]}}))))
    match = tmp_path / "match.emn"
    assert run(tmp_path / "one.egn", tmp_path / "two.egn", "-o", match, "--title", "Finals").exit_code == 0
    read = read_emn(match.read_bytes())
    assert (read.metadata.title, len(read.games)) == ("Finals", 2)
    assert run(match, "-o", tmp_path / "out", "--format", "egn").exit_code == 0
    files = sorted((tmp_path / "out").iterdir())
    assert [file.name for file in files] == ["0001 match 1.egn", "0002 match 2.egn"]
    for file, name in zip(files, ("one", "two"), strict=True):
        assert json.loads(file.read_text())["deals"] == json.loads((tmp_path / f"{name}.egn").read_text())["deals"]


def test_parquet_has_a_row_for_each_hand(hall: Path, played: dict[str, Table], tmp_path: Path) -> None:
    arrow = pytest.importorskip("arro3.io")
    file = tmp_path / "games.parquet"
    assert run("--data", hall, "-o", file).exit_code == 0
    table = arrow.read_parquet(str(file)).read_all()
    assert run("--data", hall, "-o", tmp_path / "games.jsonl").exit_code == 0
    games = lines_of(tmp_path / "games.jsonl")
    hands = [hand for game in games for hand in game["hands"]]
    for column in hands[0]:
        assert table.column(column).to_pylist() == [hand[column] for hand in hands]
    assert table.column("table").to_pylist() == [game["table"] for game in games for _ in game["hands"]]


def test_what_cannot_be_done_is_said_in_one_line(hall: Path, tmp_path: Path) -> None:
    (tmp_path / "game.egn").write_text(json.dumps(egn(deal())))
    assert refused("--data", hall).startswith("Say what to write with --format (egn, emn")
    assert refused("--data", hall, "--format", "pgn").startswith("There is no format pgn.")
    assert refused(tmp_path / "game.egn", "--event", "x", "--format", "egn").startswith("Name files, or choose")
    assert refused("--data", hall, "--event", "x", "--format", "jsonl").startswith("There is no event x.")
    assert refused("--data", hall, "--table", "x", "--format", "jsonl").startswith("There is no table x.")
    assert refused("--data", tmp_path, "--format", "jsonl").startswith(f"There is no data in {tmp_path}.")
    assert "can't be read" in refused(tmp_path / "none.egn", "--format", "jsonl")
    assert "can't be written" in refused(tmp_path / "game.egn", "-o", tmp_path / "none" / "x.jsonl")


@rows("ending", ["egn", "egnb"])
def test_games_that_a_file_cannot_hold_leave_nothing_behind(tmp_path: Path, ending: str) -> None:
    game, two = tmp_path / "game.egn", tmp_path / f"two.{ending}"
    game.write_text(json.dumps(egn(deal())))
    words = (
        "A file in this format holds one game, and there are more. Name a folder with --out, or write a match (.emn)."
    )
    assert refused(game, game, "-o", two) == f"{words} Nothing was written."
    assert list(tmp_path.iterdir()) == [game]
    two.write_text("older")
    assert refused(game, game, "-o", two, "--replace") == f"{words} Nothing was written."
    assert two.read_text() == "older"
    piped = run(game, game, "--format", ending)
    assert (piped.exit_code, piped.stdout_bytes) == (2, b"")
    assert run(game, "-o", two, "--replace").exit_code == 0
    assert two.read_bytes() != b"older"


def test_a_folder_gets_every_game_or_none(tmp_path: Path) -> None:
    game, bad, out = tmp_path / "game.egn", tmp_path / "bad.egn", tmp_path / "out"
    game.write_text(json.dumps(egn(deal())))
    bad.write_text("{}")
    assert "bad.egn" in refused(game, bad, "-o", out / "more", "--format", "egn")
    assert not out.exists()
    out.mkdir()
    (out / "0002 game.egn").write_text("older")
    again = refused(game, game, "-o", out, "--format", "egn")
    assert again == f"{out / '0002 game.egn'} exists. Choose another name, or add --replace."
    assert "bad.egn" in refused(game, game, bad, "-o", out, "--format", "egn", "--replace")
    assert [(file.name, file.read_text()) for file in out.iterdir()] == [("0002 game.egn", "older")]
    assert run(game, game, "-o", out, "--format", "egn", "--replace").exit_code == 0
    assert sorted(file.name for file in out.iterdir()) == ["0001 game.egn", "0002 game.egn"]
    assert all(map(is_private, out.iterdir()))


@rows("error", [KeyboardInterrupt, OSError, None])
def test_an_export_that_stops_midway_leaves_no_part_with_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException] | None
) -> None:
    first, out = tmp_path / "first.egn", tmp_path / "games.jsonl"
    first.write_text(json.dumps(egn(deal())))
    if error is None:
        files = [first, tmp_path / "none.egn"]
    else:
        files, add, games = [first, first], export_files._LineFile.add, iter((1, 2))

        def stops(writer: Any, game: Any) -> None:
            add(writer, game)
            assert (tmp_path / "games.jsonl.part").exists()
            if next(games) == 2:
                raise error

        monkeypatch.setattr(export_files._LineFile, "add", stops)
    assert run(*files, "-o", out).exit_code != 0
    assert list(tmp_path.iterdir()) == [first]
    monkeypatch.undo()
    out.write_text("older")
    assert run(first, tmp_path / "none.egn", "-o", out, "--replace").exit_code == 2
    assert out.read_text() == "older"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes with a name in a folder")
@rows("file_format", ["jsonl", "egn", "emn", "parquet"])
def test_a_pipe_or_a_device_is_written_to_and_never_replaced(hall: Path, tmp_path: Path, file_format: str) -> None:
    """As `--out /dev/null`: for root, a device would be gone for all programs."""
    pipe = tmp_path / "pipe"
    kept = tmp_path / "kept"
    os.mkfifo(pipe)
    os.link(pipe, kept)
    with ThreadPoolExecutor() as reader:
        read = reader.submit(pipe.read_bytes)
        result = run("--data", hall, "--table", "aa", "--format", file_format, "--out", pipe)
        if result.exit_code or not pipe.is_fifo():
            with suppress(OSError):
                os.close(os.open(kept, os.O_WRONLY | os.O_NONBLOCK))  # let the reader end
        assert result.exit_code == 0, result.output
        assert len(read.result()) > 100
    assert pipe.is_fifo()
    assert {file.name for file in tmp_path.iterdir()} == {"pipe", "kept"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@rows("file_format", some(["jsonl", "egn", "emn", "parquet"], 1))
def test_a_full_disk_is_one_line(hall: Path, file_format: str) -> None:
    words = ["export", "--data", str(hall), "--table", "aa", "--format", file_format, "--out", "/dev/full"]
    done = subprocess.run([sys.executable, "-m", "bowerbird", *words], capture_output=True, text=True)
    assert done.returncode == 1
    assert "the disk is full" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert Path("/dev/full").is_char_device()


def test_a_server_without_finished_games_leaves_no_file(tmp_path: Path) -> None:
    async def write() -> None:
        async with Log(tmp_path) as log:
            made = made_with("host", load_rulebook("bicycle"))
            await log.append("table:aa", 0, [encode_hall_fact(made)], AT)

    asyncio.run(write())
    before = sorted(tmp_path.iterdir())
    for ending in ("jsonl", "emn", "egn"):
        line = refused("--data", tmp_path, "-o", tmp_path / f"games.{ending}", status=1)
        assert line == "There are no finished games to export."
    assert sorted(tmp_path.iterdir()) == before
