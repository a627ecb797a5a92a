"""Every page in a real browser: axe finds nothing serious, no error in the console, small, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from web.browsing import LAPTOP, PHONE, Person, needs_browser, open_browser, open_hall, play_on

axe_api = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="needs axe: pip install axe-playwright-python"
)
pytestmark = needs_browser

PAGES = [
    "/",
    "/rules",
    "/rules/alberta",
    "/rules/alberta/diff/ccc",
    "/house-rules",
    "/games",
    "/fair",
    "/me",
    "/api",
    "/there-is-no-such-page",
]
SHORT = 'name = "short"\ntitle = "Short game"\nabout = "Four points."\nbased_on = "bicycle"\n[game]\npoints = 4\n'


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with open_hall(tmp_path_factory.mktemp("hall")) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with open_browser() as chromium:
        yield chromium


def serious(page: Any) -> list[str]:
    """What axe finds that would keep somebody out, by day or by night."""
    found = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        found += axe_api.Axe().run(page).response["violations"]
    return [
        f"{problem['id']}: {problem['nodes'][0]['target']} {problem['nodes'][0].get('failureSummary', '')}"
        for problem in found
        if problem["impact"] in ("serious", "critical")
    ]


def fits(page: Any) -> bool:
    """Nothing has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.fixture(scope="module")
def reader(hall: str, browser: Any) -> Iterator[Person]:
    """Somebody who reads one page after the other."""
    person = Person(browser, hall)
    yield person
    person.close()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_keeps_nobody_out(reader: Person, path: str) -> None:
    reader.troubles.clear()
    reader.go(path)
    assert serious(reader.page) == []
    for size in (LAPTOP, PHONE):
        reader.page.set_viewport_size(size)
        assert fits(reader.page)
    missing = "the server responded with a status of 404 (Not Found)"
    assert [trouble for trouble in reader.troubles if path in PAGES[:-1] or missing not in trouble] == []


def test_the_table_keeps_nobody_out(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.post("/api/guest", {"name": "Al"})
    al.go(str(al.post("/api/tables", {"house_rules": SHORT})["link"]))
    al.page.locator(".chair.mine").wait_for()
    assert serious(al.page) == []
    al.page.get_by_role("button", name="Fill 3 free chairs").click()
    al.page.get_by_role("button", name="Start the game").click()
    moments: list[Callable[[], bool]] = [
        lambda: al.page.locator(".call").count() > 0 or al.is_over,
        lambda: al.page.locator(".played").count() > 0 or al.is_over,
        lambda: al.is_over,
    ]
    for moment in moments:
        play_on([al], moment)
        assert serious(al.page) == []
        assert fits(al.page)
    for sheet in ("Settings", "Is the deal fair?", "Invite people", "Keys", "Host"):
        al.page.get_by_role("button", name="More").click()
        al.page.get_by_role("button", name=sheet, exact=True).click()
        al.page.get_by_role("heading", name=sheet).wait_for()
        assert serious(al.page) == [], sheet
        al.page.keyboard.press("Escape")
    for page in ("replay", "review"):
        al.go(f"{al.page.url.removeprefix(hall).split('/re')[0]}/{page}")
        al.page.get_by_role("link", name="Table", exact=True).wait_for()
        assert serious(al.page) == [], page
        assert fits(al.page)
    assert al.troubles == []
    al.close()


@pytest.mark.parametrize("first", ["/", "table"])
def test_the_first_page_is_small(hall: str, browser: Any, first: str) -> None:
    somebody = Person(browser, hall)
    somebody.post("/api/guest", {"name": "Al"})
    path = str(somebody.post("/api/tables", {"bots": "simple"})["link"]) if first == "table" else first
    answers: list[Any] = []
    somebody.page.on("response", lambda answer: answers.append(answer))
    somebody.go(path)
    somebody.page.wait_for_load_state("networkidle")
    assert len(answers) > 3
    assert sum(len(answer.body()) for answer in answers) < 110_000
    assert sum(answer.request.sizes()["responseBodySize"] for answer in answers) < 60_000
    assert somebody.troubles == []
    somebody.close()
