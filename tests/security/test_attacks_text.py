"""Text that wants to be more than text: in pages, on paper, in spreadsheets, calendars, headers and logs."""

from __future__ import annotations

import csv
import io
import json
import logging
import re
from collections.abc import Callable
from unicodedata import normalize

import httpx
import pypdfium2
import pytest

from bowerbird.client import Client, RefusedError
from bowerbird.logs import cut_secrets, set_up_logs
from kit.rows import rows
from security.nights import Night

Person = Callable[..., Client]
HTML = {"Accept": "text/html"}
SCRIPTS = ["<script>alert(1)</script>", '"><img src=x onerror=a()>', "{{7*7}}", "${7*7}", "'-alert(1)-'", "</title><b>"]


@rows("name", [each[:24] for each in SCRIPTS])
async def test_script_in_a_players_name(people: Person, name: str) -> None:
    host, guest = people(), people()
    await host.guest(name)
    await guest.guest("Al")
    made = await host.make_table(private=False)
    async with host.line(made["table"]) as line:
        for page in ("/", "/me", "/games", f"/t/{made['table']}"):
            for who in (host, guest):
                text = (await who.http.get(page, headers=HTML)).text
                assert "<script>alert" not in text
                assert "<img src=x" not in text
                assert "</title><b>" not in text
                assert "49" not in re.findall(r"<h1[^>]*>(.*?)</h1>", text)
        assert name in json.dumps(line.frame, ensure_ascii=False).replace('\\"', '"'), "the line carries it as data"


@rows("name", SCRIPTS)
async def test_script_in_the_names_of_an_event(opened: str, name: str) -> None:
    async with Client(opened) as client:
        night = Night(client)
        await night.begin("st-joe", [name, "Bo", "Cy", "Di"], title=name, place=name)
        pages = {
            "desk": await night.link("director"),
            "board": await night.link("board"),
            "standings": await night.link("public"),
            "sign-up": await night.link("sign_up"),
            "p": await night.link("players", name),
            "table": await night.link("tables", "1"),
        }
        for page, token in pages.items():
            answer = await client.http.get(f"/{page}/{token}", headers=HTML)
            assert answer.status_code == 200, page
            assert "<script>alert" not in answer.text
            assert "<img src=x" not in answer.text
            assert "</title><b>" not in answer.text
            data = await client.http.get(f"/api/desk/{token}/view")
            assert data.headers["content-type"].startswith("application/json")


async def test_markup_in_names_on_paper(opened: str) -> None:
    names = ['#read("/etc/passwd")', "*bold* $x$ @ref", '#import "x.typ"', "<label> \\ #{1+1}"]
    async with Client(opened) as client:
        night = Night(client)
        await night.begin("st-joe", names, title="#panic()", place="#sys.inputs")
        for sheet in ("slips", "standings", "all"):
            answer = await client.http.get(f"/paper/{night.token}/{sheet}.pdf")
            assert answer.status_code == 200, answer.text
            pages = pypdfium2.PdfDocument(answer.content)
            text = " ".join(pages[number].get_textpage().get_text_range() for number in range(len(pages)))
            assert "root:" not in text
            plain = text.replace("\u200b", "")  # long words may be broken where they must
            assert '#read("/etc/passwd")' in " ".join(plain.split()), "printed as it was written"


async def test_formula_in_a_spreadsheet(opened: str) -> None:
    names = ["=cmd|'/C calc'!A1", "@SUM(1+1)", "+1+1", "-2+3"]
    async with Client(opened) as client:
        night = Night(client)
        await night.begin("st-joe", names)
        await night.do("score", ns=10, ew=3, table=1, round=1)
        for file in ("standings.csv", "results.csv"):
            text = (await client.http.get(f"/api/desk/{night.token}/{file}")).text
            cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
            assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
            assert any(cell == "'=cmd|'/C calc'!A1" for cell in cells)


async def test_second_line_in_a_calendar(opened: str) -> None:
    async with Client(opened) as client:
        night = Night(client)
        await client.guest("Dee")
        nasty = "Hall\r\nATTACH:http://evil.example/x\rURL:http://evil.example\u2028END:VEVENT"
        await night.make("st-joe", title=nasty, place=nasty, date="2026-02-05", start="19:00")
        text = (await client.http.get(f"/api/desk/{night.token}/night.ics")).text
        lines = re.split(r"\r\n|\r|\n|\u2028", text.replace("\r\n ", ""))
        assert not [line for line in lines if line.startswith(("ATTACH", "URL"))]
        assert lines.count("END:VEVENT") == 1


