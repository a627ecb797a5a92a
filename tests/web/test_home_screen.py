"""On a phone's home screen: manifest, icons and service worker; one version of all files, and nothing personal kept."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from bowerbird.client import Client
from bowerbird.web.site_files import STATIC, Site, SiteFile, read_site
from kit.listening import free_port
from web.browsing import PHONE, Person, needs_browser, open_hall
from web.conftest import KEYRING, app_on

People = Callable[..., Client]
HTML = {"Accept": "text/html"}
CONTROLLED = """async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
}"""
UNTIL = """(async (only) => {
    while ((await caches.keys()).join() !== only) await new Promise((done) => setTimeout(done, 20));
})"""
KEPT = """async () => {
    const kept = [];
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url).pathname);
    return kept;
}"""


def size_of(picture: bytes) -> str:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    return "{}x{}".format(*struct.unpack(">II", picture[16:24]))


async def test_the_manifest_has_what_phones_ask_for(people: People) -> None:
    client = people()
    answer = await client.http.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    found = answer.json()
    assert (found["id"], found["start_url"], found["scope"], found["display"]) == ("/", "/", "/", "standalone")
    assert len(found["short_name"]) <= 12
    for icon in found["icons"]:
        picture = await client.http.get(icon["src"])
        assert picture.headers["content-type"] == icon["type"], icon
        if icon["type"] == "image/png":
            assert size_of(picture.content) == icon["sizes"]
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in found["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    for shortcut in found["shortcuts"]:
        assert (await client.http.get(shortcut["url"], headers=HTML)).status_code == 200
    page = (await client.http.get("/", headers=HTML)).text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    touch = re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)
    assert touch is not None
    assert size_of((await client.http.get(touch[1])).content) == "180x180"


async def test_the_worker_may_ask_this_server_and_is_never_kept(people: People) -> None:
    answer = await people().http.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-store"
    assert "connect-src 'self'" in answer.headers["content-security-policy"]
    assert answer.text.startswith(f'const VERSION = "{read_site().version}";')
    assert "worker-src 'self'" in (await people().http.get("/", headers=HTML)).headers["content-security-policy"]


async def test_files_of_this_version_are_kept_and_those_of_another_are_not_there(people: People) -> None:
    client, site = people(), read_site()
    one_each = {Path(name).suffix: name for name in site.files}
    assert {".js", ".css", ".svg", ".png"} <= set(one_each)
    for name in one_each.values():
        file = site.files[name]
        answer = await client.http.get(site.folder + name)
        assert answer.content == file.content, name
        assert "immutable" in answer.headers["cache-control"], name
    plain = await client.http.get("/static/shared/look.css")
    assert plain.headers["cache-control"] == "no-cache"
    again = await client.http.get("/static/shared/look.css", headers={"If-None-Match": plain.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = await client.http.get("/static/0123456789ab/shared/look.css")
    assert (other.status_code, other.headers["cache-control"]) == (404, "no-store")
    assert (await client.http.head(f"{site.folder}shared/site.js")).status_code == 200
    assert (await client.http.get("/static/shared/wire.d.ts")).status_code == 404


def test_pages_ask_for_one_version_only() -> None:
    """A module that is asked for by two addresses would run twice."""
    site = read_site()
    for name, text in site.templates.items():
        assert set(re.findall(r"/static/(\w+)", text)) <= {site.version}, name
    scripts = {path: path.read_text("utf-8") for path in STATIC.rglob("*.js") if path.name != "service-worker.js"}
    absolute = {path.name: re.findall(r"[\"'`](/static/[\w/]*)", text) for path, text in scripts.items()}
    # Drawings are asked for by an edition of their own.
    assert {name: found for name, found in absolute.items() if found} == {"drawings.js": ["/static/table/decks/"]}


def test_the_version_follows_every_file_and_template(tmp_path: Path) -> None:
    static, templates = tmp_path / "static", tmp_path / "templates"
    versions = []
    for script, page in (("1", "1"), ("2", "1"), ("1", "2"), ("1", "1")):
        for folder, name, text in ((static, "a.js", script), (templates, "a.html", f'{page} src="/static/a.js"')):
            folder.mkdir(exist_ok=True)
            (folder / name).write_text(text, "utf-8")
        site = read_site.__wrapped__(static, templates)
        assert site.templates["a.html"] == f'{page} src="/static/{site.version}/a.js"'
        versions.append(site.version)
    assert len(set(versions)) == 3
    assert versions[0] == versions[3]


async def test_the_page_for_no_answer_is_the_same_for_everybody_and_kept_whole(people: People) -> None:
    known, stranger = people(), people()
    await known.guest("Margaret")
    page = await known.http.get("/offline", headers=HTML)
    assert page.content == (await stranger.http.get("/offline", headers=HTML)).content
    links = {link for link in re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text) if "icon" not in link}
    seen: set[str] = set()
    while links - seen:
        link = (links - seen).pop()
        seen.add(link)
        links |= {urljoin(link, name) for name in re.findall(r'from "(\.[^"]+)"', (await stranger.http.get(link)).text)}
    worker = (await stranger.http.get("/sw.js")).text
    needed = re.search(r"NEEDED = \[(.*?)\]", worker, re.DOTALL)
    assert needed is not None
    kept = {f"{read_site().folder}shared/{name}" for name in re.findall(r'"([^"]+)"', needed[1])}
    assert kept == seen


def updated(site: Site) -> Site:
    """The site after an update: a script says so."""
    version = "f" * len(site.version)
    script = site.files["shared/site.js"]
    script = SiteFile(script.content + b'\ndocument.documentElement.dataset.update = "2";\n', script.kind, "0" * 64)
    templates = {name: text.replace(site.version, version) for name, text in site.templates.items()}
    return Site(version, {**site.files, "shared/site.js": script}, templates)


@pytest.fixture
def on_phone(browser: Any) -> Iterator[Callable[[str], Person]]:
    """Somebody whose browser lets the worker work."""
    opened: list[Person] = []

    def phone(hall: str) -> Person:
        person = Person(browser, hall, PHONE, service_workers="allow")
        opened.append(person)
        person.go("/")
        person.page.evaluate(CONTROLLED)
        return person

    yield phone
    for person in opened:
        person.close()


@needs_browser
def test_without_a_server_a_page_says_so_at_once_and_goes_back_by_itself(
    tmp_path: Path, on_phone: Callable[[str], Person]
) -> None:
    port = free_port()
    with open_hall(tmp_path, keyring=KEYRING, port=port) as hall:
        al = on_phone(hall)
    page = al.page
    al.go("/rules/alberta")
    page.get_by_role("heading", name="Can't reach Bowerbird").wait_for(timeout=2_000)
    assert page.get_by_text("Bowerbird isn't running on this computer.").is_visible()
    page.get_by_role("button", name="Try again").click()
    page.get_by_text("Still no answer.").wait_for()
    with open_hall(tmp_path, keyring=KEYRING, port=port):
        page.get_by_role("heading", name="Alberta").first.wait_for()
    assert page.url == f"{hall}/rules/alberta"


@needs_browser
def test_after_an_update_no_script_is_an_old_one(tmp_path: Path, on_phone: Callable[[str], Person]) -> None:
    port, old = free_port(), read_site()
    new = updated(old)
    with open_hall(tmp_path, keyring=KEYRING, port=port) as hall:
        al = on_phone(hall)
        al.post("/api/guest", {"name": "Al"})
        link = str(al.post("/api/tables", {})["link"])
        al.go(link)
        al.page.locator(".chair.mine").wait_for()
        assert al.page.evaluate("document.documentElement.dataset.update ?? ''") == ""
    page = al.page
    with open_hall(tmp_path, keyring=KEYRING, port=port, site=new):
        # The table finds its server again, and loads itself again, as its files are gone.
        page.locator("html[data-update='2']").wait_for(state="attached")
        page.locator(".chair.mine").wait_for()
        loaded = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
        files = [url for url in loaded if "/static/" in url and "/decks/" not in url]
        assert len(files) > 10
        assert all(new.folder in url for url in files), files
        page.evaluate(f"{UNTIL}('files of {new.version}')")
        assert [path for path in page.evaluate(KEPT) if path != "/offline" and not path.startswith(new.folder)] == []


def every_get(tmp_path: Path) -> list[str]:
    """The address of every route, with something in the place of names and links."""
    routes = app_on(tmp_path).routes
    paths = {route.path for route in routes if "GET" in getattr(route, "methods", ())}
    return sorted(re.sub(r"\{(\w+)(:\w+)?\}", lambda part: f"x{part[1]}", path) for path in paths)


@needs_browser
def test_nothing_personal_is_kept(tmp_path: Path, on_phone: Callable[[str], Person]) -> None:
    addresses = every_get(tmp_path / "other")
    assert len(addresses) > 40
    with open_hall(tmp_path / "hall") as hall:
        al = on_phone(hall)
        al.post("/api/guest", {"name": "Al"})
        table = str(al.post("/api/tables", {})["link"])
        event = al.post("/api/events", {"rules": "alberta", "title": "Friday", "key": "k"})
        desk = str(event["link"])
        own = ["/", "/me", "/games", table, f"{table}/review", desk]
        for path in own:
            al.go(path)
        token = desk.rpartition("/")[2]
        addresses += [*own, f"/api{table.replace('/t/', '/tables/')}/now", f"/api/desk/{token}/view"]
        addresses += [f"/paper/{token}/slips.pdf", "/static/shared/look.css", "/offline?x", "/static/shared/look.css?x"]
        told = al.page.evaluate(
            """async (addresses) => {
                const ask = (address) => fetch(address).then((answer) => answer.arrayBuffer());
                await Promise.all(addresses.map(ask));
                return navigator.serviceWorker.controller !== null;
            }""",
            addresses,
        )
        assert told, "the worker saw all of them"
        kept, site = al.page.evaluate(KEPT), read_site()
        assert "/offline" in kept
        strange = [path for path in kept if path != "/offline" and path.removeprefix(site.folder) not in site.files]
        assert strange == []
