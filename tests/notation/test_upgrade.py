"""EGN of the older form: read as today's, with one line that says so. Files of today stay as they are."""

from __future__ import annotations

import json

import pytest

from bowerbird.notation import EgnError, EgnGame, read_egn, replay, write_egn
from kit.rows import rows
from notation.games import Data, deal, egn, game


def old() -> Data:
    """A game as the first version wrote it."""
    played = deal(hands=True)
    bidding, play = played["phases"]
    bidding |= {"phaseNumber": 1, "calls_annotations": {"0": ["brave"]}, "card_exchanges": []}
    play |= {"phaseNumber": 2, "tricks_annotations": {"3": ["[?] why?"]}}
    played["initialState"]["player_cards"] = played["initialState"].pop("playerCards")
    played["alternativeLines"] = [
        {"branchIndex": 1, "phases": [{"phaseNumber": 2, "type": "TRICK_PLAY", "tricks": [["Ah"]]}]}
    ]
    data = egn(played, ruleset={"std": True, "loner_lead": "LEFT_OF_DEALER"}, matchId="m-1")
    return data | {"version": "1.0.0", "timings": {"0": 0, "1": 3.5}, "views": [{"id": "default"}]}


def told(data: Data) -> tuple[EgnGame, list[str]]:
    lines: list[str] = []
    return read_egn(json.dumps(data), lines.append), lines


def test_an_old_file_is_read_as_one_of_today_and_one_line_says_so() -> None:
    read, lines = told(old())
    (line,) = lines
    assert line.startswith("this is the older form of EGN (1.0.0), upgraded on reading: ")
    assert "calls_annotations is now callAnnotations" in line
    assert "timings, views left out, because that is about a video" in line
    written = json.loads(write_egn(read))
    assert (written["version"], written["metadata"]["gameId"]) == ("1.4", "m-1")
    (played,) = written["deals"]
    assert [phase["phaseNumber"] for phase in played["phases"]] == [0, 1]
    assert played["phases"][0]["callAnnotations"] == {"0": ["brave"]}
    assert played["phases"][1]["playAnnotations"] == {"3": ["[?] why?"]}
    assert played["alternativeLines"][0]["phases"][0]["phaseNumber"] == 1
    assert len(played["initialState"]["playerCards"]) == 4
    assert replay(read).score == (0, 2)
    assert told(written) == (read, [])


def test_what_only_the_old_form_says_about_the_game_stays_and_so_does_the_version() -> None:
    data = old()
    data["deals"][0]["initialState"]["kitty"] = ["Jc", "Tc", "Qd"]
    read, _ = told(data)
    written = json.loads(write_egn(read))
    assert written["version"] == "1.0.0"
    assert written["deals"][0]["initialState"]["kitty"] == ["Jc", "Tc", "Qd"]


def test_a_file_of_today_is_not_touched_and_nothing_is_said() -> None:
    data = egn(deal(start={"kitty": ["", "", ""], "player_cards": [[], [], [], []]}), matchId="m")
    read, lines = told(data)
    assert lines == []
    assert json.loads(write_egn(read)) == data


def test_an_old_name_beside_the_new_one_is_refused() -> None:
    data = old()
    data["deals"][0]["phases"][0]["callAnnotations"] = {}
    with pytest.raises(EgnError, match="no such key: calls_annotations"):
        game(data)


@rows("value", [None, 7, "deals", [7], {"phases": 1}, [{"phases": [7, {"type": []}]}]])
def test_an_old_file_with_anything_in_it_is_refused_in_one_line(value: object) -> None:
    data = old() | {"deals": value}
    with pytest.raises(EgnError, match="not EGN: deals"):
        game(data)
