"""Learn, solve and play without a mouse: from the first page by Tab, Enter and the arrow keys alone."""

from __future__ import annotations

from typing import Any

from bowerbird.hall.practice import puzzle_id
from bowerbird.learn.puzzles import shipped_puzzles
from web.browsing import LAPTOP, Person, needs_browser

pytestmark = needs_browser

#: More stops than any of these pages has before what is wanted.
_STOPS = 60
#: A stop that can't be seen is no use to somebody who can't point.
_IS_SEEN = """it => { const box = it.getBoundingClientRect(), look = getComputedStyle(it);
  return box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight
    && (look.outlineStyle !== "none" || look.boxShadow !== "none"); }"""


def reach(page: Any, wanted: Any) -> None:
    """Tab until this is in focus."""
    wanted.wait_for()
    for _ in range(_STOPS):
        page.keyboard.press("Tab")
        if wanted.evaluate("it => it === document.activeElement"):
            assert wanted.evaluate(_IS_SEEN), f"{wanted} has the focus, and nobody sees it"
            return
    raise AssertionError(f"{wanted} isn't reached by {_STOPS} Tabs")


def enter(page: Any, wanted: Any) -> None:
    reach(page, wanted)
    page.keyboard.press("Enter")


def test_learn_a_puzzle_and_the_daily_hand_without_a_mouse(hall: str, browser: Any) -> None:
    al = Person(browser, hall, LAPTOP)
    al.post("/api/guest", {"name": "Al"})
    page = al.page
    site = page.get_by_role("navigation", name="Site")
    al.go("/")
    enter(page, site.get_by_role("link", name="Learn", exact=True))
    enter(page, page.locator('main a[href^="/learn/first-hand"]').first)

    said = page.locator(".speech")
    said.filter(has_text="Welcome").wait_for()
    for _ in range(2):
        before = said.inner_text()
        enter(page, page.get_by_role("button", name="Continue"))
        said.filter(has_not_text=before).wait_for()
        assert said.evaluate("it => it === document.activeElement"), "a screen reader says the next step"

    enter(page, site.get_by_role("link", name="Puzzles", exact=True))
    theme = page.get_by_label("About")
    reach(page, theme)
    for _ in range(theme.locator("option").count()):
        if theme.input_value() == "leads":
            break
        page.keyboard.press("ArrowDown")
    right = {puzzle_id(puzzle.position): puzzle.right for puzzle in shipped_puzzles() if "leads" in puzzle.themes}
    page.wait_for_function("names => names.includes(location.hash.slice(1))", arg=list(right))
    card = right[page.url.rpartition("#")[2]][0]
    enter(page, page.locator(f'.try-card[data-card="{card}"]'))
    page.locator(f'.try-card.chosen[data-card="{card}"]').wait_for()
    page.keyboard.press("Enter")
    page.locator(".answer h2", has_text="Right").wait_for()
    assert "You have solved 1 of 1 puzzle" in page.locator("#standing").inner_text()

    enter(page, site.get_by_role("link", name="Daily hand", exact=True))
    enter(page, page.get_by_role("button", name="Play today's hand"))
    page.locator("#table-page .hand-card").first.wait_for()
    assert page.locator(".hand-card").count() >= 5
    assert al.troubles == []
    al.close()
