"""The website builds without a warning, fetches nothing from elsewhere, and its links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from guides.blocks import ROOT
from web.browsing import needs_browser, open_browser

PYTHON = ROOT / "build" / "docs-tools" / "bin" / "python"
#: Addresses that are names and not fetched: of XML, of licences, of authors, and in a warning.
NAMES = re.compile(
    r"^https?://(www\.w3\.org/|clipboardjs\.com|fontawesome\.com|github\.com/|www\.sitemaps\.org/|bit\.ly/2s3ChXG)"
)
FETCHING = {
    "img": "src",
    "script": "src",
    "link": "href",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "use": "href",
}

pytestmark = pytest.mark.skipif(not PYTHON.exists(), reason="mkdocs is not here: `make docs` installs it")


class Page(HTMLParser):
    """What a page fetches, where it links to, and the ids in it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.without_words: list[str] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        self.ids |= {said[name] for name in ("id", "name") if name in said}
        if tag == "a" and "href" in said:
            self.links.append(said["href"])
        if tag in FETCHING and FETCHING[tag] in said and said.get("rel") not in ("next", "prev", "canonical"):
            self.fetched.append(said[FETCHING[tag]])
        if tag == "img" and "alt" not in said:
            self.without_words.append(said.get("src", ""))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built without a way to any other machine."""
    folder = tmp_path_factory.mktemp("site")
    nowhere = {f"{kind}_proxy": "http://127.0.0.1:9" for kind in ("http", "https", "all")}
    done = subprocess.run(
        [PYTHON, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, **nowhere, "PYTHONPATH": "src", "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 50
    for path in pages:
        assert [each for each in Page(path).fetched if re.match(r"(https?:)?//", each)] == [], path
    for path in site.rglob("*.css"):
        text = path.read_text("utf-8")
        assert re.findall(r"(?:url\(|@import )[\"']?(?:https?:)?//[^)]*", text) == [], path
    for path in [*site.rglob("*.js"), *site.rglob("*.svg")]:
        code = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.S)
        found = re.findall(r"https?://[^\s\"'`)<]+", code)
        if path.name not in ("search_index.js",):
            assert [each for each in found if not NAMES.match(each)] == [], path


def test_links_and_anchors_lead_somewhere(site: Path) -> None:
    pages = {path: Page(path) for path in site.rglob("*.html")}
    wrong = []
    for path, page in pages.items():
        for link in [*page.links, *page.fetched]:
            if re.match(r"[a-z]+:|//", link) or path.name == "404.html":
                continue
            name, _, anchor = unquote(link).partition("#")
            there = (path.parent / name.partition("?")[0]).resolve() if name else path
            there = there / "index.html" if there.is_dir() else there
            if not there.exists() or (anchor and there in pages and anchor not in pages[there].ids):
                wrong.append(f"{path.relative_to(site)}: {link}")
    assert wrong == []


def test_every_picture_has_words(site: Path) -> None:
    assert {path.name: found for path in site.rglob("*.html") if (found := Page(path).without_words)} == {}


def test_each_rulebook_and_each_public_module_has_a_page(site: Path) -> None:
    books = {path.stem for path in (ROOT / "src/bowerbird/rulebook/books").glob("*.toml")}
    assert {path.stem for path in (site / "rules").glob("*.html")} == books | {"index"}
    reference = (site / "reference" / "bowerbird.table.html").read_text("utf-8")
    assert 'id="bowerbird.table.Table"' in reference
    assert "Your cards, sorted." in reference, "comments above fields are read"
    assert "The event" in (site / "rules" / "st-joe.html").read_text("utf-8")


@needs_browser
def test_pages_work_from_a_folder_for_everyone(site: Path) -> None:
    """Opened as files, without a server: nothing else is asked for, the search finds, and axe has no complaint."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not here")
    with open_browser() as browser:
        for colours in ("light", "dark"):
            context = browser.new_context(viewport={"width": 1366, "height": 900}, color_scheme=colours)
            asked: list[str] = []
            context.on("request", lambda request, asked=asked: asked.append(request.url))
            page = context.new_page()
            for name in ("index", "rules/st-joe", "tutorial-developer"):
                page.goto((site / f"{name}.html").as_uri())
                page.locator("h1").first.wait_for()
                found = axe.Axe().run(page).response["violations"]
                assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], name
            page.get_by_role("textbox", name="Search").press_sequentially("stick the dealer")
            page.locator(".md-search-result__item").first.wait_for()
            assert [url for url in asked if not url.startswith(("file:", "data:", "blob:", "about:"))] == []
        phone = browser.new_page(viewport={"width": 360, "height": 740})
        for name in ("index", "events", "research", "security", "rules/alberta", "reference/bowerbird.event"):
            phone.goto((site / f"{name}.html").as_uri(), wait_until="domcontentloaded")
            assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), name
