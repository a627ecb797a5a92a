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


@pytest.mark.quick
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
    for said in ("Three tricks: you have made it", "That's four tricks"):
        page.locator(".speech", has_text=said).wait_for()
        goes_on(page)
    page.locator(".speech", has_text="All five tricks are a march").wait_for()
    for _ in range(2):
        # The hand that is over stays on the table, also when the lesson is.
        page.locator(".hand-over", has_text="We score 2.").wait_for()
        page.get_by_role("img", name="We: 2 points, 5 tricks in this hand").wait_for()
        assert page.locator(".pack").count() == 0
        assert serious(page) == []
        assert fits(page)
        if page.get_by_role("button", name="Continue").count():
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


def test_the_order_of_trumps_lies_on_the_bare_table_and_can_be_read(newcomer: Person) -> None:
    page = newcomer.page
    sizes = page.viewport_size
    for width, height, least in ((1280, 800, 56), (820, 1180, 56), (390, 844, 50), (360, 640, 36)):
        page.set_viewport_size({"width": width, "height": height})
        newcomer.go("/learn/bowers?rules=bicycle")
        row = page.locator(".felt .card-order playing-card")
        row.first.wait_for()
        assert row.count() == 7
        assert min(card.bounding_box()["width"] for card in row.all()) >= least, (width, height)
        assert row.last.bounding_box()["x"] + row.last.bounding_box()["width"] <= width
    page.set_viewport_size(sizes)


def test_words_on_the_calls_can_be_tapped_beside_them(newcomer: Person) -> None:
    page = newcomer.page
    newcomer.go("/learn/second-round?rules=bicycle")
    answer(page, "Diamonds")
    page.locator(".is-right").wait_for()
    goes_on(page)
    foot = page.locator(".calls-foot")
    foot.get_by_text("What are").wait_for()
    for word in ("Next", "Crossing"):
        foot.get_by_role("button", name=f"“{word}”").click()
        page.get_by_role("dialog", name=word).wait_for()
        page.keyboard.press("Escape")
    assert page.locator(".calls").is_visible(), "nothing was called"
    assert newcomer.troubles == []


@pytest.mark.parametrize("width", [360, 820, 1280, 1920])
def test_the_names_of_suits_stay_inside_their_buttons(newcomer: Person, width: int) -> None:
    page = newcomer.page
    page.set_viewport_size({"width": width, "height": 800})
    newcomer.go("/learn/second-round?rules=bicycle")
    page.locator(".call-name").first.wait_for()
    room = page.evaluate(
        """() => [...document.querySelectorAll(".call-name")].flatMap((button) => {
            const [box, style] = [button.getBoundingClientRect(), getComputedStyle(button)];
            const parts = [...button.children].map((part) => part.getBoundingClientRect());
            const left = Math.min(...parts.map((part) => part.left)) - box.left - parseFloat(style.borderLeftWidth);
            const right = box.right - Math.max(...parts.map((part) => part.right)) - parseFloat(style.borderRightWidth);
            return [left, right];
        })"""
    )
    assert len(room) == 6
    assert min(room) >= (6 if width >= 700 else 0), room
    page.set_viewport_size({"width": 360, "height": 740})


def test_euchre_in_five_minutes_explains_each_word_once_in_a_panel(newcomer: Person) -> None:
    page = newcomer.page
    page.set_viewport_size({"width": 1280, "height": 800})
    newcomer.go("/learn?rules=bicycle")
    page.locator("#five-minutes .word").first.wait_for()
    assert set(page.locator("#five-minutes b").all_inner_texts()) == set(
        page.locator("#five-minutes b .word").all_inner_texts()
    )
    for panel in page.locator("#five-minutes .panel").all():
        words = [word.get_attribute("data-word") for word in panel.locator(".word").all()]
        assert len(words) == len(set(words)), words
    last, steps, more = (
        page.locator(where).bounding_box() for where in (".steps > :last-child", ".steps", ".more-to-read")
    )
    assert last["width"] == pytest.approx(steps["width"], abs=1)
    assert more["y"] - steps["y"] - steps["height"] >= 16
    page.set_viewport_size({"width": 360, "height": 740})
    assert newcomer.troubles == []


def test_a_coach_speaks_of_itself_once_in_a_hand_and_leaves_when_it_has_nothing_to_say(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    page = al.page
    page.set_viewport_size({"width": 1280, "height": 800})
    news = "You know the way now. From this hand on, I speak only before hard decisions."
    page.route("**/coach", lambda route: route.fulfill(json={"says": news}))
    al.post("/api/guest", {"name": "Al"})
    al.go(str(al.post("/api/tables", {"bots": "simple", "pace": "at once", "coached": True})["link"]))
    play_on([al], lambda: al.to_act)
    said = page.locator("section.coach p")
    said.get_by_text(news).wait_for()
    with page.expect_response("**/coach"):
        al.act()
        play_on([al], lambda: al.to_act)
    page.locator("section.coach.silent").wait_for()
    assert said.all_inner_texts()[0] == ""
    # Later hands, as the table would show them.
    later = page.evaluate(
        """async () => {
            const style = document.querySelector('link[href*="table/coach"]').href;
            const { coach } = await import(style.replace(".css", ".js"));
            const room = { games: 0, can_ask: true, id: "" };
            const view = { actions: [], calls: [], trick: { plays: [] }, hand: [], turn: 1, result: null };
            const frame = (hands_played) => ({ room, you: { seat: 2 }, view: { ...view, hands_played } });
            return [2, 5, 6, 8].map((hands) => [coach(frame(hands)).hidden, coach(frame(hands)).textContent]);
        }"""
    )
    watching = "I'm watching. Ask for a hint if you need one."
    assert later == [[False, watching], [False, watching], [True, ""], [True, ""]]
    high = "document.querySelector('.felt').getBoundingClientRect().height"
    before = page.evaluate(high)
    page.evaluate("document.querySelector('section.coach').hidden = true")
    assert page.evaluate(high) > before + 60, "the table has its place"
    assert al.troubles == []
    al.close()


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
    choices = al.page.locator(".call, .hand-card:not(.low)")
    while choices.count() < 2:  # of the only card to play, the coach says something else
        asked.clear()
        al.go(str(al.post("/api/tables", {"bots": "simple", "pace": "at once", "coached": True})["link"]))
        play_on([al], lambda: al.to_act)
    al.page.locator("section.coach p", has_text="Let me look at your cards").wait_for()
    al.page.locator("section.coach p", has_text="I would ").wait_for(timeout=60_000)  # the teacher's process starts
    assert len(asked) == 2
    al.close()
