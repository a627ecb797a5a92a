"""A whole event of each book through the pages, in real browsers, to the standings that the library works out.

Each has a set-up, a door, three rounds, phones and the register, a late arrival, an absence, a ruling, a correction and
a tie.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bowerbird.evening.trial import made_up_names
from bowerbird.event import Line
from web.browsing import Person, needs_browser, open_hall
from web.evenings import tap
from web.nights import Night, accept, enter

pytestmark = needs_browser

NAMES = list(islice(made_up_names(), 14))
LATE, ABSENT = NAMES[-2:]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hall")


@pytest.fixture(scope="module")
def hall(folder: Path) -> Iterator[str]:
    with open_hall(folder) as address:
        yield address


@pytest.fixture
def night(hall: str, folder: Path, browser: Any) -> Iterator[Night]:
    evening = Night(browser, hall, folder)
    yield evening
    evening.close()


def at_the_door(night: Night) -> None:
    """One comes later, one not at all, one is checked in by a tap and the others together."""
    night.person(LATE, "Coming later")
    night.person(ABSENT, "Not coming")
    night.check_in(NAMES[0])
    night.everybody_is_here()


def last_round(night: Night, board: Person, ns: int, ew: int) -> tuple[Line, ...]:
    """Somebody has gone and who sits out takes the chair; every table ends alike, and all thirteen are ranked."""
    night.next_round()
    gone, resting = night.seats(3)[1], night.view()["sitting_out"][0]
    night.missing(gone, f"Do this: {resting}, who is sitting out, takes {gone}'s seat")
    for table in (1, 2, 3):
        night.register(table, ns, ew)
    night.finish()
    board.page.get_by_role("heading", name="Final standings").wait_for()
    lines = night.assert_standings()
    assert len(lines) == 13
    return lines


def test_alberta(night: Night) -> None:
    pairs = [*zip(NAMES[::2], NAMES[1::2], strict=True), ("Quin", "Rex")]
    rows = [f"{one},{other},Zone {at // 2 + 1},yes" for at, (one, other) in enumerate(pairs)]
    night.set_up("Alberta 55 Plus", "\n".join(["name,partner,zone,of_age", *rows]))
    late, (alone, absent) = pairs[6], pairs[7]
    for name in late:
        night.person(name, "Coming later")
    night.person(absent, "Not coming")
    night.everybody_is_here()
    night.seat("In the order of entry")
    board = night.board()
    north, east, *_ = night.seats(1)
    one, other = night.phone(north), night.phone_by_table_card(1, east)
    enter(one, "10", "7")
    accept(other)
    for table in (2, 3):
        night.register(table, 10, 7)
    for name in late:
        night.person(name, "Check in")
    night.next_round()
    # The A line moves up: whoever was at the first table is elsewhere, and the phones know it.
    other.page.get_by_role("heading", name="Round 2. Table 1, East.").wait_for()
    north = night.seats(1)[0]
    another = night.phone(north)
    enter(another, "10", "6")
    tap(other, "Not right", "8", "10", "Send the score")
    night.rule("Revoke", "No", "No", table=2, offender=night.seats(2)[1], clause="ALB-12i")
    night.settle(1, f"{north}: 10–6 is right")
    for table in (2, 3):
        night.register(table, 10, 7)
    night.correct(1, 2, 7, 10, "the master card was read the wrong way round")
    night.next_round()
    gone = night.seats(3)[0]
    night.missing(gone, f"Do this: {alone} plays for {gone}")
    for table in (1, 2, 3):
        night.register(table, 10, 7)
    night.finish()
    assert night.play_off() > 0
    board.page.get_by_role("heading", name="Final standings").wait_for()
    lines = night.assert_standings()
    assert len(lines) == 8
    assert sum(line.games for line in lines) == 18


def pivot_and_left(night: Night) -> tuple[str, str]:
    """The pivot of the first table, who keeps its card and deals first, and the opponent on the left."""
    seats, dealer = night.seats(1), night.view()["tables"][0]["dealer"]
    return seats[dealer], seats[(dealer + 1) % 4]


def test_ccc(night: Night) -> None:
    night.set_up("CCC weekly tournament", "\n".join(NAMES[:13]))
    absent = NAMES[12]
    night.person(absent, "Not coming")
    night.everybody_is_here()
    night.seat()
    board = night.board()
    pivot, opponent = pivot_and_left(night)
    keeper, other = night.phone_by_table_card(1, pivot), night.phone(opponent)
    # Somebody is still at the bar: the table waits, and plays as soon as they are back.
    late = night.seats(2)[3]
    night.missing(late, f"Do this: Wait: {late} comes later")
    night.tile(2, "stood-down").wait_for()
    night.person(late, "Check in")
    night.tile(2, "seated").wait_for()
    enter(keeper, "10", "7", "None", "None", "None", "None", "None")
    accept(other)
    for number in (2, 3):
        night.register(number, 10, 7, euchred_of_1=1)
    night.next_round()
    # Only the pivot writes, so whoever disagrees says no and the director asks.
    same, opponent = pivot_and_left(night)
    assert same == pivot
    enter(keeper, "10", "8", "None", "None", "None", "None", "None")
    tap(night.phone(opponent), "Not right")
    night.tile(1, "disputed").wait_for()
    night.register(1, *((10, 6) if night.seats(1).index(pivot) % 2 == 0 else (6, 10)))
    offender = night.seats(3)[2]
    night.rule("Renege", table=3, offender=offender, clause="CCC-10")
    for number in (2, 3):
        night.register(number, 10, 7, loners_of_0=1)
    night.correct(1, 1, 10, 5, "the card was added up wrongly")
    night.next_round()
    for number in (1, 2, 3):
        night.register(number, 10, 7)
    night.finish()
    board.page.get_by_role("heading", name="Final standings").wait_for()
    lines = night.assert_standings()
    assert {line.name: line.games for line in lines} == {name: 0 if name == absent else 3 for name in NAMES[:13]}
    assert sum(line.loners for line in lines) == 2


def test_trailer_estates(night: Night) -> None:
    night.set_up("Trailer Estates nights", "\n".join(NAMES))
    at_the_door(night)
    night.seat()
    board = night.board()
    north, east, *_ = night.seats(1)
    one, other = night.phone(north), night.phone_by_table_card(1, east)
    enter(one, "6", "Next", "4", "Next")
    accept(other)
    for table in (2, 3):
        night.register(table, 6, 4)
    night.person(LATE, "Check in")
    night.next_round()
    # Thirteen people: one rests, and gets the mean score for it.
    assert len(night.view()["sitting_out"]) == 1
    north, east, *_ = night.seats(1)
    one, other = night.phone(north), night.phone(east)
    enter(one, "6", "Next", "4", "Next")
    tap(other, "Not right", "6", "Next", "4", "Next", "Send the score")
    night.settle(1, f"{north}: 6–4 is right")
    night.rule("Renege", "No", table=2, offender=night.seats(2)[0], clause="TE-X")
    for table in (2, 3):
        night.register(table, 6, 4)
    night.correct(1, 2, 4, 6, "North and South changed places on the card")
    night.next_round()
    gone, resting = night.seats(3)[1], night.view()["sitting_out"][0]
    night.missing(gone, f"Do this: {resting}, who is sitting out, takes {gone}'s seat")
    night.person(gone, "Went home")
    for table in (1, 2, 3):
        night.register(table, 6, 4)
    night.finish()
    board.page.get_by_role("heading", name="Final standings").wait_for()
    lines = night.assert_standings()
    assert len(lines) == 13
    # Everything that was paid in is paid out, to the cent.
    prizes = night.open("more", "Prizes and money").locator(".money").first.locator("b").all_inner_texts()
    assert sum(round(float(prize.lstrip("$")) * 100) for prize in prizes) == 13 * 25


def test_national(night: Night) -> None:
    night.set_up("National rules", "\n".join(NAMES))
    sitting = NAMES[3]
    night.person(sitting, "Keep the same seat all night")
    at_the_door(night)
    night.seat("In the order of entry")
    board = night.board()
    night.clock("Start the clock", "to the bell")
    north, *_, west = night.seats(1)
    one, other = night.phone(north), night.phone_by_table_card(1, west)
    enter(one, "11", "7")
    accept(other)
    night.clock("Ring the bell", "The bell has rung")
    board.page.locator(".big-clock").get_by_text("Finish this hand").wait_for()
    night.tile(3, "late").wait_for()
    night.register(2, 9, 4)
    # A draw: the last dealer and the player on the right cut, and the higher pair moves.
    _, right, dealer, _ = night.seats(3)
    night.tile(3).click()
    sheet = night.page.locator("#drawer")
    sheet.locator("[name=ns]").fill("6")
    sheet.locator("[name=ew]").fill("6")
    sheet.get_by_text("More about this game").click()
    sheet.get_by_label("Who dealt the last hand?").select_option(label=dealer)
    sheet.get_by_role("button", name="Save").click()
    night.tile(3, "in").click()
    sheet.get_by_text("Record a cut").click()
    sheet.get_by_label(dealer, exact=True).fill("9c")
    sheet.get_by_label(right, exact=True).fill("Kh")
    sheet.get_by_role("button", name="Save the cut").click()
    sheet.locator(".drawer-said").get_by_text("The cut is saved.").wait_for()
    night.close_drawer()
    night.person(LATE, "Check in")
    night.next_round()
    assert right in night.seats(1) + night.seats(2), "whoever cut the higher card moves"
    assert sitting in night.seats(1), "a sitting player keeps the chair"
    north, east, *_ = night.seats(1)
    one, other = night.phone(north), night.phone(east)
    enter(one, "12", "3")
    tap(other, "Not right", "2", "12", "Send the score")
    night.settle(1, f"{east}: 12–2 is right")
    night.rule("Renege", "No", "No", table=2, offender=night.seats(2)[0], clause="NAT-P5")
    for table in (2, 3):
        night.register(table, 11, 5)
    night.correct(1, 2, 4, 9, "the winners were marked on the wrong cards")
    lines = last_round(night, board, 11, 5)
    assert sum(line.draws for line in lines) == 4


@pytest.mark.quick
def test_st_joe(night: Night) -> None:
    night.set_up("St Joe Church", "\n".join(NAMES), "1, as the sheet says")
    at_the_door(night)
    night.seat("In the order of entry")
    board = night.board()
    north, east, *_ = night.seats(1)
    one, other = night.phone(north), night.phone_by_table_card(1, east)
    enter(one, "10", "6", "None", "Next")
    accept(other)
    for table in (2, 3):
        night.register(table, 10, 6)
    night.person(LATE, "Check in")
    night.next_round()
    north, east, *_ = night.seats(1)
    one, other = night.phone(north), night.phone(east)
    enter(one, "10", "6", "None", "Next")
    tap(other, "Not right", "6", "10", f"One more: {north}", "Next", "Next", "Send the score")
    night.settle(1, f"{east}: 10–6 is right")
    signaller = night.seats(2)[1]
    night.rule("A sign to a partner", table=2, offender=signaller, clause="STJ-8", points=1)
    night.register(2, 10, 6)
    # There is no bell at the church, and scores are as they were made.
    night.register(3, 11, 6)
    night.correct(1, 2, 6, 10, "the losers had stayed at the table", loners_of_1=1)
    lines = last_round(night, board, 10, 6)
    assert sum(line.loners for line in lines) == 2
