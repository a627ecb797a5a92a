"""Puzzles in a real browser: on a phone's first screen, what comes of a choice before the verdict, and the rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bowerbird.hall.practice import puzzle_id
from bowerbird.learn.position import Position
from bowerbird.learn.puzzles import shipped_puzzles
from bowerbird.table import Phase
from web.browsing import LAPTOP, PHONE, Person, needs_browser
from web.test_browser_pages import fits, serious

pytestmark = needs_browser

FIRST, SECOND, DISCARD, PLAY = Phase.FIRST_ROUND, Phase.SECOND_ROUND, Phase.DISCARD, Phase.PLAY


def puzzle_in(phase: Phase, rules: str = "bicycle", cards: int = 0) -> str:
    """The name of a puzzle in this phase of a hand."""
    for puzzle in shipped_puzzles():
        position = Position.parse(puzzle.position)
        if (position.view.phase, position.rules) == (phase, rules) and cards in (0, len(position.view.hand)):
            return puzzle_id(puzzle.position)
    raise AssertionError(f"no puzzle in {phase} by {rules}")


def open_puzzle(person: Person, name: str) -> None:
    person.go(f"/puzzles?{name}#{name}")
    person.page.locator(".try-position").wait_for()
    # Cards and portraits are drawn when their pictures are there.
    person.page.wait_for_function("document.fonts.status === 'loaded'")


def choose_first(person: Person) -> None:
    """Choose the first thing that can be chosen."""
    calls = person.page.locator(".try-calls .call")
    if calls.count():
        calls.first.click()
        return
    card = person.page.locator(".try-card:not(.low)").first
    card.click()
    if person.page.locator(".try-card.chosen").count():
        card.click()


def moving(browser: Any, hall: str, size: dict[str, int], pace: str = "normal") -> Person:
    """Somebody for whom things move."""
    person = Person(browser, hall, size, reduced_motion="no-preference")
    kept = json.dumps(json.dumps({"pace": pace, "motion": "system", "tap": "one"}))
    person.context.add_init_script(f"localStorage.setItem('bowerbird', {kept})")
    return person


@pytest.mark.parametrize("phase", [FIRST, SECOND, DISCARD, PLAY])
@pytest.mark.parametrize("rules", ["bicycle", "national"])
def test_hand_and_choices_are_on_the_first_screen_of_a_phone(hall: str, browser: Any, phase: Phase, rules: str) -> None:
    al = Person(browser, hall, PHONE)
    al.post("/api/guest", {"name": "Al"})
    open_puzzle(al, puzzle_in(phase, rules))
    assert al.page.evaluate("scrollY") == 0
    wanted = al.page.locator(".try-position .small-table, .try-hand, .try-card, .try-calls button").all()
    assert len(wanted) >= 4
    for each in wanted:
        box = each.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= PHONE["height"], each.get_attribute("class")
    calls = al.page.locator(".try-calls button").count()
    assert calls in {FIRST: (3,), SECOND: (4, 5)}.get(phase, (0,)), "a suit each, a pass and a switch"
    hand = al.page.locator(".try-hand").bounding_box()
    for call in al.page.locator(".try-calls button").all():
        assert call.bounding_box()["y"] >= hand["y"] + hand["height"], "the hand is above the calls"
    title = {"bicycle": "Standard euchre", "national": "National rules"}[rules]
    head = al.page.locator(".try-head")
    assert head.inner_text().split() == ["Your", "turn", *title.split()]
    assert head.bounding_box()["height"] < 48, "one line"
    assert fits(al.page)
    assert serious(al.page) == []
    assert al.troubles == []
    al.close()


def test_going_alone_is_a_switch_as_at_the_table(hall: str, browser: Any) -> None:
    al = Person(browser, hall, PHONE)
    open_puzzle(al, puzzle_in(SECOND))
    switch = al.page.get_by_role("button", name="Go alone")
    switch.focus()
    al.page.keyboard.press("Enter")
    assert switch.get_attribute("aria-pressed") == "true"
    assert switch.evaluate("it => it === document.activeElement"), "the focus stays"
    al.page.locator(".try-calls .call-name").first.click()
    al.page.locator(".choices .chosen").wait_for()
    assert "alone" in al.page.locator(".choices .chosen").inner_text()
    assert al.troubles == []
    al.close()


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_what_comes_of_it_is_seen_before_the_verdict_and_can_be_skipped(
    hall: str, browser: Any, size: dict[str, int]
) -> None:
    al = moving(browser, hall, size)
    al.post("/api/guest", {"name": "Al"})
    open_puzzle(al, puzzle_in(PLAY))
    choose_first(al)
    course = al.page.get_by_role("heading", name="What comes of it")
    course.wait_for()
    assert course.evaluate("it => it === document.activeElement"), "a screen reader says what is shown"
    verdict = al.page.locator(".verdict")
    assert not verdict.is_visible()
    assert al.page.locator("#standing").inner_text() == "", "the rating would tell it"
    assert al.page.locator(".answer .small-table").count() == 1
    first = al.page.locator(".course-line").inner_text()
    al.page.locator(".course-line", has_not_text=first).wait_for()
    al.page.get_by_role("button", name="Pause").click()
    still = al.page.locator(".course-line").inner_text()
    al.page.wait_for_timeout(1500)
    assert al.page.locator(".course-line").inner_text() == still
    al.page.get_by_role("button", name="Next", exact=True).click()
    assert al.page.locator(".course-line").inner_text() != still
    assert serious(al.page) == []
    assert fits(al.page)
    skip = al.page.get_by_role("button", name="Skip")
    assert skip.bounding_box()["y"] + skip.bounding_box()["height"] <= size["height"]
    skip.focus()
    al.page.keyboard.press("Enter")
    assert verdict.is_visible()
    heading = verdict.locator("h2")
    assert heading.evaluate("it => it === document.activeElement"), "a screen reader says the answer"
    assert heading.bounding_box()["y"] + heading.bounding_box()["height"] <= size["height"]
    assert al.page.locator(".answer .small-table").count() == 1
    assert "of 1 puzzle" in (al.page.locator("#standing").text_content() or "")
    assert serious(al.page) == []
    assert fits(al.page)
    assert al.troubles == []
    al.close()


@pytest.mark.quick
def test_the_verdict_comes_by_itself_after_the_last_card(hall: str, browser: Any) -> None:
    al = moving(browser, hall, PHONE, pace="quick")
    open_puzzle(al, puzzle_in(PLAY, cards=2))
    choose_first(al)
    al.page.get_by_role("button", name="Skip").wait_for()
    assert not al.page.locator(".verdict").is_visible()
    al.page.locator(".verdict h2").wait_for()
    assert al.page.locator(".verdict h2").evaluate("it => it === document.activeElement")
    assert not al.page.get_by_role("button", name="Skip").is_visible()
    al.page.get_by_role("button", name="Replay").click()
    al.page.get_by_role("button", name="Pause").wait_for()
    assert al.page.locator(".verdict").is_visible(), "what was told stays"
    assert al.troubles == []
    al.close()


def test_without_motion_everything_is_there_at_once_and_goes_by_steps(hall: str, browser: Any) -> None:
    al = Person(browser, hall, PHONE)
    open_puzzle(al, puzzle_in(SECOND))
    choose_first(al)
    al.page.locator(".verdict h2").wait_for()
    assert al.page.locator(".course-about b").is_visible()
    assert not al.page.get_by_role("button", name="Replay").is_visible()
    on = al.page.get_by_role("button", name="Next", exact=True)
    while on.is_enabled():
        on.click()
    assert al.page.locator(".course-line").get_attribute("role") == "status"
    lines = al.page.locator(".course-told li").all_text_contents()
    assert lines[-1] == al.page.locator(".course-line").inner_text()
    al.close()


def test_words_of_the_explanation_can_be_tapped_as_the_rules_have_them(hall: str, browser: Any) -> None:
    al = Person(browser, hall, PHONE)
    for rules in ("bicycle", "st-joe"):
        with al.page.expect_request(lambda asked, rules=rules: asked.url.endswith(f"/api/words?rules={rules}")):
            open_puzzle(al, puzzle_in(FIRST, rules))
        choose_first(al)
        word = al.page.locator(".teacher button.word").first
        word.click()
        assert al.page.locator("#meaning").inner_text().lower()
        al.page.keyboard.press("Escape")
        al.page.locator("#meaning").wait_for(state="detached")
    assert al.troubles == []
    al.close()


def test_the_rules_can_be_chosen_and_are_remembered(hall: str, browser: Any) -> None:
    al = Person(browser, hall, LAPTOP)
    kept = json.dumps(json.dumps({"rules": "st-joe"}))
    al.context.add_init_script(f"localStorage.setItem('bowerbird-rules', {kept})")
    al.go("/puzzles")
    rules, shown = al.page.get_by_label("Rules"), al.page.locator(".try-rules")
    shown.wait_for()
    assert (rules.input_value(), shown.inner_text()) == ("st-joe", "St Joe Church"), "those that were played last"
    assert rules.locator("option").nth(1).get_attribute("value") == "st-joe"
    theme = al.page.get_by_label("About")
    assert theme.locator('option[value="passing"]').is_disabled(), "there are none by these rules"
    rules.select_option("national")
    shown.filter(has_text="National rules").wait_for()
    theme.select_option("discards")
    al.page.locator(".question", has_text="discard").wait_for()
    assert shown.inner_text() == "National rules"
    al.go("/settings")
    al.go("/puzzles")
    shown.wait_for()
    assert (rules.input_value(), shown.inner_text()) == ("national", "National rules")
    rules.select_option("")
    assert theme.locator('option[value="passing"]').is_enabled()
    al.go("/settings")
    al.go("/puzzles")
    shown.wait_for()
    assert rules.input_value() == ""
    assert serious(al.page) == []
    assert al.troubles == []
    al.close()


def test_your_own_picture_is_at_the_table_before_and_after(hall: str, browser: Any) -> None:
    al = Person(browser, hall, PHONE)
    al.post("/api/guest", {"name": "Zoe Quill"})
    open_puzzle(al, puzzle_in(SECOND))
    assert al.page.locator(".small-seat.near bird-portrait").inner_text() == "ZQ"
    choose_first(al)
    al.page.locator(".verdict h2").wait_for()
    plate = al.page.locator(".small-seat.near .small-plate")
    assert plate.locator("bird-portrait").inner_text() == "ZQ"
    assert "You" in plate.inner_text()
    assert al.page.locator(".small-seat.near .small-chip:not(.small-plate *)").count() == 0, "no sign on its own"
    hand = al.page.locator(".small-hand").bounding_box()
    box = plate.bounding_box()
    assert box["y"] + box["height"] <= hand["y"] + 1, "the cards don't cover it"
    al.close()


def test_what_was_said_does_not_cover_the_turned_down_card(hall: str, browser: Any) -> None:
    al = Person(browser, hall, PHONE)
    seen = 0
    for puzzle in shipped_puzzles():
        view = Position.parse(puzzle.position).view
        if view.phase is not SECOND or view.seat is None or seen == 6:
            continue
        seen += 1
        open_puzzle(al, puzzle_id(puzzle.position))
        card = al.page.locator(".small-pack > playing-card").bounding_box()
        for said in al.page.locator(".small-said").all():
            box = said.bounding_box()
            apart = (
                box["x"] >= card["x"] + card["width"]
                or box["x"] + box["width"] <= card["x"]
                or box["y"] >= card["y"] + card["height"]
                or box["y"] + box["height"] <= card["y"]
            )
            assert apart, said.inner_text()
    assert seen == 6
    al.close()


def test_no_card_hides_the_corner_of_the_next_and_one_that_is_kept_says_so(hall: str, browser: Any) -> None:
    al = Person(browser, hall, PHONE)
    open_puzzle(al, puzzle_in(DISCARD))
    corners = al.page.evaluate(
        """[...document.querySelectorAll(".try-card")].map((card) => {
          const { x, y } = card.getBoundingClientRect();
          return document.elementFromPoint(x + 10, y + 24).closest(".try-card") === card;
        })"""
    )
    assert corners == [True] * 6
    kept = al.page.locator(".try-card.low")
    assert "can't be discarded" in kept.get_attribute("aria-label")
    kept.click(position={"x": 10, "y": 24}, force=True)
    al.page.get_by_text("You keep the card that you took up.").wait_for()
    al.close()
