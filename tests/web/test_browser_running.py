"""A director sets the prizes, changes the event while it runs, sends somebody home, and announces the places."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from web.browsing import LAPTOP, PHONE, PROJECTOR, Person, needs_browser
from web.evenings import Evening
from web.test_browser_pages import serious

pytestmark = needs_browser
#: A folder for pictures of the pages, to look at; none if it is not set.
PICTURES = os.environ.get("PICTURES", "")
SIZES = (PHONE, {"width": 820, "height": 1180}, LAPTOP, PROJECTOR)
NAMES = "\n".join(f"Player {letter}" for letter in "ABCDEFGHI")


def picture(page: Any, name: str) -> None:
    if PICTURES:
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{PICTURES}/{name}.png")


def at_table(night: Evening) -> list[str]:
    return [seat["name"] for seat in night.table(1)["seats"]]


def rows(page: Any) -> dict[str, str]:
    """The table of prizes as people read it."""
    cells = page.locator("#prize-table tr")
    return {
        cells.nth(at).locator("th").inner_text(): cells.nth(at).locator("td").inner_text()
        for at in range(cells.count())
    }


@pytest.fixture
def director(hall: str, browser: Any) -> Iterator[Person]:
    person = Person(browser, hall, LAPTOP)
    yield person
    person.close()


def test_prizes_a_changed_event_somebody_gone_and_the_places(hall: str, browser: Any, director: Person) -> None:
    page = director.page
    # Prizes at the set-up, with a table that follows every answer.
    director.go("/events/new")
    page.get_by_label("Trailer Estates nights").check()
    page.locator("#prizes-say").wait_for()
    page.get_by_label("Name", exact=True).fill("Prize night")
    page.get_by_label("Fee for each person").fill("5")
    page.get_by_label("People expected").fill("24")
    page.wait_for_function("() => document.querySelector('#prize-table')?.innerText.includes('1st place')")
    page.get_by_label("What happens to the fees").select_option(label="Fixed prizes; the club keeps the rest")
    page.get_by_label("Prizes in dollars").fill("50, 30, 12.50")
    page.get_by_label("Last place: out of the fees").fill("5")
    page.get_by_label("Most lone marches: everyone pays").fill("1")
    page.get_by_label("A 50-50 draw").fill("50")
    page.wait_for_function("() => document.querySelector('#prize-table')?.innerText.includes('$12.50')")
    assert rows(page) == {
        "1st place": "$50.00",
        "2nd place": "$30.00",
        "3rd place": "$12.50",
        "Last place": "$5.00",
        "Most lone marches, side pot": "$24.00",
        "50-50 draw": "half of the tickets",
        "The club keeps": "$22.50",
    }
    assert serious(page) == []
    for size in SIZES:
        page.set_viewport_size(size)
        page.locator("#money").scroll_into_view_if_needed()
        picture(page, f"setup-{size['width']}")
    page.set_viewport_size(LAPTOP)
    page.get_by_label("Paste or type the names").fill(NAMES)
    page.get_by_role("button", name="Create event").click()
    page.locator("#desk").wait_for()
    token = page.url.rpartition("/")[2]
    night = Evening.of(director, hall, token)
    night.do("check-in", names="all")
    night.do("seat")
    night.do("paid", names=["Player A"])

    # Change the event: what changes is said before it is saved.
    page.locator('[data-key="table 1"]').wait_for()
    page.keyboard.press("Escape")
    page.locator('.desk-nav [data-open="more"]').click()
    page.get_by_role("button", name="Change the event").click()
    page.get_by_label("Fee for each person").fill("6")
    night.do("change", place="Hall B")  # on another device, while the form is open
    page.get_by_label("How many rounds").fill("6")
    told = page.locator("#what-changes")
    told.get_by_text("Rounds: 6, was 8.").wait_for()
    told.get_by_text("All fees together come to $63.00, not $54.00.").wait_for()
    assert night.look()["title"] == "Prize night"
    assert "Collect $1.00 more from the 1 person ticked as paid." in told.inner_text()
    assert serious(page) == []
    for size in SIZES:
        page.set_viewport_size(size)
        picture(page, f"change-{size['width']}")
    page.set_viewport_size(LAPTOP)
    said = told.locator("li").all_inner_texts()
    page.get_by_role("button", name="Save the changes").click()
    page.locator("#drawer[open]").wait_for(state="detached")
    assert night.history()[-1]["words"][0].startswith("The event was changed: ")
    assert night.look()["round"]["of"] == 6
    assert night.look()["place"] == "Hall B", "only what was changed in the form is sent"
    assert said

    # Somebody goes home for good: the chair is taken, and they are not ticked as here.
    resting = night.look()["sitting_out"][0]
    chair, gone = next(
        (chair, name) for chair, name in enumerate(at_table(night)) if name != "Player A"
    )  # who has paid
    page.keyboard.press("m")
    page.locator("#drawer").get_by_role("button", name=gone).click()
    page.get_by_text("This round, back later").wait_for()
    picture(page, "missing-round-1366")
    page.get_by_label("Not back today").check()
    page.get_by_role("button", name=f"Do this: {resting}, who is sitting out, takes {gone}'s seat").wait_for()
    for size in SIZES:
        page.set_viewport_size(size)
        picture(page, f"missing-{size['width']}")
    page.set_viewport_size(LAPTOP)
    assert serious(page) == []
    page.get_by_role("button", name=f"Do this: {resting}, who is sitting out, takes {gone}'s seat").click()
    page.locator("#drawer[open]").wait_for(state="detached")
    people = {person["name"]: person["presence"] for person in night.look()["people"]}
    assert people[gone] == "absent"
    assert at_table(night)[chair] == resting

    # The standings are held back, and announced from the bottom up.
    for table in (1, 2):
        night.do("score", table=table, ns=8 + table, ew=3 + table)
    page.keyboard.press("s")
    page.get_by_role("button", name="Hold the standings back").click()
    page.get_by_text("The board and the phones don't show the places.").wait_for()
    night.do("finish")
    public = night.link("public").rpartition("/")[2]
    assert night.look(public)["announced"]["places"] == []
    page.get_by_role("button", name="Announce place 7").wait_for()
    picture(page, "announce-1366")
    for place in (7, 5, 3):
        page.get_by_role("button", name=f"Announce place {place}", exact=True).click()
        page.get_by_role("button", name=f"Announce place {place}", exact=True).wait_for(state="detached")
        assert min(line["place"] for line in night.look(public)["announced"]["places"]) == place
    assert serious(page) == []
    page.set_viewport_size(PHONE)
    picture(page, "announce-390")
    assert not director.troubles
