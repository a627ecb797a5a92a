"""Take pictures of the pages for learning and company at three sizes, light and dark.

    PYTHONPATH=src:tests python tests/web/learn_pictures.py FOLDER [part of a name]

The lessons and the words, the lobby, a coached game, a review, the standings and boards of a duplicate event, and the
page without a network. What axe finds, and pages that are wider than the screen, are printed. Nothing here is a test.
`me_pictures.py` and `practice_pictures.py` have the others.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from web.browsing import LAPTOP, PHONE, Person, open_browser, open_hall, play_on
from web.evenings import Evening
from web.test_browser_pages import serious

SIZES = {"phone": PHONE, "tablet": {"width": 820, "height": 1180}, "laptop": LAPTOP}
#: What can be looked at without anything having been played.
PLAIN = ("/", "/learn", "/learn/first-hand", "/words", "/lobby", "/ratings", "/offline", "/puzzles", "/daily")
#: Steps of a lesson that are looked at.
STEPS = 5


def shown(person: Person, folder: Path, name: str, *, whole: bool = True) -> None:
    """Take a picture, and say what axe finds. Axe looks at both schemes, and leaves the last one."""
    person.page.emulate_media(color_scheme="dark" if name.endswith("dark") else "light")
    person.page.wait_for_timeout(500)
    person.page.screenshot(path=folder / f"{name}.png", full_page=whole)
    wide = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    print(name, "wider than the screen" if wide > 0 else "", serious(person.page), person.troubles, flush=True)


def plain(person: Person, folder: Path, end: str) -> None:
    """The pages that need nothing."""
    for path in PLAIN:
        person.go(path)
        person.page.wait_for_load_state("networkidle")
        shown(person, folder, f"{path.strip('/').replace('/', '-') or 'home'}-{end}")
    menu = person.page.get_by_role("button", name="Menu")
    if menu.is_visible():
        menu.click()
        shown(person, folder, f"menu-{end}", whole=False)


def lesson(person: Person, folder: Path, end: str) -> None:
    """The first lesson, step by step."""
    person.go("/learn/first-hand")
    for step in range(STEPS):
        shown(person, folder, f"lesson-{step}-{end}", whole=False)
        on = person.page.locator('[data-do="continue"]')
        if on.count():
            on.first.click()


def coached(person: Person, folder: Path, end: str) -> None:
    """A first game with a coach, at the first decision."""
    link = str(person.post("/api/tables", {"bots": "club", "coached": True, "pace": "at once"})["link"])
    person.go(link)
    person.page.locator(".hand-card").first.wait_for()
    person.page.locator(".coach").get_by_text("I would").or_(
        person.page.get_by_text("little difference")
    ).first.wait_for()
    shown(person, folder, f"coached-{end}", whole=False)


def review(person: Person, folder: Path, end: str, link: str) -> None:
    """A finished game, reviewed, and its replay."""
    person.go(f"{link}/review")
    person.page.get_by_role("link", name="Replay", exact=True).wait_for(timeout=200_000)
    shown(person, folder, f"review-{end}")
    person.go(f"{link}/replay#30")
    person.page.locator(".talk").first.wait_for()
    shown(person, folder, f"replay-{end}", whole=False)


def duplicate(browser: Any, hall: str) -> Evening:
    """An evening of duplicate, played to its end."""
    evening = Evening(browser, hall, "duplicate", people=16, rounds=3, settings={"game.hands": 4})
    evening.do("check-in", names="all")
    evening.do("deal-boards")
    for number in range(3):
        evening.do("seat" if not number else "next")
        evening.do("trial-scores")
    evening.do("finish", unfinished="not counted")
    return evening


def main(folder: Path, wanted: str) -> None:
    """All pictures, or those of one part."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, open_hall(Path(data)) as hall, open_browser() as browser:
        first = Person(browser, hall)
        first.post("/api/guest", {"name": "Ruth"})
        evening = duplicate(browser, hall) if wanted in "duplicate" else None
        played = ""
        if wanted in "review":
            played = str(first.post("/api/tables", {"bots": "club", "pace": "at once"})["link"])
            first.go(played)
            play_on([first], lambda: first.is_over)
        for size, viewport in SIZES.items():
            for scheme in ("light", "dark"):
                end = f"{size}-{scheme}"
                person = Person(browser, hall, viewport, color_scheme=scheme)
                if wanted in "plain":
                    plain(person, folder, end)
                if wanted in "lesson":
                    lesson(person, folder, end)
                person.context.add_cookies(first.context.cookies())
                if wanted in "coached":
                    coached(person, folder, end)
                if played:
                    review(person, folder, end, played)
                if evening:
                    public = evening.look()["links"]["public"]
                    for page in (public, public.replace("/standings/", "/boards/")):
                        person.go(page)
                        person.page.locator("main h1").wait_for()
                        shown(person, folder, f"duplicate-{page.split('/')[1]}-{end}")
                person.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "")
