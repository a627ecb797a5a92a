"""The head-table movement: winners up, losers stay, head-table losers to the foot."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.event.simulate import simulate
from event.evenings import Night, house
from kit.amount import amount
from kit.rows import rows

HEAD_TABLE = house("st-joe", '[event]\nmovement = "head table"')


def pairs_of(seats: tuple[str, ...]) -> set[frozenset[str]]:
    return {frozenset(seats[::2]), frozenset(seats[1::2])}


def test_winners_go_up_losers_stay_and_head_table_losers_go_to_the_foot() -> None:
    night = Night(HEAD_TABLE, 12)
    night.sit("Ann Bob Cy Dee", "Eve Fay Gus Hal", "Ida Jo Kit Lee")
    for table in (1, 2, 3):
        night.score(table, 10, 6)  # North and South win everywhere
    night.seat()
    head, middle, foot = ({*table.seats} for table in night.event.round.tables)
    assert head == {"Ann", "Cy", "Eve", "Gus"}
    assert middle == {"Fay", "Hal", "Ida", "Kit"}
    assert foot == {"Jo", "Lee", "Bob", "Dee"}


def test_with_one_table_partners_change_and_nobody_goes() -> None:
    night = Night(HEAD_TABLE, 4)
    night.sit("Ann Bob Cy Dee")
    night.score(1, 10, 6)
    night.seat()
    assert pairs_of(night.event.round.tables[0].seats).isdisjoint({frozenset({"Ann", "Cy"}), frozenset({"Bob", "Dee"})})


@settings(max_examples=amount(5, full=20), deadline=None)
@given(st.integers(4, 29), st.integers(0, 99))
def test_nobody_is_lost_and_nobody_keeps_a_partner(people: int, seed: int) -> None:
    event, _ = simulate(HEAD_TABLE, people, 5, random.Random(seed))
    before: set[frozenset[str]] = set()
    for past in event.rounds:
        seated = [name for table in past.tables for name in table.seats]
        assert len(set(seated)) == len(seated) == 4 * (people // 4)
        assert {*seated, *past.sitting_out} == set(event.people)
        pairs = set[frozenset[str]]().union(*(pairs_of(table.seats) for table in past.tables))
        if people % 4 == 0:
            assert not pairs & before
        before = pairs


@rows("words", ["rule", "label", "next_move"])
def test_it_speaks_for_itself(words: str) -> None:
    from bowerbird.event.movements import movement_of

    assert "head" in getattr(movement_of(HEAD_TABLE), words).lower()
