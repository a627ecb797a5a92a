"""The director's desk in a browser: set-up, check-in, the register, a table's sheet, rulings, keys, a lost line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from web.browsing import LAPTOP, PHONE, Person, needs_browser
from web.test_browser_pages import fits, serious

pytestmark = needs_browser


@pytest.fixture
def director(hall: str, browser: Any) -> Iterator[Person]:
    person = Person(browser, hall, LAPTOP)
    person.post("/api/guest", {"name": "Dora"})
    yield person
    person.close()


class Desk:
    """A trial evening, and the director's hands on it."""

    def __init__(self, director: Person, rules: str, people: int = 20) -> None:
        self.director, self.page = director, director.page
        wanted: dict[str, object] = {"title": "Practice", "rules": rules, "trial": people, "key": "made once"}
        self.link = str(director.post("/api/events", wanted)["link"])
        self.keys = 0

    @property
    def api(self) -> str:
        return f"/api/desk/{self.link.rpartition('/')[2]}"

    def do(self, what: str, **rest: object) -> dict[str, Any]:
        """Something done on another device."""
        self.keys += 1
        return self.director.post(f"{self.api}/do", {"what": what, "key": f"test {self.keys}", **rest})

    def view(self) -> dict[str, Any]:
        told: dict[str, Any] = self.director.context.request.get(f"{self.director.hall}{self.api}/view").json()
        return told

    def open(self) -> Desk:
        self.director.go(self.link)
        self.page.locator("#desk :is(.tile, .door)").first.wait_for()
        return self

    def seated(self) -> Desk:
        self.do("check-in", names="all")
        self.do("seat")
        return self.open()

    def tile(self, number: int) -> Any:
        return self.page.locator(f'[data-key="table {number}"]')

    def said(self) -> Any:
        return self.page.locator("#desk-said")

    def drawer(self, name: str) -> Any:
        self.page.locator(f'.desk-nav [data-open="{name}"]').click()
        return self.page.locator("#drawer .drawer-body").first

    def result(self, number: int) -> tuple[int, int] | None:
        result = self.view()["tables"][number - 1]["result"]
        return (result["ns"], result["ew"]) if result else None


def type_keys(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key) if len(key) > 1 and not key.isdigit() else page.keyboard.type(key)


def test_an_event_is_set_up_in_one_page(director: Person) -> None:
    page = director.page
    director.go("/events/new")
    # While the questions of other rules are on their way, nobody types answers that would be lost.
    page.locator("#settings .setting").first.wait_for()
    answers: list[Any] = []
    page.route("**/api/events/setup?*", lambda route: answers.append(route))
    page.get_by_label("St Joe Church").check()
    page.locator("#settings .setting").first.wait_for(state="detached")
    assert page.locator("#money, #settings").locator("input, select").count() == 0
    for answer in answers:
        answer.continue_()
    page.unroute("**/api/events/setup?*")
    page.get_by_text("2 for a euchre as elsewhere, or 1 as the sheet says?").wait_for()
    assert "STJ-11" in page.locator("#unusual").inner_text()
    assert not page.get_by_text("or older this year").is_visible(), "this book has no age limit"
    assert serious(page) == []
    page.get_by_label("Name", exact=True).fill("Friday euchre")
    page.get_by_label("2, as elsewhere").check()
    page.get_by_label("How many rounds?").fill("5")
    page.get_by_label("Fee for each person, in dollars").fill("2.50")
    page.get_by_label("Paste or type the names").fill("Ann\nBob\nCal\nDee\nEve\n")
    assert "5 people are signed up." in page.locator("#summary").inner_text()
    assert "Everyone pays $2.50. The house keeps it." in page.locator("#summary").inner_text()
    assert not page.get_by_label("Who gets the pot?").is_visible()
    with page.expect_request("**/api/events") as asked:
        page.get_by_role("button", name="Create event").click()
    assert asked.value.post_data_json["settings"]["event.money.fee"] == 250
    page.get_by_role("heading", name="Who is here").wait_for()
    assert page.locator(".door").count() == 5
    token = page.url.rpartition("/")[2]
    made = director.context.request.get(f"{director.hall}/api/desk/{token}/view").json()
    assert (made["title"], made["place"]) == ("Friday euchre", "")
    assert [person["name"] for person in made["people"]] == ["Ann", "Bob", "Cal", "Dee", "Eve"]
    director.go("/events")
    page.get_by_role("link", name="Friday euchre", exact=True).wait_for()
    assert serious(page) == []
    assert director.troubles == []


