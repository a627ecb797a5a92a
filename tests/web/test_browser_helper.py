"""A helper's page in a browser: a whole round with it, and nothing offered that a helper may not do."""

from __future__ import annotations

from typing import Any

from bowerbird.evening import requests
from web.browsing import LAPTOP, PHONE, Person, needs_browser
from web.evenings import Evening, tap
from web.test_browser_pages import fits, serious

pytestmark = needs_browser

#: What the buttons and forms on the page would ask for.
ASKED = """() => [...document.querySelectorAll('[data-act^="{"]')].filter((it) => it.checkVisibility())
  .map((it) => JSON.parse(it.dataset.act).what)"""
HELPS = {
    struct.__struct_config__.tag
    for struct in vars(requests).values()
    if isinstance(struct, type) and issubclass(struct, requests.Request) and "helper" in struct.roles
}


def assert_offers_only_help(helper: Person) -> set[str]:
    """Every button asks for something that a helper may do, and the page says what that is; gives what they ask for."""
    page = helper.page
    asked = set(page.evaluate(ASKED))
    assert asked <= HELPS
    assert page.locator(".next-button").count() == 0
    for words in ("Everyone is here", "Add people", "Undo", "Finish", "Links", "A ruling"):
        assert page.get_by_role("button", name=words, exact=True).count() == 0, words
    assert page.get_by_text("You are a helper.").count() == 1
    return asked


def test_a_helper_goes_through_a_whole_round(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta", people=8)
    helper = Person(browser, hall, LAPTOP)
    helper.go(evening.link("helper"))
    page = helper.page
    name = evening.look()["people"][0]["name"]
    page.get_by_text(name).first.wait_for()
    assert_offers_only_help(helper)
    page.get_by_role("button", name="People").click()
    page.locator("#drawer").get_by_text(name).first.wait_for()
    assert_offers_only_help(helper)
    page.keyboard.press("Escape")
    evening.start()
    page.locator('[data-key="table 1"]').wait_for()
    assert_offers_only_help(helper)
    assert serious(page) == []
    names = [str(seat["name"]) for seat in evening.table()["seats"]]
    one, other = evening.phone(names[0]), evening.phone(names[1])
    tap(one, "Enter the score", "10", "7", "Send the score")
    page.locator('[data-key="table 1"].waiting').wait_for()
    assert "accept" in assert_offers_only_help(helper)
    tap(other, "Not right", "8", "10", "Send the score")
    page.locator('[data-key="table 1"].disputed').click()
    drawer = page.locator("#drawer")
    drawer.get_by_role("button", name=f"{names[0]}: 10–7 is right").wait_for()
    assert_offers_only_help(helper)
    assert serious(page) == []
    drawer.get_by_role("button", name=f"{names[0]}: 10–7 is right").click()
    page.locator('[data-key="table 1"].in').wait_for()
    assert evening.table()["result"]["ns"] == 10
    page.keyboard.press("Escape")
    page.locator('[data-key="table 1"]').click()
    drawer.get_by_label(f"Points of {names[1]}").fill("6")
    drawer.get_by_label("Reason").fill("read from the wrong card")
    drawer.get_by_role("button", name="Save the correction").click()
    page.wait_for_function("() => document.querySelector('[data-key=\"table 1\"]').innerText.includes('6')")
    assert evening.table()["result"]["ew"] == 6
    page.keyboard.press("Escape")
    for table in evening.look()["tables"][1:]:
        evening.do("score", round=1, table=table["number"], ns=10, ew=4)
    page.get_by_text("Every score is in.").first.wait_for()
    assert_offers_only_help(helper)
    for drawer_name in ("Standings", "More"):
        page.get_by_role("button", name=drawer_name, exact=True).click()
        page.locator("#drawer").wait_for()
        assert_offers_only_help(helper)
        page.keyboard.press("Escape")
    page.set_viewport_size(PHONE)
    assert fits(page)
    assert helper.troubles == []
    helper.close()
    evening.close()
