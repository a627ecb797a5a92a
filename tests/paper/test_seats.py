"""Sign-up list, seat slips and table cards: everybody finds the chair, and every code leads to the right page."""

from __future__ import annotations

import pytest

from bowerbird.event.facts import Substituted
from bowerbird.paper import SIZES, Links, print_sheet
from bowerbird.seats import Seat
from event.evenings import CLUBS, Night
from kit.rows import pairs, rows, some
from paper.evenings_on_paper import night, running
from paper.reading import Sheet, links_of


def slip_of(sheet: Sheet, name: str, when: str) -> str:
    """What is written on the slip of one person."""
    head = f"A night · {when}"
    return next(words for words in sheet.words.split(head) if words.strip().startswith(name))


@rows("club", CLUBS)
def test_a_slip_names_round_table_seat_and_partner(club: str) -> None:
    event = running(club)
    sheet = Sheet(print_sheet("slips", event))
    when = "Week 2" if club == "ccc" else "Round 4"
    for table in event.round.tables:
        for seat in Seat:
            name, partner = table.seats[seat], table.seats[seat.partner]
            words = slip_of(sheet, name, when)
            assert f"Table {table.number} {seat.word} with {partner}" in words
            assert ("You deal first" in words or "You are the pivot" in words) is (seat is table.dealer)
            left, right = table.seats[seat.left], table.seats[seat.left.partner]
            assert f"against {left} and {right}" in words or "You are the pivot" in words
    assert len(sheet) == 2
    assert sheet.largest() == pytest.approx(36)


@pytest.mark.clause("ALB-T4a", "ALB-T6")
def test_paper_says_who_is_team_a_and_who_is_team_b() -> None:
    event = running("alberta")
    slips = Sheet(print_sheet("slips", event))
    assert slips.words.count("You are team A: you move up.") == 2 * len(event.round.tables)
    assert slips.words.count("You are team B: you keep your table.") == 2 * len(event.round.tables)
    assert Sheet(print_sheet("table-cards", event)).has("North and South: you are team A: you move up.")
    assert Sheet(print_sheet("pivot-cards", event)).has("Team A, North and South")
    assert Sheet(print_sheet("score-cards", event)).has("You are team A: you move up.")
    assert "team A" not in Sheet(print_sheet("slips", running("national"))).words


def test_slips_lie_in_the_order_of_names_for_handing_out() -> None:
    sheet = Sheet(print_sheet("slips", running("national")))
    found = [sheet.words.index(f"Round 4 {name} ") for name in ("Ann", "Bob", "Cy", "Dee", "Pam")]
    assert found == sorted(found)


def test_the_codes_of_slips_lead_to_each_players_page() -> None:
    event = running("trailer-estates")
    links = links_of(event)
    sheet = Sheet(print_sheet("slips", event, size="a4", links=links))
    read = [link for number in range(len(sheet)) for link in sheet.codes(number)]
    assert sorted(read) == sorted(links.players.values())


@rows("club, size", pairs(CLUBS, SIZES))
def test_the_code_on_the_sign_up_list_leads_to_signing_up(club: str, size: str) -> None:
    event = running(club)
    links = links_of(event)
    sheet = Sheet(print_sheet("sign-up", event, size=size, links=links))
    assert [sheet.codes(number) for number in range(len(sheet))] == [[links.sign_up], *[[]] * (len(sheet) - 1)]


def test_a_slip_stays_on_its_side_of_the_cut_also_with_the_longest_names() -> None:
    evening = night("ccc", 0)
    for number in range(8):
        evening.enter(f"Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley the {number}"[:60])
    evening.seat()
    sub = "Bartholomew Archibald Throckmorton-Fotheringay of Fenwick Hall"
    evening.do(Substituted(name=evening.at(1, "N"), by=sub))
    for size, height in (("letter", 792.0), ("a4", 841.89)):
        sheet = Sheet(print_sheet("slips", evening.event, size=size, place="P" * 40, links=links_of(evening.event)))
        assert sheet.has(f"{sub} (for Maximiliana")
        assert not sheet.off_the_page()
        assert uncut(sheet, height)


