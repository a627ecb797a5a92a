"""Matches of several games: read and written without losing a word, and made of games."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.notation import EgnError, games_of, match_of, read_emn, read_games, replay, write_emn
from bowerbird.notation.egn import LARGEST
from kit.amount import amount
from kit.rows import rows
from notation.games import Data, deal, egn, game, nested

NAMES = ("Ann", "Ben", "Cas", "Dot", "Eve")


def match(*games: Data, **metadata: Any) -> Data:
    """A match as EMN data. Each game has the first four players in turn."""
    players = [{"id": f"p{place}", "name": name} for place, name in enumerate(NAMES)]
    return {
        "fileType": "Euchre Match Notation",
        "version": "1.2",
        "metadata": {"players": players, **metadata},
        "games": [
            {"gameIndex": place, "playersOverride": ["p3", "p1", "p2", "p0"], "gameData": one}
            for place, one in enumerate(games)
        ],
    }


def everything() -> Data:
    """A match with every kind of thing that a file may hold."""
    data = match(
        egn(deal(hands=True, bidding={"callAnnotations": {"0": ["[!] brave"]}})),
        egn(deal(), teamNames=["Us", "Them"]),
        matchId="m",
        title="Finals",
        description="Best of three",
        date="2026-07-19",
        teams=[{"id": "a", "name": "Aces", "playerIds": ["p0", "p2"], "color": "#E53E3E"}],
        matchFormat={"type": "BEST_OF_N", "target": 3},
        result={"status": "COMPLETED", "winner": ["p0", "p2"], "scores": {"p0": 2, "p1": 0.5}},
    )
    data["metadata"]["players"][0]["playerIds"] = [{"id": "a", "source": "club"}]
    return data


def test_everything_a_match_may_hold_survives() -> None:
    data = everything()
    assert json.loads(write_emn(read_emn(json.dumps(data)))) == data


def test_games_have_the_names_that_the_match_gives_their_seats() -> None:
    found = read_games(json.dumps(everything()).encode())
    assert found.title == "Finals"
    assert [replay(one).names for one in found.games] == [("Dot", "Ben", "Cas", "Ann")] * 2


def test_the_first_form_of_a_match_is_upgraded_with_a_line() -> None:
    data = everything()
    for one in data["games"]:
        one["players"] = one.pop("playersOverride")
    del data["games"][1]["gameData"]["metadata"]["players"]
    data["games"][1]["gameData"]["timings"] = {}
    lines: list[str] = []
    read = read_emn(json.dumps(data), lines.append)
    assert [line.split(":")[0] for line in lines] == ["game 1", "game 2", "game 2"]
    assert "players is now playersOverride" in lines[0]
    assert read.games[1].game_data.metadata.players == ["Dot", "Ben", "Cas", "Ann"]


@rows(
    "change, why",
    [
        ({"games": 7}, "not EMN: games"),
        ({"games": [7]}, "not EMN: games[0]"),
        ({"games": [{"gameIndex": 0, "playersOverride": ["p0"], "gameData": {}}]}, "not EMN: games[0]"),
        ({"version": "2.0"}, "only versions 1.x"),
        ({"metadata": {"players": []}}, "not EMN: metadata.players"),
        ({"fileType": "Euchre Game Notation"}, "a match is a JSON object"),
        ({"colour": 1}, "no such key: colour"),
    ],
)
def test_what_is_no_match_is_refused_in_one_line(change: Data, why: str) -> None:
    with pytest.raises(EgnError) as refusal:
        read_emn(json.dumps(everything() | change))
    assert why in str(refusal.value)
    assert "\n" not in str(refusal.value)


@rows("ids, why", [(["p0", "p1", "p2", "p9"], 'game 1 has the player "p9"'), (["p0", "p1", "p2", "p0"], "two seats")])
def test_every_seat_has_a_player_of_the_list(ids: list[str], why: str) -> None:
    data = everything()
    data["games"][0]["playersOverride"] = ids
    with pytest.raises(EgnError, match=why):
        read_emn(json.dumps(data))


def test_games_make_a_match_with_each_player_once_and_their_points() -> None:
    first = game(egn(deal(), finalScore=[0, 10]))
    second = game(egn(deal(), players=["Ben", "Ann", "Eve", "Eve"], finalScore=[4, 10]))
    made = match_of([first, second], "Tuesday")
    assert [(player.id, player.name) for player in made.metadata.players] == [
        *(("p-01", "Ann"), ("p-02", "Ben"), ("p-03", "Cas"), ("p-04", "Dot"), ("p-05", "Eve"), ("p-06", "Eve"))
    ]
    assert made.games[1].players_override == ["p-02", "p-01", "p-05", "p-06"]
    written = json.loads(write_emn(made))["metadata"]
    assert written["result"] == {
        "status": "COMPLETED",
        "scores": {"p-01": 10, "p-02": 14, "p-03": 0, "p-04": 10, "p-05": 4, "p-06": 10},
    }
    assert written["matchFormat"] == {"type": "FIXED_GAMES", "target": 2}
    assert match_of([first, game(egn(deal()))]).metadata.result.status == "IN_PROGRESS"  # type: ignore[union-attr]


def test_a_match_has_games_for_four_and_not_too_many() -> None:
    with pytest.raises(EgnError, match="no games"):
        match_of([])
    with pytest.raises(EgnError, match="tables of four"):
        match_of([game(egn(deal(), players=["A"] * 6))])
    long = game(egn(*[deal(bidding={"callAnnotations": {"0": ["x" * 1024] * 50}})] * 100))
    with pytest.raises(EgnError, match="too many for one match"):
        write_emn(match_of([long] * (LARGEST // 5_000_000 + 1)))


def test_what_is_written_can_be_read_also_in_letters_of_several_bytes() -> None:
    wide = game(egn(*[deal(bidding={"callAnnotations": {"0": ["é" * 1024] * 50}})] * 25))
    assert len(write_emn(match_of([wide]))) * 4 < LARGEST, "in letters, four would fit"
    with pytest.raises(EgnError, match="too many for one match"):
        write_emn(match_of([wide] * 4))


@rows("depth", [45, 600])
def test_parts_that_lie_deep_in_each_other_are_refused(depth: int) -> None:
    why = "too deep in each other" if depth > 50 else "not EMN: metadata.players"
    with pytest.raises(EgnError, match=why):
        read_emn(nested("Euchre Match Notation", depth))


@settings(max_examples=amount(7, full=30), deadline=None)
@given(st.lists(st.lists(st.text(max_size=64), min_size=4, max_size=4), min_size=1, max_size=4), st.text(max_size=128))
def test_any_names_go_out_and_come_back(tables: list[list[str]], title: str) -> None:
    games = [game(egn(deal(), players=names)) for names in tables]
    made = match_of(games, title)
    assert read_emn(write_emn(made)) == made
    seats = ("North", "East", "South", "West")
    assert [one.metadata.players for one in games_of(made)] == [
        [name or seats[seat] for seat, name in enumerate(names)] for names in tables
    ]
