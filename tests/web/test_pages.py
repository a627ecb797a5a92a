"""The pages as they come from the server: everything there, nothing from elsewhere, and errors for people."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin

import msgspec

from bowerbird.client import Client, first_choice
from bowerbird.hall.fair import ShownDeal, check
from bowerbird.hall.live import Settings
from bowerbird.rulebook import RulebookError, book_names, read_rulebook
from bowerbird.web.pages.house_rules_form import form_parts, toml_from
from bowerbird.web.tables.rules import book_named
from kit.rows import rows
from web.conftest import app_on, listening

Person = Callable[..., Client]
HTML = {"Accept": "text/html"}
ONE_HAND = 'based_on = "bicycle"\n[auction]\nstick_the_dealer = true\n[game]\nhands = 1\npoints = 0'
SHORT = 'based_on = "bicycle"\n[game]\npoints = 2'

PAGES = [
    "/",
    "/learn",
    "/learn?rules=cornwall",
    "/learn/first-hand",
    "/words",
    "/words?rules=national",
    "/me",
    "/me/account",
    "/ratings",
    "/daily",
    "/daily/2026-01-05",
    "/practice",
    "/puzzles",
    "/rules",
    *(f"/rules/{name}" for name in book_names()),
    "/rules/alberta/diff/national",
    "/house-rules",
    "/games",
    "/recorded",
    "/lobby",
    "/birds",
    "/birds?level=master",
    "/fair",
    "/api",
    "/offline",
]


@rows("page", PAGES)
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
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_rules_that_compare_tables_are_offered_for_events_only(people: Person) -> None:
    client = people()
    for page in ("/", "/lobby", "/learn", "/words"):
        text = (await client.http.get(page, headers=HTML)).text
        offered = set(re.findall(r'<option value="([a-z-]+)"', text)) & set(book_names())
        assert offered == set(book_names()) - {"duplicate", "duplicate-teams"}, page
    chosen = (await client.http.get("/learn?rules=duplicate", headers=HTML)).text
    assert '<option value="duplicate" selected>' in chosen
    assert 'value="duplicate"' in (await client.http.get("/rules", headers=HTML)).text


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
        links |= {urljoin(link, name) for name in re.findall(r'from "(\.[^"]+)"', file.text)}
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


async def test_the_address_of_house_rules_keeps_what_differs_and_nothing_else(people: Person) -> None:
    client = people()
    asked = {"based_on": "alberta", "title": "", "auction.stick_the_dealer": "true", "game.points": "10", "toml": ""}
    answer = await client.http.get("/house-rules", params=asked, headers=HTML)
    assert answer.status_code == 302
    assert answer.headers["location"] == "/house-rules?based_on=alberta&auction.stick_the_dealer=true"
    again = await client.http.get(answer.headers["location"], headers=HTML)
    assert again.status_code == 200
    bare = await client.http.get("/house-rules?title=", headers=HTML)
    assert bare.headers["location"] == "/house-rules"


async def test_the_form_asks_first_what_tables_change_most_and_folds_the_rest(people: Person) -> None:
    page = (await people().http.get("/house-rules", headers=HTML)).text
    fold = page.index('<details class="fold">')
    labels = re.findall(r'<label for="([a-z_]+\.[a-z_]+)">([^<]+)', page[:fold])
    assert [key for key, _ in labels] == [
        "auction.stick_the_dealer",
        "game.points",
        "lead.opening",
        "points.euchre",
        "auction.partner_orders_alone",
    ]
    assert labels[2][1] == "Who leads against a lone hand"
    assert 'id="pack.joker"' in page[fold:]
    touched = (await people().http.get("/house-rules", params={"pack.joker": "true"}, headers=HTML)).text
    assert '<details class="fold" open>' in touched, "what was chosen is in sight"


@rows(
    ("end", "said"),
    [
        ("points.alone_m", "points.alone_m"),
        ("game.pts=5", "game.pts"),
        ("points.alone_made", "points.alone_made"),
        ("points.alone_made=", "points.alone_made"),
    ],
)
async def test_a_link_that_lost_its_end_says_so(people: Person, end: str, said: str) -> None:
    link = f"/house-rules?based_on=national&auction.stick_the_dealer=true&{end}"
    client = people()
    page = await client.http.get(link, headers=HTML, follow_redirects=True)
    assert f"It says “{said}”, which isn't a rule" in page.text
    whole = await client.http.get(link.removesuffix(f"&{end}"), headers=HTML, follow_redirects=True)
    assert "Part of this link is missing" not in whole.text


@rows(
    ("query", "field"),
    [
        ({"game.points": "0"}, "game.points"),
        ({"game.points": "999999"}, "game.points"),
        ({"game.minutes": "20"}, "game.bell"),
        ({"draw.partners": "second jack"}, "draw.dealer"),
        ({"auction.need_first_round": "two trumps"}, "auction.need_first_round"),
    ],
)
async def test_what_does_not_fit_is_said_at_the_field(people: Person, query: dict[str, str], field: str) -> None:
    page = (await people().http.get("/house-rules", params=query, headers=HTML)).text
    assert f'One setting doesn\'t work with the others: <a href="#{field}">' in page
    control = re.search(rf'id="{re.escape(field)}"[^>]*>', page)
    assert control is not None
    assert 'aria-invalid="true" aria-describedby="why"' in control.group()
    assert "Play with bots" not in page


@rows(
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


@rows("name", book_names())
def test_every_choice_of_the_form_is_one_that_a_book_can_make(name: str) -> None:
    book = book_named(name)
    refused: list[str] = []
    for part in form_parts(book, {}):
        for field in part.fields:
            values = [choice.value for choice in field.choices] or [str(field.lowest), str(field.highest)]
            for value in values:
                toml = toml_from(name, "", {field.key: value})
                try:
                    read_rulebook(toml)
                except RulebookError as error:
                    refused.append(error.key)
    assert set(refused) <= {"game", "game.bell", "draw.dealer"}, "only these depend on another choice"


async def test_a_past_hand_is_checked_on_its_page(people: Person) -> None:
    client = people()
    answer = await client.http.get("/fair", params={"table": "http://localhost/t/nowhere", "hand": "1"}, headers=HTML)
    assert "There is no such table" in answer.text
    await client.guest("Al")
    made = await client.make_table(house_rules=SHORT, bots="simple", pace="at once")
    asked = {"table": made["table"]}
    async with client.line(made["table"]) as line:
        early = await client.http.get("/fair", params=asked, headers=HTML)
        assert "No hand at this table is over yet." in early.text
        await line.play_on(first_choice)
        await line.until(lambda frame: frame["room"]["fair"]["last"] is not None)
    fair = await client.http.get("/fair", params=asked | {"hand": "1"}, headers=HTML)
    assert "This deal is fair" in fair.text
    assert "Nobody added words to this deal" in fair.text
    record = html.unescape(re.findall(r"<pre[^>]*><code>(.*?)</code>", fair.text, re.DOTALL)[0])
    assert check(msgspec.json.decode(record, type=ShownDeal)) == []
    assert len(record.splitlines()) == len(ShownDeal.__struct_fields__) + 2, "one line for each part"
    none = await client.http.get("/fair", params=asked | {"hand": "999"}, headers=HTML)
    assert "Deal 999 isn&#39;t over yet, or there was none." in none.text
    assert "This deal is fair" not in none.text


async def test_whoever_added_words_to_a_deal_is_named(tmp_path: Path) -> None:
    patient = Settings(grace=0.2, words_wait=20, pace_factor=0, review_ahead=False)
    async with listening(app_on(tmp_path, settings=patient)) as address, Client(address) as client:
        await client.guest("Al")
        made = await client.make_table(house_rules=ONE_HAND, bots="simple", pace="at once")
        async with client.line(made["table"]) as line:
            await line.until(lambda frame: frame["room"]["fair"]["your_words_wanted"])
            await line.do("words", words="from the garden", draw=True)
            await line.until(
                lambda frame: frame["room"]["fair"]["your_words_wanted"] and frame["room"]["fair"]["digest"]
            )
            await line.do("words", words="from the kitchen", draw=False)
            await line.play_on(first_choice)
            await line.until(lambda frame: frame["room"]["fair"]["last"] is not None)
        fair = await client.http.get("/fair", params={"table": made["table"], "hand": "1"}, headers=HTML)
        drawn = await client.http.get("/fair", params={"table": made["table"], "draw": "1"}, headers=HTML)
        never = await client.http.get("/fair", params={"table": made["table"], "draw": "2"}, headers=HTML)
        record = await client.http.get(f"/api/tables/{made['table']}/fair/draw/1")
        missing = await client.http.get(f"/api/tables/{made['table']}/fair/draw/2")
    assert "added words." in fair.text
    assert "from the kitchen" in fair.text
    assert f"/fair?table={made['table']}&amp;draw=1" in fair.text
    assert "This draw is fair." in drawn.text
    assert "South added words." in drawn.text
    assert "deals first" in drawn.text
    assert "There was no draw before game 2" in never.text
    assert record.json()["words"] == ["", "", "from the garden", ""]
    assert missing.status_code == 404


async def test_any_two_books_are_compared_by_a_form_without_script(people: Person) -> None:
    client = people()
    page = await client.http.get("/rules", headers=HTML)
    assert page.text.count("<select") == 2
    answer = await client.http.get("/rules", params={"first": "alberta", "second": "ccc"}, headers=HTML)
    assert (answer.status_code, answer.headers["location"]) == (302, "/rules/alberta/diff/ccc")
    same = await client.http.get("/rules", params={"first": "ccc", "second": "ccc"}, headers=HTML)
    assert "These are the same rules." in same.text
    nobody = await client.http.get("/rules", params={"first": "ccc", "second": "//elsewhere.example"}, headers=HTML)
    assert nobody.status_code == 404


async def test_the_number_of_a_clause_is_never_broken(people: Person) -> None:
    page = (await people().http.get("/rules/alberta", headers=HTML)).text
    clauses = re.findall(r"ALB-[0-9A-Za-z]+", page)
    assert clauses
    assert len(clauses) == len(re.findall(r'<span class="clause">ALB-[0-9A-Za-z]+</span>', page))
    look = (await people().http.get("/static/shared/look.css")).text
    assert re.search(r"\.clause \{\s*white-space: nowrap;", look)


async def test_a_table_has_a_page_with_its_own_rules(people: Person) -> None:
    client = people()
    await client.guest("Al")
    made = await client.make_table(house_rules=f'title = "Our kitchen"\n{SHORT}')
    page = await client.http.get(f"/t/{made['table']}/rules", headers=HTML)
    assert "Our kitchen" in page.text
    assert "The first side with 2 points wins." in page.text


async def test_the_link_for_friends_has_the_address_of_the_network(tmp_path: Path) -> None:
    app = app_on(tmp_path)
    app.state.network.address = "http://192.0.2.7:8000"
    async with listening(app) as address, Client(address) as client:
        await client.guest("Al")
        table = await client.make_table()
        page = (await client.http.get(table["link"], headers=HTML)).text
    assert 'data-origin="http://192.0.2.7:8000"' in page


async def test_the_first_page_leads_back_to_a_game_that_is_on(people: Person) -> None:
    client = people()
    await client.guest("Al")

    async def home(who: Client = client) -> str:
        return (await who.http.get("/", headers=HTML)).text

    assert "Back to your" not in await home()
    kitchen = f'title = "Our kitchen"\n{SHORT}'
    made = await client.make_table(house_rules=kitchen, bots="simple", pace="at once")
    page = await home()
    assert f'href="/t/{made["table"]}">Back to your game</a>' in page
    assert "Our kitchen with three bots. We 0, They 0, hand 1." in page
    assert page.count("main-button") + page.count("data-main") == 1, "one blue thing"
    assert page.index("Back to your game") < page.index("Play now"), "and it comes first"
    assert "Back to your" not in await home(people())
    waiting = await client.make_table()
    page = await home()
    assert page.index("Your table is waiting") < page.index("Your game is waiting"), "the newest first"
    assert f'href="/t/{waiting["table"]}">Back to your table' in page
    assert page.count("main-button") + page.count("data-main") == 1
    async with client.line(made["table"]) as line:
        await line.play_on(first_choice)
    page = await home()
    assert "Back to your game" not in page
    assert "Back to your table" in page


async def test_the_way_back_shows_what_everyone_at_the_table_sees(people: Person) -> None:
    client = people()
    await client.guest("Al")
    made = await client.make_table(bots="simple", pace="at once", rules="bicycle")
    async with client.line(made["table"]) as line:
        await line.until(lambda frame: frame["view"] is not None and frame["view"]["hand"] != [])
        held = line.view["hand"]
        page = (await client.http.get("/", headers=HTML)).text
    found = re.search(r'data-scene="([^"]+)"', page)
    assert found is not None
    scene = msgspec.json.decode(html.unescape(found[1]))
    assert scene["you"] == scene["seat"] == 2
    assert scene["names"][2] == "Al"
    seen = {scene["turnUp"], *(card for _, card in scene["plays"])}
    assert not seen & set(held), "no card of a hand is in the page"


async def test_the_first_page_leads_back_to_an_event_in_progress(people: Person) -> None:
    client = people()
    await client.guest("Dee")

    async def home() -> str:
        return (await client.http.get("/", headers=HTML)).text

    desk = await client.make_event("national", title="Thursday euchre")
    await desk.do("paste", text="Ann\nBob\nCal\nDot")
    assert "Back to your event" not in await home(), "nobody is there yet"
    await desk.do("check-in", names=["Ann"])
    page = await home()
    assert re.search(r'href="/desk/[^"]+">Back to your event</a>', page)
    assert "<b>Thursday euchre.</b> 4 people on the list. People are arriving." in page
    assert page.count("main-button") + page.count("data-main") == 1
    await client.make_event("national", trial=8)
    assert (await home()).count("Back to your event") == 1, "a practice run takes nothing from Play now"


async def test_a_new_name_reaches_the_chair(people: Person) -> None:
    al, bob = people(), people()
    await al.guest("Guest")
    await bob.guest("Bob")
    made = await al.make_table()
    async with bob.line(made["table"]) as line:
        await line.do("sit", seat=0)
        await al.guest("Al")
        await line.until(lambda frame: frame["room"]["chairs"][2]["name"] == "Al")
        await al.guest("Bob")
        await line.until(lambda frame: frame["room"]["chairs"][2]["name"] == "Bob 2")
        assert line.frame["room"]["chairs"][0]["name"] == "Bob"