def test_the_set_up_asks_who_gets_the_pot_and_says_it_before_the_event_is_made(director: Person) -> None:
    page = director.page
    director.go("/events/new")
    page.get_by_label("St Joe Church").check()
    page.get_by_text("2 for a euchre as elsewhere").wait_for()
    # A server that answers late: what is typed meanwhile is not lost, because there is nothing to type into.
    page.evaluate("""() => { const ask = fetch; window.fetch = async (...about) => {
      await new Promise((done) => setTimeout(done, 500)); return ask(...about); }; }""")
    page.get_by_label("National rules").check()
    page.get_by_label("St Joe Church").check()
    summary = page.locator("#summary")
    page.get_by_label("Fee for each person, in dollars").fill("5")
    page.get_by_label("What happens to the fees").select_option(label="All paid out in prizes")
    pot = page.get_by_label("Who gets the pot?")
    assert "first place takes all of it" in summary.inner_text()
    pot.select_option(label="Your own shares")
    own = page.get_by_label("Percent for each place")
    own.fill("50, 30, 10")
    assert page.locator("#own-shares-wrong").inner_text() == "These add up to 90 percent. They must add up to 100."
    assert serious(page) == []
    page.get_by_role("button", name="Create event").click()
    assert page.url.endswith("/events/new"), "wrong shares make no event"
    own.fill("70, 30")
    assert page.locator("#own-shares-wrong").inner_text() == ""
    assert "70% for first place, 30% for second place." in summary.inner_text()
    pot.select_option(label="50, 30 and 20")
    assert not own.is_visible()
    assert "50% for first place, 30% for second place, 20% for third place." in summary.inner_text()
    page.get_by_label("Paste or type the names").fill("\n".join(f"Person {number}" for number in range(12)))
    page.get_by_text("What to have ready").click()
    page.get_by_text("3 tables of four chairs").wait_for()
    page.get_by_label("Trailer Estates").check()
    page.get_by_text("Places get these parts of a hundred").first.wait_for()
    assert pot.locator("option").first.inner_text() == "As in the rules"
    assert "from four tables 50, 30 and 20" in summary.inner_text()
    assert serious(page) == []
    pot.select_option(label="60 and 40")
    assert "60% for first place, 40% for second place." in summary.inner_text()
    page.get_by_label("St Joe Church").check()
    pot.wait_for(state="attached")
    page.get_by_label("Fee for each person, in dollars").fill("5")
    page.get_by_label("What happens to the fees").select_option(label="All paid out in prizes")
    pot.select_option(label="50, 30 and 20")
    with page.expect_request("**/api/events") as asked:
        page.get_by_role("button", name="Create event").click()
    assert asked.value.post_data_json["settings"]["event.money.shares"] == {"1": [50, 30, 20]}
    page.get_by_role("heading", name="Who is here").wait_for()
    assert director.troubles == []


def test_a_trial_evening_is_one_click_away(director: Person) -> None:
    page = director.page
    director.go("/events")
    page.locator("#practise-rules option").first.wait_for(state="attached")
    page.get_by_role("button", name="Start a practice run").click()
    page.get_by_role("heading", name="Who is here").wait_for()
    assert page.locator(".door-name").count() == 24
    assert director.troubles == []


def test_people_are_checked_in_by_one_tap_and_found_by_two_letters(director: Person) -> None:
    desk = Desk(director, "national").open()
    page = desk.page
    waiting = page.locator(".door-here.entered")
    before, name = waiting.count(), waiting.first.locator(".door-name").inner_text()
    waiting.first.click()
    page.locator(f'.door.here[data-key="person {name}"]').wait_for()
    assert waiting.count() == before - 1
    page.get_by_label("Find a name").fill("be")
    page.wait_for_function("() => document.querySelectorAll('.door').length < 10")
    assert all("be" in each.lower() for each in page.locator(".door-name").all_inner_texts())


