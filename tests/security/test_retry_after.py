"""Every refusal for too much, or for a server that is busy, says in whole seconds when to try again, and it is true."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from bowerbird.client import Client
from bowerbird.hall.errors import TryLaterError
from bowerbird.hall.hall import Hall
from bowerbird.hall.review import Reviews
from bowerbird.store import StoreError
from bowerbird.web.security.limits import Limits
from security.nights import Night
from security.serving import serving
from web.conftest import GENEROUS, app_on

SCARCE = (1, 0.01)


def check(answer: httpx.Response, status: int = 429) -> int:
    """Gives the seconds."""
    assert answer.status_code == status, answer.text
    assert re.fullmatch(r"[1-9]\d*", answer.headers.get("retry-after", "")), str(answer.request.url)
    assert "ry again" in answer.text or "has to wait" in answer.text
    return int(answer.headers["retry-after"])


def addresses(app: Litestar) -> list[tuple[str, str]]:
    """Every method and address of the server, with something for its parts."""
    found: list[tuple[str, str]] = []
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            path = re.sub(r"\{[^}]*:int\}", "1", route.path)
            path = re.sub(r"\{[^}]*\}", "x", path)
            found += [(method, path) for method in route.methods & {"GET", "POST"}]
    return found


async def test_at_every_address(tmp_path: Path) -> None:
    limits = Limits(strangers=SCARCE, files=SCARCE, codes=SCARCE, pause=0)
    app = app_on(tmp_path, limits=limits)
    async with serving(app) as address, Client(address) as client:
        for _ in range(2):
            for path in ("/", "/static/shared/look.css"):
                await client.http.get(path)
            await client.http.post("/api/join", json={"code": "AAAAAA"})
        found = addresses(app)
        assert len(found) > 60
        for method, path in found:
            assert 50 < check(await client.http.request(method, path, json={})) <= 100
        page = await client.http.get("/", headers={"accept": "text/html"})
        check(page)
        assert "<html" in page.text


async def test_for_every_limit(tmp_path: Path) -> None:
    """What a person, a link or a name has too much of, after the request itself was let in."""
    limits = Limits(own_writes=(2, 0.01), newcomers=(2, 0.01), prints=SCARCE, sign_ins=SCARCE, turns=0.2, pause=0)
    async with serving(app_on(tmp_path, limits=limits)) as address, Client(address) as client:
        await client.guest("Al")
        night = Night(client)
        await night.make("st-joe")
        await client.http.get(f"/paper/{night.token}/tonight.pdf")
        assert check(await client.http.get(f"/paper/{night.token}/tonight.pdf")) > 50
        await client.make_table()
        assert check(await client.http.post("/api/tables", json={})) > 50
        async with Client(address) as stranger:
            await stranger.guest("Bo")
            stranger.http.cookies.clear()
            assert check(await stranger.http.post("/api/guest", json={"name": "Cy"})) > 50
            wrong = {"name": "Al", "passphrase": "a wrong passphrase"}
            assert (await stranger.http.post("/api/sign-in", json=wrong)).status_code == 409
            late = await stranger.http.post("/api/sign-in", json=wrong)
            assert check(late) == 1
            assert late.json()["checked"], "the page must not send it again"


async def test_it_is_true(tmp_path: Path) -> None:
    """Who waits that long, and no longer, is let in."""
    limits = Limits(requests=(3, 1.5), longest=0.5, pause=0)
    async with serving(app_on(tmp_path, limits=limits)) as address, Client(address) as client:
        await client.guest("Al")
        answers = await asyncio.gather(*(client.http.get("/api/me") for _ in range(8)))
        refused = [answer for answer in answers if answer.status_code != 200]
        assert {check(answer) for answer in refused} == {1}
        await asyncio.sleep(1)
        assert (await client.http.get("/api/me")).status_code == 200


async def test_a_database_that_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: object) -> None:
        raise StoreError("no database")

    monkeypatch.setattr(Hall, "by_code", away)
    async with serving(app_on(tmp_path, limits=GENEROUS)) as address, Client(address) as client:
        assert check(await client.http.post("/api/join", json={"code": "AAAAAA"}), 503) == 2


async def test_too_many_who_sign_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bowerbird.hall.people._LONGEST_QUEUE", 0)
    async with serving(app_on(tmp_path, limits=GENEROUS)) as address, Client(address) as client:
        await client.guest("Al")
        assert check(await client.http.post("/api/account", json={"passphrase": "a short sentence"}), 503) == 3
        assert (
            check(await client.http.post("/api/sign-in", json={"name": "Al", "passphrase": "a wrong guess"}), 503) == 3
        )


async def test_too_many_games_to_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def late(*_: object) -> None:
        raise TryLaterError("The teacher has many games to review. Try again in a minute.", 60)

    monkeypatch.setattr(Reviews, "soon", late)
    async with serving(app_on(tmp_path, limits=GENEROUS)) as address, Client(address) as client:
        await client.guest("Al")
        table = (await client.make_table())["table"]
        assert check(await client.http.get(f"/api/tables/{table}/review"), 503) == 60


def test_no_refusal_that_names_a_time_goes_without_it() -> None:
    """What asks people to come back in a while is raised as an error that says when."""
    raised = re.compile(r"raise (\w+)\(\s*f?\"[^\"]*[Tt]ry again in (?!\{)")
    found = {
        (path.name, error)
        for path in (Path(__file__).parents[2] / "src").rglob("*.py")
        for error in raised.findall(path.read_text("utf-8"))
    }
    assert ("people.py", "TryLaterError") in found
    assert {error for _, error in found} <= {"TryLaterError", "TooManyRequestsError"}
