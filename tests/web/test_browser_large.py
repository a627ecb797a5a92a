"""The desk and the board on a large screen, in the dark: type grows with the screen, and nothing covers a name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from web.browsing import LAPTOP, PROJECTOR, Person, needs_browser
from web.test_browser_desk import Desk
from web.test_browser_pages import serious

pytestmark = needs_browser

#: Tiles of which a line is cut off.
CUT_OFF = """() => [...document.querySelectorAll('#desk-room .tile')].filter((tile) =>
  [...tile.querySelectorAll('.tile-side, .tile-head')].some((line) => {
    const [inner, outer] = [line.getBoundingClientRect(), tile.getBoundingClientRect()];
    return line.checkVisibility() && (inner.bottom > outer.bottom + 1 || inner.right > outer.right + 1);
  })).length"""
TYPE = "() => parseFloat(getComputedStyle(document.querySelector('#desk-room .tile-names')).fontSize)"
#: Names and numbers of the board under a control.
COVERED = """() => { const controls = document.querySelector('.board-controls').getBoundingClientRect();
  return [...document.querySelectorAll('#board :is(h1, h2, h3, li, td, th)')].filter((it) => {
    const words = document.createRange(); words.selectNodeContents(it); const box = words.getBoundingClientRect();
    return box.width && box.right > controls.left && box.left < controls.right
      && box.bottom > controls.top && box.top < controls.bottom;
  }).map((it) => it.innerText) }"""


@pytest.fixture
def director(hall: str, browser: Any) -> Iterator[Person]:
    person = Person(browser, hall, PROJECTOR, color_scheme="dark")
    person.post("/api/guest", {"name": "Dora"})
    yield person
    person.close()


@pytest.mark.parametrize("people", [12, 36, 60])
def test_a_large_screen_shows_names_larger_and_whole(director: Person, people: int) -> None:
    desk = Desk(director, "national", people=people).seated()
    page = desk.page
    desk.do("score", round=1, table=1, ns=11, ew=4)
    desk.tile(1).and_(page.locator(".in")).wait_for()
    large = page.evaluate(TYPE)
    assert page.evaluate(CUT_OFF) == 0
    assert serious(page) == []
    page.set_viewport_size(LAPTOP)
    page.wait_for_function(f"(large) => ({TYPE})() < large", arg=large)
    assert page.evaluate(CUT_OFF) == 0
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("people", [24, 60])
def test_the_boards_buttons_cover_no_name(director: Person, people: int) -> None:
    desk = Desk(director, "national", people=people)
    desk.do("check-in", names="all")
    desk.do("seat")
    page = desk.page
    director.go("/" + str(desk.view()["links"]["board"]).removeprefix(director.hall).lstrip("/"))
    page.get_by_role("heading", name="Who sits where").wait_for()
    page.mouse.move(300, 300)
    page.locator(".touched .board-controls").wait_for()
    assert page.evaluate(COVERED) == []
    assert serious(page) == []