@pytest.mark.quick
def test_scores_go_in_by_number_keys_alone(director: Person) -> None:
    desk = Desk(director, "national", people=60).seated()
    page = desk.page
    type_keys(page, "13", "Enter", "11", "Enter", "4", "Enter")
    desk.tile(13).and_(page.locator(".in")).wait_for()
    assert desk.result(13) == (11, 4)
    # The next table without a score is suggested.
    assert page.locator("#register [name=table]").input_value() == "14"
    type_keys(page, "Enter", "6", "Enter", "12", "Enter")
    desk.tile(14).and_(page.locator(".in")).wait_for()
    assert desk.result(14) == (6, 12)
    # What cannot be is refused in words, and stands there to be put right.
    type_keys(page, "2", "Enter", "11", "Enter", "11", "Enter")
    page.get_by_role("alert").get_by_text("isn't possible").wait_for()
    assert page.locator("#register [name=ns]").input_value() == "11"
    assert desk.result(2) is None
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the desk has to be scrolled"
    assert [trouble for trouble in director.troubles if "409" not in trouble] == []


def test_points_that_are_the_total_are_one_column(director: Person) -> None:
    desk = Desk(director, "st-joe", people=8).seated()
    for number in (1, 2):
        desk.do("score", round=1, table=number, ns=10, ew=6)
    page = desk.page
    head = desk.drawer("standings").locator("thead")
    head.get_by_text("Points on the card").wait_for()
    assert "Game points" not in head.inner_text()
    cards = [{"loners": [1, 0], "marches": 1}, {}]
    desk.do("correct", round=1, table=1, ns=10, ew=6, reason="a lone march", cards=cards)
    head.get_by_text("Game points").wait_for()
    assert page.locator("#drawer tbody .total").first.inner_text() != "10"


def test_only_what_the_book_needs_is_asked(director: Person) -> None:
    desk = Desk(director, "st-joe").seated()
    page = desk.page
    register = page.locator("#register")
    assert register.get_by_label("Lone marches of").count() == 4
    assert register.get_by_label("Euchred").count() == 0
    type_keys(page, "1", "Enter", "10", "Enter", "6", "Enter", "1", "Enter")
    # A lone march shows on the player's own card.
    own = [register.locator(f"[name=personal-{seat}]").input_value() for seat in range(4)]
    assert own[2:] == ["10", "6"]
    assert int(own[0]) > 10
    page.keyboard.press("Control+Enter")
    desk.tile(1).and_(page.locator(".in")).wait_for()
    card = desk.view()["tables"][0]["result"]["cards"][0]
    assert (card["loners"], card["personal"]) == ([1, 0], [int(own[0]), 10])


def test_a_score_that_differs_is_red_until_the_director_settles_it(director: Person) -> None:
    desk = Desk(director, "alberta").seated()
    page = desk.page
    view = desk.view()
    seats = [seat["name"] for seat in view["tables"][0]["seats"]]
    for name, ew in ((seats[0], 7), (seats[1], 8)):
        token = view["links"]["players"][name].rpartition("/")[2]
        score = {"what": "score", "key": name, "round": 1, "ns": 10, "ew": ew}
        director.post(f"/api/desk/{token}/do", score)
    page.locator(".needs").get_by_role("button", name="Open table 1", exact=True).click()
    page.locator("#drawer").get_by_label("Points of").first.wait_for()
    boxes = page.locator("#drawer .score-points").evaluate_all("all => all.map((it) => it.getBoundingClientRect().x)")
    names = page.locator("#drawer .score-names").first.evaluate("each => each.getBoundingClientRect().x + 200")
    assert boxes[0] == boxes[1] > names, "the boxes have their own column"
    page.keyboard.press("Escape")
    desk.tile(1).and_(page.locator(".disputed")).click()
    assert serious(page) == []
    assert page.get_by_role("button", name="10–8 is right").bounding_box()["y"] > 0, "not scrolled out of sight"
    assert page.locator("#drawer").get_by_label("Points of").first.input_value() == "", "neither is suggested"
    page.get_by_role("button", name="10–8 is right").click()
    page.get_by_role("button", name="Save the correction").wait_for()
    assert desk.result(1) == (10, 8)
    points = page.locator("#drawer").get_by_label("Points of")
    points.first.fill("9")
    points.last.fill("10")
    page.get_by_label("Reason for the correction").fill("The card was read the wrong way round")
    page.get_by_role("button", name="Save the correction").click()
    page.locator("#drawer:not([open])").wait_for(state="attached")
    assert desk.result(1) == (9, 10)
    assert page.evaluate("document.activeElement.dataset.key") == "table 1", "the focus goes back to the tile"


