"""The sign-up list fills whole pages: one for a usual evening, with lines left for those who come to the door."""

from __future__ import annotations

from bowerbird.event import Event
from bowerbird.event.facts import Entered, Entrant
from bowerbird.paper import SIZES, print_sheet
from event.evenings import Night
from kit.rows import pairs, rows, some
from paper.evenings_on_paper import night
from paper.reading import Sheet, links_of

#: Text below this is the number of the page.
FOOT = 45
#: No row is higher, in points.
ROW = 25


def printed(event: Event, size: str) -> Sheet:
    return Sheet(print_sheet("sign-up", event, size=size, links=links_of(event)))


def lowest(sheet: Sheet, number: int, right: bool) -> float:
    """Where the last line of a column stands, from the foot of the page."""
    middle = sheet.size(number)[0] / 2
    boxes = [box for box in sheet.boxes(number) if box.bottom > FOOT]
    return min(box.bottom for box in boxes if (box.left > middle) is right)


def last_number(sheet: Sheet) -> int:
    return max(int(word) for word in sheet.page(len(sheet) - 1).split() if word.isdigit())


@rows("people, size", pairs(some([4, 12, 24, 36, 48, 56], 3), SIZES))
def test_a_usual_evening_is_one_page(people: int, size: str) -> None:
    sheet = printed(night("national", people).event, size)
    assert len(sheet) == 1
    assert last_number(sheet) >= people + 4
    assert lowest(sheet, 0, right=False) < FOOT + 2 * ROW, "the page is used to its end"
    if people > 16:
        assert abs(lowest(sheet, 0, right=True) - lowest(sheet, 0, right=False)) < 6, "both columns end alike"


@rows("room, size", pairs(some([("national", 72), ("alberta", 128), ("national", 312)], 2), SIZES))
def test_more_people_fill_whole_pages(room: tuple[str, int], size: str) -> None:
    event = night(*room).event
    sheet = printed(event, size)
    assert len(sheet) > 1
    assert last_number(sheet) >= len(event.entries) + 4
    for number in range(len(sheet)):
        assert lowest(sheet, number, right=False) < FOOT + 2 * ROW, number


@rows("size", SIZES)
def test_long_names_take_lines_and_spill_nothing(size: str) -> None:
    evening = Night("national", 0, rounds=3)
    for number in range(30):
        evening.do(Entered(players=(Entrant(f"Margaret Featherstone-Haugh of the Upper Valley {number}"),)))
    sheet = printed(evening.event, size)
    assert all(sheet.has(f"Valley {number}") for number in range(30))
    assert last_number(sheet) >= 34
    assert lowest(sheet, len(sheet) - 1, right=False) < FOOT + 4 * ROW
