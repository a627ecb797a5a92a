"""The wall list: everybody once, by name, sixty on a page, with the seat that they really have."""

from __future__ import annotations

from bowerbird.event import Event
from bowerbird.event.facts import Substituted
from bowerbird.paper import SIZES, print_sheet
from bowerbird.seats import Seat
from event.evenings import Night
from kit.amount import SIZE
from kit.rows import pairs, rows
from paper.evenings_on_paper import night
from paper.reading import Sheet

LONG = ("Christopher O'Shaughnessy", "Bartholomew Vandenberg", "Małgorzata Brzęczyszczyk", "Олександра Шевченко")
FIRST = ("Bea", "Ida", "Vern", "Mary Ann", "Carl", "Ursula", "Gus", "Hope")
LAST = ("Thornton", "Lantz", "Nagel", "O'Neil", "Young", "Kopp", "Zimmerman")


def lines_of(event: Event) -> list[str]:
    """What must stand on the wall, without spaces."""
    on = event.round
    seated = [
        f"{on.subs.get(table.seats[seat], table.seats[seat])}{table.number}{seat.word}"
        for table in on.tables
        for seat in Seat
        if table.seats[seat] not in on.subs
    ]
    return [*seated, *(f"{name}–sits out" for name in on.sitting_out)]


#: People, and the pages that their names fill.
CROWDS = {5: 1, 60: 1, 61: 2} if SIZE == "quick" else {4: 1, 5: 1, 24: 1, 26: 1, 60: 1, 61: 2, 120: 2, 121: 3, 200: 4}


@rows("people, size", pairs(CROWDS, SIZES))
def test_sixty_names_are_one_page_and_everybody_is_there(people: int, size: str) -> None:
    evening = Night("national", people, seed=people)
    evening.seat()
    event = evening.event
    sheet = Sheet(print_sheet("wall-list", event, size=size))
    assert len(sheet) == CROWDS[people]
    for line in lines_of(event):
        assert sheet.has(line), line
    assert not sheet.overlapping()
    assert not sheet.off_the_page()
    assert sheet.smallest() >= 12


@rows("size", SIZES)
def test_sixty_real_names_some_of_them_long_are_one_page(size: str) -> None:
    names = [*LONG, *(f"{first} {last}" for first in FIRST for last in LAST)]
    assert len(names) == 60
    evening = Night("st-joe", names)
    evening.seat()
    sheet = Sheet(print_sheet("wall-list", evening.event, size=size))
    assert len(sheet) == 1
    for name in names:
        assert sheet.has(name)
    assert not sheet.overlapping()


def test_names_stand_in_order_and_a_sub_under_the_own_name() -> None:
    evening = night("trailer-estates", 18)
    evening.seat()
    replaced = evening.at(1, "N")
    evening.do(Substituted(name=replaced, by="Aaron"))
    sheet = Sheet(print_sheet("wall-list", evening.event))
    assert sheet.has(f"Aaron (for {replaced}) 1 North")
    known = [name for name in ("Ann", "Dee", "Ida", "Pam") if name != replaced]
    places = [sheet.words.index(f" {name} ") for name in ("Aaron", *known)]
    assert places == sorted(places)
    assert sheet.has("Round 1: who sits where")


def test_a_long_list_says_which_names_a_page_has() -> None:
    evening = Night("national", [f"{chr(65 + at % 26)}{at // 26} Smith" for at in range(100)])
    evening.seat()
    sheet = Sheet(print_sheet("wall-list", evening.event))
    assert "who sits where, A to M" in sheet.page(0)
    assert "who sits where, M to Z" in sheet.page(1) or "who sits where, N to Z" in sheet.page(1)
