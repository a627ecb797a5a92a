"""Fifty tables at the desk: every name in full, nothing jumps, and a score is on the desk and the board at once."""

from __future__ import annotations

import time
from typing import Any

from web.browsing import LAPTOP, PROJECTOR, Person, needs_browser
from web.evenings import Evening
from web.test_browser_pages import fits, serious

pytestmark = needs_browser

#: Names, marks and words that lie outside their tile, or under its score.
OUTSIDE = """() => [...document.querySelectorAll('#desk-room .tile')].filter((tile) => {
  const outer = tile.getBoundingClientRect();
  return [...tile.querySelectorAll('.tile-name > *, .tile-state, .chip-words')].some((it) => {
    const words = document.createRange(); words.selectNodeContents(it);
    const box = words.getBoundingClientRect();
    const score = it.closest('.tile-side')?.querySelector('.tile-points')?.getBoundingClientRect();
    return box.left < outer.left || box.right > (score?.left ?? outer.right) + 1 || box.top < outer.top - 1
      || box.bottom > outer.bottom + 1;
  });
}).map((tile) => tile.innerText)"""
NAMES = (
    """() => [...document.querySelectorAll('#desk-room .tile-name > span:not(.mark)')].map((it) => it.textContent)"""
)
BOXES = """() => [...document.querySelectorAll('#desk-room .tile')].map((it) => {
  const box = it.getBoundingClientRect(); return [it.dataset.number, box.x, box.y, box.width, box.height].join() })"""
TYPE = "() => parseFloat(getComputedStyle(document.querySelector('#desk-room .tile-names')).fontSize)"
DRAWN = "() => performance.getEntriesByName('desk').at(-1).duration"
TABLET = {"width": 820, "height": 1180}


def names_at(evening: Evening) -> set[str]:
    return {seat["name"] for table in evening.look()["tables"] for seat in table["seats"]}


def tells(answer: Any, table: int) -> bool:
    """True if this is the board's news with the score of the table."""
    if "/view" not in answer.url:
        return False
    told = answer.json()
    return any(each["number"] == table and each["result"] for each in told.get("tables", []))


def test_every_name_is_whole_from_four_tables_to_sixty_four(hall: str, browser: Any) -> None:
    for people, rules in ((16, "national"), (64, "st-joe"), (256, "trailer-estates")):
        evening = Evening(browser, hall, rules)
        long = [
            f"Christopher {number} O'Shaughnessy" if number % 3 == 0 else f"Al {number}" for number in range(people)
        ]
        evening.do("paste", text="\n".join(long))
        evening.do("check-in", names="all")
        evening.start()
        person = Person(browser, hall, LAPTOP)
        person.go(evening.link("director"))
        page = person.page
        page.locator("#desk-room .tile").first.wait_for()
        for size in (LAPTOP, TABLET, PROJECTOR):
            page.set_viewport_size(size)
            page.wait_for_timeout(150)
            assert fits(page), (people, size)
            assert page.evaluate(OUTSIDE) == [], (people, size)
            assert page.evaluate(TYPE) >= 12, (people, size)
            shown = set(page.evaluate(NAMES))
            if page.locator(".room-pages").count():
                page.get_by_role("button", name="A–Z").click()
                shown = set(page.locator(".room-names b").all_inner_texts())
                page.get_by_role("button", name="Still out").click()
            assert shown == names_at(evening), (people, size)
        assert serious(page) == []
        assert person.troubles == []
        person.close()
        evening.close()


def test_a_score_is_on_the_desk_and_on_the_board_at_once(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta", 200)
    evening.do("check-in", names="all")
    evening.start()
    desk, board = Person(browser, hall, PROJECTOR), Person(browser, hall, PROJECTOR)
    desk.go(evening.link("director"))
    page = desk.page
    page.locator("#desk-room .tile").first.wait_for()
    board.go(evening.link("board"))
    board.page.locator("#board h2").first.wait_for()
    before = page.evaluate(BOXES)
    assert len(before) == 50, "everybody in full on a large screen"
    drawn, shown = [], []
    for number in range(1, 6):
        began = time.monotonic()
        with board.page.expect_response(lambda answer, number=number: tells(answer, number)):
            evening.do("score", table=number, ns=10, ew=number)
        page.locator(f'[data-key="table {number}"].in').wait_for()
        shown.append(time.monotonic() - began)
        drawn.append(page.evaluate(DRAWN))
    assert page.evaluate(BOXES) == before, "the room does not jump when scores come in"
    assert min(drawn) < 100, "milliseconds of the page for one update"
    assert min(shown) < 1, "seconds from the desk to the room, if nothing else keeps the machine busy"
    assert page.locator("#desk-said").get_by_text("Table 5: 10 to 5").count() == 1
    for person in (desk, board):
        assert person.troubles == []
        person.close()
    evening.close()
