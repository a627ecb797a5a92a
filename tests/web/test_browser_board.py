"""The board on the wall and the pages that everybody may read, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from web.browsing import LAPTOP, PHONE, PROJECTOR, Person, needs_browser
from web.evenings import SMALLEST_TYPE, Evening, tap
from web.test_browser_pages import fits, serious

pytestmark = needs_browser

TELEVISION = {"width": 1280, "height": 720}
#: Counts the strokes of the bell: each makes one tone at the bell's own note.
LISTEN = """window.strokes = 0;
const make = AudioContext.prototype.createDynamicsCompressor;
AudioContext.prototype.createDynamicsCompressor = function () { window.strokes += 1; return make.call(this); };"""
#: What on the board is cut off at its foot, runs off the screen, or does not fit on its line.
CUT = """() => [...document.querySelectorAll('#board *')].filter((it) =>
  (it.matches('.board-page, .tile') && it.scrollHeight > it.clientHeight + 1)
  || it.getBoundingClientRect().right > innerWidth + 1
  || (it.matches('h1, .moves') && it.scrollWidth > it.clientWidth + 1)).map((it) => it.outerHTML.slice(0, 80))"""


def wall(evening: Evening, size: dict[str, int] | None = None) -> Person:
    """A screen on the wall, whose time can be wound on."""
    screen = Person(evening.browser, evening.hall, size or PROJECTOR)
    screen.page.clock.install()
    screen.page.add_init_script(LISTEN)
    screen.go(evening.link("board"))
    screen.page.locator(".board-page h2").wait_for()
    evening.phones.append(screen)
    return screen


def title(screen: Person) -> str:
    return str(screen.page.locator(".board-page h2").inner_text())


def assert_readable(screen: Person) -> None:
    """Nothing to scroll and nothing cut off, in type that can be read from the back."""
    page = screen.page
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate(CUT) == []
    assert page.evaluate(SMALLEST_TYPE) >= min(18, page.viewport_size["width"] * 0.015)


@pytest.mark.parametrize("people", [60, 240])
def test_the_board_turns_its_pages(hall: str, browser: Any, people: int) -> None:
    evening = Evening(browser, hall, "national", people=people)
    screen = wall(evening)
    assert "Welcome" in title(screen)
    evening.do("seat")
    screen.page.get_by_role("heading", name="Who sits where").wait_for()
    pages = people // 60
    seen: set[str] = set()
    for number in range(1, pages + 1):
        assert pages == 1 or title(screen) == f"Who sits where {number} of {pages}"
        assert_readable(screen)
        seen |= set(screen.page.locator(".tile li span").all_inner_texts())
        screen.page.clock.fast_forward(14_300)
        screen.page.wait_for_timeout(300)
    names = {seat["name"] for table in evening.look()["tables"] for seat in table["seats"]}
    assert seen == names
    assert pages == 1 or title(screen) == f"Who sits where 1 of {pages}"
    screen.page.set_viewport_size(TELEVISION)
    assert_readable(screen)
    assert screen.troubles == []
    evening.close()


def test_results_standings_and_the_bell(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "national", people=48)
    evening.do("seat")
    screen = wall(evening)
    page = screen.page
    tap(screen, "Turn the sound on")
    page.get_by_role("button", name="Sound is on").wait_for()
    assert page.evaluate("strokes") == 1
    evening.do("clock", do="start")
    page.get_by_text("to the bell").wait_for()
    page.wait_for_function("() => strokes === 2")
    assert serious(page) == []
    evening.do("bell")
    page.get_by_text("Bell: finish this hand").wait_for()
    page.wait_for_function("() => strokes === 3")
    assert serious(page) == []
    evening.do("score", round=1, table=3, ns=9, ew=5)
    page.locator(".tile[data-state=in] .tile-state").get_by_text("9–5").wait_for()
    page.clock.fast_forward(14_300)
    page.get_by_role("heading", name="Results").wait_for()
    assert "Table 3" in page.locator(".results").inner_text()
    assert_readable(screen)
    page.keyboard.press("ArrowRight")
    page.get_by_role("heading", name="Standings 1 of 5").wait_for()
    assert page.locator(".ranking tbody tr").count() == 10
    assert_readable(screen)
    tap(screen, "Hold this page")
    page.clock.fast_forward(60_000)
    page.wait_for_timeout(300)
    assert title(screen) == "Standings 1 of 5"
    assert serious(page) == []
    assert screen.troubles == []
    evening.close()


def test_the_public_page_gives_the_reasons_of_ties(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta", people=16)
    evening.do("seat", choices={"in_order": "yes"})
    reader = Person(browser, hall)
    reader.go(evening.link("public"))
    reader.page.get_by_text("No standings yet").or_(reader.page.locator(".standings")).first.wait_for()
    for table in evening.look()["tables"]:
        evening.do("score", round=1, table=table["number"], ns=10, ew=7)
    expected = next(line["reasons"] for line in evening.look()["standings"]["lines"] if line["reasons"])
    reader.page.locator(".reasons li", has_text=expected[0]).first.wait_for(state="attached")
    reader.page.get_by_text("why?").first.click()
    assert reader.page.locator(".reasons:visible li").all_inner_texts() == list(expected)
    for size in (PHONE, LAPTOP):
        reader.page.set_viewport_size(size)
        assert fits(reader.page)
    assert serious(reader.page) == []
    assert reader.troubles == []
    reader.close()
    evening.close()


def test_a_season_of_two_weeks(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "ccc", date="2026-11-05", start="19:00")
    season = evening.director.post("/api/seasons", {"title": "Winter season", "rules": "ccc", "key": "winter"})
    weeks = [evening, Evening(browser, hall, "ccc", date="2026-11-12", start="19:00")]
    for week in weeks:
        week.do("settings", season=season["season"])
        week.do("paste", text="Al\nBo\nCy\nDi\nEd\nFay\nGus\nHal\nIda\nJo\nKit\nLou", here=True)
        week.do("seat")
        for table in week.look()["tables"]:
            week.do("score", round=1, table=table["number"], ns=10, ew=table["number"])
        week.do("next")
    reader = Person(browser, hall, LAPTOP)
    reader.go(str(season["link"]))
    page = reader.page
    page.get_by_role("heading", name="Winter season").wait_for()
    told = evening.director.context.request.get(f"{hall}/api{season['link']}").json()
    assert page.locator(".weeks tbody th").count() == len(told["lines"])
    assert page.locator(".weeks .total").first.inner_text().split()[0] == told["lines"][0]["total"]
    page.locator("summary").first.click()
    name, others = sorted((name, others) for name, others in told["not_met"].items() if others)[0]
    assert page.locator("details p").first.inner_text() == ", ".join(others), name
    for export in page.locator(".exports a").all():
        answer = evening.director.context.request.get(hall + str(export.get_attribute("href")))
        assert answer.ok, export.inner_text()
    page.set_viewport_size(PHONE)
    assert fits(page)
    assert serious(page) == []
    assert reader.troubles == []
    reader.close()
    for week in weeks:
        week.close()
