"""Whole nights at Trailer Estates: those written from the document, where they are at hand, and our own."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from bowerbird.cli import app
from bowerbird.nights import read_night, run_night

HERE = Path(__file__).parent
SHARED = HERE.parents[1].parent / "shared" / "nights"
OWN = sorted(HERE.glob("te-*.night"))
GIVEN = sorted(SHARED.glob("te-*.night"))


def check(path: Path) -> None:
    report = run_night(read_night(path.read_text("utf-8")))
    assert report.findings
    assert [finding for finding in report.findings if finding.verdict != "holds"] == []


@pytest.mark.clause("TE-1", "TE-7", "TE-8", "TE-9", "TE-X")
@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_a_night_of_our_own_holds(path: Path) -> None:
    check(path)


@pytest.mark.skipif(not GIVEN, reason="the nights are not at hand")
@pytest.mark.parametrize("path", GIVEN, ids=lambda path: path.stem)
def test_a_night_written_from_the_document_holds(path: Path) -> None:
    check(path)


def test_there_are_nights_of_our_own_and_the_command_runs_them() -> None:
    assert len(OWN) >= 4
    done = CliRunner().invoke(app, ["night", *map(str, OWN)])
    assert done.exit_code == 0, done.output


def changed(name: str, before: str, after: str) -> list[str]:
    """The lines that differ in a night of our own with one line changed."""
    text = (HERE / f"{name}.night").read_text("utf-8")
    assert text.count(before) == 1
    report = run_night(read_night(text.replace(before, after)))
    return [finding.expected for finding in report.findings if finding.verdict != "holds"]


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("te-22-quarters-shared", "  Cal Fay: 75\n", "  Cal Fay: 87\n"),
        ("te-22-quarters-shared", "payout = quarters", "payout = cents"),
        ("te-20-everything", "  Ann: 225/2\n", "  Ann: 229/2\n"),
        ("te-24-open-number", "  games: 6\n", "  games: 7\n"),
        ("te-26-eleven", "  sit-out: 8\n", "  sit-out: 9\n"),
        ("te-22-quarters-shared", "  Ann 0\n", "  Ann 1\n"),
    ],
)
def test_what_does_not_hold_is_found(name: str, before: str, after: str) -> None:
    assert changed(name, before, after)
