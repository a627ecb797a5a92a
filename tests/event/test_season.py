"""Weeks that add up: subs, absences, averages, credits, the best few weeks."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.event import SideCard
from bowerbird.event.facts import Absent, Left, PlannedRound, RoundClosed, Ruled, SeasonSoFar, Substituted
from bowerbird.event.season import Cell, SeasonLine, Week, season, weeks_of
from bowerbird.event.standings import season_is_over, standings
from bowerbird.event.totals import mean, shown
from bowerbird.rulebook import load_rulebook
from bowerbird.rulebook.event import SeasonRules
from event.evenings import Night, house, seated
from kit.rows import rows

CCC = load_rulebook("ccc").event.season


def lines_of(night: Night) -> dict[str, SeasonLine]:
    lines = season(weeks_of(night.event), CCC, season_is_over(night.event))
    return {line.name: line for line in lines}


def play_week(night: Night, points: tuple[int, int] = (10, 4)) -> None:
    """Three games; North and South win each."""
    for _ in range(3):
        night.seat()
        for table in night.event.round.tables:
            if table.number in night.event.round.missing():
                night.score(table.number, *points)
    night.close()


def week_with_an_empty_chair(night: Night) -> tuple[str, list[str]]:
    """Somebody does not come and sends nobody: who, and the three others of that table."""
    night.seat()
    absent = night.at(1, "E")
    others = [name for name in night.event.round.table(1).seats if name != absent]
    night.do(Absent(name=absent))
    for game in range(3):
        if game:
            night.seat()
        for number in night.event.round.missing():
            night.score(number, 10, 4)
    night.do(RoundClosed())
    return absent, others


@pytest.mark.clause("CCC-15a")
def test_absent_without_a_sub_is_zero_for_the_week() -> None:
    night = Night("ccc", 8, rounds=12)
    play_week(night)
    absent, _ = week_with_an_empty_chair(night)
    cell = lines_of(night)[absent].weeks[1]
    assert cell == Cell("absent", Decimal(0))
    assert night.line(absent).total == (lines_of(night)[absent].weeks[0] or Cell("absent")).points


@pytest.mark.clause("CCC-15a")
def test_absent_before_the_seating_is_zero_too_and_the_others_play() -> None:
    night = Night("ccc", 8, rounds=12)
    play_week(night)
    printed = night.event.plan[0]
    night.next_meeting("Ann")
    night.do(Absent(name="Ann"))
    play_week(night)
    assert [set(table.seats) for table in night.event.rounds[3].tables] == [set(four) for four in printed.tables]
    assert lines_of(night)["Ann"].weeks[1] == Cell("absent", Decimal(0))
    with_ann = next(four for four in printed.tables if "Ann" in four)
    cells = {name: line.weeks[1] for name, line in lines_of(night).items()}
    assert {name for name, cell in cells.items() if cell and cell.status == "average"} == set(with_ann) - {"Ann"}
    play_week(night)
    third = lines_of(night)["Ann"].weeks[2]
    assert third is not None
    assert third.games == 3


def test_the_director_may_ask_for_a_new_plan_instead() -> None:
    night = Night("ccc", 9, rounds=12)
    play_week(night)
    night.next_meeting("Ann")
    night.seat(new_plan="yes")
    assert not night.event.round.sitting_out
    assert not night.event.round.stood_down


@pytest.mark.clause("CCC-15b")
def test_a_subs_score_counts_for_the_player_who_is_replaced_and_the_record_names_the_sub() -> None:
    night = seated("ccc", 8, rounds=12)
    away = night.at(2, "N")
    night.do(Absent(name=away))
    assert 2 in night.event.round.stood_down
    night.do(Substituted(name=away, by="Zed"))
    assert not night.event.round.stood_down
    for number in (1, 2):
        night.score(number, 10, 4)
    cell = lines_of(night)[away].weeks[0]
    assert cell is not None
    assert (cell.status, cell.points, cell.sub) == ("played", Decimal(16), "Zed")
    assert night.event.round.subs == {away: "Zed"}
    assert "Zed" not in lines_of(night)


@pytest.mark.clause("CCC-15c")
def test_the_others_of_that_table_get_the_mean_of_the_other_weeks_that_they_played() -> None:
    night = Night("ccc", 8, rounds=12)
    play_week(night, (10, 4))
    _, others = week_with_an_empty_chair(night)
    play_week(night, (10, 9))
    for name in others:
        first, second, third = (cell or Cell("absent") for cell in lines_of(night)[name].weeks)
        assert second.status == "average"
        assert second.points == mean([first.points, third.points])
        assert night.line(name).total == first.points + second.points + third.points


@pytest.mark.clause("CCC-15c")
def test_the_average_is_provisional_until_the_season_ends() -> None:
    night = Night("ccc", 8, rounds=12)
    play_week(night)
    absent, others = week_with_an_empty_chair(night)
    assert all(lines_of(night)[name].provisional for name in others)
    assert not lines_of(night)[absent].provisional
    play_week(night)
    assert all(lines_of(night)[name].provisional for name in others)
    play_week(night)
    assert season_is_over(night.event)
    assert not any(line.provisional for line in lines_of(night).values())


@pytest.mark.clause("CCC-15c")
def test_when_somebody_leaves_after_a_game_the_others_get_their_average_for_the_games_they_miss() -> None:
    night = Night("ccc", 8, rounds=12)
    play_week(night, (10, 4))
    night.seat()
    for number in (1, 2):
        night.score(number, 10, 6)
    leaver, east, south, west = night.event.round.table(1).seats
    night.do(RoundClosed(), Left(name=leaver))
    for _ in range(2):
        night.seat()
        assert list(night.event.round.stood_down) == [1]
        night.score(2, 10, 4)
    for name, played in ((east, 6), (south, 14), (west, 6)):
        first, second = (cell or Cell("absent") for cell in lines_of(night)[name].weeks)
        assert second.points == played + mean([first.points, first.points, 0])
        assert second.provisional
    own = lines_of(night)[leaver].weeks[1] or Cell("absent")
    assert (own.points, own.provisional) == (Decimal(14), False)


@pytest.mark.clause("CCC-15c")
def test_nobody_leads_by_a_game_not_played_while_the_week_is_under_way() -> None:
    night = Night("ccc", 9, rounds=12)
    play_week(night)
    played = {line.name: line.total for line in standings(night.event)}
    resting = ""
    for game in (1, 2, 3):
        night.seat()
        resting = night.event.round.sitting_out[0]
        for number in night.event.round.missing():
            line = night.line(resting)
            assert (line.total, line.to_come) == (played[resting], game)
            night.score(number, 10, 4)
        if game < 3:
            assert night.line(resting).place > 1
    line = night.line(resting)
    assert (line.total, line.to_come) == (2 * played[resting], 0), "the week is over, and counts by the first one"
    assert lines_of(night)[resting].provisional


@pytest.mark.clause("CCC-15c")
def test_a_week_without_another_to_take_the_average_from_is_still_to_come() -> None:
    night = Night("ccc", 9, rounds=12)
    play_week(night)
    (resting,) = night.event.round.sitting_out
    assert (night.line(resting).total, night.line(resting).to_come) == (Decimal(0), 3)
    play_week(night)
    own = lines_of(night)[resting].weeks[1]
    assert own is not None
    assert (night.line(resting).total, night.line(resting).to_come) == (2 * own.points, 0)


@pytest.mark.clause("CCC-15c")
def test_an_evening_that_ends_within_a_week_counts_what_there_is() -> None:
    night = Night("ccc", 9, rounds=12)
    play_week(night)
    night.seat()
    resting = night.event.round.sitting_out[0]
    first = night.line(resting).total
    for number in night.event.round.missing():
        night.score(number, 10, 4)
    assert night.line(resting).total == first
    night.end()
    assert (night.line(resting).total, night.line(resting).to_come) == (2 * first, 0)


@pytest.mark.clause("CCC-15c")
def test_a_week_under_way_does_not_change_the_average_of_the_others() -> None:
    night = Night("ccc", 8, rounds=12)
    play_week(night)
    _, others = week_with_an_empty_chair(night)
    before = {name: (lines_of(night)[name].weeks[1] or Cell("absent")).points for name in others}
    night.seat()
    for number in night.event.round.missing():
        night.score(number, 10, 0)
    after = {name: (lines_of(night)[name].weeks[1] or Cell("absent")).points for name in others}
    assert after == before
    assert all(before.values())


@pytest.mark.clause("CCC-3b", "CCC-15c")
def test_a_rotation_for_fun_takes_nobodys_average_away() -> None:
    night = Night("ccc", 8, rounds=12)
    play_week(night)
    _, others = week_with_an_empty_chair(night)
    before = {name: (night.line(name).total, night.line(name).to_come) for name in others}
    assert all(total and not to_come for total, to_come in before.values())
    for _ in range(3):
        night.seat(extra="yes")
        assert {name: (night.line(name).total, night.line(name).to_come) for name in others} == before
        for number in night.event.round.missing():
            night.score(number, 10, 0)
        assert {name: (night.line(name).total, night.line(name).to_come) for name in others} == before


@rows("worth", ["7", '"mean score"'])
def test_a_sit_out_counts_when_the_game_is_over(worth: str) -> None:
    night = seated(house("trailer-estates", f"[event]\nsit_out = {worth}"), 9)
    resting = night.event.round.sitting_out[0]
    night.score(1, 7, 7)
    assert night.line(resting).total == 0
    night.score(2, 7, 7)
    assert night.line(resting).total == 7


def test_points_off_come_off_the_season_too() -> None:
    night = Night("ccc", 8, rounds=12)
    night.do(Ruled(name="Ann", action="points off", points=2, reason="signals, before the first game"))
    play_week(night)
    play_week(night)
    before = lines_of(night)["Ann"]
    night.do(Ruled(name="Ann", action="points off", points=5, reason="signals"))
    after = lines_of(night)["Ann"]
    assert after.total == before.total - 5 == night.line("Ann").total
    assert (after.weeks[1] or Cell("absent")).points == (before.weeks[1] or Cell("absent")).points - 5


@pytest.mark.clause("CCC-15c")
def test_an_average_brings_no_credits_and_has_two_decimals() -> None:
    weeks: list[Week] = [
        {"Ann": Cell("played", Decimal(40), loners=2, euchres=3, games=3)},
        {"Ann": Cell("average", missed=3)},
        {"Ann": Cell("played", Decimal(41), games=3)},
        {"Ann": Cell("played", Decimal(41), games=3)},
    ]
    (line,) = season(weeks, CCC, over=True)
    assert line.weeks[1] == Cell("average", Decimal("40.67"), missed=3)
    assert line.total == Decimal("162.67")
    assert (line.loners, line.euchres) == (2, 3)


@pytest.mark.clause("CCC-15d")
def test_loner_credits_go_to_the_maker_and_euchre_credits_to_both_who_euchre() -> None:
    night = Night("ccc", ["n", "e", "s", "w"], rounds=12)
    night.sit("n e s w")
    night.score(1, 10, 4, SideCard(marches=1, loners=(0, 1)), SideCard(euchred=2))
    credits = {name: (line.loners, line.euchres) for name, line in lines_of(night).items()}
    assert credits == {"n": (0, 2), "s": (1, 2), "e": (0, 0), "w": (0, 0)}
    assert (night.line("s").loners, night.line("n").euchres) == (1, 2)


def test_the_best_few_of_all_weeks_can_count() -> None:
    weeks: list[Week] = [
        {"Ann": Cell("played", Decimal(points)), "Bob": Cell("played", Decimal(30))} for points in (40, 10, 35, 20)
    ]
    ann, bob = season(weeks, SeasonRules(best_weeks=3), over=True)
    assert (ann.name, ann.total, ann.counted) == ("Ann", Decimal(95), (0, 2, 3))
    assert (bob.place, bob.total) == (2, Decimal(90))


def test_level_seasons_share_a_place_and_weeks_before_somebody_came_are_blank() -> None:
    weeks: list[Week] = [{"Ann": Cell("played", Decimal(10))}, {"Bob": Cell("played", Decimal(10))}]
    lines = season(weeks, SeasonRules(), over=True)
    assert [(line.place, line.name) for line in lines] == [(1, "Ann"), (1, "Bob")]
    assert lines[1].weeks[0] is None


def test_a_week_off_by_the_plan_counts_like_a_week_without_a_table() -> None:
    night = Night("ccc", 5, rounds=12)
    play_week(night)
    resting = night.event.round.sitting_out[0]
    play_week(night)
    first, second = lines_of(night)[resting].weeks
    assert first is not None
    assert second is not None
    assert (first.status, first.points) == ("average", second.points)


@given(st.lists(st.integers(0, 60), min_size=1, max_size=20))
def test_a_mean_is_within_half_a_hundredth(values: list[int]) -> None:
    assert abs(mean(values) * len(values) - sum(values)) <= Decimal("0.005") * len(values)


def test_totals_read_well() -> None:
    assert [shown(value) for value in (14, Decimal("7.50"), Decimal("7.25"), Decimal(100), Decimal(0))] == [
        "14",
        "7.5",
        "7.25",
        "100",
        "0",
    ]


def test_a_week_of_the_season_with_one_person_twice_does_not_stop_the_seating() -> None:
    night = Night("ccc", 8, rounds=3)
    first, second = ("Ann", "Bob", "Cy", "Dee"), ("ann", "Eve", "Fay", "Gus")
    night.do(SeasonSoFar(weeks=(PlannedRound((first, second), ("Hal", "Bob")),)))
    night.seat()
    tables = [set(table.seats) for table in night.event.round.tables]
    assert all(len(table & set(first)) == 2 for table in tables), "who met at table 1 is parted; table 2 is left out"


def test_a_week_in_which_no_table_played_is_followed_by_another() -> None:
    night = seated("ccc", 4, rounds=12)
    night.do(Absent(name="Ann"), RoundClosed())
    night.next_meeting()
    night.enter("Zoe")
    night.seat()
    assert len(night.event.round.tables) == 1
    assert len(night.event.round.sitting_out) == 1