def uncut(sheet: Sheet, height: float) -> bool:
    """Whether no text lies over the three cuts across a page."""
    boxes = [box for number in range(len(sheet)) for box in sheet.boxes(number)]
    return all(int(box.bottom // (height / 4)) == int(box.top // (height / 4)) for box in boxes)


@rows("club", some(CLUBS, 2))
def test_eight_slips_lie_on_their_own_sides_of_both_cuts(club: str) -> None:
    evening = Night(club, [f"Bartholomew Vandenberg {number:02}" for number in range(16)], rounds=12)
    evening.seat()
    for size, width, height in (("letter", 612.0, 792.0), ("a4", 595.28, 841.89)):
        sheet = Sheet(print_sheet("slips", evening.event, size=size, links=links_of(evening.event)))
        assert len(sheet) == 2 or club == "ccc", "only the three partners of a rotation may need the whole width"
        assert uncut(sheet, height)
        boxes = [box for number in range(len(sheet)) for box in sheet.boxes(number)]
        assert len(sheet) == 4 or not [box for box in boxes if box.left < width / 2 < box.right]
        assert not sheet.off_the_page()


def test_who_sits_out_gets_a_slip_too_and_a_table_can_be_printed_alone() -> None:
    evening = night("trailer-estates", 18)
    evening.seat()
    resting = evening.event.round.sitting_out
    sheet = Sheet(print_sheet("slips", evening.event))
    for name in resting:
        assert "You sit out at the sit-out table" in slip_of(sheet, name, "Round 1")
    one = Sheet(print_sheet("slips", evening.event, table=2))
    assert one.words.count("Table 2") == 4
    assert "Table 1" not in one.words


def test_an_older_round_can_be_printed_again() -> None:
    event = running("st-joe")
    table = event.rounds[1].tables[0]
    sheet = Sheet(print_sheet("slips", event, round=2))
    assert f"Table 1 North with {table.seats[2]}" in slip_of(sheet, table.seats[0], "Round 2")
    assert "Round 4" not in sheet.words


@pytest.mark.clause("CCC-1a", "CCC-3b")
def test_in_a_rotation_the_slip_names_all_three_partners() -> None:
    evening = night("ccc", 8, played=1)
    evening.undo(2)  # the scores of both tables: the first game is still on
    event = evening.event
    sheet = Sheet(print_sheet("slips", event))
    first = event.round.tables[0]
    partners = {name: [first.seats[Seat(seat).partner]] for seat, name in enumerate(first.seats)}
    evening.quick()
    for _ in range(2):
        evening.seat()
        table = evening.event.round.tables[0]
        for seat in Seat:
            partners[table.seats[seat]].append(table.seats[seat.partner])
        evening.quick()
    for name, (now, then, last) in partners.items():
        assert len({now, then, last}) == 3
        words = slip_of(sheet, name, "Week 1")
        assert f"with {now}" in words
        assert f"Then with {then}, then with {last}." in words
    assert sheet.words.count("You are the pivot") == 2


def test_a_table_card_is_read_from_both_sides() -> None:
    links = Links(tables={number: f"http://hall.local/table/{number}" for number in range(1, 5)})
    sheet = Sheet(print_sheet("table-cards", running("national"), links=links))
    assert len(sheet) == 4
    for number in range(4):
        words = sheet.page(number)
        assert words.count("Table") == 2
        assert words.count(str(number + 1)) == 2
        # North sees East on the left hand, South sees West there: one of the two faces stands on its head.
        for arrow in ("← West", "East →", "← East", "West →"):
            assert arrow in words
        assert "South" in words.split("← West")[1].split("East →")[0]
        assert sheet.codes(number) == [links.tables[number + 1]] * 2
    assert sheet.largest() > 200


def test_table_cards_before_seating_are_as_many_as_the_entries_fill() -> None:
    assert len(Sheet(print_sheet("table-cards", night("st-joe", 22).event))) == 5
    assert len(Sheet(print_sheet("table-cards", night("st-joe", 22).event, table=3))) == 1


def test_the_code_on_a_subs_slip_is_the_subs_own() -> None:
    evening = night("trailer-estates", 8)
    evening.seat()
    replaced = evening.at(1, "N")
    evening.do(Substituted(name=replaced, by="Stan"))
    people = {name: f"http://hall/p/{number}" for number, name in enumerate([*evening.event.people, "Stan"])}
    sheet = Sheet(print_sheet("slips", evening.event, links=Links(players=people)))
    read = {link for number in range(len(sheet)) for link in sheet.codes(number)}
    assert people["Stan"] in read
    assert people[replaced] not in read
