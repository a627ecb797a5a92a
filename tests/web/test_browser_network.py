"""Phones switched on and off from the page, while an event runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from web.browsing import LAPTOP, PHONE, Person, needs_browser, open_hall, playwright_api
from web.evenings import Evening
from web.test_browser_pages import serious

pytestmark = needs_browser

PHONES = "127.0.0.2"


@pytest.fixture
def closed_hall(tmp_path: Path) -> Any:
    """A hall that only its own machine can reach."""
    with open_hall(tmp_path, phones_at=PHONES) as address:
        yield address


def test_phones_are_switched_on_and_off_in_the_page(closed_hall: str, browser: Any) -> None:
    there = closed_hall.replace("127.0.0.1", PHONES)
    evening = Evening(browser, closed_hall, "alberta", 8)
    evening.do("check-in", names="all")
    evening.start()
    name = evening.table()["seats"][0]["name"]
    own_page = evening.link("players", name)
    phone = Person(browser, there, PHONE)
    with pytest.raises(playwright_api.Error, match="ERR_CONNECTION_REFUSED"):
        phone.go(own_page)

    page = evening.director.page
    evening.director.go(f"/desk/{evening.token}")
    page.locator('.desk-nav [data-open="links"]').click()
    page.get_by_text("Phones are off.").wait_for()
    assert serious(page) == []
    code = page.locator(".panel:has-text('Sign-up') img.qr").first.get_attribute("src")
    page.get_by_role("button", name="Switch phones on").click()
    page.get_by_text(there.removeprefix("http://"), exact=True).wait_for()
    assert page.get_by_text("No device has connected yet.").is_visible()
    assert page.get_by_label("Link: Sign-up").input_value().startswith(there)
    assert page.locator(".panel:has-text('Sign-up') img.qr").first.get_attribute("src") != code, "a new code is drawn"
    page.get_by_text("A phone can't connect?").click()
    assert page.get_by_text("Guest wi-fi often keeps devices apart.").is_visible()
    assert serious(page) == []

    phone.go(own_page)
    phone.page.locator("#phone .who").wait_for()
    assert phone.page.request.get(f"{there}/api/network").json()["can"] is False
    page.reload()
    page.locator('.desk-nav [data-open="links"]').click()
    page.get_by_text("connected so far.").wait_for()
    page.get_by_role("button", name="Switch phones off").click()
    page.get_by_text("Phones are off.").first.wait_for()
    phone.page.get_by_text("No connection").first.wait_for()
    phone.context.close()
    assert evening.director.troubles == []
    evening.close()


def test_a_table_is_opened_to_friends_with_one_button(closed_hall: str, browser: Any) -> None:
    al = Person(browser, closed_hall, LAPTOP)
    al.post("/api/guest", {"name": "Al"})
    al.go(str(al.post("/api/tables", {})["link"]))
    al.page.get_by_role("button", name="Let devices on my network in").click()
    link = al.page.locator(f'#invite-link[value^="http://{PHONES}"]')
    link.wait_for()
    bea = Person(browser, closed_hall.replace("127.0.0.1", PHONES), PHONE)
    bea.come_in(f"/t/{al.page.url.rpartition('/')[2]}", "Bea")
    bea.page.get_by_role("button", name="Sit here, North").wait_for()
    assert al.troubles == []
    al.close()
    bea.close()
