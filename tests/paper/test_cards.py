"""Score cards hold what each club writes down, and what is in so far."""

from __future__ import annotations

import re

import pytest

from bowerbird.event import SideCard, standings
from bowerbird.event.games import places
from bowerbird.event.money import ledger
from bowerbird.event.results import worth
from bowerbird.event.totals import dollars, shown
from bowerbird.paper import print_sheet
from bowerbird.seats import Seat
from event.evenings import CLUBS, Night, house
from kit.rows import rows
from paper.evenings_on_paper import finished, night, running
from paper.reading import Sheet, links_of

COLUMNS = {
    "alberta": "Round Table Against We They Won Total",
    "ccc": "Game Table Partner We They Loners Euchres On card Total",
    "trailer-estates": "Round Table Partner 1 2 3 4 5 6 7 8 Points Total Initials",
    "national": "Round Table Partner We They Match points Total Initials",
    "st-joe": "Round Table Partner Marks, hand by hand Loners Points Total Initials",
}
EXPLAINED = {
    "alberta": "What counts is games won.",
    "ccc": "winners get their score plus the margin, losers their own points.",
    "trailer-estates": "What counts is the points of each game.",
    "national": "A win is worth 2, a tie 1, a loss 0.",
    "st-joe": "All five alone, the lone player: 5. All five alone, the partner: 4.",
}


@rows("club", CLUBS)
@pytest.mark.clause("ALB-T3", "CCC-15d", "TE-7", "NAT-C1", "STJ-10")
def test_a_card_has_the_columns_of_its_club(club: str) -> None:
    event = running(club)
    sheet = Sheet(print_sheet("score-cards", event))
    assert sheet.has(COLUMNS[club])
    assert sheet.has(EXPLAINED[club])
    assert len(sheet) == {"alberta": 4, "ccc": 16}.get(club, 8)


