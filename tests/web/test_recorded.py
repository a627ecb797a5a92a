"""Recorded games on the page: files of every kind, with their notes, and refusals in words. Nothing is kept."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bowerbird.client import Client, RefusedError
from bowerbird.notation import match_of, write_egnb, write_emn
from kit.rows import rows
from notation.games import Data, deal, egn, game, nested, samples

Person = Callable[..., Client]


async def shown(people: Person, data: bytes) -> dict[str, Any]:
    return await people().post("/api/recorded", file=base64.b64encode(data).decode())


def noted() -> Data:
    one = deal(hands=True, bidding={"callAnnotations": {"0": ["[!]<b>brave</b>"]}})
    one["alternativeLines"] = [
        {
            "branchIndex": 5,
            "phases": [
                {"type": "TRICK_PLAY", "tricks": [["Kh", "9s", "Js", "Th"]], "playAnnotations": {"0": ["Wait"]}}
            ],
        }
    ]
    return egn(one, title="Tuesday")


async def test_a_game_is_shown_with_its_notes_and_lines(people: Person) -> None:
    found = await shown(people, json.dumps(noted()).encode())
    assert (found["match"], found["told"]) == (False, [])
    (one,) = found["games"]
    assert (one["title"], one["players"], one["result"]) == (
        "Tuesday",
        ["Ann", "Ben", "Cas", "Dot"],
        "The record ends at 0–2.",
    )
    (played,) = one["deals"]
    assert (played["dealer"], played["turn_up"], len(played["tricks"])) == (0, "9h", 5)
    assert played["trump"] == "Hearts, made by East; 9♦ discarded"
    assert played["notes"] == [
        {"on": "East's call (I order it up)", "label": "Great play", "text": "<b>brave</b>"},
    ]
    (line,) = played["lines"]
    assert (line["instead"], line["first"], line["tricks"][0]["winner"]) == ("East's A♥ in trick 2", 2, 1)
    assert line["notes"] == [{"on": "East's K♥ in trick 2", "label": "", "text": "Wait"}]


async def test_a_match_and_the_binary_form_are_shown_too(people: Person) -> None:
    match = match_of([game(egn(deal())), game(egn(deal("Jh Qh Jd 9h", "Ah Jh Js Th")))], "Finals")
    found = await shown(people, write_emn(match).encode())
    assert (found["match"], found["title"]) == (True, "Finals")
    assert [one["broken"][:20] for one in found["games"]] == ["", "Deal 1, trick 2, Jh:"]
    (one,) = (await shown(people, write_egnb(game(egn(deal())))))["games"]
    assert one["result"] == "The record ends at 0–2."


async def test_what_a_person_should_know_about_a_file_is_told(people: Person) -> None:
    old = egn(deal(), deal(dealer=1, number=1, calls="Pass Pass Pass Order"), score=(0, 8)) | {"timings": {}}
    told = (await shown(people, json.dumps(old).encode()))["told"]
    assert told[0].startswith("This is the older form of EGN")
    assert told[1] == "The game was over at 0–10 after deal 1, so deal 2 doesn't count."


async def test_of_very_many_lines_and_games_the_first_are_shown_and_it_is_said(people: Person) -> None:
    """Each is played at the table, so a file as large as may be sent would take long."""
    one = noted()["deals"][0]
    one["alternativeLines"] *= 50
    many = egn(*(deal(number=at) | {"alternativeLines": one["alternativeLines"]} for at in (0, 4, 8, 12, 16)))
    found = await shown(people, json.dumps(many).encode())
    assert "Only the first 200 of 250 alternative lines are shown." in found["told"]
    assert [len(each["lines"]) for each in found["games"][0]["deals"]] == [50, 50, 50, 50, 0]
    open_deals = egn(*(deal("", number=at, dealer=at % 4, calls="") for at in range(100)))
    found = await shown(people, write_emn(match_of([game(open_deals)] * 7)).encode())
    assert len(found["games"]) == 6
    assert "Only the first 6 of 7 games are shown." in found["told"]


@rows("notation", ["Euchre Game Notation", "Euchre Match Notation"])
async def test_a_file_whose_parts_lie_deep_in_each_other_is_refused_in_words(people: Person, notation: str) -> None:
    with pytest.raises(RefusedError, match=r"This file can't be shown: .*too deep in each other"):
        await shown(people, nested(notation, 600))


@rows("data", [b"{", b"[1]", b"\x00\xff", b"\x01", b"\x02", b"[" * 100_000])
async def test_what_is_no_game_is_refused_in_words(people: Person, data: bytes) -> None:
    with pytest.raises(RefusedError, match="This file can't be shown: "):
        await shown(people, data)


async def test_what_is_not_base64_or_too_long_is_refused(people: Person) -> None:
    with pytest.raises(RefusedError, match="base64"):
        await people().post("/api/recorded", file="no base64!")
    with pytest.raises(RefusedError):
        await people().post("/api/recorded", file="A" * 600_000)


@pytest.mark.skipif(not samples(), reason="the sample games are not beside the project")
@rows("path", samples())
async def test_every_sample_is_shown(people: Person, path: Path) -> None:
    data = path.read_bytes()
    (one,) = (await shown(people, data))["games"]
    assert len(one["deals"]) == len(json.loads(data)["deals"])
