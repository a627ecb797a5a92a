"""`bowerbird sample`: a game to try the other commands on."""

from __future__ import annotations

import json
from pathlib import Path

from bowerbird.rulebook import book_names
from cli.running import refused, run, told
from kit.rows import rows


def test_a_sample_is_a_whole_game_that_other_commands_read(tmp_path: Path) -> None:
    file = tmp_path / "game.egn"
    assert (done := run("sample", "-o", file)).exit_code == 0, done.output
    found = told("replay", file)
    assert max(found["score"]) >= 10
    assert found["winner"] in ("NS", "EW")
    assert all(deal["open"] is None for deal in found["deals"])
    assert run("explain", file, "--hand", 1).exit_code == 0
    assert run("export", file, "-o", tmp_path / "game.egnb").exit_code == 0


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    first = run("sample").stdout
    assert run("sample", "--out", "-").stdout == first
    assert run("sample", "--seed", 2).stdout != first
    assert run("sample", "--level", "club").stdout != first


@rows("rules", book_names())
def test_every_club_has_a_sample_or_a_reason(rules: str) -> None:
    done = run("sample", "--rules", rules)
    if done.exit_code:
        assert done.stdout == ""
        assert done.stderr.startswith("EGN can't hold this game: ")
        assert done.stderr.endswith(". Try another --seed or --rules.\n")
    else:
        assert json.loads(done.stdout)["deals"]


def test_what_cannot_be_done_is_said_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.egn"
    file.write_text("my own game", "utf-8")
    assert refused("sample", "-o", file) == f"{file} already exists. Choose another name."
    assert file.read_text("utf-8") == "my own game"
    assert refused("sample", "--level", "wizard").startswith("'wizard' isn't a level. Use random, novice")
