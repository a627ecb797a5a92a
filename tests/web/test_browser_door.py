"""The door in a browser: taps for here and paid, the till, near names, late people, pairs, and a club's own list."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from web.browsing import LAPTOP, PHONE, Person, needs_browser
from web.evenings import Evening, tap
from web.test_browser_pages import fits, serious

pytestmark = needs_browser

NAMES = ["Al Novak", "Betty Adams", "Bob Beck", "Cy Delgado", "Dee Haddad", "Earl Price", "Fay Snider", "Gus Moyer"]
MORE = ["Hal Weaver", "Ida Lantz", "Jim Yoder", "Kay Stump", "Ximena Díaz"]


@pytest.fixture
def director(hall: str, browser: Any) -> Iterator[Person]:
    person = Person(browser, hall, LAPTOP)
    person.post("/api/guest", {"name": "Dora"})
    yield person
    assert person.troubles == []
    person.close()


def here(page: Any, name: str) -> Any:
    return page.locator(f'.door-here[data-key="here {name}"]')


def see_here(page: Any, name: str, yes: bool = True) -> None:
    page.locator(f'.door-here[data-key="here {name}"][aria-pressed="{str(yes).lower()}"]').wait_for()


def add(page: Any, name: str) -> None:
    """Somebody comes who is not on the list, as far as the director can see."""
    page.get_by_role("button", name="+ Add a person").click()
    page.locator("#drawer").get_by_label("Name", exact=True).fill(name)
    page.locator("#drawer").get_by_role("button", name="Add", exact=True).click()


@pytest.mark.quick
def test_a_club_starts_from_its_list_and_checks_in_by_taps(director: Person) -> None:
    page = director.page
    director.go("/members")
    page.get_by_text("Nobody yet.").wait_for()
    # A wrong line: named, and nothing is imported.
    page.get_by_label("Paste a list").fill("name,born,phone\nAl Novak,1950,555\nBetty Adams,soon,\n")
    tap(director, "Look at the list first")
    page.get_by_text("Line 3: 'soon' isn't a year of birth").wait_for()
    assert page.get_by_role("button", name="Import", exact=True).count() == 0
    page.get_by_label("Paste a list").fill("\n".join([*NAMES, *MORE]))
    tap(director, "Look at the list first", "Import")
    page.get_by_text("13 new people are on the list").wait_for()
    # Somebody nearly known is asked about; a new one is added by hand.
    tap(director, "+ Add a person")
    page.get_by_label("Name", exact=True).fill("Betti Adams")
    tap(director, "Add")
    page.get_by_role("heading", name="Is this the same person?").wait_for()
    assert serious(page) == []
    tap(director, "A new person")
    page.get_by_text("Betti Adams is on the list.").wait_for()
    page.get_by_text("1 name is nearly the same as another").click()
    tap(director, "Same person: merge")
    page.get_by_text("are one line now").wait_for()
    page.get_by_role("button", name="Change Al Novak").click()
    page.get_by_label("Phone, if you want it here").fill("555-0100")
    assert serious(page) == []
    tap(director, "Save")
    page.get_by_text("phone 555-0100").wait_for()
    assert serious(page) == []
    page.set_viewport_size(PHONE)
    assert fits(page)
    page.set_viewport_size(LAPTOP)

    director.go("/events/new")
    page.get_by_label("National rules").check()
    page.get_by_label("Fee for each person, in dollars").fill("5")
    page.get_by_text("Start with your club's people (13)").wait_for()
    assert page.get_by_label("Start with your club's people (13)").is_checked()
    tap(director, "Create event")
    page.locator(".door").nth(12).wait_for()
    assert page.locator(".door").count() == 13
    page.get_by_text("0 of 13 are here").wait_for()

    till = page.get_by_role("region", name="The till")
    till.get_by_text("Nobody has paid yet, $5 each").wait_for()
    for name in NAMES:
        here(page, name).click()
    page.get_by_text("8 of 13 are here").wait_for()
    boxes = [page.locator(which).first.bounding_box() for which in (".door-here", ".door-paid")]
    assert all(box and box["height"] >= 46 and box["width"] >= 46 for box in boxes), boxes
    paid = page.get_by_role("button", name="Al Novak: $5 to pay")
    paid.click()
    page.get_by_role("button", name="Al Novak: $5 paid").wait_for()
    till.get_by_text("1 of 8 people paid, $5 each").wait_for()
    assert "$5" in till.inner_text()
    assert "Al Novak" not in till.inner_text()
    page.get_by_role("button", name="Al Novak: $5 paid").click()
    till.get_by_text("0 of 8 people paid").wait_for()
    assert "Al Novak" in till.inner_text()
    # A tap by mistake is taken back by another; money stays in the till.
    page.get_by_role("button", name="Al Novak: $5 to pay").click()
    page.get_by_role("button", name="Al Novak: $5 paid").wait_for()
    here(page, "Al Novak").click()
    see_here(page, "Al Novak", yes=False)
    page.get_by_role("button", name="Al Novak: $5 paid").wait_for()
    here(page, "Al Novak").click()
    see_here(page, "Al Novak")
    # Two letters and Enter check in the one who is left.
    find = page.locator('[data-door="find"]')
    find.fill("xi")
    page.locator(".door").nth(1).wait_for(state="detached")
    assert page.locator(".door").count() == 1
    find.press("Enter")
    see_here(page, "Ximena Díaz")
    page.wait_for_function("document.querySelector('[data-door=find]').value === ''")
    page.locator(".door").nth(12).wait_for()
    page.get_by_text("A–E", exact=True).click()
    page.locator('[data-key="person Gus Moyer"]').wait_for(state="detached")
    assert page.locator(".door").count() == 6
    page.get_by_text("All", exact=True).click()
    assert serious(page) == []

    # Near names are asked about: the same one is checked in, a new one is added, going back adds nobody.
    add(page, "Hall Weaver")
    ask = page.locator("dialog.ask")
    ask.get_by_role("heading", name="Is this the same person?").wait_for()
    assert "On tonight's list, not here yet." in ask.inner_text()
    assert serious(page) == []
    page.keyboard.press("Escape")
    ask.wait_for(state="detached")
    page.locator("#drawer").get_by_role("button", name="Add", exact=True).click()
    ask.get_by_role("button", name="Same person").click()
    page.get_by_text("Hal Weaver checked in").first.wait_for()
    page.keyboard.press("Escape")
    see_here(page, "Hal Weaver")
    assert page.locator(".door").count() == 13
    add(page, "Ida Lanz")
    ask.get_by_role("button", name="A new person").click()
    page.get_by_text("Ida Lanz has entered and checked in.").first.wait_for()
    page.keyboard.press("Escape")
    page.locator(".door").nth(13).wait_for()
    assert page.locator(".door").count() == 14
    # It was the same person after all: the two are merged.
    page.locator('.desk-nav [data-open="people"]').click()
    drawer = page.locator("#drawer")
    drawer.locator('li[data-key="Ida Lanz"] .row-name').click()
    drawer.get_by_text("Entered twice, or by mistake").click()
    drawer.get_by_label("This is the same person as").select_option("Ida Lantz")
    assert serious(page) == []
    drawer.get_by_role("button", name="Merge the two").click()
    page.locator('[data-key="person Ida Lanz"]').wait_for(state="detached")
    see_here(page, "Ida Lantz")

    # Somebody is late, and is tapped on arrival.
    token = page.url.rpartition("/")[2]
    director.post(f"/api/desk/{token}/do", {"what": "late", "name": "Kay Stump", "key": secrets.token_hex(4)})
    page.locator(".door.late").wait_for()
    page.get_by_role("button", name="Kay Stump is here").click()
    see_here(page, "Kay Stump")
    page.get_by_role("button", name="Kay Stump is here").wait_for(state="detached")
    page.set_viewport_size(PHONE)
    assert fits(page)


def test_members_who_are_not_on_the_list_are_tapped_in(director: Person) -> None:
    page = director.page
    director.post("/api/members/mine/import", {"text": "\n".join(NAMES)})
    wanted: dict[str, object] = {"rules": "national", "key": "k", "title": "Friday"}
    link = str(director.post("/api/events", wanted)["link"])
    director.go(link)
    page.get_by_role("button", name="Start with your club's people (8)").wait_for()
    add(page, "Betti Adams")
    page.locator("dialog.ask").get_by_text("On your club's list.").wait_for()
    page.locator("dialog.ask").get_by_role("button", name="Same person").click()
    page.keyboard.press("Escape")
    see_here(page, "Betty Adams")
    assert page.locator(".door.member").count() == 7
    page.get_by_role("button", name="Add Cy Delgado").click()
    see_here(page, "Cy Delgado")
    assert page.locator(".door.member").count() == 6
    page.get_by_role("link", name="Club's people").click()
    page.get_by_role("link", name="Back to Friday").wait_for()
    page.get_by_role("button", name="Change Al Novak").wait_for()


def test_pairs_come_as_pairs(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "alberta", settings={"event.money.fee": 1000})
    pairs = {"Ann Beckwith": "Bob Beckwith", "Cy Delgado": "Dee Haddad", "Earl Price": "Fay Snider"}
    zones = ("Zone 1", "Zone 1", "Zone 2")
    forms = [
        {"name": one, "partner": two, "zone": zone, "of_age": True}
        for (one, two), zone in zip(pairs.items(), zones, strict=True)
    ]
    alone = [{"name": name, "zone": "Zone 3", "of_age": True} for name in ("Quinn Ross", "Al Novak")]
    evening.do("enter", people=[*forms, *alone])
    page = evening.director.page
    evening.director.go(f"/desk/{evening.token}")
    tile = page.locator('[data-key="pair Ann Beckwith & Bob Beckwith"]')
    tile.wait_for()
    assert "Zone 1" in tile.inner_text()
    assert page.locator(".door.pair").count() == 5
    here(page, "Ann Beckwith").click()
    page.locator('.half[data-key="pair Ann Beckwith & Bob Beckwith"]').wait_for()
    here(page, "Bob Beckwith").click()
    page.locator('.here[data-key="pair Ann Beckwith & Bob Beckwith"]').wait_for()
    page.get_by_role("button", name="Ann Beckwith and Bob Beckwith: $20 to pay").click()
    page.get_by_role("button", name="Ann Beckwith and Bob Beckwith: $20 paid").wait_for()
    till = page.get_by_role("region", name="The till")
    till.get_by_text("2 of 2 people paid, $10 each").wait_for()
    assert "$20" in till.inner_text()
    assert "Not complete: Zone 1, Zone 2, Zone 3." in page.get_by_role("region", name="Zones").inner_text()
    assert [each["paid"] for each in evening.look()["people"]][:3] == [True, True, False]
    for name in ("Quinn Ross", "Al Novak"):
        here(page, name).click()
    tap(evening.director, "Pair them")
    page.locator('[data-key="pair Quinn Ross & Al Novak"], [data-key="pair Al Novak & Quinn Ross"]').wait_for()
    assert page.get_by_text("No partner yet").count() == 0
    assert serious(page) == []
    assert evening.director.troubles == []
    evening.close()


def test_somebody_on_the_list_says_that_is_me(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "national")
    evening.do("paste", text="Betty Adams\nCy Delgado")
    phone = Person(browser, hall, PHONE)
    phone.go(evening.link("sign_up"))
    page = phone.page
    page.get_by_label("Your name").fill("betti adams")
    tap(phone, "Sign up")
    page.get_by_role("heading", name="Is this you?").wait_for()
    assert serious(page) == []
    assert fits(page)
    tap(phone, "Go back")
    assert page.get_by_label("Your name").input_value() == "betti adams"
    tap(phone, "Sign up", "That is me")
    page.locator("#phone .who").wait_for()
    assert "Betty Adams" in page.locator("#phone").inner_text()
    assert [each["name"] for each in evening.look()["people"]] == ["Betty Adams", "Cy Delgado"]
    other = Person(browser, hall, PHONE)
    other.go(evening.link("sign_up"))
    other.page.get_by_label("Your name").fill("Betty Adams")
    tap(other, "Sign up")
    other.page.get_by_text("This name has a phone already").wait_for()
    assert other.page.get_by_role("button", name="That is me").count() == 0
    tap(other, "Go back")
    other.page.get_by_label("Your name").fill("Cy Delgada")
    tap(other, "Sign up", "I am somebody else")
    other.page.locator("#phone .who").wait_for()
    assert [each["name"] for each in evening.look()["people"]] == ["Betty Adams", "Cy Delgado", "Cy Delgada"]
    assert phone.troubles == other.troubles == []
    for each in (phone, other):
        each.close()
    evening.close()
