"""Teams that stay together: the A line up, the B line down, both, and the full round robin."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bowerbird.event.facts import CheckedIn, Late, Left, RoundStarted, Table
from bowerbird.event.movements._lines import (
    LineMove,
    Lines,
    line_up,
    meetings,
    move_lines,
    pairs_repeat_after,
    rejoin,
    round_robin,
)
from bowerbird.event.movements.lines import line_advice
from event.evenings import Night, house, seated
from kit.rows import rows

teams_of = st.integers(2, 60).map(lambda count: [f"T{number}" for number in range(count)])
moves: st.SearchStrategy[list[LineMove]] = st.lists(st.sampled_from(("A up", "B down", "both")), max_size=30)


def games(lines: Lines) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in zip(lines.a, lines.b, strict=True) if "" not in pair}


@pytest.mark.clause("ALB-T1")
def test_tables_are_numbered_from_one_in_a_ring_with_two_teams_each() -> None:
    night = seated("alberta", 12)
    assert [table.number for table in night.event.round.tables] == [1, 2, 3]
    for table in night.event.round.tables:
        assert len({night.event.entry_of[name] for name in table.seats}) == 2
    last = night.at(3, "N")
    night.quick()
    night.seat()
    assert night.at(1, "N") == last


@pytest.mark.clause("ALB-T6")
def test_after_each_game_the_a_teams_move_up_one_table() -> None:
    lines = line_up(["A1", "B1", "A2", "B2", "A3", "B3"])
    assert move_lines(lines, "A up") == Lines(("A3", "A1", "A2"), ("B1", "B2", "B3"))


@pytest.mark.clause("ALB-T6")
def test_the_b_teams_may_move_down_instead_for_a_game_and_the_shift_is_the_same() -> None:
    lines = line_up(["A1", "B1", "A2", "B2", "A3", "B3"])
    down = move_lines(lines, "B down")
    assert down == Lines(("A1", "A2", "A3"), ("B2", "B3", "B1"))
    assert games(down) == games(move_lines(lines, "A up"))


@pytest.mark.clause("ALB-T6")
@rows("tables", range(2, 12))
def test_a_team_meets_as_many_others_as_there_are_tables(tables: int) -> None:
    lines = line_up([f"T{number}" for number in range(2 * tables)])
    met: set[frozenset[str]] = set()
    for _ in range(tables):
        assert not met & games(lines)
        met |= games(lines)
        lines = move_lines(lines, "A up")
    assert Counter(team for game in met for team in game) == dict.fromkeys(lines.teams(), tables)
    assert games(lines) <= met
    assert line_advice(2 * tables, tables)[0].startswith(
        f"With {tables} tables a team meets at most {tables} of the {2 * tables - 1} others."
    )


@pytest.mark.clause("ALB-T6")
@rows("tables", range(2, 13))
def test_both_lines_moving_repeats_pairs_after_half_the_tables_when_they_are_even(tables: int) -> None:
    lines = line_up([f"T{number}" for number in range(2 * tables)])
    seen: list[set[frozenset[str]]] = []
    while not any(games(lines) & old for old in seen):
        seen.append(games(lines))
        lines = move_lines(lines, "both")
    assert len(seen) == pairs_repeat_after(tables, "both") == (tables if tables % 2 else tables // 2)
    advice = line_advice(2 * tables, tables, "both")
    warned = f"the same teams meet again after game {tables // 2}" in " ".join(advice)
    assert warned == (tables % 2 == 0)


def test_more_games_than_tables_bring_a_warning() -> None:
    assert "Warning: the same teams meet again after game 4." in line_advice(8, 5)
    assert len(line_advice(8, 4)) == 1


@given(teams_of, moves)
def test_the_lines_lose_nobody_and_double_nobody(teams: list[str], way: list[LineMove]) -> None:
    lines = line_up(teams)
    for move in way:
        lines = move_lines(lines, move)
        assert sorted(lines.teams()) == sorted(teams)
        assert len(lines.a) == len(lines.b) == (len(teams) + 1) // 2


@given(teams_of, st.data())
def test_lines_close_up_when_teams_go_and_come(teams: list[str], data: st.DataObject) -> None:
    lines = line_up(teams)
    staying = data.draw(st.lists(st.sampled_from(teams), unique=True))
    coming = [f"new {number}" for number in range(data.draw(st.integers(0, 5)))]
    here = [*staying, *coming]
    assume(here)
    joined = rejoin(lines, here, meetings([]))
    assert sorted(joined.teams()) == sorted(here)
    assert len(joined.a) == len(joined.b) == (len(here) + 1) // 2
    assert "" not in joined.a


@given(st.integers(2, 30))
def test_a_full_round_robin_meets_everybody_once(count: int) -> None:
    teams = [f"T{number}" for number in range(count)]
    played: list[tuple[str, str]] = []
    for _ in range(count - 1 + count % 2):
        lines = round_robin(teams, meetings(played))
        assert sorted(lines.teams()) == sorted(teams)
        played += zip(lines.a, lines.b, strict=True)
    met = meetings(played)
    assert all(met[frozenset((one, other))] == 1 for one in teams for other in teams if one < other)
    assert all(met[frozenset((team, ""))] == count % 2 for team in teams)


@pytest.mark.clause("ALB-T6")
def test_a_full_round_robin_is_a_choice() -> None:
    book = house("alberta", '[event]\nmovement = "round robin"')
    night = Night(book, 12)
    met: Counter[frozenset[str]] = Counter()
    for _ in range(5):
        night.seat()
        night.quick()
        met.update(frozenset(night.event.entry_of[name] for name in table.seats) for table in night.event.round.tables)
    assert len(met) == 15
    assert set(met.values()) == {1}


def test_the_director_chooses_the_line_game_by_game() -> None:
    night = seated("alberta", 12)
    a_team, b_team = night.at(1, "N"), night.at(1, "E")
    night.quick()
    night.seat(lines="B down")
    assert (night.table_of(a_team), night.table_of(b_team)) == (1, 3)
    night.quick()
    night.seat()
    assert (night.table_of(a_team), night.table_of(b_team)) == (2, 3)


def test_with_three_teams_one_has_a_bye_in_turn() -> None:
    night = Night("alberta", 6)
    byes = []
    for _ in range(4):
        night.seat()
        byes.append(night.event.entry_of[night.event.round.sitting_out[0]])
        night.quick()
    assert byes[0] == byes[2] != byes[1] == byes[3]


def test_a_late_team_takes_the_bye_and_a_team_that_leaves_makes_one() -> None:
    night = Night("alberta", 8)
    night.do(Late(name="Gus"), Late(name="Hal"))
    night.seat()
    assert len(night.event.round.tables) == 1
    night.do(CheckedIn(name="Gus"), CheckedIn(name="Hal"))
    night.quick()
    night.seat()
    assert len(night.event.round.tables) == 2
    night.quick()
    night.do(Left(name="Ann"))
    night.seat()
    assert len(night.event.round.tables) == 1
    assert "Bob" in night.event.round.sitting_out


def test_teams_are_not_torn_apart() -> None:
    night = Night("alberta", ["Ann", "Bob", "Cy", "Dee"])
    mixed = RoundStarted(tables=(Table(1, ("Ann", "Bob", "Cy", "Dee")),))
    night.refuses(mixed, "Ann and Cy aren't a team")


def test_one_team_alone_cannot_play() -> None:
    night = Night("alberta", ["Ann", "Bob", "Cy", "Dee"])
    night.do(Left(name="Dee"))
    night.enter("Eve")
    with pytest.raises(ValueError, match="Two teams make a game, and 1 are here"):
        night.seat()
