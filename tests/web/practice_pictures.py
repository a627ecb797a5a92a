"""Take pictures of the practice pages at three sizes, light and dark: `python tests/web/practice_pictures.py FOLDER`.

Nothing here is a test. Look at the pictures after a change to these pages.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from web.browsing import LAPTOP, PHONE, Person, open_browser, open_hall, play_on
from web.test_browser_pages import serious

SIZES = {
    "narrow": {"width": 360, "height": 740},
    "phone": PHONE,
    "tablet": {"width": 820, "height": 1180},
    "laptop": LAPTOP,
}


def played_daily(browser: Any, hall: str) -> Person:
    """Somebody who has played today's hand."""
    ann = Person(browser, hall)
    ann.post("/api/guest", {"name": "Ann"})
    ann.post("/api/account", {"passphrase": "four birds and a table"})
    ann.go("/daily")
    ann.page.get_by_role("button", name="Play today's hand").click()
    ann.page.locator("#table-page").wait_for()
    play_on([ann], lambda: ann.is_over)
    ann.page.locator(".ending").wait_for()
    return ann


def with_mistakes(ann: Person) -> None:
    """Play games like somebody bold, until there are mistakes to try again."""
    table = ann.page.url
    for _ in range(8):
        link = str(ann.post("/api/tables", {"rules": "bicycle", "bots": "club"})["link"])
        ann.go(link)
        play_on([ann], lambda: ann.is_over)
        ann.go(f"{link}/review")
        ann.page.get_by_role("link", name="Replay", exact=True).wait_for(timeout=200_000)
        if ann.page.get_by_role("link", name="Try again", exact=True).count():
            break
    ann.page.goto(table)
    ann.page.locator(".ending").wait_for()


def shown(person: Person, folder: Path, name: str, size: str, scheme: str) -> None:
    """Take a picture, and say what axe finds."""
    person.page.wait_for_timeout(400)
    person.page.screenshot(path=folder / f"{name}-{size}-{scheme}.png", full_page=True)
    wide = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    found = serious(person.page) if scheme == "light" else []
    print(name, size, scheme, "wider than the screen" if wide > 0 else "", found, person.troubles)


def puzzle(person: Person, folder: Path, size: str, scheme: str, theme: str) -> None:
    person.go("/puzzles")
    person.page.locator("#theme").select_option(theme)
    person.page.locator(".try-position").wait_for()
    person.page.wait_for_timeout(300)
    shown(person, folder, f"puzzle-{theme}", size, scheme)
    calls = person.page.locator(".try-calls .call")
    if calls.count():
        calls.first.click()
    else:
        card = person.page.locator(".try-card:not(.low)").first
        card.click()
        card.click()
    person.page.locator(".verdict h2").wait_for()
    shown(person, folder, f"answer-{theme}", size, scheme)


def main(folder: Path) -> None:
    """All pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, open_hall(Path(data)) as hall, open_browser() as browser:
        first = played_daily(browser, hall)
        shown(first, folder, "daily-end", "phone", "light")
        with_mistakes(first)
        cookies = first.context.cookies()
        for size, viewport in SIZES.items():
            for scheme in ("light", "dark"):
                person = Person(browser, hall, viewport, color_scheme=scheme)
                person.go("/daily")
                shown(person, folder, "daily-new", size, scheme)
                person.context.add_cookies(cookies)
                person.go("/daily")
                shown(person, folder, "daily", size, scheme)
                person.go("/practice")
                person.page.locator("#mistake h2").wait_for()
                shown(person, folder, "practice", size, scheme)
                for theme in ("leads", "loners"):
                    puzzle(person, folder, size, scheme, theme)
                person.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
