"""The round's clock in browsers: desk, board, phone and helper show the same time, and nothing says that it is up."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from web.browsing import LAPTOP, PHONE, Person, needs_browser
from web.evenings import Evening
from web.test_browser_register import SLOW

pytestmark = needs_browser

#: Where each page shows the clock.
CLOCKS = {
    "desk": ".clock-figures",
    "helper": ".clock-figures",
    "board": "#board :is(.board-clock, .big-clock) b",
    "phone": ".clock-line b",
}
EARLY = ("minutes are up", "Time is up", "bell has rung")


class Pages:
    """The four pages of one event. The desk and the phone have a server that takes 0.6 seconds to answer."""

    def __init__(self, hall: str, browser: Any) -> None:
        self.evening = Evening(browser, hall, "national", people=8)
        self.evening.do("seat")
        name = str(self.evening.table()["seats"][0]["name"])
        links = {
            "desk": (f"/desk/{self.evening.token}", LAPTOP),
            "helper": (self.evening.link("helper"), PHONE),
            "board": (self.evening.link("board"), LAPTOP),
            "phone": (self.evening.link("players", name), PHONE),
        }
        self.people = {page: Person(browser, hall, size) for page, (_, size) in links.items()}
        for page, person in self.people.items():
            if page in ("desk", "phone"):
                person.context.add_init_script(SLOW)
            person.go(links[page][0])
        self.people["phone"].page.get_by_role("button", name=f"Yes, I'm {name}").click()

    def shown(self) -> dict[str, int]:
        """The seconds on each page, read one right after the other."""
        found = {}
        for page, place in CLOCKS.items():
            texts = (
                self.people[page].page.locator(place).all_inner_texts()
            )  # a large clock has the time of day beside it
            minutes, seconds = next(each for each in texts if re.fullmatch(r"\d+:\d\d", each)).split(":")
            found[page] = int(minutes) * 60 + int(seconds)
        return found

    def agree(self, seconds: Callable[[], float] | int, within: float = 1) -> None:
        """All show these seconds, as soon as they have heard."""
        deadline = time.monotonic() + 8
        while True:
            shown, right = self.shown().values(), seconds() if callable(seconds) else seconds
            if max(shown) - min(shown) <= 1 and all(abs(each - right) <= within for each in shown):
                return
            assert time.monotonic() < deadline, (right, shown)

    def say(self, *words: str) -> list[str]:
        """The pages that say one of these words."""
        texts = {page: person.page.inner_text("body") for page, person in self.people.items()}
        return [f"{page}: {each}" for page, text in texts.items() for each in words if each in text]


@pytest.fixture
def pages(hall: str, browser: Any) -> Iterator[Pages]:
    opened = Pages(hall, browser)
    yield opened
    for person in opened.people.values():
        person.close()
    opened.evening.close()


def test_four_pages_show_the_same_time_and_a_pause_takes_nothing_off(pages: Pages) -> None:
    evening = pages.evening
    time.sleep(3)  # they are seated, and nothing runs
    pages.agree(7 * 60, within=0)
    evening.do("clock", do="start")
    ends_at = evening.look()["clock"]["ends_at"]
    for _ in range(3):
        time.sleep(1)
        pages.agree(lambda: ends_at / 1000 - time.time(), within=1.5)
    evening.do("clock", do="pause")
    left = evening.look()["clock"]["left"]
    pages.agree(left, within=0)
    time.sleep(3)
    pages.agree(left, within=0)
    evening.do("clock", do="resume")
    assert evening.look()["clock"]["ends_at"] - ends_at >= 3000, "the pause is on top"
    assert pages.say(*EARLY) == []
    evening.do("clock", do="add", minutes=-6)
    pages.agree(left - 60 * 6, within=2)
    assert pages.say(*EARLY) == [], "the last minute is not over"
    evening.do("clock", do="add", minutes=-1)
    for page, person in pages.people.items():
        person.page.get_by_text(re.compile("The bell has rung|[Ff]inish this hand")).first.wait_for()
        assert "minutes are up" not in person.page.inner_text("body"), page
    for person in pages.people.values():
        assert person.troubles == []


#: A device that sleeps: its own steady clock stands meanwhile. Then somebody looks at it again.
SLEEPS = """const steady = performance.now.bind(performance);
let [slept, asleep] = [0, null];
performance.now = () => (asleep ?? steady()) - slept;
window.fallAsleep = () => (asleep = steady());
window.wakeUp = () => {
  slept += steady() - asleep;
  asleep = null;
  document.dispatchEvent(new Event("visibilitychange"));
};"""


def test_a_phone_that_slept_shows_the_time_at_once_to_somebody_who_looks_at_it(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "national", people=8)
    evening.do("seat")
    name = str(evening.table()["seats"][0]["name"])
    phone = Person(browser, hall, PHONE)
    phone.context.add_init_script(SLEEPS)
    phone.go(evening.link("players", name))
    phone.page.get_by_role("button", name=f"Yes, I'm {name}").click()
    evening.do("clock", do="start")
    phone.page.get_by_text("to the bell").wait_for()
    ends_at = evening.look()["clock"]["ends_at"] / 1000
    phone.page.evaluate("fallAsleep()")
    time.sleep(6)
    phone.page.evaluate("wakeUp()")
    deadline = time.monotonic() + 3
    while True:
        minutes, seconds = phone.page.locator(CLOCKS["phone"]).inner_text().split(":")
        if abs(int(minutes) * 60 + int(seconds) - (ends_at - time.time())) <= 1.5:
            break
        assert time.monotonic() < deadline, (minutes, seconds)
        time.sleep(0.1)
    assert phone.troubles == []
    phone.close()
    evening.close()
