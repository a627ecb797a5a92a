"""A whole evening through the pages: a director at a laptop, people with phones, a board on the wall.

Everything is done as people do it, by what they see, click and type. The interface for programs is only read, to know
who sits where and which address a code on a card leads to.
"""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bowerbird.desk.live import commands_of
from bowerbird.evening.facts import TakenBack
from bowerbird.event import Event, Line, replay, standings
from bowerbird.event.totals import shown
from bowerbird.event.words import written_places
from bowerbird.store import Log
from web.browsing import LAPTOP, PROJECTOR, Person
from web.evenings import said_yes, tap

_PUBLIC_LINES = """() => [...document.querySelectorAll('#standings .standings li details')].map((line) => [
  line.querySelector('.place').textContent, line.querySelector('.name').textContent,
  line.querySelector('.total').textContent, [...line.querySelectorAll('.reasons li')].map((it) => it.textContent)])"""
_DESK_LINES = """() => [...document.querySelectorAll('#drawer .standings tbody tr')].map((row) => [
  row.cells[0].textContent,
  [...row.cells[1].childNodes].filter((it) => it.nodeType === 3 || it.matches("button"))
    .map((it) => it.textContent).join(""),
  row.cells[2].textContent])"""


class Night:
    """An event from its set-up to its last play-off."""

    def __init__(self, browser: Any, hall: str, folder: Path) -> None:
        """In a hall whose log is in this folder."""
        self.browser, self.hall, self.folder = browser, hall, folder
        self.director = Person(browser, hall, LAPTOP)
        self.page = self.director.page
        self.people: list[Person] = [self.director]
        self.token = ""

    # Before the first round.

    def set_up(self, book: str, names: str, *answers: str, rounds: int = 3) -> None:
        """Fill in the one page of the set-up; `answers` are choices where the book is unusual."""
        self.director.go("/events/new")
        self.page.get_by_label(book).check()
        self.page.locator("#settings .setting").first.wait_for()
        for answer in answers:
            self.page.get_by_label(answer, exact=True).check()
        self.page.get_by_label("Name", exact=True).fill("Club night")
        self.page.get_by_label("How many rounds?").fill(str(rounds))
        self.page.get_by_label("Paste or type the names").fill(names)
        self.page.get_by_role("button", name="Create event").click()
        self.page.get_by_role("heading", name="Who is here").wait_for()
        self.token = self.page.url.rpartition("/")[2]

    def person(self, name: str, *buttons: str) -> None:
        """Find somebody under People, and press buttons on their sheet."""
        self.page.locator('.desk-nav [data-open="people"]').click()
        drawer = self.page.locator("#drawer")
        drawer.get_by_label("Find a name").fill(name)
        drawer.locator(f'li[data-key="{name}"] .row-name').click()
        drawer.get_by_role("heading", name=name, exact=True).wait_for()
        for button in buttons:
            drawer.get_by_role("button", name=button, exact=True).click()
            drawer.locator(".drawer-said p").wait_for()
        self.close_drawer()

    def check_in(self, name: str) -> None:
        """One tap on a name at the door."""
        self.page.locator(f'.door-here[data-key="here {name}"]').click()
        self.page.locator(f'.door-here[data-key="here {name}"][aria-pressed="true"]').wait_for()

    def everybody_is_here(self) -> None:
        self.page.get_by_role("button", name="Everyone is here").click()
        self.page.locator(".door-here.entered").first.wait_for(state="detached")

    def seat(self, how: str = "") -> None:
        """Seat the first round; `how` is the words of a choice, where the book gives one."""
        self.page.locator(".next-button").click()
        drawer = self.page.locator("#drawer")
        if how:
            drawer.get_by_label(how).check()
        drawer.get_by_role("button", name="Seat the players").click()
        self.tile(1).wait_for()

    # Rounds.

    def view(self) -> dict[str, Any]:
        """What the desk sees."""
        seen: dict[str, Any] = self.director.context.request.get(f"{self.hall}/api/desk/{self.token}/view").json()
        return seen

    def seats(self, table: int) -> list[str]:
        """Who plays at a table, clockwise from North."""
        found = next(each for each in self.view()["tables"] if each["number"] == table)
        return [str(seat["plays"]) for seat in found["seats"]]

    def tile(self, number: int, state: str = "") -> Any:
        return self.page.locator(f'[data-key="table {number}"]{f".{state}" if state else ""}')

    def clock(self, button: str, then: str) -> None:
        """Press a button of the clock."""
        clock = self.page.locator("#desk-clock")
        clock.get_by_role("button", name=button).click()
        clock.get_by_text(then).first.wait_for()

    def register(self, table: int, ns: int, ew: int, **more: int) -> None:
        """A score by the number keys; what the book asks besides by the names of its fields."""
        keys = self.page.keyboard
        keys.press("Escape")
        for figure in (table, ns):
            keys.type(str(figure))
            keys.press("Enter")
        keys.type(str(ew))
        if more:
            keys.press("Enter")
        for name, value in more.items():
            self.page.locator(f"#register [name={name.replace('_of_', '-')}]").fill(str(value))
        keys.press("Control+Enter")
        self.tile(table, "in").wait_for()

    def next_round(self) -> None:
        """Close the round and seat the next, as the book has it where it leaves a choice."""
        name = self.view()["round"]["name"]
        kept, _, number = name.rpartition(" ")
        self.page.locator(".next-button[data-main]").click()
        heading = self.page.locator("#desk-clock h2").get_by_text(f"{kept} {int(number) + 1}")
        go_on = self.page.locator("#drawer form[data-read=choices] button[data-main]")
        go_on.or_(heading).first.wait_for()
        if go_on.is_visible():
            go_on.click()
        heading.wait_for()
        self.tile(1, "seated").wait_for()

    def settle(self, table: int, words: str) -> None:
        """The sides differ: the tile is red, and the director says which score is right."""
        self.tile(table, "disputed").click()
        self.page.get_by_role("button", name=words).click()
        self.tile(table, "in").wait_for()
        self.close_drawer()

    def correct(self, round_: int, table: int, ns: int, ew: int, reason: str, **more: int) -> None:
        """Put a score right, in any round."""
        self.open("more", "Rounds and corrections")
        drawer = self.page.locator("#drawer")
        drawer.locator(f"""[data-open="round"][data-detail='{{"round":{round_}}}']""").click()
        drawer.locator(f'.round-list li[data-key="{table}"] button').click()
        drawer.locator("[name=ns]").fill(str(ns))
        drawer.locator("[name=ew]").fill(str(ew))
        for name, value in more.items():
            drawer.locator(f"[name={name.replace('_of_', '-')}]").fill(str(value))
        drawer.get_by_label("Reason for the correction").fill(reason)
        drawer.get_by_role("button", name="Save the correction").click()
        self.page.locator("#drawer:not([open])").wait_for(state="attached")

    def rule(self, what: str, *answers: str, table: int, offender: str, clause: str, points: int = 0) -> None:
        """A ruling by taps: what happened, what was so, who did it; the clause is on the page."""
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("r")
        drawer = self.page.locator("#drawer")
        drawer.get_by_role("button", name=re.compile(f"^{what}")).click()
        for answer in answers:
            drawer.get_by_role("button", name=answer, exact=True).click()
        drawer.locator(".remedy").get_by_text(clause).wait_for()
        drawer.get_by_label("Table").select_option(str(table))
        drawer.get_by_label("Who did it").select_option(offender)
        if points:
            drawer.get_by_label("Points off").fill(str(points))
        drawer.get_by_role("button", name="Save the ruling").click()
        self.page.locator("#desk-said").get_by_text("decision is final").wait_for()
        self.page.locator("#drawer:not([open])").wait_for(state="attached")

    def missing(self, name: str, choice: str | re.Pattern[str]) -> None:
        """Somebody is not in their chair: take one of the choices that the desk gives."""
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("m")
        drawer = self.page.locator("#drawer")
        drawer.get_by_label("Find a name").fill(name)
        drawer.locator(f'.name-buttons [data-key="{name}"]').click()
        drawer.get_by_role("button", name=choice).click()
        self.page.locator("#drawer:not([open])").wait_for(state="attached")

    def open(self, drawer: str, *buttons: str) -> Any:
        """Open a drawer, and go on from there."""
        self.page.locator(f'.desk-nav [data-open="{drawer}"]').click()
        for button in buttons:
            self.page.locator("#drawer").get_by_role("button", name=button, exact=True).click()
        return self.page.locator("#drawer")

    def close_drawer(self) -> None:
        if self.page.locator("#drawer[open]").count():
            self.page.locator("#drawer").get_by_role("button", name="Close", exact=True).click()
        self.page.locator("#drawer:not([open])").wait_for(state="attached")

    # Phones and the wall.

    def link(self, *path: str) -> str:
        found: Any = self.view()["links"]
        for part in path:
            found = found[part]
        return str(found).removeprefix(self.hall)

    def opened(self, path: str, size: dict[str, int] | None = None) -> Person:
        """Somebody else opens a page."""
        person = Person(self.browser, self.hall, size)
        self.people.append(person)
        person.go(path)
        return person

    def phone(self, name: str) -> Person:
        """Somebody scans the code of their own page, and says that it is theirs."""
        person = self.opened(self.link("players", name))
        said_yes(person, name)
        return person

    def phone_by_table_card(self, table: int, name: str) -> Person:
        """Somebody scans the code on the table, and says who they are."""
        person = self.opened(self.link("tables", str(table)))
        person.page.locator(f'[data-name="{name}"]').click()
        person.page.get_by_role("button", name=f"Yes, I'm {name}").click()
        person.page.locator("#phone .who").get_by_text(name).wait_for()
        return person

    def board(self) -> Person:
        board = self.opened(self.link("board"), PROJECTOR)
        board.page.locator(".board-page h2").wait_for()
        return board

    # The end.

    def finish(self) -> None:
        """Finish, and break ties by coins and extra games until none is owed."""
        self.page.locator(".next-button[data-main]", has_text="Finish the e").click()
        self.page.locator("#drawer").get_by_role("button", name="Finish the e").first.click()
        self.page.locator("#drawer:not([open])").wait_for(state="attached")
        self.page.locator("#desk-clock").get_by_text("Play is over.").wait_for()

    def play_off(self) -> int:
        """Settle what is owed, always for the first named; gives how many coins and games it took."""
        taken = 0
        while ties := self.view()["ties"]:
            tie = ties[0]
            panel = self.open("standings").locator(f'[data-key="tie {",".join(tie["entries"])}"]')
            if tie["needs"] == "coins":
                for at, name in enumerate(tie["entries"]):
                    side = "Heads" if at == 0 else "Tails"
                    panel.get_by_role("group", name=name).get_by_label(side).check()
                panel.get_by_role("button", name="Save the coin toss").click()
            else:
                for name, points in zip(tie["entries"], ("10", "6"), strict=True):
                    panel.get_by_label(name, exact=True).fill(points)
                panel.get_by_role("button", name="Save the game").click()
            panel.wait_for(state="detached")
            self.close_drawer()
            taken += 1
        return taken

    def library(self) -> Event:
        """The event that the library makes of the facts on disk."""

        async def read() -> Event:
            async with Log(self.folder) as log:
                commands = commands_of(await log.read(f"event:{self.token.partition('.')[0]}"))
            undone = {note.command for each in commands for note in each.record.notes if isinstance(note, TakenBack)}
            return replay(fact for each in commands if each.seq not in undone for fact in each.record.facts)

        # The browser's own loop runs in this thread.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(read())).result()

    def assert_standings(self) -> tuple[Line, ...]:
        """The desk and the public page show what the library works out; gives it."""
        event = self.library()
        lines = standings(event)
        places = written_places(lines)
        wanted = [(place, line.name, shown(line.total)) for place, line in zip(places, lines, strict=True)]
        self.open("standings").locator(".standings tbody tr").nth(len(lines) - 1).wait_for()
        assert [tuple(row) for row in self.page.evaluate(_DESK_LINES)] == wanted
        self.close_drawer()
        reader = self.opened(self.link("public"))
        reader.page.get_by_text("Final standings.").wait_for()
        rows = reader.page.evaluate(_PUBLIC_LINES)
        assert [(place, name, total) for place, name, total, _ in rows] == wanted
        assert [tuple(reasons) for *_, reasons in rows] == [line.reasons for line in lines]
        assert any(line.reasons for line in lines), "a tie was wanted"
        return lines

    def close(self) -> None:
        """Everybody goes home, and nobody's page had any trouble."""
        troubles = [trouble for person in self.people for trouble in person.troubles]
        for person in self.people:
            person.close()
        assert troubles == []


def enter(phone: Person, *taps: str) -> None:
    """Enter a score on a phone, question by question."""
    tap(phone, "Enter the score", *taps, "Send the score")


def accept(phone: Person) -> None:
    """Say yes to what the other side wrote."""
    tap(phone, "Yes, it's right")
    phone.page.get_by_role("heading", name="Your score is in").wait_for()
