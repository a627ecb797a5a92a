"""`bowerbird schedule` on the terminal and as JSON."""

from __future__ import annotations

import json

import pytest
import typer
from typer.testing import CliRunner

from bowerbird.cli.schedule import schedule
from kit.rows import rows

app = typer.Typer()
app.command()(schedule)


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "100"})
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.clause("CCC-1b")
def test_json_has_the_rounds_and_how_good_they_are() -> None:
    status, out, _ = run("--format", "ccc", "--players", "13", "--rounds", "3", "--json")
    answer = json.loads(out)
    assert status == 0
    assert len(answer["rounds"]) == 3
    names = {f"Player {number}" for number in range(1, 14)}
    for each, resting in zip(answer["rounds"], answer["sitting_out"], strict=True):
        assert all(len(table) == 4 for table in each["tables"])
        assert {name for table in each["tables"] for name in table} | set(resting) == names
        assert each["sitting_out"] == resting
    assert answer["partner_repeats"] == 3 * 18 - answer["distinct_pairs"]
    assert answer["distinct_pairs"] <= answer["bound"]


@pytest.mark.clause("TE-8")
def test_rounds_left_out_are_a_night_of_eight_games() -> None:
    _, out, _ = run("--format", "trailer-estates", "--players", "40", "--json")
    answer = json.loads(out)
    assert len(answer["rounds"]) == 8
    assert (answer["partner_repeats"], answer["distinct_pairs"], answer["bound"]) == (0, 480, 480)


def test_the_same_seed_prints_the_same_and_another_does_not() -> None:
    ask = ("--format", "ccc", "--players", "16", "--json")
    assert run(*ask) == run(*ask)
    assert run(*ask) != run(*ask, "--seed", "5")


def test_for_people_there_is_a_grid_for_each_week_and_the_bound_in_words() -> None:
    status, out, _ = run("--format", "ccc", "--players", "17", "--rounds", "2")
    assert status == 0
    assert "Week 1" in out
    assert "Week 2" in out
    assert out.count("Sitting out: Player ") == 2
    assert out.count("North") == 2
    assert out.rstrip().endswith("48 of 136 pairs meet; 48 is the best possible.")


@rows(
    ("arguments", "reason"),
    [
        (("--players", "3"), "A table needs four players and there are 3: add 1 more."),
        (("--players", "-5"), "A table needs four players and there are 0: add 4 more."),
        (("--players", "99999999999"), "99999999999 players are too many: schedule at most 4000 at once."),
        (("--players", "8", "--rounds", "0"), "0 weeks cannot be planned: ask for 1 to 250."),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: tuple[str, ...], reason: str) -> None:
    status, out, err = run("--format", "ccc", *arguments)
    assert status == 2
    assert out == ""
    assert reason in err
    assert "Traceback" not in err
