"""Whole events with quick players: the record as the command prints it, every club, all remainders."""

from __future__ import annotations

import random
from time import process_time

import pytest

from bowerbird.event import EventError, replay, standings
from bowerbird.event.export import event_record
from bowerbird.event.simulate import quick_game, simulate
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from event.evenings import CLUBS, house
from event.records import check_record
from kit.amount import amount
from kit.rows import rows

#: One table and its remainders, three tables, an awkward number, and full halls.
SIZES = (4, 5, 6, 7, 9, 12, 26, 101, 200)[: amount(6, full=9)]


@rows("people", SIZES)
@rows("rules", CLUBS)
def test_everybody_has_one_place_each_round_and_the_movement_is_the_books(rules: str, people: int) -> None:
    event, _ = simulate(load_rulebook(rules), people, 7, random.Random(people))
    check_record(event_record(event))


@rows("rules", CLUBS)
def test_the_record_has_the_promised_form(rules: str) -> None:
    event, facts = simulate(load_rulebook(rules), 9, 3, random.Random(1))
    record = event_record(event)
    assert list(record) == ["rules", "players", "rounds", "ranking"]
    assert record["rules"] == rules
    assert len(record["players"]) == 9
    for each in record["rounds"]:
        assert list(each) == ["tables", "sitting_out"]
        for table in each["tables"]:
            assert list(table) == ["table", "N", "E", "S", "W", "dealer", "score", "winner"]
            high = {"NS": table["score"]["NS"], "EW": table["score"]["EW"]}
            best = "draw" if high["NS"] == high["EW"] else max(high, key=lambda side: high[side])
            assert table["winner"] == best
    for line in record["ranking"]:
        assert list(line)[:3] == ["place", "name", "total"]
    totals = [line["total"] for line in record["ranking"]]
    assert totals == sorted(totals, reverse=True)
    assert standings(replay(facts)) == standings(event)


def test_teams_keep_their_two_names() -> None:
    record = event_record(simulate(load_rulebook("alberta"), 8, 3, random.Random(1))[0])
    assert {line["name"] for line in record["ranking"]} == {
        f"Player {number} & Player {number + 1}" for number in (1, 3, 5, 7)
    }
    assert all(len(line["players"]) == 2 for line in record["ranking"])


def test_a_seed_gives_the_same_evening_again() -> None:
    book = load_rulebook("national")
    one, other, third = (event_record(simulate(book, 13, 6, random.Random(seed))[0]) for seed in (5, 5, 6))
    assert one == other != third


class Rolls(random.Random):
    """Dice that fall as they are told."""

    def __init__(self, *rolls: float) -> None:
        super().__init__()
        self.rolls = list(rolls)

    def random(self) -> float:
        return self.rolls.pop(0)


def test_makers_win_with_three_tricks_and_both_sides_score_by_the_book() -> None:
    book = house("bicycle", '[game]\npoints = 1\nover_target = "counted"')
    called, north, alone, together = 0.5, 0.0, 0.05, 0.5
    for lone, rolls, makers, others in (
        (together, (0.005, 0.05, 0.2, 0.5, 0.8, 0.9, 0.9999), (0, 0, 0, 1, 1, 2, 2), (2, 2, 2, 0, 0, 0, 0)),
        (alone, (0.005, 0.02, 0.1, 0.3, 0.5, 0.9, 0.9999), (0, 0, 0, 1, 1, 4, 4), (2, 2, 2, 0, 0, 0, 0)),
    ):
        scores = [quick_game(book, Seat.S, Rolls(called, north, lone, roll)) for roll in rolls]
        assert [(score.ns, score.ew) for score in scores] == list(zip(makers, others, strict=True))


@rows("rules", CLUBS)
@rows("people", [0, 3])
def test_fewer_than_four_are_refused(rules: str, people: int) -> None:
    with pytest.raises(EventError, match=rf"Four people make a table, and {people} are checked in"):
        simulate(load_rulebook(rules), people, 1, random.Random(1))


@pytest.mark.full
@rows("rules", CLUBS)
def test_a_thousand_people_and_twenty_rounds_take_seconds(rules: str) -> None:
    start = process_time()
    event, _ = simulate(load_rulebook(rules), 1000, 20, random.Random(1))
    assert len(event_record(event)["ranking"]) == (500 if rules == "alberta" else 1000)
    assert process_time() - start < 20
