"""A cookie that somebody else has, or has planted; and pages that only look like ours."""

from __future__ import annotations

import asyncio
import base64
import json
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bowerbird.client import Client, RefusedError
from bowerbird.hall.cookies import read_cookie
from bowerbird.hall.people import DAYS_VALID, People
from bowerbird.hall.revocations import _DAY as DAY
from bowerbird.hall.revocations import _Revoked, _Voids
from bowerbird.store import Log
from bowerbird.web.security.limits import Limits
from bowerbird.web.security.proxy import Deployment
from kit.rows import rows
from security.serving import serving
from store.postgres import fresh_database
from web.conftest import KEYRING, app_on, listening

PLAIN, HOST = "bowerbird", "__Host-bowerbird"
NAME = "euchre.example.org"
#: A hall whose proxy speaks https for it.
BEHIND = Deployment(proxies=("127.0.0.1",))
OVER_HTTPS = {"Host": NAME, "X-Forwarded-Proto": "https", "X-Bowerbird": "1"}
HTML = {"Accept": "text/html"}


def cookie_of(client: Client) -> dict[str, str]:
    return {"Cookie": f"{PLAIN}={client.http.cookies[PLAIN]}", "X-Bowerbird": "1"}


async def status(http: httpx.AsyncClient, headers: dict[str, str]) -> int:
    return (await http.get("/api/me", headers=headers)).status_code


def old_cookie(person: str, name: str) -> str:
    """A cookie as earlier versions made it: without a number."""
    body = base64.urlsafe_b64encode(json.dumps([person, name]).encode()).rstrip(b"=").decode()
    return f"{body}.{KEYRING.seal('guest', body)}"


async def test_copied_cookie_after_signing_out(tmp_path: Path) -> None:
    """Signing out ends every copy, on open lines too, also by another name, and after the hall was opened again."""
    async with listening(app_on(tmp_path)) as address, Client(address) as victim, Client(address) as other:
        await victim.guest("Al")
        await other.guest("Bo")
        table = (await victim.make_table(bots="simple", pace="at once"))["table"]
        stolen = cookie_of(victim)
        async with httpx.AsyncClient(base_url=address, trust_env=False, headers=stolen) as thief:
            renamed = await thief.post("/api/guest", json={"name": "Somebody else"})
            thiefs = {"Cookie": f"{PLAIN}={renamed.cookies[PLAIN]}"}
            thief.cookies.clear()
            assert [await status(thief, stolen), await status(thief, thiefs)] == [200, 200], "so far it is good"
            where = f"ws{address[4:]}/ws/{table}"
            async with connect(where, additional_headers={"Cookie": stolen["Cookie"]}, proxy=None) as line:
                assert json.loads(await line.recv())["you"]["seat"] == 2
                await victim.post("/api/sign-out")
                said = ""
                with suppress(ConnectionClosed):
                    async with asyncio.timeout(10):  # nothing is sent, and nothing happens at the table
                        while True:
                            said = str(await line.recv())
                assert "signed out" in said
            assert [await status(thief, stolen), await status(thief, thiefs)] == [401, 401]
        assert (await other.get("/api/me"))["name"] == "Bo", "nobody else is signed out"
    async with listening(app_on(tmp_path)) as address, httpx.AsyncClient(base_url=address, trust_env=False) as thief:
        assert await status(thief, stolen) == 401


async def test_copied_cookie_after_signing_out_at_another_process(postgres_server: Any) -> None:
    with fresh_database(postgres_server) as log:
        async with (
            listening(app_on(log)) as one,
            listening(app_on(log)) as two,
            Client(one) as victim,
            httpx.AsyncClient(base_url=two, trust_env=False) as thief,
        ):
            await victim.guest("Al")
            stolen = cookie_of(victim)
            table = (await victim.make_table())["table"]
            assert await status(thief, stolen) == 200
            where = f"ws{two[4:]}/ws/{table}"
            async with connect(where, additional_headers={"Cookie": stolen["Cookie"]}, proxy=None) as line:
                await line.recv()
                await victim.post("/api/sign-out")
                async with asyncio.timeout(10):
                    await line.wait_closed()
            assert await status(thief, stolen) == 401


async def test_copied_cookie_from_before_each_had_a_number(tmp_path: Path) -> None:
    async with listening(app_on(tmp_path)) as address, httpx.AsyncClient(base_url=address, trust_env=False) as http:
        old, others = ({"Cookie": f"{PLAIN}={old_cookie(person, 'Al')}", "X-Bowerbird": "1"} for person in ("a", "b"))
        assert [await status(http, old), await status(http, others)] == [200, 200], "it is still good"
        renamed = await http.post("/api/guest", json={"name": "Alan"}, headers=old)
        new = {"Cookie": f"{PLAIN}={renamed.cookies[PLAIN]}", "X-Bowerbird": "1"}
        http.cookies.clear()
        await http.post("/api/sign-out", headers=new, json={})
        assert [await status(http, old), await status(http, new)] == [401, 401], "both are of one sign-in"
        assert await status(http, others) == 200


