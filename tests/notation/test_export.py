"""Games played at our table: out as EGN, back in, and the same game again."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest

from bowerbird.notation import EgnError, from_egn, read_egn, replay, to_egn, write_egn
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import EndBell, Open, Phase, Table
from deals import house
from kit.amount import amount
from kit.rows import rows
from notation.games import SAMPLES, Data, at_random, deal, egn, game

BOOKS: dict[str, Rulebook] = {
    **{name: load_rulebook(name) for name in ("alberta", "ccc", "trailer-estates", "national", "bicycle")},
    "partner's best": house("[alone]\npartners_best = true\n[auction]\nstick_the_dealer = true"),
    "defend alone": house(
        "[alone]\ndefend_alone = 'lone calls'\npartners_best = true\n[lead]\nopening = 'left of lone hand'"
    ),
    "joker": house("[pack]\njoker = true\n[auction]\nno_trump = true"),
    "farmers": house('[deal]\nexchange_for = ["farmer\'s hand"]'),
    "given back": house("[deal]\nnew_deal_for = [\"farmer's hand\", 'ace with no face']"),
    "long pack": house('[deal]\nexchange_for = ["farmer\'s hand"]\n[pack]\nlowest = 7\njoker = true'),
    "five points": house("[points]\nalone_march = 5\neuchre_alone = 4\n[game]\npoints = 5\n[discard]\nturn_up = true"),
}
ROUNDS = amount(1, full=4)


@cache
def schema() -> Any:
    file = SAMPLES / "egn-schema-v1.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else None


def came_to(table: Table) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Points and tricks of every hand that was not given back."""
    return [(hand.points, hand.tricks) for hand in table.state.results if hand.outcome != "new deal"]


def told(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return [(one.points, one.taken()) for one in replay(read_egn(text)).deals if not one.open]


def written(table: Table) -> str:
    text = write_egn(to_egn(table, title="Tuesday", date="2026-03-03T19:00"))
    if schema() is not None:
        jsonschema = pytest.importorskip("jsonschema")
        jsonschema.validate(json.loads(text), schema())
    return text


@rows("name", BOOKS)
@rows("seed", range(ROUNDS))
def test_a_game_goes_out_and_comes_back_the_same(name: str, seed: int) -> None:
    table = at_random(BOOKS[name], seed)
    for _ in range(seed * 5 % 13):
        table.pop()
    text = written(table)
    assert told(text) == came_to(table)
    back = from_egn(read_egn(text))
    assert came_to(back) == came_to(table)
    assert back.state.score == table.state.score
    assert back.state.hand.calls == table.state.hand.calls
    assert back.state.hand.tricks == table.state.hand.tricks


@rows("name", BOOKS)
def test_a_game_is_the_same_without_its_hands_and_discards(name: str) -> None:
    table = at_random(BOOKS[name], 11)
    data = json.loads(written(table))
    for one in data["deals"]:
        del one["initialState"]["playerCards"]
        for phase in one["phases"]:
            phase.pop("discard", None)
            phase.pop("cardExchanges", None)
    assert told(json.dumps(data)) == came_to(table)


def blurred(data: Data, dice: random.Random) -> Data:
    """The same game as someone saw it who did not see every card."""
    often = dice.choice((0.05, 0.3, 0.7))

    def blur(text: str) -> str:
        if dice.random() > often:
            return text
        return "Xx" if text == "B" else dice.choice(("Xx", f"X{text[1]}", f"{text[0]}x"))

    for one in data["deals"]:
        start = one["initialState"]
        start["playerCards"] = [[blur(card) for card in hand] for hand in start["playerCards"]]
        start["upCard"] = blur(start["upCard"])
        for phase in one["phases"]:
            if "discard" in phase:
                phase["discard"] = blur(phase["discard"])
            if "tricks" in phase:
                phase["tricks"] = [[blur(card) for card in trick] for trick in phase["tricks"]]
    return data


@rows("name", BOOKS)
@rows("seed", range(ROUNDS))
def test_a_true_record_breaks_no_rule_however_little_it_shows(name: str, seed: int) -> None:
    table = at_random(BOOKS[name], 100 + seed)
    data = blurred(json.loads(written(table)), random.Random(seed))
    replayed = replay(game(data)).deals
    truth = came_to(table)
    assert len(replayed) == len(truth)
    assert all(one.open or (one.points, one.taken()) == came for one, came in zip(replayed, truth, strict=True))


def test_a_whole_game_ends_with_its_final_score() -> None:
    table = at_random("bicycle", 5, deals=100)
    assert table.state.is_over
    data = json.loads(written(table))
    assert data["metadata"]["finalScore"] == list(table.state.score)
    assert data["metadata"]["ruleset"] == {
        "std": False,
        "canadian": False,
        "loner_lead": "LEFT_OF_DEALER",
        "winning_score": 10,
    }
    assert replay(game(data)).result is not None


def test_a_game_that_the_bell_ended_is_told_as_far_as_it_went() -> None:
    table = at_random("national", 3, deals=2)
    assert table.state.phase is Phase.SHUFFLE
    table.push(EndBell())
    assert told(written(table)) == came_to(table)


def test_names_and_the_first_score_are_kept() -> None:
    table = Table("bicycle", [Open(("Ann", "Ben", "Cas", "Dot"), dealer=Seat.S, score=(3, 4))])
    back = from_egn(to_egn(table))
    assert (back.state.names, back.state.score) == (("Ann", "Ben", "Cas", "Dot"), (3, 4))


def test_points_that_egn_cannot_tell_are_refused_by_name() -> None:
    tables = [at_random("st-joe", seed, deals=1) for seed in range(40)]
    euchred = next(table for table in tables if table.state.results[0].outcome == "euchre")
    with pytest.raises(EgnError, match=r"EGN has no euchre that scores by tricks \(deal 1\)"):
        to_egn(euchred)
    made = next(table for table in tables if table.state.results[0].outcome == "march")
    assert told(written(made)) == came_to(made), "a game of the same rules without a euchre is told"


def test_hands_that_are_not_known_cannot_be_dealt_again() -> None:
    with pytest.raises(EgnError, match="deal 1 isn't known card by card: North is missing"):
        from_egn(game(egn(deal())))
    with pytest.raises(EgnError, match="the turn-up is missing"):
        from_egn(game(egn(deal(hands=True, up="Xh", bidding={"discard": "9d"}))))
    assert from_egn(game(egn(deal(bidding={"discard": "9d"})))).state.score == (0, 2)


def test_deals_that_do_not_follow_each_other_are_no_game() -> None:
    with pytest.raises(EgnError, match="deal 2 doesn't follow"):
        from_egn(game(egn(deal(hands=True), deal(hands=True, number=7))))
