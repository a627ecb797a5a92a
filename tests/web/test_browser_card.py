"""A mistake is found by the person: from any name to the card, from the card and from the grid to the correction."""

from __future__ import annotations

from typing import Any

import pytest

from web.browsing import LAPTOP, PHONE, needs_browser
from web.evenings import Evening, tap
from web.test_browser_pages import fits, serious

pytestmark = needs_browser


@pytest.mark.quick
def test_from_any_name_to_the_card_and_on_to_the_correction(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "trailer-estates", 9, rounds=2)
    evening.start()
    evening.do("trial-scores")
    evening.do("next")
    first = evening.look()["rounds"][0]
    table, resting = first["tables"][0], first["sitting_out"][0]
    north, east = table["seats"][0]["name"], table["seats"][1]["name"]
    page, drawer = evening.director.page, evening.director.page.locator("#drawer")
    title = drawer.locator("#drawer-title")

    def shows(words: str) -> None:
        drawer.get_by_text(words).first.wait_for()
        assert serious(page) == [], words
        assert fits(page), words

    # By a few letters, typed before the desk has heard of anybody.
    held: list[Any] = []
    page.route("**/view*", lambda asked: held.append(asked))
    evening.director.go(f"/desk/{evening.token}")
    page.locator("#desk-find input").wait_for()
    page.keyboard.press("/")
    page.keyboard.type(north.upper())
    assert page.locator("#desk-found").is_hidden()
    for each in held:
        each.continue_()
    page.unroute("**/view*")
    page.locator("#desk-found").get_by_text(north).first.wait_for()
    page.keyboard.press("Enter")
    shows("against")
    assert title.inner_text() == north
    line = drawer.locator(".card-games li").first
    assert f"{table['result']['ns']}–{table['result']['ew']}" in line.inner_text()
    # On to an opponent's card, and to the correction.
    line.get_by_role("button", name=east, exact=True).click()
    drawer.get_by_role("button", name="Correct Round 1").click()
    drawer.get_by_role("heading", name="Correct the score").wait_for()
    # The table's sheet leads back to a card.
    drawer.locator(".seat-list").get_by_role("button", name=north, exact=True).click()
    drawer.locator(".card-games").wait_for()
    assert title.inner_text() == north
    tap(evening.director, "Close")
    # From the standings to the grid, and from its cells to the correction.
    page.locator("[data-open=standings]").first.click()
    drawer.get_by_role("button", name=east, exact=True).wait_for()
    tap(evening.director, "All games")
    shows("Own points come first")
    assert drawer.locator(".all-games tbody tr").count() == len(evening.look()["standings"]["lines"])
    cells = drawer.locator(".all-games tbody tr", has=page.get_by_role("button", name=resting, exact=True))
    assert "sat out" in cells.first.inner_text()
    drawer.get_by_role("button", name=f"{north}, Round 1: table 1").click()
    ours, theirs = drawer.locator(".score-grid input").first, drawer.locator(".score-grid input").nth(1)
    ours.fill("9")
    theirs.fill("4")
    drawer.get_by_label("Reason for the correction").fill("added up again")
    tap(evening.director, "Save the correction")
    page.locator("#drawer:not([open])").wait_for(state="attached")
    # The history has names too, and the card has the earlier score with its reason.
    page.locator("[data-open=more]").first.click()
    tap(evening.director, "History")
    drawer.locator(".history").get_by_role("button", name=north, exact=True).first.click()
    shows("(added up again)")
    assert "9–4" in drawer.locator(".card-games li").first.inner_text()
    # The person's own phone shows the same card, and the way back.
    phone = evening.phone(north, PHONE)
    phone.page.get_by_role("link", name="My card").click()
    phone.page.get_by_text("(added up again)").wait_for()
    assert "9–4" in phone.page.locator(".card-games li").first.inner_text()
    assert serious(phone.page) == []
    assert fits(phone.page)
    phone.page.get_by_role("link", name="Back to my table").click()
    phone.page.get_by_role("link", name="My card").wait_for()
    page.set_viewport_size(PHONE)
    assert fits(page)
    page.set_viewport_size(LAPTOP)
    assert evening.director.troubles == []
    evening.close()
