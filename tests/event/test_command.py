"""`bowerbird event`: a whole event from the command line, on one file."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from bowerbird.cli.event import event_app
from bowerbird.cli.event._file import load
from event.evenings import CLUBS
from event.records import check_record
from kit.rows import rows, some

#: Eight teams, two names each.
TEAMS = [f"{letter}{number}" for number in range(8) for letter in "AB"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "night.event"


def call(*arguments: object) -> Result:
    return CliRunner().invoke(event_app, [str(argument) for argument in arguments], env={"COLUMNS": "120"})


def run(*arguments: object) -> str:
    result = call(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*arguments: object) -> str:
    result = call(*arguments)
    assert result.exit_code == 2
    assert not result.stdout
    return result.stderr


def four_seated(file: Path, rules: str, *more: object) -> None:
    """A new event by these rules, and its first round with four people."""
    run("new", file, "--rules", rules, *more)
    run("enter", file, "Ann", "Bob", "Cy", "Dee", "--here")
    run("seat", file, "--seed", 1)


def eight_here(file: Path, rules: str, *more: object) -> None:
    """A new event by these rules, with eight people who are here."""
    run("new", file, "--rules", rules, *more)
    run("enter", file, "Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "--here")


def ranking(file: Path) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = json.loads(run("standings", file, "--json"))
    return lines


def test_a_church_evening_from_the_first_name_to_the_last_place(file: Path) -> None:
    run("new", file, "--rules", "st-joe", "--title", "Church night", "--rounds", "2")
    assert "9 people have entered and checked in." in run(
        "enter", file, *["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida"], "--here"
    )
    seating = run("seat", file, "--seed", "1")
    assert "Church night: round 1" in seating
    assert "Sitting out, all at the sit-out table:" in seating
    assert "Still missing: table 2." in run("score", file, 1, 10, 6, "--no-loners")
    assert "All scores are in." in run("score", file, 2, 3, 10, "--personal", "N=3,S=3,E=11,W=10", "--loners", "E=1")
    after = run("next", file, "--seed", "2")
    assert "round 2" in after
    assert "moves over to" in after
    changed = run("correct", file, 1, 1, 6, 10, "--no-loners", "--reason", "sides mixed up")
    assert "Round 1, table 1: 10 to 6 is now 6 to 10." in changed
    assert "Round 2 stays as it was seated" in changed
    assert "Undone: Round 1, table 1: corrected to 6 to 10" in run("undo", file)
    run("stop", file, 1, 7, 5, "--no-loners")
    run("score", file, 2, 10, 9, "--no-loners")
    finished = run("finish", file)
    assert "Place 1: Cy and Ida are tied on 20 points. By lone marches: Ida 1, Cy 0." in finished
    lines = ranking(file)
    assert len(lines) == 9
    assert lines[0]["place"] == 1
    history = run("history", file)
    assert "corrected to 6 to 10, North and South have 6 and 6 on their cards" in history
    (corrected,) = [line for line in history.splitlines() if "(sides mixed up)." in line]
    assert corrected.endswith("(undone)")


def test_nobody_guesses_boards_from_the_number_that_seats_people(tmp_path: Path) -> None:
    seeds = []
    for name in ("one.db", "two.db"):
        file = tmp_path / name
        run("new", file, "--rules", "duplicate")
        run("enter", file, *TEAMS, "--here")
        run("seat", file, "--seed", "1")
        seeds.append((load(file).board_seed, load(file).round.tables))
    (one, tables), (two, again) = seeds
    assert tables == again
    assert one != two


def test_no_undo_goes_behind_the_end_of_an_event_with_boards(tmp_path: Path) -> None:
    file = tmp_path / "boards.db"
    run("new", file, "--rules", "duplicate")
    run("enter", file, *TEAMS, "--here")
    run("seat", file)
    boards = ",".join(f"{board}=NS1" for board in load(file).round.table(1).boards)
    run("score", file, 1, len(load(file).round.table(1).boards), 0, "--boards", boards)
    run("finish", file)
    assert "hold the same event again" in refused("undo", file)


def test_a_trailer_night_with_walk_ins_money_and_exports(file: Path, tmp_path: Path) -> None:
    run("new", file, "--rules", "trailer-estates", "--rounds", "2", "--zone", "America/New_York")
    names = tmp_path / "names.csv"
    names.write_text("name,zone\nAnn,\nBob,\nCy,\nDee,\nEve,\nFay,\nGus,\n")
    run("enter", file, "--csv", names)
    assert "7 people are here: 1 table, 3 over." in run("check-in", file, "--all")
    assert "Hal has entered and checked in." in run("enter", file, "Hal", "--here")
    assert "best possible" in run("seat", file, "--seed", "3")
    run("score", file, 1, 6, 4)
    run("score", file, 2, 12, 2)
    run("next", file)
    for table in (1, 2):
        run("score", file, table, 5, 5)
    assert "Prizes if it ended now" in run("ledger", file)
    run("finish", file)
    rows = list(csv.DictReader(io.StringIO(run("ledger", file, "--csv"))))
    assert sum(int(row["cents"]) for row in rows if row["why"] != "balance") == 0
    assert (
        sum(-int(row["cents"]) for row in rows if row["why"].startswith("Fee") and row["account"] != "The pot") == 200
    )
    assert {row["account"]: row["cents"] for row in rows if row["why"] == "balance"}["The pot"] == "0"
    assert len(json.loads(run("ledger", file, "--json"))) == len(rows)
    results = list(csv.DictReader(io.StringIO(run("export", file, "results", "--csv"))))
    assert [row["round"] for row in results] == ["1", "1", "2", "2"]
    assert run("standings", file, "--csv").startswith("place,name,total,")
    out = tmp_path / "all.json"
    run("export", file, "--out", out)
    everything = json.loads(out.read_text())
    assert set(everything) >= {"title", "rules", "players", "rounds", "ranking", "results", "standings", "ledger"}
    assert "8 games of 18 minutes still fit" in run("status", new_night(tmp_path), "--now", "18:30")
    assert "1 game of " in run("status", new_night(tmp_path), "--now", "20:30")


def new_night(folder: Path) -> Path:
    path = folder / "empty.event"
    if not path.exists():
        run("new", path, "--rules", "trailer-estates")
    return path


def test_an_alberta_event_with_teams_zones_cuts_and_a_play_off(file: Path) -> None:
    run("new", file, "--rules", "alberta", "--target", "7", "--rounds", "3", "--year", "2026")
    run("enter", file, "Ann", "Al", "Bob", "Bea", "--pairs", "--zone", "North", "--of-age", "--here")
    assert "2 teams of two" in refused("enter", file, "Zed", "Zoe", "--pairs", "--zone", "North", "--of-age")
    assert "is not 55" in refused("enter", file, "Zed", "Zoe", "--pairs", "--zone", "South", "--born", "2000")
    run("enter", file, "Cy", "Cat", "--pairs", "--zone", "South", "--born", "1950", "--here")
    seating = run("seat", file, "--in-order")
    assert "With 2 tables a team meets at most 2 of the 2 others" in seating
    for partners in (("cut", file, 1, "deal", "Ann=Qh", "Al=Tc"), ("draw", file, 1, "Ann=Qh", "Al=Tc")):
        assert "Ann and Al are partners, and opponents cut. Enter one card of Ann or Al" in refused(*partners)
    run("cut", file, 1, "deal", "Ann=Kh", "Bob=9c")
    assert "Table 1, East, with Bea. You deal first." in run("where", file, "bob")
    assert "13 to 5 isn't possible" in refused("score", file, 1, 13, 5)
    run("score", file, 1, 7, 5)
    assert "can't change any more" in refused("target", file, 10)
    run("next", file)
    run("score", file, 1, 5, 7)
    assert "the same teams meet again after game 1" in run("next", file, "--choose", "lines=both")
    assert "Undone: Round 2 was closed." in run("undo", file)
    run("finish", file)
    lines = ranking(file)
    assert sum(line["wins"] for line in lines) == 2
    assert [line["games"] for line in lines].count(2) == 1


def test_two_teams_still_level_play_one_extra_game(file: Path) -> None:
    run("new", file, "--rules", "alberta")
    run("enter", file, "Ann", "Al", "Bob", "Bea", "--pairs", "--zone", "North", "--of-age", "--here")
    run("seat", file, "--in-order")
    run("score", file, 1, 10, 5)
    run("next", file)
    run("score", file, 1, 5, 10)
    assert "Still to do: Ann & Al, Bob & Bea play an extra game." in run("finish", file)
    assert [line["place"] for line in ranking(file)] == [1, 1]
    assert "Bob & Bea won the extra game" in run("play-off", file, "Bob & Bea", "Ann & Al", 10, 8)
    assert [line["name"] for line in ranking(file)] == ["Bob & Bea", "Ann & Al"]
    assert "no play-off game" in refused("play-off", file, "Ann & Al", "Bob & Bea")


def test_three_teams_still_level_toss_coins_under_house_rules(file: Path, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('based_on = "alberta"\n[event]\nmovement = "round robin"\n[event.entry]\nteams_per_zone = 0\n')
    run("new", file, "--rules", house)
    run("enter", file, "Ann", "Al", "Bob", "Bea", "Cy", "Cat", "--pairs", "--of-age", "--here")
    beats = {"Ann": "Bob", "Bob": "Cy", "Cy": "Ann"}
    for game in range(3):
        run("next" if game else "seat", file)
        (table,) = json.loads(run("export", file))["rounds"][-1]["tables"]
        run("score", file, 1, *((10, 5) if beats[table["N"]] == table["E"] else (5, 10)))
    assert "toss coins for the bye" in run("finish", file)
    assert "coins: 'edge' isn't possible. Use heads or tails." in refused("coins", file, "Ann & Al=edge")
    assert "no coins to toss" in refused("coins", file, "Ann & Al=heads", "Bob & Bea=tails")
    odd = run("coins", file, "Ann & Al=heads", "Bob & Bea=tails", "Cy & Cat=tails")
    assert "Still to do: Bob & Bea, Cy & Cat play an extra game." in odd
    run("play-off", file, "Cy & Cat", "Bob & Bea", 10, 3)
    run("play-off", file, "Ann & Al", "Cy & Cat", 10, 9)
    assert [line["name"] for line in ranking(file)] == ["Ann & Al", "Cy & Cat", "Bob & Bea"]


def test_people_come_late_go_and_are_replaced(file: Path) -> None:
    eight_here(file, "national")
    run("sitting", file, "Ann")
    run("late", file, "Hal")
    run("check-in", file, "Hal")
    assert "Bob is now Rob." in run("rename", file, "Bob", "  Rob ")
    run("undo", file)
    assert "Ann has entered already" in refused("rename", file, "Bob", "ann")
    run("seat", file, "--seed", "1")
    assert "undo the seating" in refused("rename", file, "Bob", "Rob")
    assert "Ann keeps one chair." in run("sitting", file, "Ann")
    assert "can't play" in run("left", file, "Gus")
    run("sub", file, "Gus", "Zed")
    assert "Zed for Gus" in run("seating", file)
    assert "can't play" in run("absent", file, "Fay")
    run("sub", file, "Fay", "Yan")
    run("swap", file, "Bob", "Cy")
    run("rule", file, "Dee", "warning", "--reason", "late card")
    assert "action: 'shouting' isn't possible. Use note, points off, removed or warning." in refused(
        "rule", file, "Dee", "shouting", "--reason", "x"
    )
    run("stand-down", file, 2, "--reason", "the lamp fell")
    run("bell", file)
    assert "named before the first game. Play has started." in refused("sitting", file, "Bob")
    seat_of = json.loads(run("export", file))["rounds"][0]["tables"][0]
    run("score", file, 1, 5, 5, "--by", seat_of["N"])
    assert "does not count until it is settled" in run(
        "dispute", file, 1, "--by", seat_of["E"], "--reason", "we had six"
    )
    run("accept", file, 1)
    # At the table of a sitting player people move win or lose.
    assert "Nobody cuts to move at table 1" in refused(
        "cut", file, 1, "move", f"{seat_of['N']}=Kh", f"{seat_of['E']}=9h"
    )
    run("next", file)


def test_after_a_tie_the_cut_is_asked_for_and_put_right_later(file: Path) -> None:
    national(file)
    seat_of = json.loads(run("export", file))["rounds"][0]["tables"][0]
    north, east, south, west = (seat_of[seat] for seat in "NESW")
    for move_on in ("next", "close-round"):
        assert "Table 1 is tied. Who dealt the last hand?" in refused(move_on, file)
    assert "Who dealt the last hand" in refused("cut", file, 1, "move", f"{north}=Kh", f"{east}=9h")
    wrong = refused("cut", file, 1, "move", f"{south}=Kh", f"{east}=9h", "--last-dealer", east)
    assert f"At table 1 {east}, who dealt last, and {north}, on the right, cut, and nobody else." in wrong
    run("cut", file, 1, "move", f"{north}=Kh", f"{east}=9h", "--last-dealer", east)
    run("next", file)
    seated = run("seating", file)
    right = ("cut", file, 1, "move", f"{north}=9h", f"{east}=Kh", "--round", 1)
    assert f"{east} & {west} move, not {north} & {south}. Round 2 stays as it was seated" in refused(*right)
    assert "nobody moves back" in run(*right, "--reason", "read the wrong way round")
    assert run("seating", file) == seated
    assert f"Round 1, table 1 cut to move: {north} 9h, {east} Kh (read the wrong way round)." in run("history", file)


def national(file: Path) -> None:
    """A round of the National rules in which table 1 has tied."""
    eight_here(file, "national", "--rounds", "2")
    run("seat", file, "--seed", 1)
    run("bell", file)
    run("score", file, 1, 5, 5)
    run("score", file, 2, 11, 3)


def test_a_season_of_weeks(file: Path) -> None:
    eight_here(file, "ccc", "--rounds", "12")
    run("seat", file)
    for game in range(4):
        if game == 3:
            assert "Close it now" in refused("next", file)
            run("close", file)
            run("open", file, "--date", "2026-11-09")
            run("check-in", file, "--same")
            run("seat", file)
        elif game:
            run("next", file)
        for table in (1, 2):
            run("score", file, table, 10, 6, "--loners", "N=1", "--euchred", "EW=1", "--marches", "NS=1")
    weeks = json.loads(run("season", file, "--json"))
    assert len(weeks) == 8
    assert all(len(line["weeks"]) == 2 for line in weeks)
    assert sum(line["loners"] for line in weeks) == 8
    assert "Week 2" in run("season", file, "--best", "1")
    assert "can't be chosen for this round" in refused("next", file, "--choose", "extra")
    assert "Together: 0.00" in run("ledger", file)


@pytest.mark.clause("TE-1")
def test_the_calendar_is_in_the_halls_own_time(tmp_path: Path) -> None:
    out = tmp_path / "nights.ics"
    run(
        "calendar",
        "--rules",
        "trailer-estates",
        "--zone",
        "America/New_York",
        "--from",
        "2026-03-06",
        "--nights",
        2,
        "--out",
        out,
    )
    text = out.read_bytes().decode()
    # Half past six in the evening, before and after the clocks change on 8 March.
    assert "DTSTART:20260306T233000Z" in text
    assert "DTSTART:20260309T223000Z" in text
    assert text.count("BEGIN:VEVENT") == 2
    assert "isn't a time zone" in refused("calendar", "--rules", "trailer-estates", "--zone", "Mars/Base")
    assert "names no time of day" in refused("calendar", "--rules", "alberta", "--zone", "UTC")
    assert "isn't a date" in refused("calendar", "--rules", "trailer-estates", "--zone", "UTC", "--from", "soon")


@rows("rules", some(CLUBS, quick=3))
def test_simulate_prints_the_record(rules: str) -> None:
    record = json.loads(run("simulate", "--rules", rules, "--players", 13, "--rounds", 4, "--seed", 7, "--json"))
    assert len(record["rounds"]) == 4
    check_record(record)
    again = json.loads(run("simulate", "--rules", rules, "--players", 13, "--rounds", 4, "--seed", 7, "--json"))
    assert record == again
    assert "Place" in run("simulate", "--rules", rules, "--players", 8, "--rounds", 2)


def test_simulate_refuses_what_cannot_be() -> None:
    assert "Four people make a table" in refused("simulate", "--rules", "national", "--players", 3)
    assert "1 to 200 rounds" in refused("simulate", "--rules", "national", "--rounds", 0)
    assert "no such rulebook" in refused("simulate", "--rules", "nowhere")


def test_the_checklist() -> None:
    assert "[ ] 5 tables of four chairs" in run("checklist", "--rules", "alberta", "--tables", 5)


def test_bad_input_is_refused_and_nothing_changes(file: Path, tmp_path: Path) -> None:
    run("new", file, "--rules", "national")
    run("enter", file, "Ann", "Bob", "Cy", "Dee", "--here")
    before = file.read_bytes()
    assert "Ann has entered already" in refused("enter", file, "Eve", "ann")
    assert "exists already" in refused("new", file, "--rules", "national")
    bad = tmp_path / "bad.csv"
    bad.write_text("who\nZed\n")
    assert "one of them is `name`" in refused("enter", file, "--csv", bad)
    bad.write_text("name,born\nZed,long ago\n")
    assert "Line 2: 'long ago' isn't a year of birth" in refused("enter", file, "--csv", bad)
    assert "can't be read: it doesn't exist" in refused("enter", file, "--csv", tmp_path / "none.csv")
    assert "Name somebody to enter" in refused("enter", file)
    assert "Name somebody to check in" in refused("check-in", file)
    assert "No round has started yet" in refused("score", file, 1, 11, 3)
    assert "Nobody has a place yet" in refused("next", file)
    assert "Nobody has a place yet" in refused("seating", file)
    assert "can't be chosen" in refused("seat", file, "--choose", "lines=sideways")
    assert "isn't of the form NAME=VALUE" in refused("cut", file, 1, "deal", "Ann")
    assert "purpose: 'win' isn't possible. Use deal or move." in refused("cut", file, 1, "win", "Ann=Kh", "Bob=9c")
    assert "lost-by: 'US' isn't possible. Use EW or NS." in refused("score", file, 1, 11, 3, "--lost-by", "us")
    assert "Use NS or EW and a number" in refused("score", file, 1, 11, 3, "--euchred", "us=1")
    assert "isn't a time of day" in refused("status", new_night(tmp_path), "--now", "8pm")
    assert "-4 rounds can't be planned" in refused("new", tmp_path / "x.event", "--rules", "ccc", "--rounds", -4)
    assert "can't be exported" in refused("export", file, "gossip")
    assert "one part at a time" in refused("export", file, "--csv")
    assert "No round has started" in refused("where", file, "Ann")
    assert file.read_bytes() == before


def test_names_are_tidied_wherever_they_are_typed(file: Path) -> None:
    run("new", file, "--rules", "national")
    run("enter", file, "Ann", "Bob", "Cy", "--here")
    assert "Dan ny has entered and checked in." in run("enter", file, "Dan\u200bny", "--here")
    run("seat", file, "--seed", "1")
    run("left", file, "Dan\u200bny")
    assert "Jos\u00e9 plays for Ann." in run("sub", file, "Ann\u200b", "\u200bJose\u0301")
    run("sub", file, "Dan ny", "Zed")
    run("score", file, 1, 11, 3, "--by", "Jose\u0301")
    assert "Jos\u00e9 for Ann" in run("seating", file)


def test_one_person_has_one_name(file: Path, tmp_path: Path) -> None:
    run("new", file, "--rules", "alberta")
    run("enter", file, "--pairs", "--of-age", "--zone", "North", "Ann", "Bob")
    run("enter", file, "--of-age", "--zone", "South", "Solo")
    before = file.read_bytes()
    more = "Write one person's name. Ann & Bob is two; a pair is entered as two people."
    assert more in refused("rename", file, "Solo", "Ann & Bob")
    assert more in refused("enter", file, "--of-age", "--zone", "East", "Ann & Bob")
    names = tmp_path / "names.csv"
    names.write_text("name,of_age,zone\nAnn & Bob,yes,East\n")
    assert more in refused("enter", file, "--csv", names)
    assert file.read_bytes() == before


def test_an_undo_takes_back_the_whole_command(file: Path) -> None:
    run("new", file, "--rules", "national", "--target", "9")
    run("enter", file, "Ann", "Bob", "Cy", "Dee")
    run("check-in", file, "--all")
    assert "Undone: A meeting was opened." in run("undo", file)
    assert json.loads(run("status", file, "--json"))["here"] == 0
    run("check-in", file, "Ann")
    run("undo", file)
    assert "Undone: 4 entered: Ann, Bob, Cy, Dee." in run("undo", file)
    assert "nothing to undo" in refused("undo", file)
    commands = json.loads(run("history", file, "--json"))
    assert [(each["seq"], each["undone"]) for each in commands] == [
        (1, False),
        (2, True),
        (3, True),
        (4, False),
        (5, True),
        (6, False),
        (7, False),
    ]


def test_what_is_missing_is_told_table_by_table_with_what_to_type(file: Path) -> None:
    eight_here(file, "national")
    run("seat", file, "--seed", 1)
    run("score", file, 1, 11, 3)
    assert "Nobody can move yet. Missing: table 2 with no score." in refused("next", file)
    north = json.loads(run("export", file))["rounds"][0]["tables"][1]["N"]
    run("score", file, 2, 11, 3, "--by", north)
    assert "Missing: table 2 with a score that nobody has accepted." in refused("next", file)
    run("dispute", file, 2)
    assert "Missing: table 2 with a disputed score." in refused("next", file)
    assert "Table 2: the score 11 to 3 is disputed, so it does not count." in run("finish", file)


def test_points_below_zero_are_no_unknown_option(file: Path) -> None:
    four_seated(file, "national")
    for entry in (("score", file, 1, 13, -2), ("correct", file, 1, 1, 13, -2, "--reason", "x")):
        assert refused(*entry) == "-2 can't be a score: points start at 0. Nothing was written.\n"
    assert "No such option" in refused("score", file, 1, 11, 2, "--nobody")


def test_the_history_names_what_an_undo_took_back(file: Path) -> None:
    run("new", file, "--rules", "national")
    run("enter", file, "Ann", "Bob")
    run("undo", file)
    run("enter", file, "Cy")
    run("undo", file)
    history = run("history", file).splitlines()
    assert history[1].endswith("Ann entered. Bob entered. (undone)")
    assert history[2].endswith("Number 2 was undone.")


def test_a_correction_says_whose_money_moves(file: Path) -> None:
    four_seated(file, "ccc")
    run("score", file, 1, 10, 6)
    (table,) = json.loads(run("export", file))["rounds"][0]["tables"]
    changed = run("correct", file, 1, 1, 6, 10, "--reason", "sides mixed up")
    assert f"{table['N']} has -0.20 in the ledger, not 0.20." in changed
    assert f"{table['E']} has 0.20 in the ledger, not -0.20." in changed


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_entries_come_from_any_spreadsheet(file: Path, tmp_path: Path, mark: str) -> None:
    rows = [["Name", "Partner", "Zone", "Of age", "Phone"], ["Zoë", '"Evans, Ed"', "North", "yes", "555"]]
    names = tmp_path / "names.csv"
    names.write_text("\n".join(mark.join(row) for row in rows), "utf-8-sig")
    run("new", file, "--rules", "alberta")
    said = run("enter", file, "--csv", names)
    assert "2 people have entered." in said
    assert "Not read: phone." in said
    assert json.loads(run("export", file))["players"] == ["Zoë", "Evans, Ed"]
    names.write_bytes("name\nZoë\n".encode("cp1252"))
    assert "CSV UTF-8" in refused("enter", file, "--csv", names)


def test_names_with_commas_can_cut_and_either_partner_stands_for_the_team(file: Path) -> None:
    run("new", file, "--rules", "alberta")
    run("enter", file, "Ann", "Evans, Ed", "Bob", "Bea", "--pairs", "--zone", "North", "--of-age", "--here")
    run("seat", file, "--in-order")
    run("cut", file, 1, "deal", "Evans, Ed=9c", "Bob=Kh")
    assert "You deal first" in run("where", file, "evans, ed")
    run("score", file, 1, 10, 5)
    run("next", file)
    run("score", file, 1, 5, 10)
    run("finish", file)
    assert "Bob & Bea won the extra game" in run("play-off", file, "bea", "Ann")


def test_a_sub_is_told_where_to_sit(file: Path) -> None:
    run("new", file, "--rules", "ccc")
    run("enter", file, "Ann", "Bob", "Cy", "Dee", "--here")
    run("sub", file, "Dee", "Zoe")
    run("seat", file)
    assert run("where", file, "zoe") == run("where", file, "Dee")


def test_who_never_came_is_not_ranked_pays_nothing_and_has_no_play_off(file: Path) -> None:
    run("new", file, "--rules", "alberta")
    for zone, names in (("North", ["Ann", "Al", "Bob", "Bea"]), ("South", ["Cy", "Cat", "Dee", "Don"])):
        run("enter", file, *names, "--pairs", "--zone", zone, "--of-age")
    assert "Nobody has come yet" in run("standings", file)
    run("check-in", file, *["Ann", "Al", "Bob", "Bea"])
    assert "Two teams meet in every game." in run("seat", file)
    run("score", file, 1, 10, 5)
    assert "extra game" not in run("finish", file)
    assert len(ranking(file)) == 2


def test_the_door_list_may_be_wrong_about_somebody(file: Path) -> None:
    run("new", file, "--rules", "trailer-estates")
    run("enter", file, "Ann", "Bob", "Cy", "Dee", "Eve", "--here")
    run("absent", file, "Eve")
    assert "1.00" in run("ledger", file)
    assert "Eve" not in run("ledger", file)


def test_what_a_request_takes_is_said_in_plain_words(file: Path) -> None:
    run("new", file, "--rules", "st-joe")
    for said, command, *rest in (
        ("score, ns: use 1000 or less.", "score", 1, 2000, 2),
        ("now, ns: use a whole number.", "now", 1, "a", 2),
        ("check-in, meeting: use 0 or more.", "check-in", "--all", "--meeting", -1),
        ("late, name: use at most 130 letters.", "late", "x" * 200),
        ("plan, tables: give 4, not 2.", "plan", "1=Ann,Bob"),
        ("ruling, holds: 'rain' isn't possible. Use ", "ruling", "revoke", 1, "--holds", "rain"),
    ):
        answer = refused(command, file, *rest)
        assert answer.startswith(said), command
        assert answer.endswith(" Nothing was written.\n")


def one_of_two(first: str, second: str) -> str:
    return f"{first} and {second} can't be used together. Choose one.\n"


def test_of_two_options_none_wins_silently(file: Path) -> None:
    run("new", file, "--rules", "st-joe")
    run("enter", file, "Ann", "Bob", "Cy", "Dee")
    people = file.with_name("people.csv")
    people.write_text("name\nEve\n")
    for command in ("standings", "ledger", "export"):
        assert refused(command, file, "--json", "--csv") == one_of_two("--json", "--csv")
    assert refused("check-in", file, "Ann", "--all") == one_of_two("Names", "--all")
    assert refused("check-in", file, "Ann", "--same") == one_of_two("Names", "--same")
    assert refused("check-in", file, "--all", "--same") == one_of_two("--all", "--same")
    assert refused("enter", file, "Flo", "--csv", people) == one_of_two("Names", "--csv")
    assert refused("enter", file, "--pairs", "--csv", people) == one_of_two("--pairs", "--csv")
    assert refused("enter", file, "--born", 1950, "--csv", people) == one_of_two("--born", "--csv")
    run("check-in", file, "--all")
    run("seat", file, "--seed", 1)
    both = refused("score", file, 1, 10, 6, "--loners", "N=1", "--no-loners")
    assert both == one_of_two("--loners", "--no-loners")
    assert json.loads(run("export", file))["players"] == ["Ann", "Bob", "Cy", "Dee"]
    assert "Table 1 has no score." in run("status", file)


def test_a_calendar_is_written_also_with_json(file: Path) -> None:
    words = ("--rules", "trailer-estates", "--zone", "UTC", "--from", "2026-01-05", "--nights", 2)
    out = file.with_name("club.ics")
    assert len(json.loads(run("calendar", *words, "--out", out, "--json"))) == 2
    assert out.read_bytes().count(b"BEGIN:VEVENT") == 2


def test_other_files_are_not_mistaken_for_events(tmp_path: Path) -> None:
    assert "There is no event file" in refused("standings", tmp_path / "none.event")
    text = tmp_path / "text.event"
    text.write_text("this is no database, only a long line of words that goes on and on" * 30)
    assert refused("standings", text) == f"{text} isn't an event file. Check the name.\n"
    other = tmp_path / "other.event"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE facts (seq, fact)")
    assert refused("standings", other) == f"{other} isn't an event file. Check the name.\n"


def test_facts_that_this_version_does_not_know_are_named(file: Path) -> None:
    run("new", file, "--rules", "national")
    with sqlite3.connect(file) as connection:
        connection.execute('INSERT INTO commands VALUES (2, 0, \'{"facts": [{"fact": "moon rose"}]}\')')
    assert "does not know" in refused("standings", file)


def test_the_last_planned_round_is_named_and_one_more_is_told(file: Path) -> None:
    four_seated(file, "trailer-estates", "--rounds", "1")
    run("score", file, 1, 6, 4)
    assert "This is the last of 1 rounds. Next: finish, or `next --more` for one more." in run("status", file)
    assert "Finish the event, or say --more for one more round" in refused("next", file)
    assert "1 rounds were planned, and this is one more." in run("next", file, "--more")
    assert "stand-down needs a reason: add --reason. Nothing was written." in refused("stand-down", file, 1)


def test_everybody_who_is_missing_at_a_table_is_told(file: Path) -> None:
    four_seated(file, "national")
    assert "Table 1 can't play: Ann has left and nobody plays instead." in run("left", file, "Ann")
    assert "Table 1 can't play: Bob has left and nobody plays instead." in run("left", file, "Bob")


@pytest.mark.parametrize(
    ("rounds", "then"),
    [
        (0, "Next: Close round 1 and seat round 2, or finish."),
        (2, "Next: Close round 1 and seat round 2."),
        (1, "This is the last of 1 rounds. Next: finish, or `next --more` for one more."),
    ],
)
def test_the_last_score_says_how_to_go_on(file: Path, rounds: int, then: str) -> None:
    four_seated(file, "bicycle", "--rounds", rounds)
    assert run("score", file, 1, 10, 4) == f"Table 1: 10 to 4.\nAll scores are in.\n{then}\n"


def test_after_a_tie_nothing_is_drawn_unless_somebody_asks(file: Path) -> None:
    national(file)
    dealer = json.loads(run("export", file))["rounds"][0]["tables"][0]["S"]
    assert "not both" in refused("cut", file, 1, "move", f"{dealer}=Kh", "--draw", "--last-dealer", dealer)
    assert f"Table 1: drawn for {dealer}: " in run("cut", file, 1, "move", "--draw", "--last-dealer", dealer)
    assert "Table 1, the cards to move were drawn by Bowerbird" in run("history", file)
    run("next", file)


def test_a_round_that_is_not_played_does_not_count_in_the_end(file: Path) -> None:
    run("new", file, "--rules", "trailer-estates")
    run("enter", file, "Ann", "Bob", "Cy", "Dee", "--here")
    run("seat", file)
    run("score", file, 1, 6, 4)
    run("next", file)
    assert "Round 2 was not played and does not count." in run("finish", file)
    assert [line["games"] for line in ranking(file)] == [1, 1, 1, 1]
