"""A ruling that nobody answered, at the desk in a browser: the button asks first, and the list keeps it for later."""

from __future__ import annotations

from typing import Any

from web.browsing import LAPTOP, Person, needs_browser
from web.test_browser_desk import Desk
from web.test_browser_pages import serious

pytestmark = needs_browser


def test_the_next_round_asks_about_a_ruling_first_and_the_list_keeps_it(hall: str, browser: Any) -> None:
    director = Person(browser, hall, LAPTOP)
    director.post("/api/guest", {"name": "Dora"})
    desk = Desk(director, "trailer-estates", 8).seated()
    page = desk.page
    offender = desk.view()["tables"][0]["seats"][0]["name"]
    desk.do("ruling", irregularity="revoke", table=1, offender=offender)
    for table in (1, 2):
        desk.do("score", table=table, ns=9, ew=7)
    page.get_by_role("button", name="Close round 1 and seat round 2").click()
    asked = page.locator("#drawer .panel", has_text="Nobody has said yet whether the score includes what was ruled")
    asked.get_by_role("button", name="Table 1: 9–7 is in.").wait_for()
    assert serious(page) == []
    page.locator("#drawer").get_by_role("button", name="Close round 1 and seat round 2").click()
    page.locator(".need").get_by_text("Round 1, table 1: 9–7 is in.").click()
    page.locator("#drawer .ruled").get_by_role("button", name="Yes, it includes them").click()
    page.locator("#drawer").get_by_text("The score includes them.").wait_for()
    page.locator(".need", has_text="table 1").wait_for(state="detached")
    assert director.troubles == []
    director.close()
