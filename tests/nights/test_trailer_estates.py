"""Nights at Trailer Estates: what they expect of money, time and rests is really compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from bowerbird.nights import read_night, run_night

HERE = Path(__file__).parent


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
