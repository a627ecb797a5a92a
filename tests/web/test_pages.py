"""The pages as they come from the server: everything there, nothing from elsewhere, and errors for people."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bowerbird.client import Client
from bowerbird.rulebook import RulebookError, book_names, read_rulebook
from bowerbird.web.api import book_named
from bowerbird.web.house import form_parts, toml_from

Person = Callable[..., Client]
HTML = {"Accept": "text/html"}

PAGES = [
    "/",
    "/me",
    "/rules",
    *(f"/rules/{name}" for name in book_names()),
    "/rules/alberta/diff/national",
    "/house-rules",
    "/games",
    "/fair",
    "/api",
]


@pytest.mark.parametrize("page", PAGES)
async def test_every_page_opens_and_asks_nothing_of_other_machines(people: Person, page: str) -> None:
    client = people()
    for known in (False, True):
        if known:
            await client.guest('Al <script>alert("x")</script>'[:24])
        answer = await client.http.get(page, headers=HTML)
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text
        assert not re.search(r'(src|href)="(https?:)?//', answer.text)
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|style=", answer.text), "no script or style in the page"
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_the_first_page_is_small(people: Person) -> None:
    client = people()
    page = await client.http.get("/", headers=HTML)
    links = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text))
    seen: set[str] = set()
    total = len(page.content)
    while links - seen:
        link = (links - seen).pop()
        seen.add(link)
        file = await client.http.get(link)
        assert file.status_code == 200, link
        total += len(file.content)
        links |= {f"/static/{name}" for name in re.findall(r'from "\./([^"]+)"', file.text)}
    assert total < 100_000


async def test_what_is_not_there_is_a_page_for_people_and_json_for_programs(people: Person) -> None:
    client = people()
    page = await client.http.get("/t/nowhere", headers=HTML)
    assert page.status_code == 404
    assert "There is no such table" in page.text
    for path in ("/nowhere", "/api/nowhere", "/static/nowhere.js", "/static/../app.py", "/rules/nowhere"):
        answer = await client.http.get(path)
        assert answer.status_code == 404, path
        assert answer.json()["why"]
    assert (await client.http.put("/api/rules")).status_code == 405


async def test_the_pages_of_a_table_open_for_whoever_has_the_link(people: Person) -> None:
    host, friend = people(), people()
    await host.guest("Al")
    table = (await host.make_table())["table"]
    for page in ("", "/replay", "/review"):
        answer = await friend.http.get(f"/t/{table}{page}", headers=HTML)
        assert answer.status_code == 200
        assert f'data-table="{table}"' in answer.text


async def test_house_rules_from_the_form_can_be_played(people: Person) -> None:
    client = people()
    title = 'The "kitchen" rules'
    chosen = {
        "based_on": "alberta",
        "title": 'The "kitchen" rules',
        "auction.stick_the_dealer": "true",
        "points.euchre": "3",
    }
    page = await client.http.get("/house-rules", params=chosen, headers=HTML)
    assert "the dealer must name trump" in page.text
    toml = toml_from("alberta", title, chosen)
    book = read_rulebook(toml)
    assert book.title == title
    assert book.auction.stick_the_dealer
    assert book.points.euchre == 3
    await client.guest("Al")
    made = await client.make_table(house_rules=toml)
    async with client.line(made["table"]) as line:
        assert line.frame["room"]["rules"]["title"] == title


@pytest.mark.parametrize(
    "query",
    [
        {"game.points": "999999"},
        {"game.points": "0"},
        {"auction.need_first_round": 'x"\n[evil]\na = "'},
        {"toml": "this is no TOML ["},
        {"title": "\x00\x1f"},
    ],
)
async def test_a_form_with_nonsense_says_what_is_wrong(people: Person, query: dict[str, str]) -> None:
    answer = await people().http.get("/house-rules", params=query, headers=HTML)
    assert answer.status_code == 200
    assert "Play with bots" not in answer.text or "title" in query


@pytest.mark.parametrize("name", book_names())
def test_every_choice_of_the_form_is_one_that_a_book_can_make(name: str) -> None:
    book = book_named(name)
    refused: list[str] = []
    for part in form_parts(book, {}):
        for field in part.fields:
            for choice in field.choices or (str(field.lowest), str(field.highest)):
                toml = toml_from(name, "", {field.key: choice})
                try:
                    read_rulebook(toml)
                except RulebookError as error:
                    refused.append(error.key)
    assert set(refused) <= {"game", "game.bell", "draw.dealer"}, "only these depend on another choice"


async def test_a_past_hand_is_checked_on_its_page(people: Person) -> None:
    client = people()
    answer = await client.http.get("/fair", params={"table": "http://localhost/t/nowhere", "hand": "1"}, headers=HTML)
    assert "There is no such table" in answer.text
