"""The schedule on paper is the one that is then played."""

from __future__ import annotations

import pytest

from bowerbird.paper import print_sheet
from bowerbird.paper.forecast import Seating, seatings
from bowerbird.seats import Seat
from event.evenings import Night, house
from kit.rows import pairs, rows
from paper.evenings_on_paper import night
from paper.reading import Sheet


def places(seating: Seating) -> dict[str, tuple[int, int]]:
    return {name: (number, seat) for number, four in seating.tables for seat, name in enumerate(four)}


@rows("rules, people", pairs(["alberta", "round robin", "trailer-estates"], [16, 18, 20]))
@pytest.mark.clause("ALB-T6", "TE-8")
def test_what_is_foretold_is_what_is_played(rules: str, people: int) -> None:
    book = house("alberta", '[event]\nmovement = "round robin"') if rules == "round robin" else rules
    evening = Night(book, people, rounds=6)
    evening.seat()
    foretold = seatings(evening.event)
    assert len(foretold) == 6
    for seating in foretold[1:]:
        evening.quick()
        evening.seat()
        played = evening.event.round
        assert {table.seats for table in played.tables} == {four for _, four in seating.tables}
        assert set(played.sitting_out) == set(seating.sitting_out)


def test_with_the_number_of_rounds_open_it_goes_until_teams_would_meet_again() -> None:
    every = house("alberta", '[event]\nmovement = "round robin"')
    for book, people, rounds in (("alberta", 16, 4), ("alberta", 18, 5), (every, 16, 7), (every, 18, 9)):
        evening = Night(book, people, rounds=0)
        evening.seat()
        assert len(seatings(evening.event)) == rounds, (book, people)


@pytest.mark.clause("CCC-1b")
def test_the_weeks_of_a_rotation_are_foretold_by_table() -> None:
    evening = Night("ccc", 16, rounds=12)
    evening.seat()
    foretold = seatings(evening.event)
    assert [seating.label for seating in foretold] == [
        *(f"Week 1, game {game}" for game in (1, 2, 3)),
        *(f"Week {week}" for week in (2, 3, 4)),
    ]
    for number in range(2, 13):
        evening.quick()
        evening.seat()
        if number <= 3:
            tables_now = tuple((table.number, table.seats) for table in evening.event.round.tables)
            assert foretold[number - 1].tables == tables_now
        else:
            tables = {frozenset(four) for _, four in foretold[3 + (number - 4) // 3].tables}
            assert {frozenset(table.seats) for table in evening.event.round.tables} == tables


def test_the_schedule_has_everybodys_way_and_every_round() -> None:
    evening = night("trailer-estates", 18)
    evening.seat()
    known = seatings(evening.event)
    sheet = Sheet(print_sheet("schedule", evening.event))
    for name in evening.event.people:
        way = []
        for seating in known:
            place = places(seating).get(name)
            way.append(f"{place[0]} {Seat(place[1]).name}" if place else "–")
        assert sheet.has(f"{name} {' '.join(way)}")
    for seating in known:
        assert sheet.has(f"Sitting out: {', '.join(seating.sitting_out)}.")
    assert sheet.has(evening.event.plan_says)


@rows("club, words", [("national", "The winners move on"), ("st-joe", "The losers move to the next")])
def test_where_results_decide_the_movement_is_told_instead(club: str, words: str) -> None:
    evening = night(club, 8)
    assert Sheet(print_sheet("schedule", evening.event)).has("The first places are drawn when everybody is here.")
    evening.seat()
    evening.quick()
    evening.seat()
    sheet = Sheet(print_sheet("schedule", evening.event))
    assert sheet.has(words)
    assert sheet.has("The results decide who sits where in the next round.")
    assert sheet.has("Round 2")
    assert not sheet.has("Round 1 Table")
