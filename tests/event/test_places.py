"""Chairs for whoever is really here, and rest in turn for the others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.event import EventError
from bowerbird.event.facts import Table
from bowerbird.event.movements._places import Past, Place, empty_places, fill, past_of
from bowerbird.seats import Seat

people = st.lists(st.integers(0, 60).map(lambda number: f"P{number}"), min_size=4, unique=True)


@given(people, people, st.data())
def test_everybody_here_has_one_place_whoever_came_or_went(
    before: list[str], here: list[str], data: st.DataObject
) -> None:
    seated = before[: len(before) // 4 * 4]
    places = [Place(seated[first : first + 4]) for first in range(0, len(seated), 4)]
    count = len(here) // 4
    sitting = data.draw(st.lists(st.sampled_from(here), unique=True, max_size=count))
    rested = data.draw(st.frozensets(st.sampled_from(here), max_size=3))
    filled, resting = fill(places, here, Past(rested=rested), sitting=sitting)
    placed = [name for place in filled for name in place.chairs]
    assert sorted([*placed, *resting]) == sorted(here)
    assert len(filled) == count
    assert not set(resting) & set(sitting)
    if len(here) - len(sitting) - len(rested) >= len(resting):
        assert not set(resting) & rested
    if set(sitting) & set(seated) == set() or len(sitting) <= 1:
        assert all(len(set(place.chairs) & set(sitting)) <= 1 for place in filled)


def test_who_has_played_most_rests_and_who_has_just_rested_does_not() -> None:
    here = ["Ann", "Bob", "Cy", "Dee", "Eve"]
    past = Past(games={"Ann": 3, "Bob": 4, "Cy": 3, "Dee": 3, "Eve": 3}, rested=frozenset({"Bob"}))
    _, resting = fill(empty_places(1), here, past)
    assert list(resting) == ["Ann"]
    _, resting = fill(empty_places(1), here, past, moving=["Dee", "Ann"])
    assert list(resting) == ["Dee"]


def test_a_chair_is_not_filled_with_the_partner_of_the_last_game_where_there_is_a_choice() -> None:
    places = [Place(["Ann", "Bob", "", ""])]
    past = Past(partner={"Cy": "Ann", "Dee": "Bob"})
    filled, _ = fill(places, ["Ann", "Bob", "Cy", "Dee"], past)
    assert filled[0].chairs == ["Ann", "Bob", "Dee", "Cy"]


def test_the_past_counts_games_and_remembers_the_last_round() -> None:
    first, second = Table(1, ("Ann", "Bob", "Cy", "Dee")), Table(1, ("Ann", "Eve", "Dee", "Bob"))
    past = past_of([([first], ("Eve",)), ([second], ("Cy",))])
    assert (past.games["Ann"], past.games["Cy"]) == (2, 1)
    assert past.rested == frozenset({"Cy"})
    assert past.partner["Ann"] == "Dee"
    assert past_of([]) == Past()
    assert Seat.N.partner is Seat.S


def test_three_people_make_no_table() -> None:
    with pytest.raises(EventError, match="Four people make a table, and 3 are here"):
        fill([], ["Ann", "Bob", "Cy"], Past())
