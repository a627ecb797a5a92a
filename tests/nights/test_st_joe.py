"""St Joe's own nights: test_nights runs them; here, that every number in them is really looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from bowerbird.nights import read_night, run_night

OURS = sorted(Path(__file__).parent.glob("st-joe-*.night"))
NUMBERS = ("expect cards", "expect running", "expect standings", "expect total", "expect tables")
#: So many numbers of each night are changed; every one takes a run of the night.
_CHANGED = 8


def numbers_of(lines: list[str]) -> list[int]:
    """The places of the lines that expect a number."""
    found, inside = [], False
    for place, line in enumerate(lines):
        if line.startswith(("expect", "because")):
            inside = line.startswith(NUMBERS)
        elif inside and line.rstrip()[-1:].isdigit():
            found.append(place)
    return found


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
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