def test_a_ruling_in_three_taps(director: Person) -> None:
    desk = Desk(director, "st-joe").seated()
    page = desk.page
    page.keyboard.press("r")
    page.get_by_role("button", name="Renege: did not follow suit").click()
    page.get_by_role("button", name="No", exact=True).click()
    page.get_by_text("STJ-12").wait_for()
    assert "2 points go to the other side" in page.locator(".remedy").inner_text()
    page.get_by_role("button", name="Save the ruling").click()
    desk.said().get_by_text("decision is final").wait_for()
    assert desk.view()["rulings"][0]["clause"] == "STJ-12"


def test_the_points_of_a_ruling_go_on_the_score_by_one_tap(director: Person) -> None:
    desk = Desk(director, "st-joe").seated()
    page = desk.page
    page.keyboard.press("r")
    page.get_by_role("button", name="Renege: did not follow suit").click()
    page.get_by_role("button", name="No", exact=True).click()
    page.locator("#drawer select[name=table]").select_option("1")
    page.locator("#drawer select[name=offender]").select_option(index=1)
    page.get_by_role("button", name="Save the ruling").click()
    desk.said().get_by_text("the desk asks about it when the score is in").wait_for()
    desk.tile(1).click()
    ruled = page.locator("#drawer .ruled")
    ruled.get_by_text("You'll be asked about it when the score is in").wait_for()
    assert serious(page) == []
    page.keyboard.press("Escape")
    type_keys(page, "1")
    page.locator("#register-note").get_by_text("Ask whether the score includes it").wait_for()
    type_keys(page, "Enter", "10", "Enter", "6")
    page.keyboard.press("Control+Enter")
    page.locator(".need").get_by_text("Does this score include the 2 points").click()
    ruled.get_by_role("button", name="No, add 2 points to").click()
    page.locator("#drawer").get_by_text("Added to the score.").wait_for()
    assert page.locator(".need").count() == 0
    assert desk.result(1) == (10, 8)
    page.locator("#drawer").get_by_text("10–6: Ruling STJ-12: 2 points for").wait_for()
    page.keyboard.press("Escape")
    # Where the score is in already, the ruling leads on to the question.
    type_keys(page, "Escape", "2", "Enter", "10", "Enter", "6")
    page.keyboard.press("Control+Enter")
    desk.tile(2).and_(page.locator(".in")).wait_for()
    type_keys(page, "Escape", "r")
    page.get_by_role("button", name="Renege: did not follow suit").click()
    page.get_by_role("button", name="No", exact=True).click()
    page.locator("#drawer select[name=table]").select_option("2")
    page.locator("#drawer select[name=offender]").select_option(index=1)
    page.get_by_role("button", name="Save the ruling").click()
    page.get_by_role("heading", name="Table 2").wait_for()
    assert ruled.count() == 1
    assert director.troubles == []


def test_who_has_won_is_asked_and_told_by_one_tap_after_points_off_the_winner(director: Person) -> None:
    desk = Desk(director, "st-joe").seated()
    page = desk.page
    names = [seat["name"] for seat in desk.view()["tables"][0]["seats"]]
    desk.do("score", round=1, table=1, ns=10, ew=9)
    desk.do("rule", name=names[0], action="points off", points=2, off="game", reason="hand signs")
    page.locator(".need").get_by_text("Does this score include the 2 points off").click()
    ruled = page.locator("#drawer .ruled")
    ruled.get_by_role("button", name="nobody has won until you say who").click()
    ruled.get_by_text("Who has won, or do they play on?").wait_for()
    assert desk.view()["tables"][0]["result"] is None
    assert serious(page) == []
    ruled.get_by_role("button", name=f"8–9, and {names[1]} & {names[3]} have won").click()
    desk.tile(1).and_(page.locator(".in")).wait_for()
    assert desk.view()["tables"][0]["result"]["lost_by"] == "NS"
    assert director.troubles == []


