"""`bowerbird paper` prints from an event's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from bowerbird.cli.event._file import start_file
from bowerbird.evening.facts import CommandRecord
from cli.running import printed, refused
from paper.evenings_on_paper import night
from paper.reading import Sheet


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "monday.event"
    start_file(path, CommandRecord(facts=tuple(night("national", 8, played=2).facts)))
    return path


def test_a_sheet_is_written_beside_the_event(file: Path) -> None:
    said = printed("paper", file, "wall-list", "--size", "a4", "--place", "Community hall", "--date", "2026-01-05")
    written = file.with_name("monday-wall-list.pdf")
    assert str(written) in said.replace("\n", "")
    sheet = Sheet(written.read_bytes())
    assert sheet.has("Round 2: who sits where")
    assert sheet.has("Community hall · Monday 5 January 2026")
    assert sheet.size() == pytest.approx((595.28, 841.89), abs=0.1)


def test_place_and_date_of_the_event_reach_the_paper(tmp_path: Path) -> None:
    path = tmp_path / "friday.event"
    printed("event", "new", path, "--rules", "st-joe", "--place", "Church hall", "--date", "2026-11-20")
    printed("paper", path, "tonight")
    assert Sheet(path.with_name("friday-tonight.pdf").read_bytes()).has("Church hall · Friday 20 November 2026")
    printed("paper", path, "tonight", "--place", "The barn")
    assert Sheet(path.with_name("friday-tonight.pdf").read_bytes()).has("The barn · Friday 20 November 2026")


def test_everything_is_printed_where_no_sheet_is_named(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "tonight.pdf"
    printed("paper", file, "--out", out)
    assert Sheet(out.read_bytes()).has("Tonight")
    printed("paper", file, "slips", "--round", "1", "--table", "2", "--out", out)
    assert Sheet(out.read_bytes()).words.count("Table 2") == 4


def test_mistakes_are_told_in_one_line(file: Path, tmp_path: Path) -> None:
    for order, why in (
        ((file, "confetti"), "Print one of"),
        ((file, "slips", "--size", "a3"), "letter, a4"),
        ((file, "slips", "--round", "7"), "round from 1 to 2"),
        ((file, "certificates"), "Finish the event"),
        ((file, "slips", "--out", tmp_path / "no" / "such.pdf"), "can't be written"),
        ((tmp_path / "none.event", "slips"), "There is no event file"),
    ):
        assert why in refused("paper", *order)
    assert not file.with_name("monday-confetti.pdf").exists()


def test_the_sheets_are_listed(file: Path) -> None:
    assert "slips          Seat slips" in printed("paper", file, "list")
