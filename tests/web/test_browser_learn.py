"""Somebody who never saw euchre: the first lesson from the first page, the words of the game, a game with a coach."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bowerbird.players import explain as explaining
from players.tables import quick_judge
from web.browsing import PHONE, Person, needs_browser, play_on, playwright_api
from web.test_browser_pages import fits, serious

pytestmark = needs_browser

#: What is asked in the first lesson, with a wrong answer and its reply, if it is tried, and the right one.
FIRST_HAND = [
    ("Do you make hearts trump?", "Turn it down", "Look again", "I take it up"),
    ("Which card do you discard?", "queen of spades", "You will want that one", "nine of clubs"),
    ("Which card do you play?", "", "", "nine of hearts"),
    ("Which card do you lead?", "", "", "jack of hearts"),
    ("Which card do you lead now?", "", "", "ace of spades"),
]


@pytest.fixture(scope="module")
def newcomer(hall: str, browser: Any) -> Iterator[Person]:
    person = Person(browser, hall)
    person.page.set_viewport_size({"width": 360, "height": 740})
    yield person
    person.close()


def goes_on(page: Any) -> None:
    page.get_by_role("button", name="Continue").click()


def answer(page: Any, words: str) -> None:
    page.locator(".own").get_by_role("button", name=re.compile(f"^{words}")).click()


def test_the_first_lesson_is_a_whole_hand_from_the_first_page(newcomer: Person) -> None:
    page = newcomer.page
    newcomer.go("/")
    page.get_by_label("Rules", exact=True).select_option("alberta")
    assert page.get_by_role("link", name="All lessons").get_attribute("href").endswith("/learn?rules=alberta")
    page.get_by_label("Rules", exact=True).select_option("bicycle")
    page.get_by_role("link", name="Play a guided hand").click()
    page.locator(".speech", has_text="Welcome").wait_for()
    for _ in range(3):
        goes_on(page)
    for asked, wrong, why_not, right in FIRST_HAND:
        page.locator(".asks-words", has_text=asked).wait_for()
        if wrong:
            answer(page, wrong)
            page.locator(".is-wrong", has_text=why_not).wait_for()
            assert serious(page) == []
            assert fits(page)
        answer(page, right)
        page.locator(".is-right").wait_for()
        goes_on(page)
    page.locator(".speech", has_text="All five tricks are a march").wait_for()
    goes_on(page)
    page.get_by_role("link", name="All lessons").click()
    page.locator('[data-lesson="first-hand"] .done').wait_for()
    assert page.get_by_role("link", name="Next lesson: 2. Tricks and trump").is_visible()
    assert newcomer.troubles == []


def test_with_the_keyboard_alone_and_by_the_words_of_another_club(newcomer: Person) -> None:
    page = newcomer.page
    newcomer.go("/learn/bowers?rules=cornwall")
    page.locator(".speech", has_text="Only the benny beats them both").wait_for()
    page.get_by_role("button", name="Continue").focus()
    page.keyboard.press("Enter")
    page.locator(".asks-words", has_text="Which of your cards wins the trick?").wait_for()
    assert page.evaluate("document.activeElement.className") == "speech"
    page.locator('.hand-card[data-card="9d"]').focus()
    page.keyboard.press("Enter")
    page.locator(".is-wrong", has_text="You must follow hearts: ").wait_for()
    page.get_by_role("button", name="Show me").click()
    page.locator('.hand-card.advised[data-card="Jd"]').focus()
    page.keyboard.press("Enter")
    page.locator(".is-right", has_text="left bower").wait_for()
    word = page.get_by_role("button", name="left bower")
    word.focus()
    page.keyboard.press("Enter")
    meaning = page.get_by_role("dialog", name="Left bower")
    meaning.wait_for()
    assert "Only the benny and the right bower beat it." in meaning.inner_text()
    assert serious(page) == []
    page.keyboard.press("Escape")
    meaning.wait_for(state="detached")
    assert page.evaluate("document.activeElement.textContent") == "left bower"
    assert newcomer.troubles == []


def is_heard(person: Person, said: Any) -> bool:
    """Play until the coach speaks, for a few decisions: about the only card to play there is nothing to say."""
    for _ in range(6):
        play_on([person], lambda: person.to_act)
        try:
            said.wait_for(timeout=8000)
        except playwright_api.TimeoutError:
            person.act()
        else:
            return True
    return False


def test_a_first_game_with_a_coach_who_speaks_before_each_decision(
    hall: str, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explaining, "judge", quick_judge)  # how well the teacher judges is not asked here
    al = Person(browser, hall)
    page = al.page
    page.set_viewport_size(PHONE)
    al.post("/api/guest", {"name": "Al"})
    made = al.post("/api/tables", {"bots": "simple", "pace": "at once", "coached": True})
    al.go(str(made["link"]))
    said = page.locator("section.coach p", has_text="I would ")
    for _ in range(2):
        assert is_heard(al, said)
        assert serious(page) == []
        assert fits(page)
        al.act()
    assert al.troubles == []
    al.close()


def test_a_coach_who_thinks_for_long_says_so_and_is_asked_again_if_too_busy(
    hall: str, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explaining, "judge", quick_judge)
    al = Person(browser, hall)
    asked: list[int] = []

    def too_busy_at_first(route: Any) -> None:
        asked.append(len(asked))
        if len(asked) > 1:
            route.continue_()
        else:
            route.fulfill(status=503, json={"why": "The teacher is still thinking."}, headers={"Retry-After": "5"})

    al.page.route("**/coach", too_busy_at_first)
    al.post("/api/guest", {"name": "Al"})
    al.go(str(al.post("/api/tables", {"bots": "simple", "pace": "at once", "coached": True})["link"]))
    play_on([al], lambda: al.to_act)
    al.page.locator("section.coach p", has_text="Let me look at your cards").wait_for()
    al.page.locator("section.coach p", has_text="I would ").wait_for()
    assert len(asked) == 2
    al.close()
