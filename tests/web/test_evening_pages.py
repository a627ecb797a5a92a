"""Every page of an evening in each of its states keeps nobody out, and a round can be run without a mouse."""

from __future__ import annotations

from typing import Any

from web.browsing import LAPTOP, PHONE, PROJECTOR, Person, needs_browser
from web.evenings import Evening, said_yes, tap
from web.test_browser_pages import fits, serious

pytestmark = needs_browser

#: What has the focus, as a screen reader would name it.
FOCUS = """() => { const it = document.activeElement;
  if (!it.matches('a, button, input, select, textarea, summary')) return '';
  return it.getAttribute('aria-label') ?? it.labels?.[0]?.textContent ?? it.textContent; }"""


class Screens:
    """All pages of one evening, open at once."""

    def __init__(self, evening: Evening, player: str) -> None:
        self.evening = evening
        season = evening.director.post("/api/seasons", {"title": "Winter", "rules": "st-joe", "key": "winter"})
        evening.do("settings", season=season["season"])
        places = {
            "desk": (f"/desk/{evening.token}", LAPTOP),
            "helper": (evening.link("helper"), LAPTOP),
            "phone": (evening.link("players", player), PHONE),
            "table": (evening.link("tables", "1"), PHONE),
            "sign-up": (evening.link("sign_up"), PHONE),
            "board": (evening.link("board"), PROJECTOR),
            "standings": (evening.link("public"), PHONE),
            "season": (str(season["link"]), LAPTOP),
        }
        self.open = {name: self._opened(path, size) for name, (path, size) in places.items()}
        said_yes(self.open["phone"], player)

    def _opened(self, path: str, size: dict[str, int]) -> Person:
        person = Person(self.evening.browser, self.evening.hall, size)
        self.evening.phones.append(person)
        person.go(path)
        person.page.wait_for_load_state("networkidle" if "/season/" in path or "/sign-up/" in path else "load")
        return person

    def shows(self, name: str, words: str) -> Person:
        """A page shows these words, and nobody is kept out by it."""
        person = self.open[name]
        person.page.get_by_text(words).first.wait_for()
        assert serious(person.page) == [], f"{name}: {words}"
        assert fits(person.page), f"{name}: {words}"
        return person

    def reads(self, name: str, words: str) -> None:
        """The same for a page that does not change by itself."""
        self.open[name].page.reload()
        self.shows(name, words)


def test_every_page_in_each_of_its_states(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "st-joe", date="2026-11-05", start="19:00", rounds=1)
    evening.do("paste", text="\n".join(["Al", "Betty", "Cy", "Dee", "Ed", "Flo", "Gus", "Hal"]))
    screens = Screens(evening, "Al")
    screens.shows("desk", "Four people make a table")
    screens.shows("helper", "0 of 8 are here")
    screens.shows("phone", "Please check in at the desk")
    screens.shows("table", "Nobody is seated at this table right now")
    screens.shows("sign-up", "Your name")
    screens.shows("board", "Welcome")
    screens.shows("standings", "No standings yet")
    screens.shows("season", "Winter")
    evening.do("check-in", names="all")
    evening.do("seat", choices={"in_order": "yes"})
    screens.shows("desk", "0 of 2 scores in")
    screens.shows("phone", "Your partner is")
    screens.shows("table", "Who are you?")
    screens.shows("board", "Who sits where")
    tap(screens.open["phone"], "Enter the score")
    screens.shows("phone", "How many points does your side have?")
    tap(screens.open["phone"], "10", "6", "None", "Next")
    screens.shows("phone", "Is this what you want to send?")
    tap(screens.open["phone"], "Send the score")
    screens.shows("phone", "Your score is sent")
    screens.shows("desk", "not confirmed yet")
    screens.open["helper"].page.locator('[data-key="table 1"].waiting').click()
    screens.shows("helper", "The other side hasn't confirmed it yet")
    evening.do("settings", sign_up=False)
    screens.reads("sign-up", "Sign-up is closed.")
    evening.do("dispute", round=1, table=1, reason="read from the wrong card")
    screens.shows("phone", "Someone says this score isn't right")
    screens.shows("desk", "Disagree")
    evening.do("score", round=1, table=1, ns=10, ew=6)
    evening.do("score", round=1, table=2, ns=10, ew=6)
    screens.shows("board", "2 of 2 scores are in")
    screens.shows("phone", "Your score is in")
    evening.do("finish")
    screens.shows("desk", "Play is over.")
    screens.shows("phone", "It is over.")
    screens.shows("board", "Final standings")
    screens.shows("standings", "Final standings.").page.get_by_text("why?").first.click()
    screens.shows("standings", "share the place")
    screens.reads("season", "Betty")
    assert [trouble for person in screens.open.values() for trouble in person.troubles] == []
    evening.close()