@rows("name", ["a\x1b[2Jb", "a\x00b", "evil\u202egnp", "half \ud800", "two\nlines"])
async def test_names_that_paint_or_turn_the_line(opened: str, name: str) -> None:
    async with Client(opened) as client:
        body = json.dumps({"name": name}).encode()
        kind = {"Content-Type": "application/json"}
        answer = await client.http.post("/api/guest", content=body, headers=kind)
        if answer.status_code == 200:
            shown = answer.json()["name"]
            assert shown.isprintable()
        else:
            assert answer.status_code in (400, 409)
        night = Night(client)
        await client.guest("Dee")
        await night.make("st-joe", title="Thursday \x1b[31m \u202e night")
        assert (await night.look())["title"].isprintable()
        entry = json.dumps({"what": "enter", "key": "k", "people": [{"name": name, "of_age": True}]}).encode()
        refused = await client.http.post(f"/api/desk/{night.token}/do", content=entry, headers=kind)
        assert all(person["name"].isprintable() for person in (await night.look())["people"])
        assert refused.status_code in (200, 400, 409)


@rows("name", ["\u3164", "\u2800", "\ufe0f", "\u0301\u0301", "\u200d"])
async def test_names_that_nobody_can_see(people: Person, name: str) -> None:
    client = people()
    with pytest.raises(RefusedError, match="name that other people can read"):
        await client.guest(name)
    shown = (await client.guest(f"{name}Al{name}"))["name"]
    assert normalize("NFD", shown).rstrip("\u0301") == "Al", "what cannot be seen does not make another name"


async def test_header_injection(people: Person) -> None:
    client = people()
    await client.guest("Al")
    for path in (
        "/rules?first=alberta%0d%0aSet-Cookie:x=1&second=ccc",
        "/house-rules?based_on=bicycle&title=x%0d%0aSet-Cookie:x=1",
        "/rules/alberta%0d%0aX-Evil:1",
        "/t/%0d%0aX-Evil:1",
    ):
        answer = await client.http.get(path, headers=HTML)
        assert "x-evil" not in answer.headers
        assert "set-cookie" not in answer.headers
        assert answer.status_code < 500


async def test_open_redirect(people: Person) -> None:
    client = people()
    for path in (
        "//evil.example/",
        "/\\evil.example",
        "/rules?first=//evil.example&second=ccc",
        "/rules?first=https://evil.example&second=ccc",
        "/house-rules?based_on=//evil.example",
        "/house-rules?next=https://evil.example&title=x",
        "/%2f%2fevil.example",
        "/static//evil.example",
    ):
        answer = await client.http.get(path, headers=HTML, follow_redirects=False)
        where = answer.headers.get("location", "/")
        assert re.match(r"/(?![/\\])", where), f"{path} leads to {where}"
        assert answer.status_code < 500


async def test_lines_of_somebody_elses_making_in_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    out = io.StringIO()
    try:
        for style in ("text", "json"):
            set_up_logs(style, "info", out)
            logging.getLogger("hall").info(
                "GET %s", "/x\n2026-01-01 error hall: all is lost\x1b[2J", extra={"client": "a\nb"}
            )
    finally:
        root.handlers[:], root.level = before
    assert len(out.getvalue().splitlines()) == 2
    assert "\x1b" not in out.getvalue()


def test_secrets_in_the_log() -> None:
    secrets = {
        "GET /desk/TnOQAkwY2n.d0..eAz5UmtJAYG8jgf2R42EAQ": "eAz5UmtJAYG8jgf2R42EAQ",
        "GET /p/TnOQAkwY2n.p0.UGVyc29uIEE.VuWzguSkdRGkgdlJAJ1UWA": "VuWzguSkdRGkgdlJAJ1UWA",
        "GET /t/aBcDeFgHiJkLmNoP/replay": "aBcDeFgHiJkLmNoP",
        "a line to table aBcDeFgHiJkLmNoP broke": "aBcDeFgHiJkLmNoP",
        "table aBcDeFgHiJkLmN-- waits": "aBcDeFgHiJkLmN--",
        "table:-_cDeFgHiJkLmNo-: it is read again": "-_cDeFgHiJkLmNo-",
        "cookie bowerbird=WyJxIl0xxxxx.Sm9uYXRoYW4xSm9uYXRoYW4xSm9uYXRoYW4xSm9uYXRo": "Sm9uYXRoYW4x",
        "postgresql://hall:hunter2@db.example/hall": "hunter2",
        "postgresql://hall:hun@ter2@db.example/hall": "ter2",
    }
    for line, secret in secrets.items():
        assert secret not in cut_secrets(line)
    assert "TnOQAkwY2n.d0" in cut_secrets(next(iter(secrets))), "which event it was may be told"


async def test_what_a_refusal_repeats_is_data(people: Person) -> None:
    client = people()
    await client.guest("Al")
    with pytest.raises(RefusedError) as refused:
        await client.make_table(rules="<script>x</script>")
    assert refused.value.status == 409
    answer: httpx.Response = await client.http.get("/rules/<script>alert(1)<%2fscript>", headers=HTML)
    assert "<script>alert" not in answer.text
    answer = await client.http.get("/fair?table=<script>alert(1)</script>&hand=<b>", headers=HTML)
    assert "<script>alert" not in answer.text
