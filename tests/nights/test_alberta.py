"""Whole nights as text: ours, and those of the shared folder where it is there. Every expectation holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from bowerbird.nights import read_night, run_night

OWN = Path(__file__).parent
SHARED = OWN.parents[2] / "shared" / "nights"
NIGHTS = sorted([*OWN.glob("alb-*.night"), *SHARED.glob("alb-*.night")])


@pytest.mark.parametrize("path", NIGHTS, ids=lambda path: path.stem)
def test_every_expectation_of_the_night_holds(path: Path) -> None:
    report = run_night(read_night(path.read_text(encoding="utf-8")))
    wrong = [f"line {each.line}: {each.expected}: {each.found}" for each in report.findings if each.verdict != "holds"]
    assert not wrong
    assert report.count("holds") > 10, "a night that expects little tests little"


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
]


@pytest.mark.parametrize(("night", "right", "wrong"), WRONG)
def test_a_night_with_a_wrong_outcome_is_found_out(night: str, right: str, wrong: str) -> None:
    text = (OWN / f"{night}.night").read_text(encoding="utf-8")
    assert right in text
    assert not run_night(read_night(text.replace(right, wrong))).holds
