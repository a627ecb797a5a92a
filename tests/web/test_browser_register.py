"""The register: a refused score stays, and no key that follows reaches a table; on a phone with keys of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from web.browsing import LAPTOP, PHONE, Person, needs_browser
from web.test_browser_desk import Desk, type_keys
from web.test_browser_pages import fits, serious

pytestmark = needs_browser

#: A server that takes 0.6 seconds for every answer.
SLOW = """const quick = window.fetch;
window.fetch = async (...asked) => {
  const answer = await quick(...asked);
  await new Promise((done) => setTimeout(done, 600));
  return answer;
};"""
ALERT = "#register [role=alert]"
TABLET = {"width": 768, "height": 1024}
SMALL = {"width": 360, "height": 640}


@pytest.fixture
def director(hall: str, browser: Any) -> Iterator[Person]:
    person = Person(browser, hall, PHONE, has_touch=True)
    person.post("/api/guest", {"name": "Dora"})
    yield person
    person.close()


def press(page: Any, *keys: str) -> None:
    """Tap keys of the page; a number is tapped digit by digit."""
    for key in keys:
        for each in key if key.isdigit() else [key]:
            page.locator(".keypad").get_by_role("button", name=each, exact=True).tap()


@pytest.fixture(params=[LAPTOP, PHONE], ids=["1366", "390"])
def slow(request: Any, hall: str, browser: Any) -> Iterator[Person]:
    """A director with a slow server, at a laptop or with a phone."""
    person = Person(browser, hall, request.param, has_touch=request.param == PHONE)
    person.context.add_init_script(SLOW)
    person.post("/api/guest", {"name": "Dora"})
    yield person
    person.close()


def enter(page: Any, *keys: str) -> None:
    """Type on as a person does who reads from a pile of cards, by the keyboard or by the keys of the page."""
    if page.viewport_size == LAPTOP:
        return type_keys(page, *({"Next": "Enter", "Save": "Enter"}.get(key, key) for key in keys))
    if page.locator("#register.folded").count():
        lift(page)
    for key in keys:
        for each in key if key.isdigit() else [{"Backspace": "rub", "Save": "next", "Next": "next"}[key]]:
            page.evaluate(
                "each => [...document.querySelectorAll('.keypad button')]"
                ".find((it) => it.dataset.pad === each).click()",
                each,
            )


def scores(desk: Desk) -> list[tuple[int, int] | None]:
    return [desk.result(number) for number in range(1, 6)]


def lift(page: Any) -> None:
    page.get_by_role("button", name="Enter a score").tap()


def test_a_phone_types_scores_as_at_a_till(director: Person) -> None:
    desk = Desk(director, "national").seated()
    page = desk.page
    assert not page.locator(".keypad").is_visible(), "it lies folded until somebody comes with a score"
    lift(page)
    press(page, "3", "Next", "11", "Next", "41", "Backspace", "Save")
    desk.tile(3).and_(page.locator(".in")).wait_for()
    assert desk.result(3) == (11, 4)
    assert page.locator("#register [name=table]").input_value() == "4", "the next table without a score"
    desk.said().get_by_text("Table 3: 11 to 4.").wait_for()
    # What cannot be is refused in words above the keys, and stands there to be put right.
    press(page, "Next", "11", "Next", "11", "Save")
    page.get_by_role("alert").get_by_text("Table 4. Not saved. 11 to 11 isn't possible").wait_for()
    assert [page.locator(f"#register [name={side}]").input_value() for side in ("ns", "ew")] == ["11", "11"]
    note = page.locator("#register-note")
    page.get_by_role("button", name="Correct it").tap()
    press(page, "11", "Next", "6")
    note.get_by_text("win 11–6").wait_for()
    press(page, "Backspace", "15", "Save")
    page.get_by_role("alert").get_by_text("11 to 15 isn't possible").wait_for()
    assert "win" not in note.inner_text(), "what is refused is nobody's win"
    press(page, "Backspace", "6", "Next", "11", "Save")
    desk.tile(4).and_(page.locator(".in")).wait_for()
    assert desk.result(4) == (6, 11)
    for table in (5, 1, 2):
        assert page.locator("#register [name=table]").input_value() == str(table)
        press(page, "Next", "11", "Next", "0", "Save")
        desk.tile(table).and_(page.locator(".in")).wait_for()
    assert not page.locator(".keypad").is_visible(), "when all are in, it is out of the way"
    page.get_by_role("button", name="All scores are in").wait_for()
    assert [trouble for trouble in director.troubles if "409" not in trouble] == []


def test_every_field_of_the_fullest_book_is_on_the_screen(director: Person) -> None:
    desk = Desk(director, "ccc").seated()
    page = desk.page
    lift(page)
    register = page.locator("#register")
    for size in (PHONE, SMALL, TABLET):
        page.set_viewport_size(size)
        assert fits(page), size
        assert register.get_by_label("Lone marches of").count() == 4
        for field in register.locator("input").all():
            field.focus()
            box = field.bounding_box()
            assert box["width"] >= 40, "wide enough for a finger"
            assert page.locator(".keypad").bounding_box()["y"] + 4 >= box["y"] + box["height"] or size == TABLET, size
        next_key = page.locator("[data-pad=next]").bounding_box()
        assert next_key["height"] >= 50
        assert next_key["y"] + next_key["height"] <= size["height"], "the keys are never scrolled away"
        assert serious(page) == []
    # The rest of the fields may be left empty.
    register.locator("[name=table]").focus()
    press(page, "2", "Next", "10", "Next", "6")
    register.get_by_role("button", name="Save", exact=True).first.tap()
    desk.tile(2).and_(page.locator(".in")).wait_for()
    assert desk.result(2) == (10, 6)


def test_no_keyboard_slides_over_the_room(director: Person) -> None:
    desk = Desk(director, "st-joe").seated()
    page = desk.page
    lift(page)
    kinds = "() => [...new Set([...document.querySelectorAll('#register input')].map((it) => it.inputMode))]"
    assert page.evaluate(kinds) == ["none"]
    page.set_viewport_size({"width": 800, "height": 400})
    page.wait_for_function(f"() => String(({kinds})()) === 'numeric'")
    assert page.locator("#register [name=ns]").is_visible(), "too low for keys of our own: the line is there itself"
    assert not page.locator(".keypad").is_visible()


def test_a_refused_score_stays_and_no_key_that_follows_reaches_a_table(slow: Person) -> None:
    desk = Desk(slow, "national").seated()
    page = desk.page
    enter(page, "1", "Next", "9", "Next", "10", "Save")
    enter(page, "2", "Next", "11", "Next", "4", "Save", "3", "Next", "11", "Next", "5", "Save")
    alert = page.locator(ALERT)
    alert.get_by_text("Table 1. Not saved. 9 to 10 isn't finished").wait_for()
    alert.get_by_text("You typed on. Those keys were not used.").wait_for()
    enter(page, "4", "Next", "11", "Next", "4", "Save")
    desk.tile(5).dispatch_event("click")
    page.wait_for_timeout(1500)
    assert not page.locator("#drawer").is_visible(), "no other table opens"
    assert scores(desk) == [None] * 5
    fields = [page.locator(f"#register [name={name}]").input_value() for name in ("table", "ns", "ew")]
    assert fields == ["1", "9", "10"]
    assert page.get_by_role("alert").count() == 1, "it is said once, in the bar"
    assert page.evaluate("document.activeElement.id") == "register", "the focus has left the fields"
    assert fits(page)
    assert serious(page) == []
    desk.do("score", round=1, table=5, ns=11, ew=0)
    desk.tile(5).and_(page.locator(".in")).wait_for()
    assert alert.is_visible(), "what else happens in the room does not take it away"
    enter(page, "Backspace")
    page.get_by_role("button", name="Correct it").wait_for(state="detached")
    assert "Backspace" not in alert.inner_text(), "that key rubs out now"
    assert page.locator("#register-note").inner_text() == "", "nobody has won by what was refused"
    enter(page, "11", "Next", "10")
    page.locator("#register-note").get_by_text("win 11–10").wait_for()
    assert alert.is_visible(), "it is not mended yet"
    assert page.get_by_role("button", name="Drop it").is_visible()
    enter(page, "Save")
    alert.wait_for(state="detached")
    assert scores(desk) == [(11, 10), None, None, None, (11, 0)]
    page.locator("#register:not([data-lock=waiting])").wait_for()
    assert page.locator("#register [name=table]").input_value() == "2"
    # Left out points are refused as loudly, and what is dropped is missing as before.
    enter(page, "Next", "11", "Next", "Save", "3", "Next", "4", "Next", "11", "Save")
    alert.get_by_text("Table 2. Not saved. Enter points for both sides").wait_for()
    page.get_by_role("button", name="Drop it").click()
    alert.wait_for(state="detached")
    page.locator(".needs, #desk-next").get_by_text("Missing").first.wait_for()
    assert scores(desk) == [(11, 10), None, None, None, (11, 0)]


def test_the_sheet_of_a_table_takes_no_key_that_follows_a_refused_score(slow: Person) -> None:
    desk = Desk(slow, "national").seated()
    page = desk.page
    desk.tile(1).dispatch_event("click")
    page.locator("#drawer").get_by_label("Points of").first.wait_for()
    type_keys(page, "9", "Tab", "1", "Enter", "1", "Enter")
    page.locator("#drawer").get_by_role("alert").get_by_text("isn't finished").wait_for()
    type_keys(page, "1", "Enter", "2", "Enter", "11", "Enter", "4", "Enter")
    page.wait_for_timeout(1500)
    values = [field.input_value() for field in page.locator("#drawer").get_by_label("Points of").all()]
    assert values == ["9", "1"]
    assert scores(desk) == [None] * 5
    page.locator("#drawer").get_by_label("Points of").last.fill("11")
    page.keyboard.press("Enter")
    desk.tile(1).and_(page.locator(".in")).wait_for()
    assert desk.result(1) == (9, 11)


def test_keys_that_come_before_the_answer_go_where_they_belong(slow: Person) -> None:
    desk = Desk(slow, "national").seated()
    page = desk.page
    enter(page, "4", "Next", "11", "Next", "4", "Save", "2", "Next", "6", "Next", "11", "Save", "3", "Next", "7")
    page.wait_for_function("() => document.querySelector('#register [name=ns]').value === '7'")
    assert page.locator("#register [name=table]").input_value() == "3"
    assert scores(desk) == [None, (6, 11), None, (11, 4), None]


def test_two_directors_at_once(slow: Person, hall: str, browser: Any) -> None:
    desk = Desk(slow, "national").seated()
    page, alert = desk.page, desk.page.locator(ALERT)
    # The same score is in already: that is a success.
    enter(page, "1", "Next", "7", "Next", "11")
    desk.do("score", round=1, table=1, ns=7, ew=11)
    enter(page, "Save")
    desk.said().get_by_role("status").get_by_text("Table 1 has this score already: 7 to 11.").wait_for()
    assert slow.troubles == [], "no refusal"
    # A different one replaces nothing, and is shown as a difference.
    enter(page, "2", "Next", "11", "Next", "7")
    desk.do("score", round=1, table=2, ns=7, ew=11)
    enter(page, "Save", "3", "Next", "11", "Next", "4", "Save")
    alert.get_by_text("Table 2 has 7 to 11 already. 11 to 7 is different, and not saved.").wait_for()
    page.wait_for_timeout(1500)
    assert alert.is_visible(), "until somebody has chosen"
    assert scores(desk)[:3] == [(7, 11), (7, 11), None]
    page.get_by_role("button", name="Correct it").click()
    drawer = page.locator("#drawer")
    drawer.get_by_role("heading", name="Correct the score").wait_for()
    drawer.get_by_label("Points of").first.fill("11")
    drawer.get_by_label("Points of").last.fill("7")
    drawer.get_by_label("Reason").fill("They showed me the card")
    drawer.get_by_role("button", name="Save the correction").click()
    drawer.wait_for(state="hidden")
    alert.wait_for(state="detached")
    assert scores(desk)[:3] == [(7, 11), (11, 7), None]
    # One is refused; the other director has the right score, and the alert goes. No key is lost at another table.
    enter(page, *(("3",) if page.viewport_size == LAPTOP else ()), "Next", "9", "Next", "10", "Save")
    alert.get_by_text("Table 3. Not saved").wait_for()
    desk.do("score", round=1, table=3, ns=9, ew=11)
    alert.wait_for(state="detached")
    settled = page.locator("#register [role=status]")
    settled.get_by_text("Table 3 has 9–11 now. 9–10 isn't saved.").wait_for()
    enter(page, "4", "Next", "11", "Next", "4", "Save")
    page.get_by_role("button", name="Continue").click()
    settled.wait_for(state="detached")
    assert scores(desk) == [(7, 11), (11, 7), (9, 11), None, None]
    enter(page, "Next", "11", "Next", "4", "Save")
    desk.tile(4).and_(page.locator(".in")).wait_for()
    assert [trouble for trouble in slow.troubles if "409" not in trouble] == []


def test_a_score_that_was_refused_after_the_line_was_down_waits_for_its_answer(director: Person) -> None:
    desk = Desk(director, "national").seated()
    page = desk.page
    director.context.set_offline(True)
    enter(page, "1", "Next", "9", "Next", "10", "Save", "2", "Next", "11", "Next", "1", "Save", "3", "Next", "11")
    page.locator("#desk-saved").get_by_text("2 waiting").wait_for()
    director.context.set_offline(False)
    page.locator(ALERT).get_by_text("Table 1. Not saved. 9 to 10 isn't finished").wait_for()
    desk.tile(2).and_(page.locator(".in")).wait_for()
    enter(page, "4")
    page.get_by_role("button", name="Drop it").tap()
    fields = [page.locator(f"#register [name={name}]").input_value() for name in ("table", "ns", "ew")]
    assert fields == ["3", "11", ""], "what was being typed comes back"
    assert scores(desk) == [None, (11, 1), None, None, None]
