"""EGN files: read and written without losing a word, and refused with one line when they are none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bowerbird.notation import EgnError, read_egn, write_egn
from bowerbird.notation.egn import LARGEST
from kit.rows import rows
from notation.games import SAMPLES, Data, deal, egn, game, samples


@pytest.mark.skipif(not samples(), reason="the sample games are not beside the project")
@rows("path", samples())
def test_every_sample_reads_and_writes_to_the_same_json(path: Path) -> None:
    text = path.read_bytes()
    assert json.loads(write_egn(read_egn(text))) == json.loads(text)


@pytest.mark.skipif(not samples(), reason="the sample games are not beside the project")
def test_a_file_of_another_kind_is_refused() -> None:
    with pytest.raises(EgnError, match="a game is a JSON object"):
        read_egn((SAMPLES / "invalid2.json").read_bytes())


def everything() -> Data:
    """A game with every kind of thing that a file may hold."""
    played = deal(
        hands=True,
        bidding={
            "isAlone": False,
            "aloneDefender": -1,
            "discard": "9d",
            "cardExchanges": [{"receiver": 2, "cards": ["Xx"]}, {"sender": 1, "receiver": 3, "cards": []}],
            "callAnnotations": {"0": ["[!] brave", "and right"]},
        },
    )
    played["phases"][1] |= {"isAlone": False, "playAnnotations": {"12": ["[?]"], "3": []}}
    played["alternativeLines"] = [
        {"branchIndex": 7, "phases": [{"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": [["R", "L", "Xx", "At"]]}]}
    ]
    old = deal(number=1, start={"kitty": ["", "Xc", "B"], "player_cards": [[], ["NS", "9h"]]})
    old["phases"][1]["initialLead"] = 1
    data = egn(
        "SGVsbG8_d29ybGQ-IQ==",
        played,
        old,
        deal("", number=3),
        finalScore=[0, 2],
        title="Ten ♥",
        date="2026-01-02 03:04",
    )
    data["metadata"]["players"] = [
        "Ann",
        {"name": "Ben", "id": "7", "playerIds": [{"id": "b", "source": "club"}]},
        "",
        "D",
    ]
    data["metadata"]["ruleset"] = {"std": False, "min_rank": 9, "num_deals": 8, "loner_lead": "LEFT_OF_LONER"}
    return data


def test_everything_a_file_may_hold_survives() -> None:
    data = everything()
    assert json.loads(write_egn(game(data))) == data


def test_the_text_ends_as_files_do_and_reads_the_same_with_a_byte_order_mark() -> None:
    text = write_egn(game(everything()))
    assert text.startswith('{\n  "fileType"')
    assert text.endswith("}\n")
    assert read_egn(b"\xef\xbb\xbf" + text.encode()) == read_egn(text)


@rows(
    "text, why",
    [
        (b"\xff\xfe\x00", "isn't plain text"),
        ("", "isn't complete JSON"),
        ("no game", "isn't complete JSON"),
        ("7", "a game is a JSON object"),
        ("[]", "a game is a JSON object"),
        ("{}", "a key is missing: fileType"),
        ('{"fileType": "Portable Game Notation", "version": "1.4"}', '"fileType" is "Portable Game Notation"'),
        (json.dumps(everything())[:900], "isn't complete JSON"),
        ("[" * 100_000, "not EGN"),
        ('{"fileType":' * 100_000, "too deep in each other"),
        ("[" * 51 + "]" * 51, "too deep in each other"),
        ("[" * 50 + "]" * 50, "a game is a JSON object"),
        ('{"a":' * 51 + "1" + "}" * 51, "too deep in each other"),
        (" " * (LARGEST + 1), "too many for a game of cards"),
        ("é" * (LARGEST // 2 + 1), "too many for a game of cards"),
    ],
)
def test_what_is_no_egn_is_refused_in_one_line(text: str | bytes, why: str) -> None:
    with pytest.raises(EgnError) as refusal:
        read_egn(text)
    assert why in str(refusal.value)
    assert "\n" not in str(refusal.value)


def _set(*path: str | int) -> Callable[[Data, object], None]:
    def change(data: Data, value: object) -> None:
        place = data
        for key in path[:-1]:
            place = place[key]  # type: ignore[index]
        place[path[-1]] = value  # type: ignore[index]

    return change


@rows(
    "path, value, why",
    [
        (("version",), "2.0", "only versions 1.x"),
        (("colour",), "red", "no such key: colour"),
        (("metadata", "players"), None, "metadata.players"),
        (("metadata", "players"), ["x" * 65], "metadata.players[0]"),
        (("metadata", "initialScore"), [0, 0, 0], "metadata.initialScore"),
        (("metadata", "ruleset"), {"winning_score": 0}, "never ends"),
        (("metadata", "ruleset"), {"winning_score": 5, "num_deals": 8}, "not both"),
        (("metadata", "ruleset"), {"house": True}, "no such key: house"),
        (("deals", 0), "no base64!", "deals[0]: a packed deal is base64"),
        (("deals", 0), 7, "deals[0]"),
        (("deals",), ["AAAA"] * 101, "deals: expected"),
        (("deals", 1, "initialState", "upCard"), "Zz", "deals[1].initialState.upCard: not a card"),
        (("deals", 1, "initialState", "dealer"), 10, "deals[1].initialState.dealer"),
        (("deals", 1, "phases", 0, "type"), "WHIST_BIDDING", "deals[1].phases[0].type"),
        (("deals", 1, "phases", 0, "calls", 0), "Away", "deals[1].phases[0].calls[0]"),
        (("deals", 1, "phases", 0, "callAnnotations"), {"first": []}, "notes belong to the number"),
        (("deals", 1, "phases", 1, "tricks", 0), ["9h"] * 11, "deals[1].phases[1].tricks[0]"),
    ],
)
def test_a_file_that_is_almost_right_is_refused_with_the_place(
    path: tuple[str | int, ...], value: object, why: str
) -> None:
    data = everything()
    _set(*path)(data, value)
    with pytest.raises(EgnError) as refusal:
        game(data)
    assert why in str(refusal.value)
