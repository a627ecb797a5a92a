"""`bowerbird review` and `bowerbird explain`: mistakes of a recorded game, choices of one decision, clear errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bowerbird.notation import decisions, match_of, read_egn, replay, write_emn
from bowerbird.players import explain as explaining
from bowerbird.players.explain import explain as explained
from bowerbird.players.provenance import provenance
from cli.running import refused, run, save, told
from notation.games import TRICKS, changed, deal, egn, game, samples
from players.tables import quick_judge


@pytest.fixture(autouse=True)
def _quick_teacher(monkeypatch: pytest.MonkeyPatch) -> None:
    """How well the teacher judges is not asked here."""
    monkeypatch.setattr(explaining, "judge", quick_judge)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return save(tmp_path, egn(deal(hands=True), deal("", dealer=1, number=1, calls="Pass"), title="Tuesday night"))


@pytest.mark.full
def test_two_processes_find_the_same(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # other processes have the usual teacher
    alone = told("review", saved, "--hand", "1", "--workers", "1")
    assert told("review", saved, "--hand", "1", "--workers", "2") == alone
    assert provenance() == {key: alone[key] for key in provenance()}


def test_programs_get_every_decision_with_all_figures(saved: Path) -> None:
    found = told("review", saved)
    first, second = found["hands"]
    assert (first["hand"], first["dealer"], first["turnUp"], first["notJudged"]) == (1, "N", "9h", [])
    played = replay(read_egn(saved.read_bytes()))
    views = {each.number: each for each in decisions(played) if each.deal == 1}
    for decided in first["decisions"]:
        recorded = views[decided["decision"]]
        assert recorded.view is not None
        truth = explained(played.book, recorded.view)
        assert [option["says"] for option in decided["options"]] == [option.says for option in truth.options]
        assert [option["verdict"] for option in decided["options"]] == [option.verdict for option in truth.options]
        assert decided["best"] == truth.options[0].says
        chosen = truth.option(recorded.fact)
        assert chosen is not None
        assert (decided["verdict"], decided["cost"]) == (chosen.verdict, round(chosen.cost, 4))
    assert second["notJudged"] == [{"decision": 1, "seat": "S", "why": "the player's hand isn't recorded"}]
    assert [player["player"] for player in found["players"]] == ["Ann", "Ben", "Cas", "Dot"]
    assert sum(player["decisions"] for player in found["players"]) == len(first["decisions"])
    assert [player["notJudged"] for player in found["players"]] == [0, 0, 1, 0]
    mistakes = sum(decided["verdict"] == "mistake" for decided in first["decisions"])
    assert sum(player["mistakes"] for player in found["players"]) == mistakes


def test_people_get_mistakes_what_was_better_why_and_what_is_not_known(saved: Path) -> None:
    data = told("review", saved)
    result = run("review", saved)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert lines[0] == "Tuesday night"
    assert "Hand 1  North deals and turns up 9♥" in lines
    wrong = [each for each in data["hands"][0]["decisions"] if each["verdict"] == "mistake"]
    assert wrong, "this test shows nothing without a mistake"
    for each in wrong:
        assert any(line.lstrip().startswith(f"{each['decision']}. ") and each["best"] in line for line in lines)
        did = next(
            option for option in each["options"] if option["verdict"] == "mistake" and option["says"] == each["did"]
        )
        assert did["why"] in " ".join(result.stdout.split())
    assert "  Not judged: 1 decision of Cas, because the player's hand isn't recorded." in lines
    players = next(place for place, line in enumerate(lines) if line.startswith("Player"))
    assert lines[players].split() == ["Player", "Decisions", "Mistakes", "Points", "lost", "Not", "judged"]
    assert lines[players + 4].split()[0] == "Dot"


def test_luck_and_skill_add_up_in_the_hands_that_are_known(saved: Path) -> None:
    lines = [line.rstrip() for line in run("review", saved).stdout.splitlines()]
    start = lines.index("Luck and skill in 1 of 2 hands")
    *parts, points = lines[start + 1 : start + 8]
    names = ["Luck of the deal", "Luck of the fall", "of Ann", "of Ben", "of Cas", "of Dot"]
    assert [name in line for name, line in zip(names, parts, strict=True)] == [True] * 6
    assert all("±" in line for line in parts[:2])
    deal, fall, *skill = (float(line.partition("±")[0].split()[-1]) for line in parts)
    first = replay(read_egn(saved.read_bytes())).deals[0].points
    assert points.split()[-1] == f"{first[0] - first[1]:+d}"
    assert abs(deal + fall + sum(skill) - (first[0] - first[1])) < 0.04, "each is rounded"


def test_one_hand_can_be_reviewed(saved: Path) -> None:
    assert [each["hand"] for each in told("review", saved, "--hand", "2")["hands"]] == [2]
    assert "Hand 1" not in run("review", saved, "--hand", "2").stdout
    assert refused("review", saved, "--hand", "3") == "game.egn: there is no hand 3. Choose 1 to 2."


def test_a_decision_is_found_by_hand_and_number(saved: Path) -> None:
    listed = run("explain", saved, "--hand", "1").stdout.splitlines()
    assert listed[0] == "  1. Ben: order it up"
    assert listed[1] == "  2. Ann: discard 9♦"
    assert len(listed) == 23
    assert listed[22] == "Add --decision and a number to explain one of them."
    assert "play a card (not judged" not in listed
    data = told("explain", saved, "--hand", "1", "--decision", "1")
    assert (data["player"], data["seat"], data["did"]) == ("Ben", "E", "order it up")
    assert {option["says"] for option in data["options"]} == {"pass", "order it up", "order it up, alone"}
    for option in data["options"]:
        figures = {"points", "win", "made", "march", "euchre", "behind", "error", "doubt"}
        assert set(option) == {"says", "cards", "verdict", "why", *figures}
    shown = run("explain", saved, "--hand", "1", "--decision", "1")
    assert shown.exit_code == 0
    assert "0 to 0, North deals, 9♥ turned up. East decides." in shown.stdout
    assert "In hand: A♥ K♥ J♥ A♣ 10♦." in shown.stdout
    assert "Ben chose: order it up." in shown.stdout
    assert shown.stdout.count("points, wins the game") == 3
    later = run("explain", saved, "--hand", "1", "--decision", "8").stdout
    assert "Hearts, made by East." in later
    assert "On the table: East A♥." in later
    unknown = run("explain", saved, "--hand", "2").stdout
    assert unknown == "  1. Cas: pass (not judged: the player's hand isn't recorded)\n"
    assert told("explain", saved, "--hand", "2")[0]["notJudged"] == "the player's hand isn't recorded"


def test_what_cannot_be_explained_is_one_line(saved: Path, tmp_path: Path) -> None:
    at = ("explain", saved, "--hand")
    assert refused(*at, "7") == "game.egn: there is no hand 7. Choose 1 to 2."
    assert refused(*at, "1", "--decision", "30") == (
        "game.egn: hand 1 has 22 decisions. Leave out --decision to list them."
    )
    assert refused(*at, "2", "--decision", "1") == (
        "game.egn: decision 1 of hand 2 can't be judged: the player's hand isn't recorded."
    )
    assert refused(*at, "1", "--decision", "22") == "game.egn: there was nothing to choose at decision 22 of hand 1."
    wrong = save(tmp_path, egn(deal(*changed(changed(TRICKS, 3, "Ac Ts Kd 9c"), 5, "Qs As Kh Qc"))))
    for command, options in (("review", ()), ("explain", ("--hand", "1"))):
        assert refused(command, wrong, *options, status=1).startswith(
            "game.egn: Deal 1, trick 3, Ts: South must follow"
        )
        assert "can't be read" in refused(command, tmp_path / "nothing.egn", *options)


@pytest.mark.skipif(not samples(), reason="the sample games aren't here")
def test_a_game_that_people_played_is_reviewed() -> None:
    found = told("review", next(file for file in samples() if "VWEC" in file.name), "--hand", "1")
    (hand,) = found["hands"]
    assert len(hand["decisions"]) > 8
    assert {each["why"] for each in hand["notJudged"]} == {"the player's hand isn't recorded"}


def test_a_match_is_reviewed_game_by_game_and_explained_by_its_number(tmp_path: Path) -> None:
    file = tmp_path / "match.emn"
    games = [game(egn(deal(hands=True))), game(egn(deal(hands=True), players=["E", "F", "G", "H"]))]
    file.write_text(write_emn(match_of(games, "Finals")), "utf-8")
    data = told("review", file)
    assert (data["title"], [one["players"][0]["player"] for one in data["games"]]) == ("Finals", ["Ann", "E"])
    lines = run("review", file, "--game", "2").stdout.splitlines()
    assert [line for line in lines if line.startswith(("Finals", "Game"))] == ["Finals", "Game 2."]
    assert refused("explain", file, "--hand", "1") == "match.emn: this match has 2 games. Choose one with --game."
    assert run("explain", file, "--hand", "1", "--game", "2").stdout.startswith("  1. F: ")


def test_deals_after_the_end_are_not_judged(tmp_path: Path) -> None:
    after = deal(dealer=1, number=1, calls="Pass Pass Pass Order")
    file = save(tmp_path, egn(deal(hands=True), after, score=(0, 8)))
    data = run("review", file, "--json")
    assert "so deal 2 doesn't count" in data.stderr
    second = json.loads(data.stdout)["hands"][1]
    assert second["decisions"] == []
    assert {each["why"] for each in second["notJudged"]} == {"the game was over"}
    assert "nothing more is dealt" in refused("review", file, "--strict", status=1)
