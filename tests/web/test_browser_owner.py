"""My events are mine: the same again, found from other browsers, shared with another director and handed over."""

from __future__ import annotations

from typing import Any

from web.browsing import LAPTOP, PHONE, Person, needs_browser
from web.evenings import Evening
from web.test_browser_pages import fits, serious

pytestmark = needs_browser

NAMES = ["Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal"]
TITLE = "Friday euchre, week 3"


def finished_event(browser: Any, hall: str) -> Evening:
    evening = Evening(browser, hall, "trailer-estates", title=TITLE, date="2026-01-09", place="Clubhouse", rounds=1)
    evening.do("paste", text="\n".join(NAMES), here=True)
    evening.do("seat")
    for table in (1, 2):
        evening.do("score", table=table, ns=10, ew=6)
    evening.do("finish")
    return evening


def checked(person: Person) -> None:
    """Nothing keeps anybody out, and nothing is wider than the screen."""
    person.page.set_viewport_size(PHONE)
    assert fits(person.page)
    person.page.set_viewport_size(LAPTOP)
    assert serious(person.page) == []


def titles(person: Person) -> list[str]:
    person.go("/events")
    return [str(text) for text in person.page.locator("#events .what a").all_inner_texts()]


def answered_last(page: Any, route: Any) -> None:
    """The answer to a hand-over comes when the page has heard everything else about it."""
    answer = route.fetch()
    page.get_by_text("This link no longer works").wait_for()
    route.fulfill(response=answer)


def test_the_same_again_found_from_two_other_browsers_and_handed_over(hall: str, browser: Any) -> None:
    evening = finished_event(browser, hall)
    ann = evening.director
    page = ann.page
    ann.go(f"/desk/{evening.token}")
    page.locator(".next-step").get_by_role("link", name="Same again").wait_for()
    ann.go("/events")
    checked(ann)
    assert page.locator(".first .main-button").inner_text() == "Same again"
    page.locator(".first .main-button").click()
    page.get_by_text("8 names come along").wait_for()
    checked(ann)
    assert page.get_by_label("Name of the event").input_value() == "Friday euchre, week 4"
    assert page.get_by_label("Location").input_value() == "Clubhouse"
    page.get_by_label("Date").fill("2030-01-11")
    page.get_by_role("button", name="Create the event").click()
    page.get_by_role("heading", name="Who is here").wait_for()
    assert page.locator(".door").count() == 8
    new = page.url.rpartition("/")[2]
    seen = evening.look(new)
    assert (seen["here"], seen["date"], seen["place"]) == (0, "2030-01-11", "Clubhouse")
    assert [each["name"] for each in seen["people"]] == NAMES
    both = ["Friday euchre, week 4", TITLE]
    assert titles(ann) == both
    assert page.locator(".event-card.coming").get_by_role("link").inner_text().startswith("Open the desk")

    # Browser B, with a name and a passphrase, where something was set up before.
    page.get_by_label("Your name").fill("Ann of the club")
    page.get_by_label("Passphrase (at least").fill("four jacks in a row")
    page.get_by_role("button", name="Keep my events").click()
    page.get_by_role("heading", name="Signed in as Ann of the club").wait_for()
    page.get_by_role("button", name="Show my recovery code").click()
    code = page.locator(".recovery-code code").inner_text()
    second = Person(browser, hall, LAPTOP)
    second.post("/api/guest", {"name": "Director"})
    second.post("/api/events", {"rules": "ccc", "title": "Try-out", "trial": 8, "key": "k"})
    second.go("/events")
    second.page.get_by_text("Find my events from another browser").click()
    second.page.get_by_label("Saved name").fill("ann of the club")
    second.page.get_by_label("Passphrase", exact=True).fill("four jacks in a row")
    second.page.get_by_role("button", name="Sign in").click()
    second.page.get_by_role("heading", name="Signed in as Ann of the club").wait_for()
    assert sorted(titles(second)) == sorted([*both, "Try-out"]), "what this browser had comes along"

    # Browser C, with the code from the sheet.
    third = Person(browser, hall, PHONE)
    third.go("/events")
    third.page.get_by_text("there are three ways to find them").wait_for()
    third.page.get_by_text("bowerbird events").wait_for()
    checked(third)
    third.page.get_by_label("Recovery code").fill("BBBB-BBBB-BBBB-BBBB")
    third.page.get_by_role("button", name="Find my events").click()
    third.page.get_by_role("alert").get_by_text("isn't a recovery code that works now").wait_for()
    third.page.get_by_label("Recovery code").fill(code.replace("-", " ").lower())
    third.page.get_by_role("button", name="Find my events").click()
    third.page.locator(".event-list").first.wait_for()
    assert sorted(titles(third)) == sorted([*both, "Try-out"])

    # Another director by the code on the desk; then the event is handed over.
    ann.go(f"/desk/{new}")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Directors").click()
    page.get_by_text("Add another director first").wait_for()
    page.locator("#drawer .code").get_by_text(code).wait_for()
    pat = Person(browser, hall, PHONE)
    pat.go("/direct/" + page.get_by_label("Link: invitation to direct").input_value().rpartition("/")[2])
    checked(pat)
    pat.page.get_by_label("Your name").fill("Pat")
    pat.page.get_by_role("button", name="Become a director").click()
    pat.page.locator("#desk-title").get_by_text("Friday euchre, week 4").wait_for()
    page.get_by_role("button", name="Remove Pat").wait_for()
    checked(ann)
    page.once("dialog", lambda dialog: dialog.accept())
    page.route("**/do", lambda route: answered_last(page, route), times=1)
    page.get_by_role("button", name="I'm no longer a director").click()
    page.get_by_role("heading", name="Run an event").wait_for()
    assert titles(ann) == ["Try-out", TITLE]
    assert titles(pat) == ["Friday euchre, week 4"]
    ann.go(f"/desk/{new}")
    page.get_by_text("You are no longer a director of this event").wait_for()
    said = [trouble for person in (second, pat) for trouble in person.troubles]
    assert said == []
    for person in (second, third, pat):
        person.close()
    evening.close()