@rows("club", CLUBS)
def test_a_card_shows_every_game_and_the_total_so_far(club: str) -> None:
    event = running(club)
    sheet = Sheet(print_sheet("score-cards", event))
    labels = ("Week 1", "Game 2", "Game 3", "Week 2") if club == "ccc" else ("1", "2", "3", "4")
    for entry in event.entries.values():
        total = 0
        for label, past in zip(labels, event.rounds, strict=True):
            table = next(table for table in past.tables if entry.players[0] in table.seats)
            seat, score = Seat(table.seats.index(entry.players[0])), past.results[table.number].score
            we, they = score.points[seat.side], score.points[seat.side.other]
            loners, euchres = score.cards[seat.side].loners[seat // 2], score.cards[seat.side.other].euchred
            across = event.entry_of[table.seats[seat.left]] if event.pairs_stay else table.seats[seat.partner]
            brought = worth(event.book, score, seat)
            total += brought
            between = {"ccc": f"{we} {they} {loners} {euchres}", "trailer-estates": "", "st-joe": str(loners)}
            row = [
                label,
                table.number,
                across,
                between.get(club, f"{we} {they}"),
                worth(event.book, score, seat),
                total,
            ]
            assert sheet.has(" ".join(map(str, row)))


@pytest.mark.clause("NAT-P9a")
def test_the_card_of_a_sitting_player_says_so() -> None:
    sheet = Sheet(print_sheet("score-cards", running("national")))
    assert sheet.words.count("Sitting player: keeps one chair all evening") == 1
    assert sheet.words.index("Ann") < sheet.words.index("Sitting player") < sheet.words.index("Bob")


def test_rows_follow_the_planned_rounds() -> None:
    for rounds, pages in ((5, 2), (9, 2), (12, 4), (30, 4)):
        event = night("national", 4, rounds).event
        sheet = Sheet(print_sheet("score-cards", event))
        assert len(sheet) == pages
        assert f" {rounds} " in f"{sheet.words} "
        assert not sheet.off_the_page()


def test_two_cards_on_a_page_do_not_meet_at_the_cut() -> None:
    evening = Night("national", [f"Maximiliana Wilhelmina Featherstonehaugh {number}" for number in range(8)])
    for _ in range(8):
        evening.seat()
        evening.quick()
    for event in (evening.event, running("st-joe"), running("alberta")):
        for size, height in (("letter", 792.0), ("a4", 841.89)):
            sheet = Sheet(print_sheet("score-cards", event, size=size))
            for number in range(len(sheet)):
                if sheet.page(number).count("Score card") == 2:
                    assert not [box for box in sheet.boxes(number) if box.bottom < height / 2 < box.top]


def test_the_code_on_a_card_leads_to_its_owner() -> None:
    event = running("st-joe")
    links = links_of(event)
    assert set(Sheet(print_sheet("score-cards", event, links=links)).codes(0)) == {
        links.players["Ann"],
        links.players["Bob"],
    }


@pytest.mark.clause("ALB-T7")
def test_the_master_card_has_every_score_with_running_totals() -> None:
    event = running("alberta")
    sheet = Sheet(print_sheet("master", event))
    width, height = sheet.size()
    assert height > width
    place = places(standings(event))
    for line in standings(event):
        row = sheet.words[sheet.words.index(line.name) :]
        wins = 0
        for past in event.rounds:
            table = next(table for table in past.tables if line.players[0] in table.seats)
            score, side = past.results[table.number].score, table.side_of(line.players[0])
            wins += score.winner is side
            cell = f"{score.points[side]}–{score.points[side.other]} {wins} "
            assert row.startswith(cell, row.index(cell))
            row = row[row.index(cell) + len(cell) :]
        assert row.startswith(f"{shown(line.total)} {line.points} {place[line.name]}")


def test_a_long_master_card_goes_on_below() -> None:
    sheet = Sheet(print_sheet("master", finished("ccc")))
    assert sheet.has("Games 1 to 8")
    assert sheet.has("Games 9 to 12")


@pytest.mark.clause("CCC-13c", "CCC-12", "CCC-13b")
def test_the_pivots_card_has_three_games_dimes_and_totals() -> None:
    evening = Night("ccc", ["Ann", "Bob", "Cy", "Dee"], rounds=12)
    evening.seat()
    pivot = evening.event.round.tables[0].seats[evening.event.round.tables[0].dealer]
    north, east, south, west = evening.event.round.tables[0].seats
    evening.score(1, 10, 6, SideCard(marches=1, loners=(1, 0)), SideCard(euchred=2))
    sheet = Sheet(print_sheet("pivot-cards", evening.event))
    assert len(sheet) == 1
    assert sheet.has(f"The pivot, {pivot}, deals first and keeps this card")
    assert sheet.has("Euchred Failed alone Renege March against Lost Paid each Got each")
    assert sheet.has(f"1 {north} & {south} 10 14 1 and 0 2 {east} & {west} 6 6 0 and 0 0")
    paid = -sum(cents for posting in ledger(evening.event) if (cents := posting.amounts.get(east, 0)) < 0)
    assert paid == 10 + 2 * 10 + 10 + 10
    assert sheet.has(f"{east} & {west} {dollars(paid)} 0.00")
    players = sheet.words[sheet.words.index("Each player") :]
    assert f"{north} 14" in players
    assert f"{east} 6" in players
    partners = re.findall(rf"{pivot} & (\w+)|(\w+) & {pivot}", sheet.words)
    assert len({name for pair in partners for name in pair if name}) == 3


def test_the_card_of_a_table_with_one_game_is_signed_by_both_sides() -> None:
    event = running("national")
    sheet = Sheet(print_sheet("pivot-cards", event, table=2))
    table, score = event.round.tables[1], event.round.results[2].score
    assert sheet.has(f"North and South {table.seats[0]} & {table.seats[2]} {score.ns}")
    assert sheet.has("North or South")
    assert sheet.has("East or West")


def test_columns_come_from_the_rules_and_not_from_the_club() -> None:
    rules = '[event]\nkept_on = "table card"\n[event.money]\nfee = 50\nside_pots = {"most loners" = 25}'
    evening = Night(house("national", rules), 8)
    evening.seat()
    assert Sheet(print_sheet("score-cards", evening.event)).has("We They Loners Match points Total 1")
