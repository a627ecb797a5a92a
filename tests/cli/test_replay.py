"""`bowerbird replay`: what a person and a program see, and how a bad file is answered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bowerbird.notation import match_of, write_egnb, write_emn
from cli.running import printed, refused, run, save, told
from kit.rows import rows
from notation.games import SAMPLES, TRICKS, changed, deal, egn, game, nested, samples


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return save(tmp_path, egn(deal(hands=True), deal(dealer=1, number=1, calls="x"), title="Tuesday night"))


def test_programs_get_the_score_and_the_points_and_tricks_of_every_deal(saved: Path) -> None:
    found = told("replay", saved)
    assert found["score"] == [0, 2]
    assert found["players"] == ["Ann", "Ben", "Cas", "Dot"]
    first, second = found["deals"]
    assert (first["points"], first["tricks"], first["score"]) == ([0, 2], [0, 5], [0, 2])
    assert (first["dealer"], first["turnUp"], first["maker"], first["trump"]) == ("N", "9h", "E", "h")
    assert (first["winners"], first["outcome"], first["open"]) == (["E", "E", "E", "W", "E"], "march", None)
    assert (second["points"], second["tricks"], second["open"] is None) == ([0, 0], [0, 0], False)


def test_people_get_a_game_deal_by_deal(saved: Path) -> None:
    lines = [line.rstrip() for line in printed("replay", saved).splitlines()]
    assert lines[:3] == ["Tuesday night", "North and South: Ann and Cas", "East and West: Ben and Dot"]
    assert "Deal 1  North deals and turns up 9♥" in lines
    assert "  East: I order it up" in lines
    assert "  Hearts, made by East; 9♦ discarded" in lines
    assert "  4   E 10♦   S K♣   W A♦   N K♠    West wins" in lines
    assert "  East and West march with 5 tricks: 2 points. Score 0–2" in lines
    assert "  Not counted: the record doesn't show which suit was trump." in lines
    assert lines[-1] == "The record ends at 0–2."
    assert max(map(len, lines)) <= 80


def test_notes_and_other_lines_are_shown(tmp_path: Path) -> None:
    one = deal(hands=True, bidding={"callAnnotations": {"0": ["[!!]Well\u001b called", "plain"], "7": ["late"]}})
    one["phases"][1]["playAnnotations"] = {"4": ["[?!]Hm"]}
    one["alternativeLines"] = [
        {"branchIndex": 0, "phases": [{"type": "EUCHRE_BIDDING", "calls": ["Pass", "Pass", "Pass", "Order"]}]},
        {
            "branchIndex": 5,
            "phases": [
                {"type": "TRICK_PLAY", "tricks": [["Kh", "9s", "Js", "Th"]], "playAnnotations": {"0": ["Wait"]}}
            ],
        },
        {"branchIndex": 5, "phases": [{"type": "TRICK_PLAY", "tricks": [["Qs"]], "playAnnotations": {"0": ["No!"]}}]},
    ]
    file = save(tmp_path, egn(one))
    lines = [line.strip() for line in run("replay", file).stdout.splitlines()]
    for expected in (
        "Note on East's call (I order it up). Brilliant: Well  called",
        "Note on East's call (I order it up). plain",
        "Note on what follows the last call. late",
        "Note on East's A♥ in trick 2. Doubtful: Hm",
        "Another line, in place of East's call (I order it up):",
        "East: Pass · South: Pass · West: Pass · North: I take it up",
        "Another line, in place of East's A♥ in trick 2:",
        "2   E K♥   S 9♠   W J♠   N 10♥   East wins",
        "Note on East's K♥ in trick 2. Wait",
        "This line breaks a rule. Trick 2, Qs: ",
    ):
        assert any(line.startswith(expected) for line in lines), (expected, lines)
    (found,) = told("replay", file)["deals"]
    assert found["notes"][0] == {
        "call": 1,
        "said": "I order it up",
        "seat": "E",
        "label": "Brilliant",
        "text": "Well\x1b called",
    }
    assert [line["leaves"].get("trick") for line in found["lines"]] == [None, 2, 2]
    assert found["lines"][1]["tricks"] == [["Kh", "9s", "Js", "Th"]]
    assert found["lines"][2]["wrong"]


def test_a_match_is_shown_game_by_game(tmp_path: Path) -> None:
    file = tmp_path / "match.emn"
    games = [game(egn(deal(hands=True), title="First")), game(egn(deal(), players=["E", "F", "G", "H"]))]
    file.write_text(write_emn(match_of(games, "Finals")), "utf-8")
    lines = run("replay", file).stdout.splitlines()
    assert [lines[0], lines[2], lines[3]] == ["Finals", "Game 1", "First"]
    assert "North and South: E and G" in lines
    found = told("replay", file)
    assert (found["title"], [one["score"] for one in found["games"]]) == ("Finals", [[0, 2]] * 2)
    assert [one["players"][0] for one in told("replay", file, "--game", "2")["games"]] == ["E"]
    assert refused("replay", file, "--game", "3") == "match.emn: there is no game 3. Choose 1 to 2."


def test_a_broken_rule_in_a_match_names_the_game(tmp_path: Path) -> None:
    file = tmp_path / "match.emn"
    games = [game(egn(deal())), game(egn(deal("Jh Qh Jd 9h", "Ah Jh Js Th")))]
    file.write_text(write_emn(match_of(games)), "utf-8")
    assert refused("replay", file, status=1).startswith("match.emn: game 2: Deal 1, trick 2, Jh")


def test_standard_input_and_the_binary_form() -> None:
    shown = printed("replay", "-", said=write_egnb(game(egn(deal()))))
    assert shown.splitlines()[-1] == "The record ends at 0–2."
    assert refused("replay", "-", said=b"{").startswith("Standard input: not EGN")


def test_a_game_that_continues_after_its_end_is_a_warning_or_with_strict_an_error(tmp_path: Path) -> None:
    file = save(tmp_path, egn(deal(), deal(dealer=1, number=1, calls="Pass Pass Pass Order"), score=(0, 8)))
    result = run("replay", file)
    assert result.exit_code == 0
    assert result.stderr == "game.egn: the game was over at 0–10 after deal 1, so deal 2 doesn't count.\n"
    assert "Not counted, because the game was over." in " ".join(result.stdout.split())
    assert result.stdout.splitlines()[-1] == "East and West win: 0–10."
    found = json.loads(run("replay", file, "--json").stdout)
    assert (found["score"], [one["afterEnd"] for one in found["deals"]]) == ([0, 10], [False, True])
    assert refused("replay", file, "--strict", status=1) == (
        "game.egn: Deal 2: the game was over at 0–10, so nothing more is dealt"
    )


def test_an_old_file_is_shown_and_one_line_says_that_it_was_upgraded(tmp_path: Path) -> None:
    file = save(tmp_path, egn(deal(bidding={"calls_annotations": {"0": ["brave"]}})) | {"timings": {}})
    result = run("replay", file)
    (line,) = result.stderr.splitlines()
    assert line.startswith("game.egn: this is the older form of EGN (1.4), upgraded on reading")
    assert "brave" in result.stdout


def test_the_end_of_a_game_names_the_winner(tmp_path: Path) -> None:
    shown = printed("replay", save(tmp_path, egn(deal(), score=(9, 8))))
    assert shown.splitlines()[-1] == "East and West win: 9–10."


def test_a_broken_rule_is_one_line_with_deal_trick_card_and_why(tmp_path: Path) -> None:
    tricks = changed(changed(TRICKS, 3, "Ac Ts Kd 9c"), 5, "Qs As Kh Qc")
    for options in ((), ("--json",)):
        assert refused("replay", save(tmp_path, egn(deal(*tricks))), *options, status=1) == (
            "game.egn: Deal 1, trick 3, Ts: South must follow clubs: Qc or Kc (Kc is played in trick 4)"
        )


@rows(
    "content, why",
    [
        (b"", "isn't complete JSON"),
        (b"\xff\xfe", "isn't plain text"),
        (b"[1, 2]", "a game is a JSON object"),
        (json.dumps(egn(deal())).encode()[:300], "isn't complete JSON"),
        (json.dumps(egn(deal(), ruleset={"go_under": True})).encode(), "go_under isn't played here"),
        (b'{"fileType": "\\u001b[31mred", "version": "1"}', '"fileType" is " [31mred"'),
    ],
)
def test_what_is_no_egn_is_one_line_too(tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "game.egn"
    file.write_bytes(content)
    line = refused("replay", file)
    assert line.startswith("game.egn: ")
    assert why in line


@rows("notation", ["Euchre Game Notation", "Euchre Match Notation"])
def test_parts_that_lie_deep_in_each_other_are_one_line_too(tmp_path: Path, notation: str) -> None:
    file = tmp_path / "game.egn"
    file.write_bytes(nested(notation, 600))
    assert "too deep in each other (more than 50)" in refused("replay", file)


def test_a_file_that_is_not_there_or_is_a_folder(tmp_path: Path) -> None:
    assert "can't be read: it doesn't exist" in refused("replay", tmp_path / "none.egn")
    assert "can't be read" in refused("replay", tmp_path)


@pytest.mark.skipif(not samples(), reason="the sample games are not beside the project")
@rows("path", samples())
def test_every_sample_is_shown(path: Path) -> None:
    deals = len(json.loads(path.read_bytes())["deals"])
    assert run("replay", path).stdout.count("Deal ") == deals
    assert len(told("replay", path)["deals"]) == deals


@pytest.mark.skipif(not samples(), reason="the sample games are not beside the project")
def test_the_sample_that_is_no_egn() -> None:
    assert "a game is a JSON object" in refused("replay", SAMPLES / "invalid2.json")
