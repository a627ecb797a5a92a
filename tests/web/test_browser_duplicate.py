"""An evening of duplicate in browsers: set up, boards dealt, slips entered at the desk and on phones, boards read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from web.browsing import LAPTOP, PHONE, PROJECTOR, Person, needs_browser
from web.evenings import Evening, tap
from web.test_browser_pages import fits, serious

pytestmark = needs_browser

#: A folder for pictures of every step, if somebody wants to look.
PICTURES = os.environ.get("BOWERBIRD_PICTURES", "")


def picture(page: Any, name: str) -> None:
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"duplicate-{name}.png"))


def slip_of(evening: Evening, number: int, *points: tuple[int, int]) -> None:
    """A slip entered at the desk, by the JSON interface."""
    boards = evening.table(number)["boards"]
    rows = [{"board": board, "ns": ns, "ew": ew} for board, (ns, ew) in zip(boards, points, strict=True)]
    evening.do("score", table=number, ns=sum(a for a, _ in points), ew=sum(b for _, b in points), boards=rows)


@pytest.mark.quick
def test_a_director_chooses_duplicate_at_the_set_up(hall: str, browser: Any) -> None:
    director = Person(browser, hall, LAPTOP)
    director.post("/api/guest", {"name": "Dee"})
    director.go("/events/new")
    page = director.page
    page.get_by_label("Duplicate euchre").check(force=True)
    page.get_by_text("How many boards are a round?").wait_for()
    page.get_by_text("How teams move").first.wait_for()
    picture(page, "set-up")
    director.close()


def test_a_round_of_boards_from_the_seats_to_the_page_of_boards(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "duplicate", people=16, rounds=3, settings={"game.hands": 2})
    evening.do("check-in", names="all")
    desk = evening.director
    desk.go(f"/desk/{evening.token}")
    page = desk.page
    page.get_by_role("button", name="Print", exact=True).first.click()
    drawer = page.locator("#drawer")
    drawer.get_by_role("button", name="Deal the boards").click()
    drawer.get_by_role("link", name="Hand slips for the boards (secret)").wait_for()
    assert serious(page) == []
    picture(page, "print")
    page.keyboard.press("Escape")
    evening.do("seat")
    page.locator('[data-key="table 1"]').click()
    drawer.get_by_role("heading", name="Score", exact=True).wait_for()
    boards = evening.table(1)["boards"]
    seats = [str(seat["name"]) for seat in evening.table(1)["seats"]]
    north, east = f"{seats[0]} & {seats[2]}", f"{seats[1]} & {seats[3]}"
    assert serious(page) == []
    picture(page, "slip")
    # A slip with an impossible board is refused in words, and stays as typed.
    drawer.get_by_label(f"Board {boards[0]}: points of {north}").fill("3")
    drawer.get_by_label(f"Board {boards[1]}: points of {east}").fill("2")
    drawer.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("One side scores 1, 2 or 4").first.wait_for()
    drawer.get_by_label(f"Board {boards[0]}: points of {north}").fill("4")
    drawer.get_by_role("button", name="Save", exact=True).click()
    page.locator('[data-key="table 1"].in').wait_for()
    assert [(each["ns"], each["ew"]) for each in evening.table(1)["result"]["boards"]] == [(4, 0), (0, 2)]

    # Two phones: one side enters, the other confirms.
    names = [str(seat["name"]) for seat in evening.table(2)["seats"]]
    one, other = evening.phone(names[0]), evening.phone(names[1])
    one.page.get_by_text("You play boards").first.wait_for()
    picture(one.page, "phone-seat")
    tap(one, "Enter the score", "We 2")
    one.page.get_by_role("button", name="Not played").wait_for()
    assert serious(one.page) == []
    picture(one.page, "phone-board")
    tap(one, "Not played")
    one.page.get_by_text("not played").wait_for()
    picture(one.page, "phone-check")
    tap(one, "Send the score")
    tap(other, "Yes, it's right")
    page.locator('[data-key="table 2"].in').wait_for()
    result = evening.table(2)["result"]["boards"]
    assert (result[0]["ns"], result[1]["adjusted"]) == (2, [0, 0])

    # The board on the wall says who plays which boards, and tells no result.
    wall = Person(browser, hall, PROJECTOR)
    wall.go(evening.link("board"))
    wall.page.get_by_text(f"Boards {boards[0]}–{boards[1]}").first.wait_for()
    picture(wall.page, "wall")
    assert "4–0" not in wall.page.locator("body").inner_text()

    # The page of boards: nothing for everybody until the end, then every table's result and the cards.
    public = Person(browser, hall, PHONE)
    public.go(f"/boards/{evening.link('public').rpartition('/')[2]}")
    public.page.get_by_text("The cards come up later.").first.wait_for()
    assert public.page.locator("table").count() == 0
    for number in (3, 4):
        slip_of(evening, number, (1, 0), (0, 2))
    for _ in range(2):
        evening.do("next")
        evening.do("trial-scores")
    evening.do("finish", unfinished="not counted")
    public.page.get_by_text("Turned up").first.wait_for()
    assert public.page.locator("section.board").count() == 8
    assert public.page.locator("section.board tbody tr").count() == 24
    assert serious(public.page) == []
    assert fits(public.page)
    picture(public.page, "boards-phone")
    public.go(evening.link("public"))
    public.page.get_by_text("The dot is the average gain on a board").wait_for()
    assert serious(public.page) == []
    assert fits(public.page)
    desk.go(f"/desk/{evening.token}")
    page.get_by_role("button", name="Standings", exact=True).first.click()
    drawer.get_by_text("The dot is the average gain on a board").wait_for()
    assert serious(page) == []
    page.set_viewport_size(PHONE)
    assert drawer.locator(".table-scroll").evaluate("each => each.scrollWidth <= each.clientWidth"), "nothing sideways"
    drawer.get_by_text("Games 3").first.wait_for()
    assert serious(page) == []
    page.set_viewport_size(LAPTOP)
    desk.go(f"/boards/{evening.token}")
    page.get_by_text("Were the cards mixed up?").first.wait_for()
    picture(page, "boards-laptop")
    first = page.locator("#board-1")
    first.get_by_text("Were the cards mixed up?").click()
    first.get_by_label("From round").fill("2")
    first.get_by_role("button", name="Save").click()
    first.get_by_text("Mixed up from round 2 on").wait_for()
    first.get_by_text("other cards").first.wait_for()
    for person in (wall, public):
        person.close()
    evening.close()
