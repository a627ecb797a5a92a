"""Every sheet of every book for 4 to 200 people: no row is lost, and nothing lies on anything else.

The quick tests take each sheet for one book and one number of people; the full ones take each sheet, book, size and
kind of paper together with each other once or more; a soak takes all of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bowerbird.event import Event, standings
from bowerbird.event.movements import movement_of
from bowerbird.paper import SIZES, WHATS, PaperError, print_sheet, sheets_for
from bowerbird.paper.sheets.places import certified
from bowerbird.rulebook import book_names, load_rulebook
from bowerbird.seats import Seat
from event.evenings import Night
from kit.amount import SIZE
from kit.rows import rows
from paper.crowds import CROWDS, crowd
from paper.evenings_on_paper import OF_BOARDS
from paper.reading import Sheet, links_of

#: Duplicate events have their own sheets and sizes: see `test_boards`.
BOOKS = tuple(name for name in book_names() if not movement_of(load_rulebook(name)).duplicate)
#: Sheets on which nobody's name stands.
OF_THE_BOOK = ("tonight", "rules", "rulings")
#: Numbers of people in one room.
IN_A_ROOM = tuple(people for people in CROWDS if people <= 61)
#: `all` is the others, one after the other.
SHEETS = tuple(what for what in WHATS if what != "all" and what not in OF_BOARDS)


def cases() -> Iterator[tuple[str, str, int, str]]:
    """All of them, or so many that every two of a sheet, a book and a size meet now and then, or each sheet once."""
    for column, people in enumerate(CROWDS):
        for place, book in enumerate(BOOKS):
            for row, what in enumerate(SHEETS):
                size = tuple(SIZES)[(row + column // 2 + place // 3) % 2]
                # Three books for each size: few evenings are made, and each sheet meets every book in turn.
                chosen = (column + 3 * (row % 3)) % len(BOOKS) == place
                if what in OF_THE_BOOK:
                    chosen = chosen and people in (CROWDS[0], CROWDS[-1])
                if SIZE == "quick":
                    chosen = (row % len(IN_A_ROOM), row % len(BOOKS)) == (column, place)
                if chosen or SIZE == "soak":
                    yield what, book, people if book_fits(book, people) else people + 1, size


def book_fits(book: str, people: int) -> bool:
    """Teams of two are as many as there are pairs of people."""
    return people % 2 == 0 or book not in ("alberta", "cornwall")


def rows_of(what: str, event: Event) -> list[str]:
    """What a sheet must say about everybody, without regard to where lines end."""
    lines, people, on = standings(event), list(event.people), event.round
    seated = [(table, seat, table.seats[seat]) for table in on.tables for seat in Seat]
    return {
        "tonight": ["On the tables"],
        "sign-up": people,
        "wall-list": [*people, *on.sitting_out],
        "slips": [*people, *(f"with {table.seats[seat.partner]}" for table, seat, _ in seated)],
        "table-cards": [f"Table {table.number}" for table in on.tables],
        "score-cards": [line.name for line in lines],
        "pivot-cards": [f"Table {table.number}" for table in on.tables] + [name for _, _, name in seated],
        "master": [line.name for line in lines],
        "schedule": people,
        "standings": [line.name for line in lines],
        "payout": ["Director"],
        "season": [line.name for line in lines],
        "rules": ["Points"],
        "rulings": ["What happened"],
        "certificates": [name for line in certified(event)[:1] for name in line.players],
    }[what]


@rows("what, book, people, size", list(cases()))
def test_no_row_is_lost_and_none_overlaps(what: str, book: str, people: int, size: str) -> None:
    event = crowd(book, people, over=what == "certificates")
    try:
        printed = print_sheet(what, event, size=size, place="Gemeindehaus", links=links_of(event, 60))
    except PaperError:
        assert what not in sheets_for(event), "the menu offers only what can be printed"
        return
    sheet = Sheet(printed)
    for words in rows_of(what, event):
        assert sheet.has(words), words
    assert not sheet.off_the_page()
    assert not sheet.overlapping()
    assert sheet.smallest() >= 12
    for number in range(len(sheet)):
        assert sheet.page(number), f"page {number + 1} is empty"


@rows("book", BOOKS)
def test_the_menu_has_every_sheet_that_can_be_printed_and_no_other(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # What can't be printed is refused before the press starts.
    monkeypatch.setattr(
        "bowerbird.paper.printing.pdf", lambda document: b"printed" if b'"parts":[{' in document else b""
    )
    money = crowd(book, 8).book.event.money
    pays = bool(money.fee or money.stake_each_game or money.side_pots)
    weeks = bool(crowd(book, 8).book.event.season.weeks)
    for event in states(book):
        offered = sheets_for(event)
        for what in WHATS:
            try:
                can = print_sheet(what, event) == b"printed"
            except PaperError:
                can = False
            # Not in the menu: sheets that would be empty, as there is no money, no season, or nothing played.
            empty = {"payout": not pays, "season": not weeks or not event.rounds, "standings": not event.rounds}
            assert (what in offered) is (can and not empty.get(what, False)), (what, len(event.rounds))
        assert "season" in sheets_for(event, season=True) or not event.rounds
        for card in ("score-cards", "pivot-cards", "master"):
            assert card in offered, "every book has every card"


def states(book: str) -> Iterator[Event]:
    """Before anybody came, with everybody here, in the second round, and over."""
    yield Night(book, 0).event
    yield Night(book, 8).event
    yield crowd(book, 8)
    yield crowd(book, 8, over=True)
