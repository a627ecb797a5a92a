"""Practice in a real browser: a puzzle by keyboard on a narrow phone, a mistake that comes back, and the daily hand."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bowerbird.hall.practice import puzzle_id
from bowerbird.learn.puzzles import shipped_puzzles
from web.browsing import Person, needs_browser, play_on
from web.test_browser_pages import fits, serious

pytestmark = needs_browser

NARROW = {"width": 360, "height": 740}
SHORT = 'name = "short"\ntitle = "Short game"\nabout = "Two points."\nbased_on = "bicycle"\n[game]\npoints = 2\n'


def test_a_puzzle_is_solved_by_keyboard_on_a_narrow_phone(hall: str, browser: Any) -> None:
    al = Person(browser, hall, NARROW)
    counting = next(puzzle for puzzle in shipped_puzzles() if "counting" in puzzle.themes)
    al.go(f"/puzzles#{puzzle_id(counting.position)}")
    card = al.page.locator(".try-card:not(.low)").first
    card.wait_for()
    assert serious(al.page) == []
    assert fits(al.page)
    name = card.get_attribute("data-card")
    card.focus()
    al.page.keyboard.press("Enter")
    al.page.locator(f'.try-card.chosen[data-card="{name}"]').wait_for()
    al.page.keyboard.press("Enter")
    heading = al.page.locator(".verdict h2")
    heading.wait_for()
    assert heading.evaluate("heading => heading === document.activeElement"), "a screen reader says the answer"
    assert al.page.locator(".choices .chosen").count() == 1
    line = al.page.locator(".course-line").inner_text()
    al.page.get_by_role("button", name="Next", exact=True).press("Enter")
    assert al.page.locator(".course-line").inner_text() != line
    assert serious(al.page) == []
    assert fits(al.page)
    al.page.get_by_role("button", name="Next puzzle").click()
    al.page.get_by_role("heading", name="Your turn").wait_for()
    assert al.troubles == []
    al.close()


def test_six_cards_to_discard_from_are_as_large_as_at_the_table(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    discard = next(puzzle for puzzle in shipped_puzzles() if "discards" in puzzle.themes)
    al.go(f"/puzzles#{puzzle_id(discard.position)}")
    al.page.locator(".try-card").nth(5).wait_for()
    widths = [card.bounding_box()["width"] for card in al.page.locator(".try-card").all()]
    al.post("/api/guest", {"name": "Al"})
    al.go(str(al.post("/api/tables", {"bots": "simple", "pace": "at once"})["link"]))
    al.page.locator(".hand-card").first.wait_for()
    assert len(widths) == 6
    assert min(widths) >= al.page.locator(".hand-card").first.bounding_box()["width"] - 1
    assert al.troubles == []
    al.close()


@pytest.mark.quick
def test_the_daily_hand_is_played_and_compared(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.go("/daily")
    assert al.page.locator(".results").count() == 0
    al.page.get_by_label("Your name").fill("Al")
    al.page.get_by_role("button", name="Play today's hand").click()
    al.page.locator("#table-page").wait_for()
    play_on([al], lambda: al.is_over)
    al.page.get_by_role("link", name="How everyone did").click()
    # The master plays it, too, and that takes a moment: then the page loads again.
    al.page.locator("[data-master-day]").wait_for(state="detached", timeout=60_000)
    al.page.wait_for_load_state("networkidle")
    assert al.page.locator(".results .yours").count() == 1
    assert serious(al.page) == []
    assert fits(al.page)
    al.go("/daily")
    assert al.page.locator(".month .today .own").inner_text().strip("You ")
    al.page.get_by_role("button", name="Play it again for practice").wait_for()
    assert al.troubles == []
    al.close()


def test_a_mistake_of_a_game_comes_back(hall: str, browser: Any) -> None:
    """Somebody who plays boldly makes mistakes; the review says so, and its button leads to them."""
    al = Person(browser, hall)
    al.post("/api/guest", {"name": "Al"})
    try_again = al.page.get_by_role("link", name="Try again", exact=True)
    for _ in range(8):
        link = str(al.post("/api/tables", {"house_rules": SHORT, "bots": "club"})["link"])
        al.go(link)
        play_on([al], lambda: al.is_over)
        al.go(f"{link}/review")
        al.page.get_by_role("link", name="Replay", exact=True).wait_for()
        if try_again.count():
            break
    assert try_again.count() == 1
    mistake = al.get("/api/practice/mistakes")["mistake"]
    assert mistake, "they are there as soon as the button is"
    review = al.get(f"/api/tables/{mistake['table']}/review?game={mistake['game']}")
    (did,) = (each["did"] for each in review["decisions"] if each["scene"] == mistake["position"]["scene"])
    offered = [choice["words"] for choice in mistake["position"]["choices"]]
    other = next(words for words in offered if words != did)
    try_again.click()
    choose(al, mistake, other)
    said = al.page.locator(".answer").inner_text()
    assert f"In the game you chose: {did}." in said
    assert "You chose the same" not in said
    assert fits(al.page)
    al.go(f"/practice#{mistake['mistake']}")
    al.page.reload()
    choose(al, mistake, did)
    said = al.page.locator(".answer").inner_text()
    assert "You chose the same in the game." in said
    assert "In the game you chose" not in said
    assert al.troubles == []
    al.close()


def test_mistakes_of_the_game_just_played_are_waited_for(hall: str, browser: Any) -> None:
    """Nobody has looked at the review: the page says what it waits for, and the mistakes come."""
    al = Person(browser, hall)
    al.post("/api/guest", {"name": "Al"})
    heading = al.page.locator("#mistake h2")
    for _ in range(8):
        link = str(al.post("/api/tables", {"house_rules": SHORT, "bots": "club"})["link"])
        al.go(link)
        play_on([al], lambda: al.is_over)
        al.go("/practice")
        heading.wait_for()
        assert heading.inner_text() == "Your last game"
        assert "The teacher is looking at it." in al.page.locator("#mistake [role=status]").inner_text()
        al.page.locator("#mistake progress").wait_for(state="detached")
        if al.page.locator(".try-position").count():
            break
        assert heading.inner_text() == "No mistakes yet"
    assert al.page.locator(".try-position").count() == 1
    assert al.troubles == []
    al.close()


@pytest.mark.parametrize("judged_after", [3, 1000])
def test_mistakes_that_are_kept_late_are_asked_for_again(hall: str, browser: Any, judged_after: int) -> None:
    """A busy server needs longer than one wait: "No mistakes yet" would be wrong."""
    al = Person(browser, hall)
    al.post("/api/guest", {"name": "Al"})
    asked: list[str] = []

    def mistakes(route: Any) -> None:
        asked.append(route.request.url)
        judging = {"table": "x", "game": 1} if len(asked) <= judged_after else None
        route.fulfill(json={"mistake": None, "kept": 0, "learned": 0, "next": None, "judging": judging})

    al.page.route("**/api/practice/mistakes", mistakes)
    al.page.route("**/api/tables/x/review**", lambda route: route.fulfill(json={"ready": True}))
    al.page.clock.install()
    al.go("/practice")
    heading = al.page.locator("#mistake h2")
    heading.filter(has_text="Your last game").wait_for()
    look_again = al.page.get_by_role("button", name="Look again")
    none_yet = heading.filter(has_text="No mistakes yet")
    for _ in range(200):
        if look_again.count() or none_yet.count():
            break
        al.page.clock.run_for(200)
        al.page.wait_for_timeout(20)
    assert none_yet.count() == (judged_after < 1000)
    assert len(asked) == min(judged_after + 1, 9)
    assert look_again.count() == (judged_after == 1000)
    if look_again.count():
        assert "still looking" in al.page.locator("#mistake [role=status]").inner_text()
        assert serious(al.page) == []
        before = len(asked)
        look_again.click()
        heading.filter(has_text="Your last game").wait_for()
        al.page.wait_for_timeout(100)
        assert len(asked) > before
    assert al.troubles == []
    al.close()


def choose(al: Person, mistake: dict[str, Any], words: str) -> None:
    """Try a mistake again with this choice."""
    (choice,) = (each for each in mistake["position"]["choices"] if each["words"] == words)
    if choice["card"]:
        button = al.page.locator(f'.try-card[data-card="{choice["card"]}"]')
    else:
        said = re.sub("^(say “|name )|[,”].*$", "", words)
        button = al.page.locator(".try-calls").get_by_role("button", name=re.compile(f"^{re.escape(said)}", re.I))
        switch = al.page.get_by_role("button", name="Go alone")
        al.page.locator(".try-calls button").first.wait_for()
        if choice["alone"] and switch.count():
            switch.click()
    button.wait_for()
    assert serious(al.page) == []
    button.click()
    if al.page.locator(".try-card.chosen").count():
        button.click()
    al.page.locator(".verdict h2").wait_for()
