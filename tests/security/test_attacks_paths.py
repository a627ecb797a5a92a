"""Paths that lead out of where they belong: files of the site, rulebooks, sheets of paper, names that are kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bowerbird.client import Client, RefusedError
from security.nights import Night

Person = Callable[..., Client]
OUT = [
    "../../../../etc/passwd",
    "..%2f..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/etc/passwd",
    "/etc/passwd",
    "....//app.py",
]


async def test_files_outside_the_static_folder(opened: str) -> None:
    windows = ["..\\..\\app.py", "%5c..%5capp.py", "C:%5cwindows%5cwin.ini"]
    for path in [*OUT, *windows, "%00", "shared/look.css/x", "x" * 3000, "\x00.js"]:
        # By hand: a client of good manners would tidy the path.
        reader, writer = await asyncio.open_connection("127.0.0.1", int(opened.rpartition(":")[2]))
        target = f"/static/{path}".encode()
        writer.write(b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = await asyncio.wait_for(reader.read(), 20)
        writer.close()
        assert int(answer.split(b" ", 2)[1]) in (400, 404), path
        assert b"root:" not in answer
        assert b"def create_app" not in answer


async def test_rulebook_from_the_disk(people: Person) -> None:
    client = people()
    await client.guest("Al")
    for name in [*OUT, "../books/ccc", "alberta.toml", "ccc\x00", "pyproject.toml"]:
        with pytest.raises(RefusedError) as refused:
            await client.make_table(rules=name)
        assert refused.value.status in (400, 409), name
        with pytest.raises(RefusedError):
            await client.post("/api/events", rules=name, title="x", key="k")
        assert (await client.http.get("/api/events/setup", params={"rules": name})).status_code in (400, 404), name
        assert (await client.http.get("/house-rules", params={"based_on": name})).status_code in (400, 404), name


async def test_house_rules_based_on_a_file(people: Person) -> None:
    client = people()
    await client.guest("Al")
    for name in ["/etc/passwd", "../../pyproject.toml", "./ccc.toml", "file:///etc/passwd"]:
        checked = await client.post("/api/rules/check", toml=f'based_on = "{name}"')
        assert not checked["ok"], name
        assert "root:" not in checked["why"]
        with pytest.raises(RefusedError):
            await client.make_table(house_rules=f'based_on = "{name}"')


async def test_house_rules_based_on_an_own_file(people: Person, tmp_path: Path) -> None:
    """A file that is a rulebook, and readable: somebody from outside must not be able to use it all the same."""
    book = tmp_path / "mine.toml"
    book.write_text('based_on = "ccc"\ntitle = "A file of the server"\n')
    client = people()
    checked = await client.post("/api/rules/check", toml=f'based_on = "{book}"')
    assert not checked["ok"]
    assert "A file of the server" not in str(checked)


async def test_paper_that_is_no_sheet(night: Night) -> None:
    for what in [*OUT, "..", "standings.pdf%00", "main.typ", "../../main.typ"]:
        answer = await night.client.http.get(f"/paper/{night.token}/{what}")
        assert answer.status_code in (400, 404, 409), what
        assert not answer.content.startswith(b"%PDF")
    for wrong in ("size=../a4", "round=0", "round=99999999999", "table=-1", "table=x"):
        answer = await night.client.http.get(f"/paper/{night.token}/slips.pdf?{wrong}")
        assert answer.status_code in (400, 409)


async def test_names_with_slashes(people: Person, tmp_path: Path) -> None:
    client = people()
    before = sorted(path.name for path in tmp_path.parent.iterdir())
    for name in ("../../x", "a/b", "C:\\x", "..", "con", "x;rm -rf"):
        await client.guest(name)
        await client.post("/api/account", passphrase="four jacks in a row", so_far="four jacks in a row")
        assert (await client.get("/api/me"))["name"] == name
    assert sorted(path.name for path in tmp_path.parent.iterdir()) == before, "no file was made of a name"


async def test_table_and_code_that_name_another_stream(people: Person) -> None:
    client = people()
    await client.guest("Al")
    table = (await client.make_table())["table"]
    for wrong in (f"x:{table}", f"../table:{table}", "%", "_" * 16, f"{table} ", f"{table}%00"):
        assert (await client.http.get(f"/t/{wrong}")).status_code in (400, 404)
    for code in ("%%%%%%", "______", "' OR 1=1--", "code:x", "ＡＢＣＤＥＦ"):
        with pytest.raises(RefusedError) as refused:
            await client.post("/api/join", code=code)
        assert refused.value.status == 404


async def test_code_for_phones_that_leads_elsewhere(night: Night) -> None:
    for to in ["//evil.example", "/\\evil.example", "https://evil.example", "/x?y=1", "/a b", "/x\ny"]:
        answer = await night.client.http.get(f"/api/desk/{night.token}/qr.svg", params={"to": to})
        assert answer.status_code == 400, f"{to} is no page of this hall"
