"""Larger type in a real browser: at the table nothing is cut or lies on something else, and it is remembered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from web.browsing import LAPTOP, PHONE, Person, needs_browser, play_on

pytestmark = needs_browser

SMALL_PHONE = {"width": 360, "height": 740}
#: What lies beyond the edge of the page, or of the table that is drawn on it; and names that lie on other words.
CUT = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)]
    .filter((found) => found.checkVisibility() && !found.closest('.visually-hidden, .held'))
    .map((found) => [found.innerText || found.getAttribute('card'), found.getBoundingClientRect(), found]);
  const cut = boxes(`button, .question, .name, .note, .side-word, .points, .marker, .score-middle span, .pack-words,
      playing-card, h1, h2, p, a:not(.skip-link)`)
    .filter(([, box, found]) => {
      const felt = found.closest('.felt')?.getBoundingClientRect();
      const asks = found.closest('.asks');  // a long ruling is scrolled in its place
      const bottom = asks?.scrollHeight > asks?.clientHeight ? asks.getBoundingClientRect().bottom : box.bottom;
      return box.left < -1 || box.right > innerWidth + 1 || bottom + scrollY > document.body.scrollHeight + 1
        || (felt && (box.top < felt.top - 1 || box.bottom > felt.bottom + 1));
    });
  const words = boxes('.felt .name-plate, .felt .note, .pack-words, .trump-words');
  const apart = (a, b) => !a.contains(b) && !b.contains(a);  // what is told of a player is on the player's own plate
  const onWords = words.filter(([, one, a]) => words.some(([, two, b]) => apart(a, b) && one.right > two.left + 2
    && two.right > one.left + 2 && one.bottom > two.top + 2 && two.bottom > one.top + 2));
  return [...cut, ...onWords].map(([words]) => words);
}"""


def enlarged(page: Any, size: dict[str, int], scale: float) -> None:
    """What the larger type of a phone does to a page."""
    page.set_viewport_size(size)
    page.evaluate("size => { document.documentElement.style.fontSize = size; }", f"{18 * scale}px")
    page.wait_for_function(
        "size => parseFloat(getComputedStyle(document.documentElement).fontSize) === size", arg=18 * scale
    )


@pytest.mark.parametrize("rules", ["national", "bicycle"])  # points in figures, and by two cards
def test_at_a_real_table_nothing_is_cut_however_large_the_type(hall: str, browser: Any, rules: str) -> None:
    margaret = Person(browser, hall)
    page = margaret.page
    margaret.post("/api/guest", {"name": "Margaret"})
    table: dict[str, object] = {"rules": rules, "mode": "real", "bots": "simple", "pace": "at once"}
    margaret.go(str(margaret.post("/api/tables", table)["link"]))
    moments: list[Callable[[], bool]] = [
        lambda: page.locator(".call").count() > 0,
        lambda: margaret.to_act and page.locator(".played").count() > 0 and not page.locator(".call").count(),
    ]
    for moment in moments:
        play_on([margaret], moment)
        for size in (PHONE, SMALL_PHONE):
            for scale in (1.25, 1.5, 2.0):
                enlarged(page, size, scale)
                assert page.evaluate(CUT) == [], (size, scale)
        enlarged(page, PHONE, 1.0)
    margaret.close()


@pytest.mark.parametrize("scale", [1.25, 1.5, 2.0])
def test_before_the_game_nothing_is_cut_either(hall: str, browser: Any, scale: float) -> None:
    margaret = Person(browser, hall)
    margaret.post("/api/guest", {"name": "Margaret"})
    margaret.go(str(margaret.post("/api/tables", {"mode": "real"})["link"]))
    margaret.page.locator(".chair.mine").wait_for()
    for size in (PHONE, SMALL_PHONE, LAPTOP):
        enlarged(margaret.page, size, scale)
        assert margaret.page.evaluate(CUT) == [], size
    margaret.close()


def test_larger_type_is_chosen_from_the_first_page_and_holds_everywhere(hall: str, browser: Any) -> None:
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.goto(hall)

    def height() -> float:
        return float(page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)"))

    usual = height()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("group", name="Text").get_by_label("Largest").check()
    assert height() == usual * 1.5
    for path in ("/", "/rules/national", "/house-rules", "/games", "/me", "/birds", "/settings"):
        page.goto(hall + path)
        assert height() == usual * 1.5, path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert page.get_by_role("group", name="Text").get_by_label("Largest").is_checked()
    context.close()