def test_in_a_closed_round_a_score_that_counts_is_not_said_to_have_no_winner(director: Person) -> None:
    desk = Desk(director, "st-joe").seated()
    page = desk.page
    names = [seat["name"] for seat in desk.view()["tables"][0]["seats"]]
    desk.do("score", round=1, table=1, ns=10, ew=9)
    desk.do("rule", name=names[0], action="points off", points=2, off="game", reason="hand signs")
    desk.do("close-round", unfinished="not counted")
    page.locator(".need").get_by_text("Does this score include the 2 points off").click()
    ruled = page.locator("#drawer .ruled")
    ruled.get_by_text("Does 10–9 include it?").wait_for()
    ruled.get_by_role("button", name=f"8–9, and {names[1]} & {names[3]} have won").click()
    page.locator(".need").wait_for(state="detached")
    assert desk.view()["tables"][0]["result"]["lost_by"] == "NS"
    assert director.troubles == []


def test_everything_can_be_taken_back_by_u(director: Person) -> None:
    desk = Desk(director, "national").seated()
    page = desk.page
    type_keys(page, "1", "Enter", "11", "Enter", "3", "Enter")
    desk.tile(1).and_(page.locator(".in")).wait_for()
    # Right after saving, the box for the next table has the focus: letters are keys there too.
    assert page.evaluate("document.activeElement.name") == "table"
    type_keys(page, "u")
    page.locator("#drawer").get_by_text("11 to 3").wait_for()
    page.keyboard.press("Enter")
    desk.tile(1).and_(page.locator(".seated")).wait_for()
    assert desk.result(1) is None


def test_n_presses_the_blue_button_and_unpaid_fees_stay_in_sight(director: Person) -> None:
    desk = Desk(director, "trailer-estates", people=26).seated()
    page = desk.page
    people = [person["name"] for person in desk.view()["people"]]
    if paid := [person["name"] for person in desk.view()["people"] if person["paid"]]:
        desk.do("paid", names=paid, paid=False)
    desk.do("paid", names=people[:10], paid=True)
    # The blue button of a round that is seated starts play.
    page.keyboard.press("n")
    page.locator("#desk-clock").get_by_role("button", name="Pause").wait_for()
    assert not page.locator("#drawer").is_visible()
    # The till is gone, and the people who have not paid are not.
    page.locator("#desk-list").get_by_text("16 people haven't paid").click()
    drawer = page.locator("#drawer")
    drawer.get_by_role("button", name=f"Mark as paid: {people[10]}").click()
    drawer.get_by_role("heading", name="Not paid: 15").wait_for()
    assert serious(page) == []
    drawer.get_by_role("button", name="Close").click()
    page.locator("#desk-list").get_by_text("15 people haven't paid").wait_for()
    # A correction of a large room: a few lines on the room, and the way to all of it.
    desk.do("trial-scores")
    page.locator(".tile.in").nth(5).wait_for()
    page.keyboard.press("s")
    drawer.get_by_role("button", name="Prizes and money").click()
    drawer.get_by_text("15 fees are not ticked as paid").wait_for()
    drawer.get_by_role("button", name="Close").click()
    room = page.locator("#desk-room").bounding_box()["height"]
    result = desk.view()["tables"][0]["result"]
    ns, ew = (0, 10) if result["ns"] > result["ew"] else (10, 0)
    correct_first_table(page, ns, ew)
    more = desk.said().get_by_role("button", name="more")
    more.wait_for()
    assert page.locator("#desk-room").bounding_box()["height"] > room - 60
    more.click()
    whole = page.locator("#desk-news .last-answer")
    whole.wait_for()
    assert whole.locator("li").count() > 3
    assert "Round 1, table 1" in whole.locator("li").first.inner_text()


def correct_first_table(page: Any, ns: int, ew: int) -> None:
    """Give the first table another score, on its sheet."""
    page.locator('[data-key="table 1"]').click()
    drawer = page.locator("#drawer")
    drawer.locator("[name=ns]").fill(str(ns))
    drawer.locator("[name=ew]").fill(str(ew))
    drawer.get_by_label("Reason for the correction").fill("read the wrong way round")
    drawer.get_by_role("button", name="Save the correction").click()


