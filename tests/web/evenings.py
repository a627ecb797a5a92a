"""An evening for the tests of the pages: a director who works by the JSON interface, and people with phones."""

from __future__ import annotations

import secrets
from typing import Any

from web.browsing import LAPTOP, Person


class Evening:
    """An event of a hall, run by somebody whose own page a test is not about."""

    def __init__(self, browser: Any, hall: str, rules: str, people: int = 0, **more: Any) -> None:
        """`people` are made up, and are all here."""
        self.browser = browser
        self.hall = hall
        self.director = Person(browser, hall, LAPTOP)
        self.director.post("/api/guest", {"name": "Dee"})
        wanted = {"rules": rules, "title": "Thursday euchre", "trial": people, "key": secrets.token_hex(8), **more}
        made = self.director.post("/api/events", wanted)
        self.token = str(made["link"]).rpartition("/")[2]
        self.phones: list[Person] = []

    @classmethod
    def of(cls, director: Person, hall: str, token: str) -> Evening:
        """An event that a director has made on the page."""
        night = cls.__new__(cls)
        night.browser, night.hall, night.director, night.token, night.phones = None, hall, director, token, []
        return night

    def do(self, what: str, **asked: Any) -> dict[str, Any]:
        """Something at the desk."""
        body = {"what": what, "key": secrets.token_hex(8), **asked}
        return self.director.post(f"/api/desk/{self.token}/do", body)

    def look(self, token: str = "") -> dict[str, Any]:
        """What the desk, or another link, sees."""
        answer = self.director.context.request.get(f"{self.hall}/api/desk/{token or self.token}/view")
        seen: dict[str, Any] = answer.json()
        assert answer.ok, seen
        return seen

    def history(self) -> list[dict[str, Any]]:
        """Everything that was done."""
        answer = self.director.context.request.get(f"{self.hall}/api/desk/{self.token}/history")
        told: list[dict[str, Any]] = answer.json()
        return told

    def link(self, *path: str) -> str:
        """A link from the desk's own list, as a path of this hall."""
        found: Any = self.look()["links"]
        for part in path:
            found = found[part]
        return "/" + str(found).removeprefix(self.hall).lstrip("/")

    def start(self) -> None:
        """Seat the first round, and ring the bell for its start where there is one."""
        self.do("seat")
        if self.look()["clock"]["minutes"]:
            self.do("clock", do="start")

    def table(self, number: int = 1) -> dict[str, Any]:
        """A table as the desk sees it."""
        found: dict[str, Any] = next(each for each in self.look()["tables"] if each["number"] == number)
        return found

    def phone(self, name: str, size: dict[str, int] | None = None, **options: Any) -> Person:
        """Somebody opens their own page on a phone, and says that it is theirs."""
        person = Person(self.browser, self.hall, size, **options)
        self.phones.append(person)
        person.go(self.link("players", name))
        said_yes(person, name)
        return person

    def close(self) -> None:
        """Everybody goes home, and nobody's page had any trouble."""
        for person in (*self.phones, self.director):
            person.close()


def said_yes(person: Person, name: str) -> None:
    """Somebody who has opened their own link for the first time says yes; the page is then theirs."""
    yes = person.page.get_by_role("button", name=f"Yes, I'm {name}", exact=True)
    yes.click()
    yes.wait_for(state="detached")


def tap(person: Person, *words: str) -> None:
    """Tap buttons, one after the other."""
    for word in words:
        person.page.get_by_role("button", name=word, exact=True).click()


#: The smallest type on a page that anybody can see, in pixels.
SMALLEST_TYPE = """() => Math.min(...[...document.querySelectorAll('main *')]
  .filter((it) => [...it.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((it) => it.checkVisibility() && !it.closest('.visually-hidden, option'))
  .map((it) => parseFloat(getComputedStyle(it).fontSize)))"""
