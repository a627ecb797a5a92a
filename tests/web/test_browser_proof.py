"""A ruling shows its proof in cards: the trick, the wrong card, and the card that was held."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bowerbird.hall.frames import encode
from hall.test_review import played, reviewed
from web.browsing import LAPTOP, Person, needs_browser
from web.test_browser_pages import serious

pytestmark = needs_browser


def test_a_ruling_shows_the_trick_the_card_and_the_card_that_was_held(hall: str, browser: Any) -> None:
    with ThreadPoolExecutor(1) as aside:  # the browser has this thread's loop
        body = encode(aside.submit(lambda: asyncio.run(reviewed(played()))).result())
    al = Person(browser, hall, LAPTOP)
    al.post("/api/guest", {"name": "Al"})
    link = str(al.post("/api/tables", {"rules": "national"})["link"])
    al.page.route("**/api/tables/*/review*", lambda route: route.fulfill(body=body, content_type="application/json"))
    al.go(f"{link}/review")
    ruling = al.page.locator(".decision", has_text="Renege: You (South)")
    ruling.get_by_text("Spades were led, and K♥ was played with 10♠ in the hand.").wait_for()
    table = ruling.locator(".small-table")
    cards = [card.get_attribute("card") for card in table.locator(".small-play playing-card").all()]
    assert cards == ["9s", "Kh"]
    assert table.locator(".small-play.wrong playing-card").get_attribute("card") == "Kh"
    held = table.locator(".small-hand .mark-held")
    assert held.locator("playing-card").get_attribute("card") == "Ts"
    assert held.locator(".mark").inner_text() == "Held"
    label = table.get_attribute("aria-label")
    assert label is not None
    assert "ten of spades, held" in label
    assert serious(al.page) == []
    assert al.troubles == []
    al.close()
