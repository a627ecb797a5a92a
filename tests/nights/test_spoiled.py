"""Every number and outcome that a night of our own expects is really compared: with another one, it does not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from bowerbird.nights import read_night, run_night
from kit.rows import rows

HERE = Path(__file__).parent
OURS = sorted(HERE.glob("st-joe-*.night"))
NUMBERS = ("expect cards", "expect running", "expect standings", "expect total", "expect tables")
#: So many numbers of each night are changed; every one takes a run of the night.
_CHANGED = 8
#: An outcome of one of our nights, and a wrong one.
WRONG = [
    ("alb-everything", "1: A Una/Vera B", "1: A Walt/Xena B"),
    ("alb-everything", "R4 stands", "R4 overruled"),
    ("alb-everything", "gold: Yves/Zoe", "gold: Una/Vera"),
    ("alb-everything", "Xena wins 1 points 23", "Xena wins 1 points 24"),
    ("alb-ruled-out", "table 1: A", "table 1: B"),
    ("alb-ruled-out", "table 2: 0-3", "table 2: 4-3"),
    ("alb-alone", "dealer Bess", "dealer Yves"),
    ("alb-alone", "persons 10", "persons 11"),
    ("alb-four-tables", "after game 2", "after game 4"),
    ("alb-four-tables", "Greta/Hugo > Alf/Bess by points", "Alf/Bess > Greta/Hugo by points"),
    ("alb-four-tables", "open, coins", "open, extra game"),
    ("te-22-quarters-shared", "  Cal Fay: 75\n", "  Cal Fay: 87\n"),
    ("te-22-quarters-shared", "payout = quarters", "payout = cents"),
    ("te-20-everything", "  Ann: 225/2\n", "  Ann: 229/2\n"),
    ("te-24-open-number", "  games: 6\n", "  games: 7\n"),
    ("te-26-eleven", "  sit-out: 8\n", "  sit-out: 9\n"),
    ("te-22-quarters-shared", "  Ann 0\n", "  Ann 1\n"),
]


@rows(("night", "right", "wrong"), WRONG)
def test_a_night_with_a_wrong_outcome_is_found_out(night: str, right: str, wrong: str) -> None:
    text = (HERE / f"{night}.night").read_text(encoding="utf-8")
    assert text.count(right) >= 1
    assert not run_night(read_night(text.replace(right, wrong))).holds


def numbers_of(lines: list[str]) -> list[int]:
    """The places of the lines that expect a number."""
    found, inside = [], False
    for place, line in enumerate(lines):
        if line.startswith(("expect", "because")):
            inside = line.startswith(NUMBERS)
        elif inside and line.rstrip()[-1:].isdigit():
            found.append(place)
    return found


@rows("path", OURS)
@pytest.mark.clause("STJ-8", "STJ-10", "STJ-11", "STJ-12", "STJ-14", "STJ-15", "STJ-X")
def test_with_one_other_number_exactly_that_line_differs(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    places = numbers_of(lines)
    assert places
    for place in places[:: max(1, len(places) // _CHANGED)]:
        line = lines[place].rstrip()
        other = line[:-1] + str((int(line[-1]) + 1) % 10)
        report = run_night(read_night("\n".join([*lines[:place], other, *lines[place + 1 :]])))
        assert [each.line for each in report.findings if each.verdict != "holds"] == [place + 1]


def test_there_are_enough_nights_of_our_own() -> None:
    assert len(OURS) >= 4
