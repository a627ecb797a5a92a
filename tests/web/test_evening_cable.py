"""With the network cable out: no page asks for anything but its own origin, and all work on this machine alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from web.browsing import PROJECTOR, Person, needs_browser
from web.evenings import Evening, said_yes, tap

pytestmark = needs_browser


def alone(command: str) -> list[str]:
    """A command in a network of its own, which has a loopback and nothing else: no LAN, no names, no way out."""
    return ["unshare", "--map-root-user", "--net", "sh", "-c", f"ip link set lo up && exec {command}"]


def can_be_alone() -> bool:
    """Whether this is Linux, where a process can be given a network of its own, and not such a process already."""
    inside = "BOWERBIRD_ALONE" in os.environ or not shutil.which("unshare")
    return not inside and not subprocess.run(alone("true"), check=False, capture_output=True).returncode


def cut_off(person: Person, hall: str) -> list[str]:
    """Nothing but this hall can be reached; gives the list of what was asked for elsewhere."""
    asked: list[str] = []

    def stop(route: Any) -> None:
        asked.append(route.request.url)
        route.abort()

    person.context.route(lambda url: not url.startswith((hall, "data:", "blob:")), stop)
    # What a browser says when it sees no network at all, though this machine answers.
    person.context.add_init_script("Object.defineProperty(navigator, 'onLine', { get: () => false })")
    return asked


def walk_through_the_pages(hall: str, browser: Any) -> None:
    evening = Evening(browser, hall, "national", people=8)
    season = evening.director.post("/api/seasons", {"title": "Winter", "rules": "national", "key": "winter"})
    director = evening.director
    asked = cut_off(director, hall)
    for path, words in (("/", "Run an event"), ("/events", "Thursday euchre"), ("/events/new", "National rules")):
        director.go(path)
        director.page.get_by_text(words).first.wait_for()
    director.go(f"/desk/{evening.token}")
    page = director.page
    page.get_by_role("button", name="Everyone is here").click()
    page.get_by_text("8 of 8 are here").first.wait_for()
    page.locator(".next-button").click()
    page.locator("#drawer").get_by_role("button", name="Seat the players").click()
    page.locator(".legend.seated", has_text="2").wait_for()
    for drawer in ("people", "ruling", "standings", "print", "links", "more"):
        page.locator(f'.desk-nav [data-open="{drawer}"]').click()
        page.locator("#drawer[open] h2").first.wait_for()
        page.wait_for_timeout(150)  # for what it fetches
        page.keyboard.press("Escape")
        page.locator("#drawer:not([open])").wait_for(state="attached")
    seats = [str(seat["name"]) for seat in evening.table()["seats"]]
    phones = []
    for name in seats[:2]:
        phone = Person(browser, hall)
        evening.phones.append(phone)
        asked_there = cut_off(phone, hall)
        phone.go(evening.link("players", name))
        said_yes(phone, name)
        phone.page.get_by_role("heading", name="Table 1").wait_for()
        phones.append((phone, asked_there))
    tap(phones[0][0], "Enter the score", "11", "5", "Send the score")
    tap(phones[1][0], "Yes, it's right")
    page.locator('[data-key="table 1"].in').wait_for()
    wall = Person(browser, hall, PROJECTOR)
    evening.phones.append(wall)
    on_the_wall = cut_off(wall, hall)
    for path, words in (
        (evening.link("board"), "scores are in"),
        (evening.link("public"), "During round 1"),
        (evening.link("tables", "2"), "Who are you?"),
        (evening.link("sign_up"), "Your name"),
        (str(season["link"]), "Winter"),
        (f"/sheet/{evening.token}", "National rules"),
    ):
        wall.go(path)
        wall.page.get_by_text(words).first.wait_for()
    paper = director.context.request.get(f"{hall}/paper/{evening.token}/slips.pdf")
    assert paper.body().startswith(b"%PDF")
    assert asked + on_the_wall + [url for _, there in phones for url in there] == []
    assert [trouble for person in (director, *evening.phones) for trouble in person.troubles] == []
    evening.close()


@pytest.mark.full
def test_no_page_asks_for_anything_but_its_own_origin(request: pytest.FixtureRequest) -> None:
    """The walk is where there is no network at all; where that cannot be had, whatever goes out is stopped."""
    if not can_be_alone():
        walk_through_the_pages(request.getfixturevalue("hall"), request.getfixturevalue("browser"))
        return
    plugins = "-p no:cacheprovider -p no:schemathesis -p no:xdist"
    again = f"{sys.executable} -m pytest -rA {plugins} {Path(__file__)}"
    inside = {**os.environ, "BOWERBIRD_ALONE": "1"}
    done = subprocess.run(alone(again), check=False, capture_output=True, text=True, timeout=180, env=inside)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert "PASSED" in done.stdout
