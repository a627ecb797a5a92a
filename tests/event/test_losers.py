"""Losers move on, winners stay and are split."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.cards import Pack
from bowerbird.event import EventError
from bowerbird.event.draw import Cutter
from bowerbird.event.facts import Bell, ScoreEntered, Table
from bowerbird.event.movements import movement_of
from bowerbird.event.movements._places import Outcome
from bowerbird.event.movements.losers import losers_on
from bowerbird.seats import Seat, Side
from event.evenings import Night, four, house, scored
from kit.rows import rows

TABLES = ("n1 e1 s1 w1", "n2 e2 s2 w2", "n3 e3 s3 w3")
PEOPLE = " ".join(TABLES).split()


def no_cuts() -> Cutter:
    return Cutter(Pack(), random.Random(1).shuffle, {})


def played() -> Night:
    """North and South win at tables 1 and 3, East and West at table 2."""
    night = Night("st-joe", PEOPLE)
    night.sit(*TABLES)
    night.score(1, 10, 3)
    night.score(2, 3, 10)
    night.score(3, 10, 9)
    return night


@pytest.mark.clause("STJ-14")
def test_the_losers_go_to_the_next_table_and_the_winners_stay() -> None:
    night = played()
    night.seat()
    assert [night.table_of(name) for name in ("e1", "w1", "n2", "s2", "e3", "w3")] == [2, 2, 3, 3, 1, 1]
    assert [night.table_of(name) for name in ("n1", "s1", "e2", "w2", "n3", "s3")] == [1, 1, 2, 2, 3, 3]


@pytest.mark.clause("STJ-14")
def test_one_winner_shifts_a_chair_and_the_winners_become_opponents() -> None:
    night = played()
    night.seat()
    assert night.at(1, "N") == "n1"
    assert night.at(1, "W") == "s1"
    assert {night.at(1, "S"), night.at(1, "E")} == {"e3", "w3"}
    assert "Table 1: s1 moves over to West." in movement_of(night.book).shifted(night.event)


@pytest.mark.clause("STJ-14")
def test_the_director_can_let_the_other_winner_shift() -> None:
    night = played()
    night.seat(**{"shift 1": "n1"})
    assert night.at(1, "S") == "s1"
    assert night.at(1, "E") == "n1"
    again = played()
    with pytest.raises(EventError, match=r"e1 did not win at table 1\. n1 or s1 shifts a chair there"):
        again.seat(**{"shift 1": "e1"})
    with pytest.raises(EventError, match="no table 9"):
        again.seat(**{"shift 9": "e1"})


@pytest.mark.clause("STJ-14")
def test_the_church_has_no_bell_and_scores_are_as_they_were_made() -> None:
    night = Night("st-joe", PEOPLE)
    night.sit(*TABLES)
    night.refuses(Bell(), "plays without a bell")
    night.refuses(ScoreEntered(table=1, score=scored(night.book, 7, 5)), "nobody has 10 points")
    night.refuses(ScoreEntered(table=1, score=scored(night.book, 14, 5)), "no hand takes a side beyond 13")
    for table, points in enumerate((11, 12, 13), 1):
        night.score(table, points, 9)
        assert night.event.round.results[table].score.points == (points, 9)


@pytest.mark.clause("STJ-14")
def test_where_a_house_rings_a_bell_the_leader_wins_and_level_plays_one_more_hand() -> None:
    night = Night(house("st-joe", '[game]\nbell = "finish the hand"\nlevel_at_bell = "one more hand"'), PEOPLE)
    night.sit(*TABLES)
    unfinished = ScoreEntered(table=1, score=scored(night.book, 7, 5))
    night.refuses(unfinished, "nobody has 10 points. If the time is up, ring the bell first")
    night.do(Bell())
    night.refuses(ScoreEntered(table=1, score=scored(night.book, 6, 6)), "Let the table play one more hand")
    night.do(unfinished)
    night.score(2, 10, 0)
    night.score(3, 2, 4)
    night.seat()
    assert night.table_of("n1") == 1
    assert night.table_of("e1") == 2
    assert night.table_of("n3") == 1


@given(st.integers(1, 50), st.data())
def test_nobody_is_lost_or_doubled_and_no_partner_comes_back_at_once(tables: int, data: st.DataObject) -> None:
    rows = []
    for number in range(1, tables + 1):
        names = four(" ".join(f"{letter}{number}" for letter in "nesw"))
        rows.append(Outcome(Table(number, names), data.draw(st.sampled_from(tuple(Side)))))
    places, movers = losers_on(rows, no_cuts())
    assert Counter(name for place in places for name in place.chairs) == Counter(
        name for row in rows for name in row.table.seats
    )
    assert len(movers) == 2 * tables
    had = {row.table.seats[seat]: row.table.seats[seat.partner] for row in rows for seat in Seat}
    for place, row in zip(places, rows, strict=True):
        winners = row.table.pair(row.winner or Side.NS)
        assert {place.chairs.index(name) % 2 for name in winners} == {0, 1}
        for seat in Seat:
            assert had[place.chairs[seat]] != place.chairs[seat.partner]


@rows("tables", [1, 2, 3])
def test_few_tables_work_too(tables: int) -> None:
    night = Night("st-joe", 4 * tables)
    before: dict[str, str] = {}
    for _ in range(6):
        night.seat()
        now = {table.seats[seat]: table.seats[seat.partner] for table in night.event.round.tables for seat in Seat}
        assert not [name for name in now if before.get(name) == now[name]]
        before = now
        night.quick()
