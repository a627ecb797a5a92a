"""The Mitchell movement: North-South stays, East-West moves up a table, and an arrow switch turns the directions."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.event import EventError
from bowerbird.event.facts import Left, RoundClosed
from bowerbird.event.simulate import simulate
from event.evenings import Night, house, seated
from kit.amount import amount

MITCHELL = house("alberta", '[event]\nmovement = "mitchell"')


def teams_at(night: Night) -> list[tuple[str, str]]:
    return [
        (night.event.entry_of[table.seats[0]], night.event.entry_of[table.seats[1]])
        for table in night.event.round.tables
    ]


def test_east_west_moves_up_and_north_south_stays() -> None:
    night = Night(MITCHELL, 12)
    night.seat(in_order="yes")
    first = teams_at(night)
    night.quick()
    night.seat()
    second = teams_at(night)
    assert [stay for stay, _ in second] == [stay for stay, _ in first]
    assert [move for _, move in second] == [first[-1][1], first[0][1], first[1][1]]


def test_the_arrow_switch_turns_every_table_for_one_round_and_no_longer() -> None:
    night = Night(MITCHELL, 12)
    night.seat(in_order="yes")
    home = [stay for stay, _ in teams_at(night)]
    night.quick()
    night.seat(arrow="on")
    assert [east for _, east in teams_at(night)] == home
    night.quick()
    night.seat()
    assert [north for north, _ in teams_at(night)] == home


def test_a_switch_that_is_neither_on_nor_off_is_refused() -> None:
    night = seated(MITCHELL, 8)
    night.quick()
    with pytest.raises(EventError, match="'arrow' is one of: off, on"):
        night.seat(arrow="sideways")


def test_a_team_that_goes_home_leaves_the_others_their_tables() -> None:
    night = Night(MITCHELL, 16)
    night.seat(in_order="yes")
    home = [stay for stay, _ in teams_at(night)]
    gone = night.event.round.tables[3].seats[1]
    night.quick()
    night.do(RoundClosed(), Left(name=gone))
    night.seat()
    assert {stay for stay, _ in teams_at(night)} <= set(home)
    assert len(night.event.round.sitting_out) == 3  # a team with a bye, and the one whose partner left


@settings(max_examples=amount(4, full=15), deadline=None)
@given(st.integers(2, 9), st.integers(0, 99))
def test_teams_do_not_meet_again_before_they_have_met_everybody_in_the_other_line(teams: int, seed: int) -> None:
    event, _ = simulate(MITCHELL, 2 * teams, (teams + 1) // 2, random.Random(seed))
    met = [
        frozenset((event.entry_of[table.seats[0]], event.entry_of[table.seats[1]]))
        for past in event.rounds
        for table in past.tables
    ]
    assert len(met) == len(set(met))
