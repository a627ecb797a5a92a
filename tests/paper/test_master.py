"""The master score card for any number of rows: none is lost, and each has its own place on a page."""

from __future__ import annotations

from itertools import pairwise

from bowerbird.event import Event
from bowerbird.paper import SIZES, print_sheet
from event.evenings import Night
from kit.rows import pairs, rows, some
from paper.evenings_on_paper import night
from paper.reading import Box, Sheet

#: From one row to the next, in points, give or take what a letter reaches below the line: people write in them.
ROW = 34 - 3
#: Rows that stand under the head of the first page at least, if there are so many.
ON_PAGE_ONE = 9


def rows_of(sheet: Sheet, page: int, names: set[str]) -> list[tuple[Box, str]]:
    """The names in the first column of a page, from the top."""
    found = [(box, words) for box, words in sheet.runs(page) if words in names]
    return sorted(found, key=lambda row: -row[0].top)


def check(event: Event, size: str = "letter", grids: int = 1) -> None:
    sheet, names = Sheet(print_sheet("master", event, size=size)), set(event.entries)
    pages = [rows_of(sheet, number, names) for number in range(len(sheet))]
    assert sorted(words for rows in pages for _, words in rows) == sorted([*names] * grids), "no row is lost"
    assert len(pages[0]) >= min(len(names), ON_PAGE_ONE), "the first page has rows"
    assert all(pages), "no page is without rows"
    for page in pages:
        for (above, _), (below, words) in pairwise(page):
            assert above.bottom - below.bottom >= ROW, f"{words} lies on the row above it"
    assert not sheet.off_the_page()
    for number, page in enumerate(pages):
        lowest = min(box.bottom for box, _ in page)
        assert lowest > 0.7 * 72, f"a row runs into the foot of page {number + 1}"


@rows("people", some(range(4, 61), 8))
def test_every_row_has_its_place(people: int) -> None:
    check(Night("st-joe", people).event)


@rows("room, size", pairs([("st-joe", 16, 1), ("st-joe", 32, 1), ("ccc", 16, 2)], SIZES))
def test_and_so_it_has_with_scores_and_in_two_parts(room: tuple[str, int, int], size: str) -> None:
    club, people, grids = room
    check(night(club, people, played=4).event, size, grids)


@rows("people", [8, 12, 17, 30])
def test_a_long_name_makes_its_row_higher_and_no_row_is_torn(people: int) -> None:
    names = [f"{'Wilhelmina ' * 4}{number:02}" for number in range(people)]
    sheet = Sheet(print_sheet("master", Night("st-joe", names).event))
    for name in names:
        assert [name in sheet.page(number) for number in range(len(sheet))].count(True) == 1, "on one page, and whole"
    assert not sheet.off_the_page()
