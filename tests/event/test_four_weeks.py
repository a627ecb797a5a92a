"""A CCC tournament of four weeks by commands: a no-show, a sub for one week, and week 1 corrected in week 3."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from event.test_command import refused, run

NAMES = ["Ann", "Bob", "Cas", "Dot", "Eve", "Flo", "Gus", "Hal"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "fall.event"
    run("new", path, "--rules", "ccc", "--date", "2026-11-02")
    run("enter", path, *NAMES)
    return path


def seated(file: Path) -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = json.loads(run("seating", file, "--json"))["tables"]
    return tables


def play(file: Path, scores: list[tuple[int, int]]) -> None:
    """Three games; each gives table by table the points of North and South, East and West."""
    for game, (ns, ew) in enumerate(scores):
        run("next" if game else "seat", file, "--seed", game + 1)
        for table in seated(file):
            assert call_score(file, table["table"], ns, ew)


def call_score(file: Path, table: int, ns: int, ew: int) -> bool:
    """Enter a score, unless the table does not play."""
    from event.test_command import call

    result = call("score", file, table, ns, ew)
    return result.exit_code == 0 or "does not play" in result.stderr


def weeks(file: Path) -> dict[str, list[tuple[str, float] | None]]:
    """Everybody's weeks, each with how it came about and its points."""
    lines = json.loads(run("season", file, "--json"))
    return {line["name"]: [cell and (cell["status"], cell["points"]) for cell in line["weeks"]] for line in lines}


def totals(file: Path) -> dict[str, float]:
    return {line["name"]: line["total"] for line in json.loads(run("standings", file, "--json"))}


SCORES = [(10, 6), (10, 8), (4, 10)]


@pytest.mark.clause("CCC-15a", "CCC-15b", "CCC-15c", "CCC-1b")
def test_four_weeks_by_commands(file: Path) -> None:
    run("check-in", file, "--all")
    play(file, SCORES)
    assert "Week 1 is closed." in run("close", file)
    assert "Week 1 is closed. Open week 2 first." in refused("check-in", file, "Ann")

    # Week 2: Dot does not come and sends nobody; it is noted before the seating.
    run("open", file, "--date", "2026-11-09")
    run("absent", file, "Dot")
    run("check-in", file, "--same")
    run("seat", file, "--seed", 5)
    table_of_dot = next(table for table in seated(file) if "Dot" in table.values())
    others = [table_of_dot[seat] for seat in "NESW" if table_of_dot[seat] != "Dot"]
    for game in range(3):
        if game:
            run("next", file, "--seed", game)
        for table in seated(file):
            assert call_score(file, table["table"], 10, 7)
    said = run("close", file)
    assert "Dot did not come: zero for this week." in said
    assert weeks(file)["Dot"][1] == ("absent", 0)
    assert {name for name, cells in weeks(file).items() if cells[1] and cells[1][0] == "average"} == set(others)

    # Week 3: Dot has a chair again, and a sub plays for Ann, for this week only.
    run("open", file, "--date", "2026-11-16")
    run("check-in", file, "--all")
    run("sub", file, "Ann", "Zoe")
    play(file, SCORES)
    assert any("Dot" in table.values() for table in seated(file))
    before = totals(file)
    first = json.loads(run("export", file))["rounds"][0]["tables"][0]
    changed = run("correct", file, 1, 1, 6, 10, "--reason", "sides mixed up")
    assert "Week 1, game 1, table 1: 10 to 6 is now 6 to 10." in changed
    after = totals(file)
    for seat in "NS":
        assert before[first[seat]] > after[first[seat]]
    for seat in "EW":
        assert after[first[seat]] > before[first[seat]]
    run("close", file)
    assert json.loads(run("season", file, "--json")) != []
    subs = {line["name"]: line["weeks"][2]["sub"] for line in json.loads(run("season", file, "--json"))}
    assert subs == {**dict.fromkeys(NAMES, ""), "Ann": "Zoe"}

    # Week 4: nobody is anybody's sub; then it turns out that Hal was missing in week 1.
    run("open", file, "--date", "2026-11-23")
    run("check-in", file, "--same")
    assert "Zoe" not in run("seat", file, "--seed", 9)
    for game in range(3):
        if game:
            run("next", file)
        for table in seated(file):
            assert call_score(file, table["table"], 10, 2)
    run("finish", file)
    board = json.loads(run("season", file, "--json"))
    assert all(len(line["weeks"]) == 4 and not line["provisional"] for line in board)
    for name in others:
        cells = weeks(file)[name]
        points = [cell[1] for cell in cells if cell is not None]
        mean = (points[0] + points[2] + points[3]) / 3
        assert abs(points[1] - mean) < 0.006, "the mean of the other three weeks, two decimals"
    sums = {name: round(sum(cell[1] for cell in cells if cell), 2) for name, cells in weeks(file).items()}
    assert sums == {name: pytest.approx(total, abs=0.001) for name, total in totals(file).items()}
    money = json.loads(run("ledger", file, "--json"))
    assert any(row["account"] == "Zoe" for row in money), "the sub's dimes are the sub's"
    assert not any(row["account"] == "Ann" and 7 <= int(row["round"] or 0) <= 9 for row in money)


@pytest.mark.clause("CCC-1b")
def test_weeks_in_files_of_their_own_are_planned_one_after_another(tmp_path: Path) -> None:
    files = [tmp_path / f"week{number}.event" for number in range(1, 5)]
    met: set[frozenset[str]] = set()
    for number, each in enumerate(files):
        run("new", each, "--rules", "ccc", "--rounds", 3)
        run("enter", each, *(f"P{person}" for person in range(16)), "--here")
        after = [part for earlier in files[:number] for part in ("--after", earlier)]
        run("seat", each, *after, "--seed", number)
        fours = [[table[seat] for seat in "NESW"] for table in seated(each)]
        met |= {frozenset(pair) for four in fours for pair in combinations(four, 2)}
    assert len(met) == 96
    assert "The plan continues from 3 weeks of the season." in run("history", files[3])
    other = tmp_path / "night.event"
    run("new", other, "--rules", "trailer-estates")
    run("enter", other, *NAMES, "--here")
    assert "don't plan this round from other events" in refused("seat", other, "--after", files[0])


@pytest.mark.clause("CCC-15a")
@pytest.mark.parametrize("when", ["before seating", "after seating", "after the games", "a week later"])
def test_a_no_show_is_zero_for_that_week_and_has_a_chair_the_next_whenever_it_is_entered(file: Path, when: str) -> None:
    present = [name for name in NAMES if name != "Gus"]
    # The plan of the week is made with Gus, who is expected.
    run("check-in", file, "--all")
    play(file, SCORES)
    run("close", file)
    run("open", file)
    run("check-in", file, *present)
    if when == "before seating":
        run("absent", file, "Gus")
    for game in range(3):
        run("next" if game else "seat", file, "--seed", game)
        if game == 0 and when == "after seating":
            run("absent", file, "Gus")
        for table in seated(file):
            assert call_score(file, table["table"], 10, 6)
    if when == "after the games":
        run("absent", file, "Gus")
    run("close", file)
    run("open", file)
    if when == "a week later":
        assert weeks(file)["Gus"][1] == ("absent", 0), "not seen all evening"
        assert "Gus was marked absent when week 2 was closed. Nothing changes." in run(
            "absent", file, "Gus", "--meeting", 2
        )
    run("check-in", file, "--all")
    run("seat", file)
    assert weeks(file)["Gus"][1] == ("absent", 0)
    assert any("Gus" in table.values() for table in seated(file))
    assert not any("does not play" in line for line in run("seating", file).splitlines())
