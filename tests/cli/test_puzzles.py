"""`bowerbird puzzles`: what was found is checked and added to the file, and a search goes on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from bowerbird.cli.puzzles import puzzles_app
from bowerbird.learn import finding
from bowerbird.learn.puzzles import Puzzle, shipped_puzzles, unpack
from bowerbird.players.provenance import provenance


def run(*words: str) -> str:
    answer = CliRunner().invoke(puzzles_app, [*words])
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_what_holds_is_added_to_the_file_once(tmp_path: Path) -> None:
    good, other = shipped_puzzles()[:2]
    wrong = Puzzle(other.position, (other.tempting,), other.right[0], other.themes, other.misses)
    work, out = tmp_path / "found.jsonl", tmp_path / "puzzles.xz"
    work.write_bytes(b"\n".join(msgspec.json.encode(each) for each in (good, None, wrong)) + b"\n")
    assert "1 of 2 new puzzles hold; 1 in" in run("pack", str(out), str(work))
    assert unpack(out.read_bytes()) == (good,)
    work.write_bytes(msgspec.json.encode(good) + b"\n")
    assert "0 of 0 new puzzles hold; 1 in" in run("pack", str(out), str(work))


def test_a_search_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def found(hand: int, theme: str) -> Puzzle | None:
        assert not theme
        tried.append(hand)
        return shipped_puzzles()[hand % 2] if hand % 3 == 0 else None

    monkeypatch.setattr(finding, "find", found)
    work = tmp_path / "found.jsonl"
    run("find", str(work), "--count", "3", "--workers", "1")
    first = list(tried)
    run("find", str(work), "--count", "6", "--workers", "1")
    assert tried == list(range(len(tried)))
    assert len(tried) > len(first)
    assert "hands, " in run(
        "find", str(tmp_path / "elsewhere.jsonl"), "--count", "3", "--first", "900", "--workers", "1"
    )
    assert tried[-7:] == list(range(900, 907)), "up to the third puzzle, and not further"


def test_programs_are_told_which_bowerbird_has_found_and_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "find", lambda hand, theme: shipped_puzzles()[hand])
    work, out = str(tmp_path / "found.jsonl"), str(tmp_path / "puzzles.xz")
    for words, keys in (
        (("find", work, "--count", "1"), {"file", "hands", "puzzles"}),
        (("check", "--count", "1"), {"checked", "problems"}),
        (("pack", out, work), {"file", "new", "hold", "puzzles", "bytes"}),
    ):
        answer = CliRunner().invoke(puzzles_app, [*words, "--workers", "1", "--json"])
        assert answer.exit_code == 0, answer.output
        found = json.loads(answer.stdout)
        assert set(found) == keys | set(provenance())
        assert {key: found[key] for key in provenance()} == provenance()


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    work = tmp_path / "found.jsonl"
    work.write_text("nonsense\n", "utf-8")
    answer = CliRunner().invoke(puzzles_app, ["pack", str(tmp_path / "puzzles.xz"), str(work)])
    assert answer.exit_code == 2
    assert "can't be read" in answer.output