def test_the_clock_starts_waits_and_rings(director: Person) -> None:
    desk = Desk(director, "national").seated()
    page = desk.page
    clock = page.locator("#desk-clock")
    clock.get_by_role("button", name="Start the clock").click()
    clock.get_by_text("to the bell").wait_for()
    clock.get_by_role("button", name="+1 minute").click()
    clock.get_by_text("7:5").wait_for()
    clock.get_by_role("button", name="Pause").click()
    clock.get_by_text("Paused", exact=True).wait_for()
    clock.get_by_role("button", name="Bell sound").click()
    clock.get_by_text("Bell sound: on").wait_for()
    clock.get_by_role("button", name="Ring the bell").click()
    clock.get_by_text("The bell has rung").wait_for()
    page.locator(".tile.late").first.wait_for()
    assert page.locator(".need.urgent").count() == 5


def test_nothing_is_lost_while_the_line_is_down(director: Person) -> None:
    desk = Desk(director, "national").seated()
    page = desk.page
    director.context.set_offline(True)
    type_keys(page, "1", "Enter", "11", "Enter", "0", "Enter", "2", "Enter", "11", "Enter", "1", "Enter")
    page.locator("#desk-saved").get_by_text("2 waiting").wait_for()
    assert desk.tile(1).get_by_text("Sending").count() == 1
    director.context.set_offline(False)
    desk.tile(2).and_(page.locator(".in")).wait_for()
    page.locator("#desk-saved").get_by_text("Saved").wait_for()
    assert (desk.result(1), desk.result(2)) == ((11, 0), (11, 1))
    history = director.context.request.get(f"{director.hall}{desk.api}/history").json()
    assert sum("11 to" in str(command["words"]) for command in history) == 2


DRAWERS = ["people", "ruling", "standings", "print", "links", "more"]
#: One step further away.
UNDER_MORE = ["keys", "who-is-missing", "finish", "rounds", "settings", "history"]


@pytest.mark.quick
def test_the_desk_keeps_nobody_out(director: Person) -> None:
    desk = Desk(director, "ccc")  # the book with the most to write down
    desk.open()
    assert serious(desk.page) == []
    desk.seated()
    page = desk.page
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for name in DRAWERS:
        desk.drawer(name).wait_for()
        page.wait_for_timeout(150)
        assert serious(page) == [], name
        assert page.evaluate("document.querySelector('#drawer').contains(document.activeElement)"), name
        page.keyboard.press("Escape")
        page.locator("#drawer:not([open])").wait_for(state="attached")
        assert page.evaluate("document.activeElement.dataset.open") == name, "the focus goes back where it was"
    for name in UNDER_MORE:
        desk.drawer("more").locator(f'[data-open="{name}"]').click()
        page.locator("#drawer").get_by_role("button", name="‹ Back").wait_for()
        page.wait_for_timeout(150)
        assert serious(page) == [], name
        page.keyboard.press("Escape")
    desk.do("trial-scores")
    page.locator(".tile.in").first.wait_for()
    desk.tile(1).click()
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.set_viewport_size(PHONE)
    assert fits(page)
    assert serious(page) == []
    assert director.troubles == []


def test_a_helper_scores_and_nothing_else(director: Person, browser: Any) -> None:
    desk = Desk(director, "national").seated()
    helper = Person(browser, director.hall, LAPTOP)
    helper.go(str(desk.view()["links"]["helper"]))
    page = helper.page
    page.locator("#desk .tile").first.wait_for()
    type_keys(page, "1", "Enter", "11", "Enter", "5", "Enter")
    page.locator('[data-key="table 1"].in').wait_for()
    assert page.locator('[data-open="links"], [data-open="ruling"], [data-open="undo"], .next-button').count() == 0
    desk.do("withdraw", role="helper", name="")
    page.get_by_role("heading", name="This link no longer works").wait_for()
    helper.close()


