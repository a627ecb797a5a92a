"""Every sheet of every book on both sizes: it prints, says what it must, and nothing is too small or off the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bowerbird.event import Event, standings
from bowerbird.event.standings import due_play_offs
from bowerbird.event.totals import shown
from bowerbird.paper import SIZES, WHATS, Links, PaperError, print_sheet
from event.evenings import CLUBS, Night
from kit.amount import SIZE
from kit.rows import rows, some
from paper.evenings_on_paper import OF_BOARDS, finished, running
from paper.reading import Sheet, links_of

PAGE = {"letter": (612, 792), "a4": (595.28, 841.89)}
AT_THE_END = ("certificates",)


def words_of(what: str, event: Event) -> list[str]:
    """Some of what a sheet must say."""
    lines = standings(event)
    names = [line.name for line in lines]
    people = list(event.people)
    on = event.round
    return {
        "all": names if event.finished else [*names, "Tonight", "Schedule", f"Rules: {event.book.title}"],
        "tonight": ["16 people here, 4 tables", "a stripped deck of 24 cards", "BCDF-GHJK-LMNP-QRST"],
        "sign-up": people,
        "wall-list": [f"{table.seats[0]} {table.number} North {table.seats[2]}" for table in on.tables],
        "slips": [f"Table {table.number}" for table in on.tables] + [f"with {name}" for name in people],
        "table-cards": ["Table", "1", "4", "North", "South"],
        "score-cards": names,
        "pivot-cards": [*people, "Table 1", "Table 4"],
        "master": [*names, *(shown(line.total) for line in lines)],
        "schedule": [*people, "North"],
        "standings": [*names, *(shown(line.total) for line in lines), *lines[0].reasons],
        "payout": ["Director", "Witness", "Prizes" if event.book.event.money.fee else event.title],
        "season": [*names, "Total"],
        "rules": ["Making trump", "Points", "End of the game"],
        "rulings": ["What happened", event.book.words.revoke.capitalize()],
        "certificates": ["First place", "Second place" if len({line.place for line in lines} & {2}) else "First"],
    }[what]


def cases() -> Iterator[tuple[str, str, str]]:
    """All of them, or each sheet for one club and on one size, in turn."""
    for row, what in enumerate(what for what in WHATS if what not in OF_BOARDS):
        for column, club in enumerate(CLUBS):
            for place, size in enumerate(SIZES):
                if SIZE != "quick" or (row % len(CLUBS), row % 2) == (column, place):
                    yield what, club, size


@rows("what, club, size", list(cases()))
def test_a_sheet_says_what_it_must_and_stays_on_the_page(what: str, club: str, size: str) -> None:
    event = finished(club) if what in AT_THE_END else running(club)
    if what in AT_THE_END:
        assert not due_play_offs(event), "this evening is to end without a play-off"
    printed = print_sheet(what, event, size=size, place="Community hall", date="2026-01-05", links=links_of(event))
    sheet = Sheet(printed)
    assert sheet.title == f"{event.title}: {WHATS[what]}"
    for words in words_of(what, event):
        assert sheet.has(words), words
    for number in range(len(sheet)):
        assert sorted(sheet.size(number)) == pytest.approx(sorted(PAGE[size]), abs=0.1)
        assert sheet.page(number), f"page {number + 1} is empty"
    assert not sheet.off_the_page()
    assert sheet.smallest() >= 12
    if what not in ("table-cards", "slips"):
        assert sheet.has("Community hall · Monday 5 January 2026")


@rows("what", some([what for what in WHATS if what not in OF_BOARDS], 6))
def test_the_same_order_gives_the_same_bytes_and_a_language(what: str) -> None:
    event = finished("alberta")
    if what in AT_THE_END and due_play_offs(event):
        pytest.fail("this evening is to end without a play-off")
    first, second = (print_sheet(what, event, links=links_of(event)) for _ in range(2))
    assert first == second
    assert b"/Lang" in first
    assert b"pdfuaid" in first, "a screen reader is promised PDF/UA"


@rows("club", some(CLUBS, 2))
def test_before_anybody_has_come_the_sheets_for_the_door_can_be_printed(club: str) -> None:
    event = Night(club, 0).event
    for what in ("all", "tonight", "sign-up", "score-cards", "pivot-cards", "master", "schedule", "payout", "rules"):
        assert len(Sheet(print_sheet(what, event))) >= 1
    for what, why in (("slips", "Seat the first round"), ("table-cards", "Enter people"), ("certificates", "Finish")):
        with pytest.raises(PaperError, match=why):
            print_sheet(what, event)


@rows("club", some(CLUBS, 2))
def test_everything_for_tonight_is_one_document(club: str) -> None:
    event = running(club)
    sheet = Sheet(print_sheet("all", event, links=links_of(event)))
    kept = {"alberta": "Master score card", "ccc": "Table card"}.get(club, "Score card")
    for title in ("Tonight", "Sign up", kept, "Schedule", "Standings", f"Rulings: {event.book.title}"):
        assert sheet.has(title)
    over = Sheet(print_sheet("all", finished(club)))
    assert over.has("First place")
    assert not over.has("Sign up")


def test_wrong_orders_are_refused_with_what_to_do() -> None:
    event = running("national")
    with pytest.raises(PaperError, match="Print one of: all, tonight"):
        print_sheet("confetti", event)
    with pytest.raises(PaperError, match="letter, a4"):
        print_sheet("slips", event, size="a5")
    with pytest.raises(PaperError, match="round from 1 to 4"):
        print_sheet("slips", event, round=9)
    with pytest.raises(PaperError, match="tables are 1 to 4"):
        print_sheet("table-cards", event, table=5)
    with pytest.raises(PaperError, match="no table 7"):
        print_sheet("slips", event, table=7)


def test_without_links_there_are_no_codes() -> None:
    event = running("national")
    for what in ("slips", "table-cards", "score-cards", "sign-up", "standings"):
        sheet = Sheet(print_sheet(what, event, links=Links()))
        assert sheet.codes(0) == []
