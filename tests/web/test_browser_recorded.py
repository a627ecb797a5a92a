"""A recorded game in a real browser: opened on a narrow phone by keyboard, with its note and its other line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from notation.games import deal, egn
from web.browsing import Person, needs_browser
from web.test_browser_pages import fits, serious

pytestmark = needs_browser

NARROW = {"width": 360, "height": 740}


@pytest.mark.quick
def test_a_file_is_opened_and_read_on_a_narrow_phone(hall: str, browser: Any) -> None:
    one = deal(hands=True, bidding={"callAnnotations": {"0": ["[!]<i>Brave</i>"]}})
    line = {"type": "TRICK_PLAY", "tricks": [["Kh", "9s", "Js", "Th"]], "playAnnotations": {"0": ["Wait"]}}
    one["alternativeLines"] = [{"branchIndex": 5, "phases": [line]}]
    al = Person(browser, hall, NARROW)
    al.go("/recorded")
    assert serious(al.page) == []
    choose = al.page.get_by_label("A game (.egn, .egnb) or a match of several (.emn)")
    choose.set_input_files({"name": "bad.egn", "mimeType": "application/json", "buffer": b"{"})
    al.page.get_by_role("button", name="Show").press("Enter")
    al.page.get_by_text("This file can't be shown: not EGN").wait_for()
    # The browser notes the refusal in its console, too.
    al.troubles.clear()
    data = json.dumps(egn(one, title="Tuesday")).encode()
    choose.set_input_files({"name": "game.egn", "mimeType": "application/json", "buffer": data})
    al.page.get_by_role("button", name="Show").press("Enter")
    heading = al.page.get_by_role("heading", name="Tuesday")
    heading.wait_for()
    assert heading.evaluate("heading => heading === document.activeElement"), "a screen reader says the title"
    assert al.page.get_by_role("note").first.inner_text().endswith("Great play. <i>Brave</i>")
    al.page.locator("summary").press("Enter")
    al.page.get_by_text("Wait", exact=True).wait_for()
    assert al.page.locator("details tr").count() == 1
    assert serious(al.page) == []
    assert fits(al.page)
    assert al.troubles == []
    al.close()
