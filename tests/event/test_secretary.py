"""What a new secretary does at the command line, and what the program says to it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bowerbird.cli import app
from bowerbird.cli.event._file import story_of

EIGHT = ["Ann", "Bob", "Cas", "Dot", "Eve", "Flo", "Gus", "Hal"]


def call(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["event", *map(str, words)])
    return done.exit_code, done.output


def run(*words: object) -> str:
    code, said = call(*words)
    assert code == 0, said
    return said


def refused(*words: object) -> str:
    code, said = call(*words)
    assert code == 2, said
    return said


def standing(file: Path, name: str) -> dict[str, Any]:
    lines = json.loads(run("standings", file, "--json"))
    return next(line for line in lines if line["name"] == name)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ccc.event"
    run("new", path, "--rules", "ccc", "--zone", "UTC")
    run("enter", path, *EIGHT, "--here")
    run("seat", path, "--seed", 1)
    return path


def test_a_date_in_another_form_is_refused_in_one_sentence(tmp_path: Path) -> None:
    said = refused("new", tmp_path / "x.event", "--rules", "trailer-estates", "--date", "16/11/2026")
    assert said == "'16/11/2026' isn't a date. Use the form 2026-01-05.\n"


def test_settings_of_the_rules_are_given_with_the_event_and_rules_in_any_letters(tmp_path: Path) -> None:
    path = tmp_path / "te.event"
    changed = ("--set", "event.money.payout=quarters", "--set", "event.money.fee=50")
    run("new", path, "--rules", "Trailer-Estates", *changed)
    money = story_of(path).evening.event.book.event.money
    assert (money.payout, money.fee) == ("quarters", 50)
    assert "isn't a setting" in refused("new", tmp_path / "y.event", "--rules", "ccc", "--set", "game.colour=red")


def test_a_pasted_list_has_one_person_a_line(tmp_path: Path) -> None:
    path = tmp_path / "paste.event"
    run("new", path, "--rules", "st-joe")
    run("paste", path, "Al\nBea\nCy\nDot Brown", "--here")
    assert "4 people here" in run("status", path)


def test_the_same_as_last_time_leaves_out_who_was_absent(file: Path) -> None:
    run("absent", file, "Gus")
    run("close", file)
    run("open", file)
    run("check-in", file, "--same")
    assert "7 people here" in run("status", file)


@pytest.mark.clause("CCC-3a")
def test_the_draw_is_made_once_in_a_week(file: Path) -> None:
    for table in (1, 2):
        run("score", file, table, 10, 6)
    run("next", file)
    seats = story_of(file).evening.event.round.table(1).seats
    said = refused("draw", file, 1, f"{seats[0]}=Jh", f"{seats[1]}=Jc")
    assert said == "Cards are drawn before the first game at a table. The draw holds for its other games too.\n"


def test_the_same_card_is_not_dealt_twice(file: Path) -> None:
    seats = story_of(file).evening.event.round.table(1).seats
    said = refused("draw", file, 1, f"{seats[0]}=Jh", f"{seats[1]}=Jh")
    assert "was dealt twice" in said


@pytest.mark.clause("CCC-15d")
def test_a_correction_of_the_points_keeps_the_rest_of_the_card(file: Path) -> None:
    seats = story_of(file).evening.event.round.table(1).seats
    run("score", file, 1, 10, 6, "--euchred", "EW=2", "--loners", "N=1")
    run("correct", file, 1, 1, 10, 7, "--reason", "misread")
    north = standing(file, seats[0])
    assert (north["loners"], north["euchres"]) == (1, 2)


@pytest.mark.clause("TE-9")
def test_a_stopped_game_whose_card_comes_late_is_entered_as_a_correction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = int(datetime(2026, 3, 4, 19, tzinfo=UTC).timestamp() * 1000)  # long before closing time
    monkeypatch.setattr("bowerbird.cli.event._file.now_in_ms", lambda: at)
    path = tmp_path / "te.event"
    run("new", path, "--rules", "trailer-estates", "--zone", "UTC", "--date", "2026-01-05")
    run("enter", path, *EIGHT, "--here")
    run("seat", path, "--seed", 1)
    run("score", path, 1, 8, 6)
    run("close", path)
    assert "cannot be the points of 8 hands" in refused("correct", path, 1, 2, 3, 2, "--reason", "came late")
    run("correct", path, 1, 2, 3, 2, "--reason", "came late", "--stopped")
    assert "3 to 2, stopped" in run("history", path)


def test_a_subs_own_name_works_wherever_people_are_named(tmp_path: Path) -> None:
    path = tmp_path / "joe.event"
    run("new", path, "--rules", "st-joe")
    run("enter", path, "Ann", "Bob", "Cal", "Dee", "--here")
    run("seat", path, "--in-order", "--seed", 1)
    run("sub", path, "Dee", "Zed")
    run("place", path, "1=Ann,Bob,Zed,Cal")
    run("swap", path, "Zed", "Ann")
    run("draw", path, 1, "Zed=Jh")
    assert "Zed for Dee" in run("seating", path)
    run("ruling", path, "revoke", 1, "--offender", "Zed")
    run("rule", path, "Zed", "warning", "--reason", "late")


def test_an_event_that_ends_early_says_so(file: Path) -> None:
    for table in (1, 2):
        run("score", file, table, 10, 6)
    assert "4 weeks were planned, and 1 was held." in run("finish", file)
