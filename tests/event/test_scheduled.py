"""Rooms that move by a plan: the pivot rotation week by week, and a new partner every game."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.cards import Pack
from bowerbird.event import EventError
from bowerbird.event.export import event_record
from bowerbird.event.facts import CheckedIn, Late, Left, RoundClosed, RoundStarted, ScoreEntered, Table
from bowerbird.event.movements.pivot import rotate, sit_down
from bowerbird.event.simulate import simulate
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from event.evenings import Night, house, scored, seated
from event.records import check_sit_outs
from kit.amount import amount
from kit.rows import rows


def partners(table: Table) -> set[frozenset[str]]:
    return {frozenset(table.seats[::2]), frozenset(table.seats[1::2])}


@pytest.mark.clause("CCC-1a", "CCC-3b")
def test_in_three_games_everybody_partners_each_of_the_other_three() -> None:
    table = Table(1, ("Ann", "Bob", "Cy", "Dee"), Seat.E)
    seen = set(partners(table))
    for _ in range(2):
        table = rotate(table)
        assert not seen & partners(table)
        seen |= partners(table)
    assert len(seen) == 6


@pytest.mark.clause("CCC-3b")
def test_the_pivot_stays_and_the_others_step_over_the_pivots_chair() -> None:
    table = rotate(Table(1, ("pivot", "e", "s", "w"), Seat.N))
    assert table.seats == ("pivot", "w", "e", "s")
    table = rotate(Table(1, ("n", "e", "pivot", "w"), Seat.S))
    assert table.seats == ("w", "n", "pivot", "e")
    assert table.dealer is Seat.S


@given(st.sampled_from(tuple(Seat)))
def test_a_rotation_comes_round_after_three_games(pivot: Seat) -> None:
    table = Table(1, ("n", "e", "s", "w"), pivot)
    for _ in range(3):
        table = rotate(table)
    assert table.seats == ("n", "e", "s", "w")


@pytest.mark.clause("CCC-3a")
def test_the_pivot_deals_first_in_each_of_the_three_games() -> None:
    night = Night("ccc", 8)
    pivots = []
    for _ in range(3):
        night.seat()
        pivots.append([table.seats[table.dealer] for table in night.event.round.tables])
        night.quick()
    assert pivots[0] == pivots[1] == pivots[2]


@pytest.mark.clause("CCC-3a")
@given(st.integers(0, 5000))
def test_sitting_down_by_jacks_puts_the_second_jack_across_from_the_pivot(seed: int) -> None:
    place = sit_down(["a", "b", "c", "d"], Pack(), random.Random(seed).shuffle)
    assert sorted(place.chairs) == ["a", "b", "c", "d"]
    cards = list(Pack())
    random.Random(seed).shuffle(cards)
    order = ["abcd"[index % 4] for index, card in enumerate(cards) if str(card)[0] == "J"]
    if len(set(order)) > 1:
        assert place.dealer is not None
        assert place.chairs[place.dealer] == order[0]
        assert place.chairs[place.dealer.partner] == next(name for name in order if name != order[0])


@pytest.mark.clause("CCC-1b")
def test_over_four_weeks_everybody_meets_twelve_different_people() -> None:
    night = Night("ccc", 16, rounds=12)
    met: dict[str, set[str]] = {name: set() for name in night.event.people}
    for game in range(12):
        night.seat()
        night.quick()
        for table in night.event.round.tables if game % 3 == 0 else ():
            for name in table.seats:
                assert not met[name] & set(table.seats)
            for name in table.seats:
                met[name] |= set(table.seats) - {name}
    assert {len(others) for others in met.values()} == {12}
    assert "best possible" in night.event.plan_says
    assert {past.meeting for past in night.event.rounds} == {1, 2, 3, 4}


@pytest.mark.clause("CCC-3b")
def test_a_second_rotation_may_be_played_but_does_not_count() -> None:
    night = Night("ccc", 4)
    for _ in range(3):
        night.seat()
        night.quick()
    totals = {name: night.line(name).total for name in night.event.people}
    night.seat(extra="yes")
    assert not night.event.round.counts
    assert night.event.round.meeting == 1
    night.quick()
    assert {name: night.line(name).total for name in night.event.people} == totals
    night.seat()
    assert night.event.round.meeting == 2
    night.do(ScoreEntered(table=1, score=scored(night.book, 10, 4)))
    assert {name: night.line(name).total for name in night.event.people} != totals


def test_only_a_rotation_goes_round_again() -> None:
    night = Night("trailer-estates", 8)
    with pytest.raises(EventError, match="can't be chosen for this round"):
        night.seat(extra="yes")
    night.refuses(
        RoundStarted(tables=(Table(1, ("Ann", "Bob", "Cy", "Dee")),), counts=False), "Only a rotation that is complete"
    )


def test_the_pivot_never_cuts_for_the_deal() -> None:
    from bowerbird.event.facts import Cut

    night = seated("ccc", 4)
    night.refuses(Cut(table=1, purpose="deal", cards={"Ann": "Ah", "Bob": "9h"}), "The pivot deals first")


@pytest.mark.clause("TE-8")
@rows("people", [12, 16, 21, 33])
def test_every_game_brings_a_new_partner_and_as_a_rule_another_table(people: int) -> None:
    event, _ = simulate(load_rulebook("trailer-estates"), people, 8, random.Random(people))
    pairs = Counter(pair for past in event.rounds for table in past.tables for pair in partners(table))
    assert set(pairs.values()) == {1}
    tables = people // 4
    seen: dict[str, set[int]] = {}
    for past in event.rounds:
        for table in past.tables:
            for name in table.seats:
                seen.setdefault(name, set()).add(table.number)
    assert sum(len(numbers) for numbers in seen.values()) / len(seen) > 0.6 * min(tables, 8)


@pytest.mark.clause("TE-X")
@rows("people", [4, 5, 6, 7, 13, 18, 31])
def test_people_sit_out_in_turn_as_evenly_as_possible_all_in_one_place(people: int) -> None:
    event, _ = simulate(load_rulebook("trailer-estates"), people, 8, random.Random(people))
    record = event_record(event)
    check_sit_outs(record)
    assert {len(each["sitting_out"]) for each in record["rounds"]} == {people % 4}


@pytest.mark.clause("TE-X")
def test_a_sit_out_is_worth_the_mean_score_of_that_game_or_what_the_club_says() -> None:
    def total(rules: str) -> str:
        book = house("trailer-estates", rules)
        night = seated(book, 9)
        night.score(1, 8, 3)
        night.score(2, 6, 6)
        return str(night.line(night.event.round.sitting_out[0]).total)

    assert total("") == "5.75"
    assert total("[event]\nsit_out = 7") == "7"
    assert total('[event]\nsit_out = "nothing"') == "0"


def test_late_arrivals_and_departures_keep_what_was_played_and_bring_no_partner_back() -> None:
    night = Night("trailer-estates", 14, rounds=5)
    night.do(Late(name="Ann"), Late(name="Bob"))
    seen: Counter[frozenset[str]] = Counter()
    for game in range(5):
        night.seat()
        night.quick()
        night.do(RoundClosed())
        seen.update(pair for table in night.event.round.tables for pair in partners(table))
        if game == 0:
            night.do(CheckedIn(name="Ann"), CheckedIn(name="Bob"))
        if game == 2:
            night.do(Left(name="Cy"))
    assert set(seen.values()) == {1}
    assert len(night.event.rounds[0].tables) == 3
    assert len(night.event.rounds[1].sitting_out) == 2
    assert "Cy" not in {name for table in night.event.round.tables for name in table.seats}


@settings(max_examples=amount(4, full=15), deadline=None)
@given(st.integers(4, 40), st.integers(0, 99))
def test_nobody_is_lost_or_doubled_by_a_plan(people: int, seed: int) -> None:
    for rules in ("ccc", "trailer-estates"):
        event, _ = simulate(load_rulebook(rules), people, 5, random.Random(seed))
        for past in event.rounds:
            placed = Counter(name for table in past.tables for name in table.seats)
            placed.update(past.sitting_out)
            assert placed == Counter(list(event.people))
