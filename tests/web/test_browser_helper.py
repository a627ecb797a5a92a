"""A helper's page in a browser: a whole round with it, and nothing offered that a helper may not do."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

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


@pytest.mark.clause("TE-9")
def test_a_helper_stops_a_game_and_from_closing_time_on_its_score_comes_as_it_is(hall: str, browser: Any) -> None:
    noon = f"Etc/GMT{datetime.now(UTC).hour - 12:+d}"  # where it is between twelve and one now
    for end in ("23:00", "01:00"):
        settings = {"event.calendar.end": end}
        evening = Evening(browser, hall, "trailer-estates", people=4, zone=noon, settings=settings)
        evening.start()
        helper = Person(browser, hall, LAPTOP)
        helper.go(evening.link("helper"))
        page, drawer = helper.page, helper.page.locator("#drawer")
        phone = evening.phone(str(evening.table()["seats"][0]["name"]))
        page.locator('[data-key="table 1"]').click()
        points = drawer.locator(".score-points")
        points.nth(0).fill("3")
        points.nth(1).fill("2")
        if end == "23:00":
            drawer.get_by_role("button", name="Save", exact=True).click()
            drawer.get_by_text(
                "enters it as a stopped game. From 11:00 pm on that night, a game in progress is entered as it is."
            ).wait_for()
            assert evening.table()["result"] is None
            drawer.get_by_text("More about this game").click()
            drawer.get_by_label("The game was stopped early.").check()
            assert serious(page) == []
        drawer.get_by_role("button", name="Save", exact=True).click()
        page.locator('[data-key="table 1"].in').wait_for()
        if end == "23:00":
            evening.do("correct", round=1, table=1, ns=9, ew=6, reason="the wrong card")
            page.locator('[data-key="table 1"]').click()
            points.nth(0).fill("3")
            points.nth(1).fill("2")
            drawer.get_by_text("More about this game").click()
            drawer.get_by_label("The game was stopped early.").check()
            drawer.get_by_label("Reason").fill("the right card")
            drawer.get_by_role("button", name="Save the correction").click()
            drawer.wait_for(state="hidden")
        result = evening.table()["result"]
        assert (result["ns"], result["ew"], result["stopped"]) == (3, 2, True)
        phone.page.get_by_text("The game was stopped. The hands played so far count.", exact=True).wait_for()
        assert len(helper.troubles) == (end == "23:00"), "the one refusal"
        helper.close()
        evening.close()


@pytest.mark.clause("TE-9")
def test_from_closing_time_on_a_phone_and_the_desk_send_a_game_that_was_cut_off(hall: str, browser: Any) -> None:
    noon = f"Etc/GMT{datetime.now(UTC).hour - 12:+d}"
    settings = {"event.calendar.end": "01:00"}
    evening = Evening(browser, hall, "trailer-estates", people=8, zone=noon, settings=settings)
    evening.do("check-in", names="all")
    evening.start()
    names = [str(seat["name"]) for seat in evening.table()["seats"]]
    one, other = evening.phone(names[0]), evening.phone(names[1])
    tap(one, "Enter the score", "3", "Next", "2", "Next", "Send the score")
    other.page.get_by_text("The game was stopped. The hands played so far count.", exact=True).wait_for()
    tap(other, "Yes, it's right")
    desk = evening.director
    desk.go(f"/desk/{evening.token}")
    desk.page.locator('[data-key="table 1"].in').wait_for()
    desk.page.keyboard.type("2")
    for key in ("Enter", "0", "Enter", "4", "Enter"):
        desk.page.keyboard.press(key)
    desk.page.get_by_text("Table 2: stopped at 0 to 4. The hands played so far count.").first.wait_for()
    assert [evening.table(number)["result"]["stopped"] for number in (1, 2)] == [True, True]
    assert desk.troubles == []
    evening.close()


@pytest.mark.quick
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
