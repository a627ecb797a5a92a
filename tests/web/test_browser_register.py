"""The register on a narrow screen: a director with a phone or a tablet enters scores by keys of the page's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from web.browsing import PHONE, Person, needs_browser
from web.test_browser_desk import Desk
from web.test_browser_pages import fits, serious

pytestmark = needs_browser

TABLET = {"width": 768, "height": 1024}
SMALL = {"width": 360, "height": 640}


@pytest.fixture
def director(hall: str, browser: Any) -> Iterator[Person]:
    person = Person(browser, hall, PHONE, has_touch=True)
    person.post("/api/guest", {"name": "Dora"})
    yield person
    person.close()


def press(page: Any, *keys: str) -> None:
    """Tap keys of the page; a number is tapped digit by digit."""
    for key in keys:
        for each in key if key.isdigit() else [key]:
            page.locator(".keypad").get_by_role("button", name=each, exact=True).tap()


def lift(page: Any) -> None:
    page.get_by_role("button", name="Enter a score").tap()


def test_a_phone_types_scores_as_at_a_till(director: Person) -> None:
    desk = Desk(director, "national").seated()
    page = desk.page
    assert not page.locator(".keypad").is_visible(), "it lies folded until somebody comes with a score"
    lift(page)
    press(page, "3", "Next", "11", "Next", "41", "Backspace", "Save")
    desk.tile(3).and_(page.locator(".in")).wait_for()
    assert desk.result(3) == (11, 4)
    assert page.locator("#register [name=table]").input_value() == "4", "the next table without a score"
    desk.said().get_by_text("Table 3: 11 to 4.").wait_for()
    # What cannot be is refused in words above the keys, and stands there to be put right.
    press(page, "Next", "11", "Next", "11", "Save")
    page.get_by_role("alert").get_by_text("isn't possible").wait_for()
    assert [page.locator(f"#register [name={side}]").input_value() for side in ("ns", "ew")] == ["11", "11"]
    note = page.locator("#register-note")
    note.get_by_text("Not saved. Correct the points").wait_for()
    press(page, "6")
    note.get_by_text("win 11–6").wait_for()
    press(page, "Backspace", "15", "Next", "4", "Save")
    page.get_by_role("alert").get_by_text("15 to 4 isn't possible").wait_for()
    note.get_by_text("Not saved. Correct the points").wait_for()
    assert "win" not in note.inner_text(), "what is refused is nobody's win"
    press(page, "6", "Next", "11", "Save")
    desk.tile(4).and_(page.locator(".in")).wait_for()
    assert desk.result(4) == (6, 11)
    for table in (5, 1, 2):
        assert page.locator("#register [name=table]").input_value() == str(table)
        press(page, "Next", "11", "Next", "0", "Save")
        desk.tile(table).and_(page.locator(".in")).wait_for()
    assert not page.locator(".keypad").is_visible(), "when all are in, it is out of the way"
    page.get_by_role("button", name="All scores are in").wait_for()
    assert [trouble for trouble in director.troubles if "409" not in trouble] == []


def test_every_field_of_the_fullest_book_is_on_the_screen(director: Person) -> None:
    desk = Desk(director, "ccc").seated()
    page = desk.page
    lift(page)
    register = page.locator("#register")
    for size in (PHONE, SMALL, TABLET):
        page.set_viewport_size(size)
        assert fits(page), size
        assert register.get_by_label("Lone marches of").count() == 4
        for field in register.locator("input").all():
            field.focus()
            box = field.bounding_box()
            assert box["width"] >= 40, "wide enough for a finger"
            assert page.locator(".keypad").bounding_box()["y"] + 4 >= box["y"] + box["height"] or size == TABLET, size
        next_key = page.locator("[data-pad=next]").bounding_box()
        assert next_key["height"] >= 50
        assert next_key["y"] + next_key["height"] <= size["height"], "the keys are never scrolled away"
        assert serious(page) == []
    # The rest of the fields may be left empty.
    register.locator("[name=table]").focus()
    press(page, "2", "Next", "10", "Next", "6")
    register.get_by_role("button", name="Save", exact=True).first.tap()
    desk.tile(2).and_(page.locator(".in")).wait_for()
    assert desk.result(2) == (10, 6)


def test_no_keyboard_slides_over_the_room(director: Person) -> None:
    desk = Desk(director, "st-joe").seated()
    page = desk.page
    lift(page)
    kinds = "() => [...new Set([...document.querySelectorAll('#register input')].map((it) => it.inputMode))]"
    assert page.evaluate(kinds) == ["none"]
    page.set_viewport_size({"width": 800, "height": 400})
    page.wait_for_function(f"() => String(({kinds})()) === 'numeric'")
    assert page.locator("#register [name=ns]").is_visible(), "too low for keys of our own: the line is there itself"
    assert not page.locator(".keypad").is_visible()
