"""A misspelt name is put right in a person's sheet, by the director and by nobody else."""

from __future__ import annotations

from typing import Any

from web.browsing import LAPTOP, Person, needs_browser
from web.test_browser_desk import Desk
from web.test_browser_pages import serious

pytestmark = needs_browser


def test_a_name_is_corrected_in_the_sheet_of_a_person(hall: str, browser: Any) -> None:
    director, hands, helper = (Person(browser, hall, LAPTOP) for _ in range(3))
    director.post("/api/guest", {"name": "Dora"})
    desk = Desk(director, "national")
    desk.do("enter", people=[{"name": "Znae"}], here=True)
    helper.go(str(desk.view()["links"]["helper"]))
    helper.page.locator('[data-key="here Znae"]').click()
    helper.page.locator("#drawer .sentence").wait_for()
    assert helper.page.get_by_role("button", name="Correct the name").count() == 0
    helper.close()
    hands.go(str(desk.view()["links"]["director"]))
    page = hands.page
    page.locator('.desk-nav [data-open="people"]').click()
    page.locator('#drawer li[data-key="Znae"] .row-name').click()
    sheet = page.locator("#drawer")
    button = sheet.get_by_role("button", name="Correct the name").bounding_box()
    assert button["y"] + button["height"] < LAPTOP["height"], "it is there without scrolling"
    sheet.get_by_label("Name", exact=True).fill("Zane")
    assert serious(page) == []
    sheet.get_by_role("button", name="Correct the name").click()
    page.locator('[data-key="person Zane"].here').wait_for()
    page.locator("#desk-said").get_by_text("Znae is now Zane").wait_for()
    assert page.locator('[data-key="person Znae"]').count() == 0
    desk.do("check-in", names="all")
    desk.do("seat")
    page.locator('.desk-nav [data-open="people"]').click()
    page.locator('#drawer .row-name:has-text("Zane")').first.click()
    page.locator("#drawer .sentence").wait_for()
    assert page.get_by_role("button", name="Correct the name").count() == 0
    assert hands.troubles == []
    director.close()
    hands.close()
