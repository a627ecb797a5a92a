"""St Joe's nights, the shared ones and our own: every expectation holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from bowerbird.nights import read_night, run_night

HERE = Path(__file__).parent
SHARED = HERE.parents[2] / "shared" / "nights"
OURS = sorted(HERE.glob("st-joe-*.night"))
GIVEN = sorted(SHARED.glob("st-joe-*.night"))


def check(path: Path) -> None:
    report = run_night(read_night(path.read_text(encoding="utf-8")))
    wrong = [each for each in report.findings if each.verdict != "holds"]
    assert not wrong, "\n".join(f"{each.line}: {each.expected} ({each.found})" for each in wrong)
    assert report.findings


@pytest.mark.skipif(not GIVEN, reason="the shared nights are not beside this checkout")
@pytest.mark.parametrize("path", GIVEN, ids=lambda path: path.stem)
@pytest.mark.clause("STJ-1", "STJ-8", "STJ-10", "STJ-11", "STJ-12", "STJ-14", "STJ-15", "STJ-X")
def test_a_shared_night_holds(path: Path) -> None:
    check(path)


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
@pytest.mark.clause("STJ-1", "STJ-4", "STJ-5", "STJ-8", "STJ-10", "STJ-11", "STJ-12", "STJ-14", "STJ-15", "STJ-X")
def test_a_night_of_our_own_holds(path: Path) -> None:
    check(path)


def test_there_are_enough_nights_of_our_own() -> None:
    assert len(OURS) >= 4


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_a_night_with_another_number_does_not_hold(path: Path) -> None:
    """Every expected value is really looked at: with any total, card or running score one higher, it differs."""
    text = path.read_text(encoding="utf-8")
    kinds = ("expect cards", "expect running", "expect standings", "expect total", "expect tables")
    lines = text.split("\n")
    inside = spoiled = 0
    for number, line in enumerate(lines):
        if line.startswith(kinds):
            inside = 1
        elif line.startswith("because"):
            inside = 0
        elif inside and line.strip() and line.rstrip()[-1].isdigit():
            whole = line.rstrip()
            changed = [*lines[:number], whole[:-1] + str((int(whole[-1]) + 1) % 10), *lines[number + 1 :]]
            spoiled += 1
            if spoiled > 6:
                return
            report = run_night(read_night("\n".join(changed)))
            wrong = [each for each in report.findings if each.verdict != "holds"]
            assert [each.line for each in wrong] == [number + 1]
    assert spoiled