def test_pages_of_whoever_makes_events(hall: str, browser: Any) -> None:
    person = Person(browser, hall, LAPTOP)
    page = person.page
    person.go("/events")
    page.get_by_text("None yet.").first.wait_for()
    assert serious(page) == []
    person.go("/events/new")
    page.locator("#unusual fieldset").first.wait_for()
    assert serious(page) == []
    page.get_by_text("Your own house rules").click()
    page.get_by_label("House rules as text").fill('based_on = "ccc"\n[game]\npoints = "many"\n')
    page.get_by_role("button", name="Create event").click()
    page.get_by_role("alert").get_by_text("game.points").wait_for()
    assert serious(page) == []
    page.get_by_label("House rules as text").fill("")
    page.get_by_role("button", name="Create event").click()
    page.get_by_text("Nobody has signed up yet").wait_for()
    assert serious(page) == []
    person.go("/events")
    page.locator(".event-list a").first.wait_for()
    page.get_by_text("Start a season").click()
    for size in (LAPTOP, PHONE):
        page.set_viewport_size(size)
        assert serious(page) == []
        assert fits(page)
    person.close()


def test_names_that_the_book_does_not_take_are_put_right_at_the_desk(hall: str, browser: Any) -> None:
    person = Person(browser, hall, LAPTOP)
    page = person.page
    person.go("/events/new")
    page.get_by_label("Alberta 55 Plus").check()
    page.get_by_label("No zones").check()
    page.get_by_label("Paste or type the names").fill("Ann & Bob\nCy & Dee")
    page.get_by_role("button", name="Create event").click()
    drawer = page.locator("#drawer")
    drawer.get_by_text("Ann: give the year of birth").wait_for()
    assert drawer.get_by_label("Paste the names").input_value() == "Ann & Bob\nCy & Dee"
    drawer.get_by_label("They all say they are 55 or older").check()
    tap(person, "Add them all")
    page.get_by_text("0 of 4 are here").first.wait_for()
    tap(person, "+ Add a person")
    assert drawer.get_by_label("Paste the names").input_value() == ""
    person.close()


class Hands:
    """Somebody without a mouse."""

    def __init__(self, person: Person) -> None:
        self.page = person.page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, words: str, most: int = 80) -> None:
        """Go from field to field until something of this name has the focus; then press Enter."""
        for _ in range(most):
            if words in self.page.evaluate(FOCUS):
                self.press("Enter")
                return
            self.press("Tab")
        raise AssertionError(f"{words!r} cannot be reached by Tab")

    def sees(self, words: str) -> None:
        self.page.get_by_text(words).first.wait_for()

    def counts(self, state: str, count: int) -> None:
        """The head of the room says how many tables are in this state."""
        self.page.locator(f".legend.{state}", has_text=str(count)).wait_for()


def test_a_round_is_run_without_a_mouse(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "national", people=10)
    desk = evening.director
    desk.go(f"/desk/{evening.token}")
    hands = Hands(desk)
    hands.sees("8 of 10 are here")
    away = next(each["name"] for each in evening.look()["people"] if each["presence"] == "entered")
    hands.tab_to(str(away))
    hands.sees("9 of 10 are here")
    hands.press("n")
    hands.sees("2 tables.")
    hands.tab_to("Seat the players")
    hands.counts("seated", 2)
    hands.tab_to("Start the clock")
    hands.sees("to the bell")
    north, east, *_ = [seat["name"] for seat in evening.table()["seats"]]
    one, other = evening.phone(north), evening.phone(east)
    for phone, figures in ((one, ("12", "3")), (other, ("4", "12"))):
        Hands(phone).tab_to("Enter the score" if phone is one else "Not right")
        for words in (*figures, "Send the score"):
            Hands(phone).tab_to(words)
    # The sides differ: the list leads to the table, and one of the claims is taken.
    hands.sees("Ask them and enter the right one.")
    hands.tab_to("Table 1: We have")
    hands.tab_to(f"{east}: 12–4 is right")
    hands.sees("Correct the score")
    hands.press("Escape")
    resting = str(evening.look()["sitting_out"][0])
    gone = str(evening.table(2)["seats"][0]["name"])
    hands.press("m")
    desk.page.keyboard.type(gone)
    hands.tab_to(f"{gone}Table 2")
    hands.sees(f"{gone} is missing")
    hands.tab_to(f"Do this: {resting}, who is sitting out")
    desk.page.locator("#drawer:not([open])").wait_for(state="attached")
    hands.press("r")
    hands.tab_to("Renege")
    for question in ("Was it noticed before the next card was led?", "Was somebody playing alone in this hand?"):
        hands.sees(question)
        hands.tab_to("No")
    hands.sees("NAT-P5")
    hands.tab_to("Save the ruling")
    hands.sees("Saved. The director's decision is final.")
    hands.tab_to("Ring the bell")
    hands.sees("The bell has rung")
    hands.press("2", "Enter", "8", "Enter", "5", "Enter")
    hands.counts("in", 2)
    hands.press("Escape", "u")
    hands.sees("8 to 5")
    hands.tab_to("Undo this")
    hands.counts("late", 1)
    hands.press("2", "Enter", "9", "Enter", "5", "Enter")
    hands.counts("in", 2)
    hands.press("Escape", "n")
    desk.page.locator("#desk-clock h2").get_by_text("Round 2").wait_for()
    assert evening.look()["round"]["number"] == 2
    assert desk.troubles == one.troubles == other.troubles == []
    evening.close()