@pytest.mark.parametrize("rules", ["trailer-estates", "national", "bicycle"])
def test_where_the_number_of_rounds_is_open_the_end_is_one_button_away(director: Person, rules: str) -> None:
    desk = Desk(director, rules, 12).seated()
    page = desk.page
    desk.do("trial-scores")
    page.locator(".next-button[data-main]", has_text="seat round 2").click()
    page.locator(".next-button[aria-disabled]").wait_for()
    type_keys(page, "n")  # the blue button first: play starts
    page.locator("#desk-clock").get_by_role("button", name="Start").wait_for(state="detached")
    type_keys(page, "n")
    page.locator("#drawer summary", has_text="Finish without the missing scores").click()
    page.locator("#drawer").get_by_text("Round 2 was not played and does not count.").wait_for()
    page.keyboard.press("Escape")
    desk.do("undo")
    page.locator(".next-step").get_by_role("button", name="Finish the evening").click()
    page.locator("#drawer").get_by_role("button", name="Finish the evening").click()
    page.locator("#desk-clock").get_by_text("Play is over.").wait_for()


def test_an_absence_is_noted_a_week_later(director: Person) -> None:
    desk = Desk(director, "ccc", 8)
    desk.do("seat")
    name = desk.view()["tables"][0]["seats"][0]["name"]
    for game in range(3):
        desk.do("stand-down", table=1, reason=f"{name} is missing")
        desk.do("trial-scores")
        if game < 2:
            desk.do("next")
    title = "The long winter of three-handed tables and two-handed excuses at the Trailer Estates hall"
    desk.do("change", title=title)
    desk.open()
    closes = desk.page.locator(".next-button[data-main]", has_text="Close week 1")
    closes.wait_for()
    assert desk.page.locator(".next-step .other-button").count() == 0, "one way to the end of the week"
    heading = desk.page.locator("#desk-title")
    assert heading.get_attribute("title") == title
    assert desk.page.title().startswith(title)
    assert heading.evaluate("each => each.offsetHeight < 2.5 * parseFloat(getComputedStyle(each).fontSize) * 1.2")
    nav = desk.page.locator(".desk-nav").bounding_box()
    assert nav is not None
    assert nav["y"] < 20, "one row"
    desk.do("change", title="Saskatoon Thursday euchre, autumn series")
    desk.page.set_viewport_size({"width": 1280, "height": 720})
    heading.get_by_text("Saskatoon Thursday euchre, autumn series").wait_for()
    assert heading.evaluate("it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight + 1")
    desk.page.set_viewport_size(LAPTOP)
    closes.click()
    desk.page.locator("#drawer").get_by_role("button", name="Close week 1").click()
    desk.page.locator(".next-button[data-main]", has_text="Open week 2").click()
    desk.page.locator("#drawer").get_by_role("button", name="Open week 2").click()
    desk.page.locator(".next-button", has_text="Seat the players").wait_for()
    page = desk.page
    desk.drawer("people").locator(f'[data-key="{name}"] .row-name').click()
    page.locator("#drawer summary", has_text="Was absent earlier").click()
    page.locator("#drawer").get_by_label("When").select_option("Week 1")
    page.get_by_role("button", name="Record the absence").click()
    desk.said().get_by_text(f"{name} is absent in week 1.").wait_for()


@pytest.mark.clause("NAT-P8a")
def test_a_game_lost_by_a_ruling_goes_in_by_number_keys_and_shows_who_won(director: Person, browser: Any) -> None:
    desk = Desk(director, "national").seated()
    page = desk.page
    offender, other = (desk.view()["tables"][0]["seats"][seat]["name"] for seat in (0, 1))
    desk.do("ruling", irregularity="call without the card", table=1, offender=offender)
    type_keys(page, "1", "Enter", "6", "Enter", "2", "Enter")
    desk.tile(1).and_(page.locator(".in")).wait_for()
    assert desk.tile(1).locator(".tile-side.ahead").inner_text().split()[-2:] == ["2", "✓"]
    links = desk.view()["links"]
    for link, words in (
        (links["players"][offender], "The other side wins by a ruling."),
        (links["players"][other], "Your side wins by a ruling."),
        (links["board"], ", won"),
    ):
        looker = Person(browser, director.hall, LAPTOP)
        looker.go("/" + link.removeprefix(director.hall).lstrip("/"))
        if link == links["board"]:
            looker.page.locator("[data-kind=play]").wait_for()
            looker.page.keyboard.press("ArrowRight")
        else:
            looker.page.get_by_role("button", name="Just look").click()
        looker.page.get_by_text(words).first.wait_for(state="attached")
        looker.close()
    assert director.troubles == []