async def test_forgotten_browser_is_signed_out_from_another(tmp_path: Path) -> None:
    """Without a new passphrase, and without one at all. The recovery code that could be seen there is void as well."""
    async with listening(app_on(tmp_path)) as address, Client(address) as here, Client(address) as there:
        me = await here.guest("Al")
        code = (await here.post("/api/recovery-code"))["code"]
        for passphrase in ("", "four jacks in a row"):
            if passphrase:
                await here.post("/api/account", passphrase=passphrase)
                await there.post("/api/sign-in", name="Al", passphrase=passphrase)
            else:
                await there.post("/api/recover", code=code)
            assert await there.get("/api/me") == me
            before = cookie_of(here)
            await here.post("/api/sign-out-elsewhere")
            assert (await there.http.get("/api/me")).status_code == 401
            assert (await there.http.get("/api/me", headers=before)).status_code == 401, "a copy of this one, too"
            assert await here.get("/api/me") == me
        with pytest.raises(RefusedError, match="isn't a recovery code"):
            await there.post("/api/recover", code=code)
        assert await there.post("/api/sign-in", name="Al", passphrase="four jacks in a row") == me


async def test_cookie_older_than_a_year(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser forgets it then. A copy elsewhere would not."""
    async with listening(app_on(tmp_path)) as address, Client(address) as client:
        await client.guest("Al")
        guest = read_cookie(KEYRING, client.http.cookies[PLAIN])
        assert guest is not None
        for later, good in ((DAYS_VALID, 200), (DAYS_VALID + 1, 401)):
            monkeypatch.setattr("bowerbird.hall.people.People._today", lambda _, day=guest.day + later: day)
            assert (await client.http.get("/api/me")).status_code == good


def test_signing_out_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a vandal signs out, as however many guests: nobody else's copied cookie is good again.

    Only guests' single sign-outs are forgotten, the oldest of very many.
    """
    monkeypatch.setattr("bowerbird.hall.revocations._OF_GUESTS", 500)
    voids = _Voids()
    for revoked in (
        _Revoked("owner", "person:owner"),
        _Revoked("owner", session="in the library"),
        _Revoked("guest", cookies=True),
        _Revoked("old", session="old-cookie"),
        _Revoked("somebody", session="s"),
    ):
        voids.apply(revoked, 0)
    for number in range(2_000):
        voids.apply(_Revoked(f"p{number}", session=f"s{number}"), 0)
        voids.apply(_Revoked(f"q{number}", cookies=True), 0)
    assert voids.last["owner"][0] == 1
    assert voids.has_ended("owner", "in the library")
    assert voids.cookies["guest"] == 3
    assert voids.has_ended("old", "old-cookie"), "such a cookie has no end"
    assert [voids.has_ended("", each) for each in ("s", "s1499", "s1500", "s1999")] == [False, False, True, True]


def test_signing_out_again_is_not_older() -> None:
    """The same sign-in, ended at two processes at once, is remembered from the second time on."""
    voids = _Voids()
    for day, session in enumerate(("first", "second", "first")):
        voids.apply(_Revoked("guest", session=session), day * DAY)
    assert list(voids.of_guests) == ["second", "first"]


def test_sign_outs_of_last_year() -> None:
    """They are forgotten when the cookies are too old to be good, and not before."""
    voids = _Voids()
    voids.apply(_Revoked("guest", session="long ago"), 0)
    for day in (1, DAYS_VALID, DAYS_VALID + 1):
        assert voids.has_ended("guest", "long ago")
        voids.apply(_Revoked("other", session=f"on day {day}"), day * DAY)
    assert not voids.has_ended("guest", "long ago")
    assert voids.has_ended("other", "on day 1")


@given(st.lists(st.sampled_from(["sign in", "sign out", "elsewhere", "another"]), max_size=60))
def test_sign_outs_of_one_person_without_end(steps: list[str]) -> None:
    """Of somebody with a passphrase nothing is forgotten: beyond a bound, older sign-ins end together."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bowerbird.hall.revocations._OF_ONE", 4)
        voids = _Voids()
        voids.apply(_Revoked("al", "person:al"), 0)
        signed_in: list[tuple[str, int]] = []
        void: list[tuple[str, int]] = []
        for step in steps:
            if step == "sign in":
                signed_in.append((f"s{voids.seq}-{len(signed_in)}", voids.seq))
            elif step == "sign out" and signed_in:
                void.append(signed_in.pop())
                voids.apply(_Revoked("al", session=void[-1][0]), 0)
            elif step == "elsewhere":
                void += signed_in
                signed_in = []
                voids.apply(_Revoked("al", cookies=True), 0)
            else:
                voids.apply(_Revoked("bo", session=f"b{voids.seq}"), 0)
            assert all(since < voids.cookies.get("al", 0) or voids.has_ended("al", each) for each, since in void)
            assert len(voids.of_people.get("al", ())) <= 4


async def test_sign_outs_wake_nobody_else(tmp_path: Path) -> None:
    """Otherwise somebody who signs out without end keeps the lines of a full hall busy."""
    async with Log(tmp_path) as log:
        people = People(log, lambda: 0)
        woken: Counter[str] = Counter()
        guests = {name: people.guest(name) for name in ("Al", "Bo", "Cy")}
        wake = {name: partial(woken.update, [name]) for name in guests}
        for name, guest in guests.items():
            people.listen(guest.person, wake[name])
        await people.sign_out(guests["Al"])
        await people.sign_out_elsewhere(guests["Bo"])
        people.unlisten(guests["Cy"].person, wake["Cy"])
        await people.sign_out(guests["Cy"])
        assert woken == {"Al": 1, "Bo": 1}


async def test_cookie_planted_by_a_neighbouring_site(tmp_path: Path) -> None:
    """A page of another name in the same domain, or anyone on an open network, can set a plain cookie for this host.

    Its bearer would act under the thief's name. Over https it doesn't count, beside a good one or alone; a person
    is shown whose it is, and asked.
    """
    async with (
        serving(app_on(tmp_path, deployment=BEHIND), BEHIND) as address,
        httpx.AsyncClient(base_url=address, trust_env=False, headers=OVER_HTTPS) as http,
    ):

        async def ask(method: str, path: str, *cookies: str, **more: Any) -> httpx.Response:
            http.cookies.clear()
            headers = {"Cookie": "; ".join(cookies), **more.pop("headers", {})}
            return await http.request(method, path, headers=headers, **more)

        mallorys = await http.post("/api/guest", json={"name": "Mallory"})
        attributes = [text.lower() for text in mallorys.headers.get_list("set-cookie")]
        assert all("secure" in text and "path=/" in text and "domain" not in text for text in attributes)
        good = mallorys.cookies[HOST]
        planted = [f"{PLAIN}={good}", f"{PLAIN}={old_cookie('mallory', 'Mallory')}"]
        als = f"{HOST}={(await ask('POST', '/api/guest', json={'name': 'Al'})).cookies[HOST]}"
        for each in planted:
            assert (await ask("GET", "/api/me", each)).status_code == 401
            assert (await ask("GET", "/api/me", each, als)).json()["name"] == "Al"
            made = await ask("POST", "/api/tables", each, json={})
            assert made.status_code == 401, "nothing is done in the thief's name"
            page = (await ask("GET", "/", each, headers=HTML)).text
            assert "Are you Mallory?" in page
            assert "Are you Mallory?" not in (await ask("GET", "/", each, als, headers=HTML)).text
            no = await ask("POST", "/api/sign-out", each, json={})
            said_no = f"{HOST}={no.cookies[HOST]}"
            assert "Are you Mallory?" not in (await ask("GET", "/", each, said_no, headers=HTML)).text
            assert (await ask("GET", "/api/me", each, said_no)).status_code == 401


async def test_cookie_from_before_https_is_moved_once(tmp_path: Path) -> None:
    """Nobody loses their games by it: after one question the same person is here, and signing out ends both cookies."""
    async with (
        serving(app_on(tmp_path, deployment=BEHIND), BEHIND) as address,
        httpx.AsyncClient(base_url=address, trust_env=False, headers=OVER_HTTPS) as http,
    ):
        old = {"Cookie": f"{PLAIN}={old_cookie('al', 'Al')}"}
        moved = await http.post("/api/continue", headers=old, json={})
        assert moved.json()["person"] == "al"
        deleted = [text for text in moved.headers.get_list("set-cookie") if text.startswith(f"{PLAIN}=")]
        assert ["max-age=0" in text.lower() for text in deleted] == [True]
        new = {"Cookie": f"{HOST}={moved.cookies[HOST]}"}
        http.cookies.clear()
        assert (await http.get("/api/me", headers=new)).json()["person"] == "al"
        await http.post("/api/sign-out", headers=new, json={})
        http.cookies.clear()
        for void in (new, old):
            assert await status(http, void) == 401
        assert (await http.post("/api/continue", headers=old, json={})).status_code == 409
        assert "Are you Al?" not in (await http.get("/", headers={**old, **HTML})).text


ORIGINS = {
    f"https://{NAME}": True,
    f"HTTPS://{NAME.upper()}": True,
    f"https://{NAME}:443": True,
    f"http://{NAME}": False,
    f"https://{NAME}:8443": False,
    f"https://{NAME}:80": False,
    f"https://{NAME}.evil.example": False,
    f"https://evil.example/{NAME}": False,
    f"https://al@{NAME}": False,
    f"ws://{NAME}": False,
    "null": False,
    "": False,
}


@rows("deployment", [BEHIND, Deployment(https=True, names=(NAME,))])
async def test_page_of_our_name_over_plain_http(tmp_path: Path, deployment: Deployment) -> None:
    """Anyone on an open network can make up an http page of any name. A cookie of http and https is the same."""
    async with (
        serving(app_on(tmp_path, deployment=deployment), deployment) as address,
        httpx.AsyncClient(base_url=address, trust_env=False, headers=OVER_HTTPS) as http,
    ):
        cookie = f"{HOST}={(await http.post('/api/guest', json={'name': 'Al'})).cookies[HOST]}"
        http.cookies.clear()
        table = (await http.post("/api/tables", json={}, headers={"Cookie": cookie})).json()["table"]
        for origin, ours in ORIGINS.items():
            headers = {"X-Forwarded-Proto": "https", "Cookie": cookie, "Origin": origin}
            answer = await http.post("/api/bird", json={"bird": ""}, headers=headers)
            assert (answer.status_code == 200) == ours, origin
            where = urlsplit(address)
            line_to = connect(
                f"ws://{NAME}/ws/{table}", additional_headers=headers, proxy=None, host=where.hostname, port=where.port
            )
            async with line_to as line:
                said = str(await line.recv())
                assert ("isn't one of ours" not in said) == ours, origin
        for site, ours in {"same-origin": True, "none": True, "same-site": False, "cross-site": False}.items():
            headers = {"Cookie": cookie, "Sec-Fetch-Site": site}
            answer = await http.post("/api/bird", json={"bird": ""}, headers=headers)
            assert (answer.status_code == 200) == ours, site


async def test_page_of_our_name_at_another_port(tmp_path: Path) -> None:
    """On a laptop: cookies don't know of ports, so another program's page on this machine has ours."""
    async with listening(app_on(tmp_path)) as address, Client(address) as client:
        await client.guest("Al")
        for origin, ours in {address: True, address + "0": False, "http://127.0.0.1": False, "null": False}.items():
            answer = await client.http.post("/api/bird", json={"bird": ""}, headers={"Origin": origin})
            assert (answer.status_code == 200) == ours, origin


async def test_message_over_the_limit_is_answered_with_its_number(tmp_path: Path) -> None:
    """Otherwise the one who sent it waits forever, and a page shows a card as played that nobody has seen."""
    limits = Limits(frames=(4, 0.001), frame_bytes=300)
    async with listening(app_on(tmp_path, limits=limits)) as address, Client(address) as client:
        await client.guest("Al")
        table = (await client.make_table())["table"]
        async with client.line(table) as line, asyncio.timeout(10):
            with pytest.raises(RefusedError, match="at most 300 characters"):
                await line.do("words", words="x" * 400)
            with pytest.raises(RefusedError, match="can't be read"):
                await line.do("no such thing")
            await line.do("ping")
            await line.do("ping")
            with pytest.raises(RefusedError, match="Too many requests"):
                await line.do("ping")
            assert not line.closed


async def test_one_forgotten_browser_is_signed_out(tmp_path: Path) -> None:
    """From the list of one's own, and of nobody else's. The others stay, and so does the passphrase."""
    firefox = {"User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0"}
    async with (
        listening(app_on(tmp_path)) as address,
        Client(address) as here,
        Client(address) as library,
        Client(address) as phone,
        Client(address) as stranger,
    ):
        await here.guest("Al")
        assert [each["here"] for each in await here.get("/api/sign-ins")] == [True]
        me = await here.post("/api/account", passphrase="four jacks in a row")
        library.http.headers.update(firefox)
        for each in (library, phone):
            await each.post("/api/sign-in", name="Al", passphrase="four jacks in a row")
        mine, *others = await here.get("/api/sign-ins")
        assert mine["here"]
        assert [each["browser"] for each in others] == ["A browser", "Firefox on Windows"]
        await stranger.guest("Bo")
        for session in (others[1]["session"], mine["session"], "nothing"):
            with pytest.raises(RefusedError, match="aren't signed in there"):
                await stranger.post("/api/sign-ins/end", session=session)
        assert "Sign out of Firefox on Windows" in (await here.http.get("/me/account")).text
        await here.post("/api/sign-ins/end", session=others[1]["session"])
        assert (await library.http.get("/api/me")).status_code == 401
        assert await here.get("/api/me") == await phone.get("/api/me") == me
        assert len(await phone.get("/api/sign-ins")) == 2
        await here.post("/api/sign-out-elsewhere")
        assert [each["here"] for each in await here.get("/api/sign-ins")] == [True]
        assert await library.post("/api/sign-in", name="Al", passphrase="four jacks in a row") == me
