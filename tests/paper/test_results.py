"""Standings with their reasons, the payout to the cent, certificates and the season."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bowerbird.event import SideCard, standings
from bowerbird.event.facts import Absent, Bell, CoinsTossed, PlayOffPlayed, ScoreCorrected, Substituted
from bowerbird.event.money import balances, ledger, payouts, pot_of
from bowerbird.event.season import Cell, SeasonLine
from bowerbird.event.standings import due_play_offs
from bowerbird.event.totals import dollars, shown
from bowerbird.paper import PaperError, Season, print_sheet
from event.evenings import Night, house, scored
from kit.rows import rows
from paper.evenings_on_paper import finished, night, running
from paper.reading import Sheet, links_of


def three_level(more: str = "") -> Night:
    """Three teams with one win and ten points each more than the fourth, who must play off."""
    evening = Night(house("alberta", f'[event]\nmovement = "round robin"\n{more}'), 6, rounds=3)
    a, b, c = (entry.players for entry in evening.event.entries.values())
    for one, other in ((a, b), (b, c), (c, a)):
        evening.sit(f"{one[0]} {other[0]} {one[1]} {other[1]}", sitting_out=" ".join(({*a, *b, *c}) - {*one, *other}))
        evening.score(1, 10, 5)
    evening.end()
    return evening


@pytest.mark.clause("ALB-T10c", "ALB-T10d")
def test_a_tie_is_told_step_by_step_as_it_is_settled() -> None:
    evening = three_level()
    first, second, third = (line.name for line in standings(evening.event))
    sheet = Sheet(print_sheet("standings", evening.event))
    assert sheet.has(f"Places 1 to 3. {first}, {second} and {third} are tied on 1 win.")
    assert sheet.has("1. Tied on 15 points too.")
    assert sheet.has(f"Still to do {first}, {second} and {third} toss coins for the bye.")
    with pytest.raises(PaperError, match="still to be played off"):
        print_sheet("certificates", evening.event)
    evening.do(CoinsTossed(coins={first: "heads", second: "tails", third: "tails"}))
    evening.do(PlayOffPlayed(winner=third, loser=second, winner_points=10, loser_points=4))
    evening.do(PlayOffPlayed(winner=third, loser=first, winner_points=10, loser_points=9))
    sheet = Sheet(print_sheet("standings", evening.event))
    steps = [
        "1. Tied on 15 points too.",
        f"2. {first} had the odd coin and the bye.",
        f"3. {third} beat {second}.",
        f"4. {third} beat {first} in the last game.",
    ]
    assert sheet.has(" ".join(steps))
    assert sheet.has(f"1 {third} 1 1 15")
    assert not sheet.has("Still to do")


def test_a_payout_before_the_play_off_is_provisional() -> None:
    evening = three_level("[event.money]\nfee = 500\n")
    sheet = Sheet(print_sheet("payout", evening.event))
    assert sheet.has("Provisional: as things stand. Prizes are paid when ties are settled.")
    assert not sheet.has("Final.")


def test_points_that_are_the_total_in_every_line_are_printed_once() -> None:
    evening = Night("st-joe", ["Ann", "Bob", "Cy", "Dee"])
    evening.sit("Ann Bob Cy Dee")
    evening.score(1, 10, 5)
    sheet = Sheet(print_sheet("standings", evening.event))
    assert sheet.has("Name Points Won Lost Games 1= Ann 10 1 0 1")
    lone = SideCard(marches=1, loners=(1, 0), personal=(11, 10))
    score = scored(evening.book, 10, 5, lone, SideCard(personal=(5, 5)))
    evening.do(ScoreCorrected(round=1, table=1, score=score, reason="a lone march"))
    sheet = Sheet(print_sheet("standings", evening.event))
    assert sheet.has("Name Points Won Lost Game points Loners Games 1 Ann 11 1 0 10 1 1")


def test_a_reason_for_some_of_the_tied_names_them() -> None:
    evening = Night("national", ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"])
    evening.sit("Ann Bob Cy Dee", "Eve Fay Gus Hal")
    evening.score(1, 11, 5)
    evening.do(Bell())
    evening.score(2, 9, 3)
    evening.sit("Ann Cy Eve Gus", "Bob Dee Fay Hal")
    evening.do(Bell())
    evening.score(1, 11, 8)
    evening.score(2, 11, 4)
    sheet = Sheet(print_sheet("standings", evening.event))
    assert sheet.has("Places 1 to 2. Ann and Eve are tied on 4 match points.")
    assert sheet.has("Places 3 to 6. Bob, Cy, Fay and Gus are tied on 2 match points.")
    assert sheet.has("1. Tied on 1 win too.")
    assert sheet.has("2. By points: Cy 19, Gus 17, Bob 16, Fay 14.")
    evening.do(ScoreCorrected(round=1, table=2, score=scored(evening.book, 11, 3), reason="misread"))
    sheet = Sheet(print_sheet("standings", evening.event))
    assert sheet.has("2. By points: Cy and Gus 19, Bob 16, Fay 14.")
    assert sheet.has("3. Cy and Gus: The rules don't separate them, so they share the place.")


def test_standings_say_when_they_were_taken() -> None:
    event = running("national")
    assert Sheet(print_sheet("standings", event)).has("As it stands after round 4.")
    earlier = Sheet(print_sheet("standings", event, round=1))
    assert earlier.has("As it stands after round 1.")
    assert not earlier.has(f"{standings(event)[0].name} {shown(standings(event)[0].total)} 4")
    evening = night("national", 8)
    evening.seat()
    assert Sheet(print_sheet("standings", evening.event)).has("As it stands in round 1. 2 of 2 tables still play.")
    assert Sheet(print_sheet("standings", finished("national"))).has("The final places.")
    links = links_of(event)
    assert Sheet(print_sheet("standings", event, links=links)).codes(0) == [links.public]


@pytest.mark.clause("TE-9")
def test_the_payout_sheet_pays_all_of_the_pot_to_the_cent() -> None:
    event = finished("trailer-estates")
    sheet = Sheet(print_sheet("payout", event))
    prizes = payouts(event)
    assert sum(prizes.values()) == pot_of(event) == 400
    assert sheet.has("16 fees of $0.25 make a pot of $4.00. The places split it 50, 30 and 20 percent.")
    for name, cents in prizes.items():
        assert sheet.has(f"{name} ${dollars(cents)}")
    assert sheet.has("Together $4.00")
    for name, cents in balances(ledger(event)).items():
        if name in event.people:
            received = prizes.get(name, 0)
            assert sheet.has(f"{name} 0.25 {dollars(received)} {dollars(cents)}")
    assert sheet.has("Everybody 4.00 4.00 0.00")


def test_before_the_end_the_pot_still_holds_the_money() -> None:
    sheet = Sheet(print_sheet("payout", running("trailer-estates")))
    assert sheet.has("Prizes are paid when the event is finished.")
    assert sheet.has("Everybody 4.00 0.00 -4.00 The pot 4.00")
    assert sheet.has("All together 0.00")


@pytest.mark.clause("CCC-12")
def test_dimes_are_in_the_ledger() -> None:
    event = running("ccc")
    sheet = Sheet(print_sheet("payout", event))
    money = balances(ledger(event))
    for name in event.people:
        assert sheet.has(dollars(money[name]))
    assert not sheet.has("Kitty of table")


def test_side_pots_and_shared_places_are_paid_too() -> None:
    rules = '[event.money]\nside_pots = {"most loners" = 50, "last place" = 25}'
    evening = Night(house("trailer-estates", rules), ["Ann", "Bob", "Cy", "Dee"], rounds=1)
    evening.sit("Ann Bob Cy Dee")
    evening.score(1, 12, 6, SideCard(marches=1, loners=(1, 0)), SideCard())
    evening.end()
    sheet = Sheet(print_sheet("payout", evening.event))
    assert sheet.has("Place 1= Ann $0.50")
    assert sheet.has("Place 1= Cy $0.50")
    assert sheet.has("Most lone marches, side pot Ann $2.00")
    assert sheet.has("Last place, side pot Bob $0.50")
    assert sheet.has("Together $4.00")


def test_a_correction_moves_money_and_places_on_paper() -> None:
    evening = Night("trailer-estates", ["Ann", "Bob", "Cy", "Dee"], rounds=1)
    evening.sit("Ann Bob Cy Dee")
    evening.score(1, 12, 6)
    evening.end()
    assert Sheet(print_sheet("payout", evening.event)).has("Place 1= Ann $0.50")
    corrected = scored(evening.book, 6, 12)
    evening.do(ScoreCorrected(round=1, table=1, score=corrected, reason="turned round"))
    assert Sheet(print_sheet("payout", evening.event)).has("Place 1= Bob $0.50")


@rows("club", ["alberta", "ccc", "trailer-estates", "national", "st-joe"])
def test_everybody_in_the_first_three_places_has_a_certificate(club: str) -> None:
    event = finished(club)
    sheet = Sheet(print_sheet("certificates", event, place="Hall", date="2026-01-05"))
    winners = [(line, name) for line in standings(event) if line.place <= 3 for name in line.players]
    assert len(sheet) == len(winners)
    for number, (line, name) in enumerate(winners):
        words = sheet.page(number)
        assert {1: "First", 2: "Second", 3: "Third"}[line.place] in words
        assert name in words
        assert f"with {shown(line.total)} " in words
        if len(line.players) == 2:
            assert f"and {next(other for other in line.players if other != name)}" in words


@pytest.mark.clause("CCC-15a", "CCC-15b", "CCC-15c")
def test_the_season_shows_subs_absences_and_averages() -> None:
    evening = night("ccc", 8, rounds=12, played=3)
    evening.next_meeting()
    evening.do(Absent(name="Ann"), Substituted(name="Bob", by="Zelda"))
    for _ in range(3):
        evening.seat()
        evening.quick()
    sheet = Sheet(print_sheet("season", evening.event))
    assert sheet.has("Week 1 Week 2 Total")
    assert sheet.has("absent")
    assert sheet.has("Zelda played")
    assert sheet.has("?)")
    assert sheet.has("With a question mark: it can still change.")


def test_a_season_of_many_evenings_is_printed_as_it_is_given() -> None:
    def played(points: int) -> Cell:
        return Cell("played", Decimal(points), games=3)

    weeks = (played(30), played(20), Cell("average", Decimal("25.50"), provisional=True))
    lines = [
        SeasonLine(1, "Ann", Decimal("55.50"), 2, 9, weeks, (0, 2), True),
        SeasonLine(2, "Bob", Decimal(12), 0, 1, (played(12), None, None), (0,), False),
    ]
    season = Season(
        title="Winter",
        lines=lines,
        weeks=["5 January", "12 January", "19 January"],
        not_met={"Ann": ["Cy", "Dee"], "Bob": [f"Guest {number}" for number in range(40)]},
        money={"Ann": -120, "Bob": 120},
    )
    sheet = Sheet(print_sheet("season", running("ccc"), season=season))
    assert sheet.has("Season: Winter")
    assert sheet.has("5 January 12 January 19 January")
    assert sheet.has("1 Ann 30 20 (25.5?) 55.5 2 9 -1.20")
    assert sheet.has("Shaded weeks do not count.")
    assert sheet.has("Ann 2 Cy and Dee")
    assert sheet.has("Bob 40")


def six_teams(*points: int) -> Night:
    """Six Alberta teams: the last beats each of the others, who make so many points and no win."""
    evening = Night(house("alberta", '[event]\nmovement = "round robin"'), 12, rounds=5)
    *teams, last = (entry.players for entry in evening.event.entries.values())
    for team, made in zip(teams, points, strict=True):
        out = [name for name in evening.event.people if name not in {*team, *last}]
        evening.sit(f"{team[0]} {last[0]} {team[1]} {last[1]}", sitting_out=" ".join(out))
        evening.score(1, made, 10)
    evening.end()
    return evening


def certified(evening: Night) -> list[str]:
    """Which place is on each certificate."""
    sheet = Sheet(print_sheet("certificates", evening.event))
    return [sheet.page(number).split(" place")[0].split()[-1] for number in range(len(sheet))]


@pytest.mark.clause("ALB-T10d")
@rows(
    "points, printed",
    [
        ((9, 8, 7, 6, 5), "First First Second Second Third Third"),
        ((9, 8, 7, 6, 6), "First First Second Second Third Third"),
        ((9, 8, 7, 7, 6), "First First Second Second Third Third"),
        ((9, 8, 8, 7, 6), "First First Second Second"),
        ((9, 8, 8, 8, 6), "First First Second Second"),
        ((9, 9, 8, 7, 6), "First First"),
        ((9, 9, 9, 8, 8), "First First"),
    ],
)
def test_places_that_are_settled_have_their_certificates_while_another_tie_is_open(
    points: tuple[int, ...], printed: str
) -> None:
    evening = six_teams(*points)
    assert certified(evening) == printed.split()
    assert Sheet(print_sheet("all", evening.event)).has("First place")
    while due := due_play_offs(evening.event):
        names = due[0].entries
        if due[0].needs == "coins":
            evening.do(CoinsTossed(coins={name: "heads" if name == names[0] else "tails" for name in names}))
        else:
            evening.do(PlayOffPlayed(winner=names[0], loser=names[1], winner_points=10, loser_points=4))
    assert certified(evening) == ["First", "First", "Second", "Second", "Third", "Third"]


def test_a_third_place_is_settled_though_the_first_is_not() -> None:
    evening = three_level()
    first, second, third = (line.name for line in standings(evening.event))
    evening.do(CoinsTossed(coins={first: "heads", second: "tails", third: "tails"}))
    with pytest.raises(PaperError, match="still to be played off"):
        print_sheet("certificates", evening.event)
    assert not Sheet(print_sheet("all", evening.event)).has("Third place")
    evening.do(PlayOffPlayed(winner=third, loser=second, winner_points=10, loser_points=4))
    assert certified(evening) == ["Third", "Third"]
