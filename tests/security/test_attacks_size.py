"""Too much of everything: bodies, names, lists, nesting, messages, headers, requests at once."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest

from bowerbird.client import Client, RefusedError
from bowerbird.web.security.limits import Limits
from bowerbird.web.security.proxy import Deployment
from bowerbird.web.security.slow_connections import Patience
from kit.rows import rows
from security.nights import Night
from security.serving import serving
from web.conftest import app_on

Person = Callable[..., Client]
JSON = {"Content-Type": "application/json"}


async def test_oversized_body(tmp_path: Path) -> None:
    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b" " * 65_536

    too_much: list[bytes | AsyncIterator[bytes]] = [b"x" * 200_000, b'{"name":"' + b"x" * 5_000_000 + b'"}', endless()]
    async with serving(app_on(tmp_path), patience=Patience(head=1, body=1)) as address, Client(address) as client:
        await client.guest("Al")
        for content in too_much:
            try:
                answer = await client.http.post("/api/guest", content=content, headers=JSON)
            except httpx.TransportError:
                continue  # the hall hung up while we were still sending
            assert answer.status_code in (400, 413)
        assert (await client.get("/api/me"))["name"] == "Al"


async def test_oversized_body_at_the_desk(night: Night) -> None:
    url = f"/api/desk/{night.token}/do"
    for text in ("A\n" * 1_000_000, "name,zone\n" + "B,x\n" * 1_000_000, "x" * 450_000):
        body = json.dumps({"what": "paste", "key": "k", "text": text}).encode()
        try:
            answer = await night.client.http.post(url, content=body, headers=JSON)
        except httpx.TransportError:
            continue
        assert answer.status_code in (400, 413)
    people = [{"name": f"P{number}"} for number in range(4001)]
    answer = await night.ask(night.token, "enter", people=people)
    assert answer.status_code in (400, 413)
    assert len((await night.look())["people"]) == 8


async def test_a_large_event_of_a_guest(night: Night) -> None:
    """Anyone can set up an event as a guest, and a room full of people fits. A larger one needs a saved name."""
    many = "\n".join(f"N{number:05d}" for number in range(393))
    refused = await night.ask(night.token, "paste", text=many)
    assert refused.status_code == 409
    assert "room for 400 people until its director has a saved name" in refused.json()["why"]
    assert (await night.ask(night.token, "paste", text=many[:-7])).status_code == 200, "four hundred"
    sign_up = await night.link("sign_up")
    assert (await night.ask(sign_up, "enter", people=[{"name": "One More"}])).status_code == 200, "not here yet"
    refused = await night.ask(night.token, "check-in", names=["One More"])
    assert refused.status_code == 409
    assert "room for 400 people until its director has a saved name" in refused.json()["why"]
    with pytest.raises(RefusedError, match="room for 400 people"):
        await night.client.post("/api/events", rules="national", key="practice", trial=401)
    await night.client.guest("Large One")
    await night.client.post("/api/account", passphrase="a short sentence will do")
    assert (await night.ask(night.token, "check-in", names=["One More"])).status_code == 200
    assert (await night.client.post("/api/events", rules="national", key="practice", trial=401))["link"]


async def test_made_up_people_on_the_sign_up_list(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have places of their own. When these are full the director's are not, and one step clears the list."""
    monkeypatch.setattr("bowerbird.desk.size.SIGN_UPS", 20)
    monkeypatch.setattr("bowerbird.desk.desk.GUEST_PEOPLE", 10)
    sign_up = await night.link("sign_up")
    for number in range(20):
        assert (await night.ask(sign_up, "enter", people=[{"name": f"Nobody {number}"}])).status_code == 200
    refused = await night.ask(sign_up, "enter", people=[{"name": "Ann"}])
    assert (refused.status_code, refused.json()["why"]) == (
        409,
        "The list for signing up here is full. Go to the desk: the director can still add you.",
    )
    await night.do("enter", people=[{"name": "Ann"}], here=True)
    await night.do("check-in", names=["Nobody 7"])  # somebody's real name
    full = await night.ask(night.token, "check-in", names=["Nobody 8"])
    assert (full.status_code, "room for 10 people" in full.json()["why"]) == (409, True)
    assert (await night.look())["only_signed_up"] == 19
    assert (await night.ask(sign_up, "clear-sign-ups")).status_code in (403, 409), "not by the link itself"
    await night.do("clear-sign-ups")
    seen = await night.look()
    assert (len(seen["people"]), seen["only_signed_up"]) == (10, 0)
    assert {"Ann", "Nobody 7"} <= {person["name"] for person in seen["people"]}
    await night.do("withdraw", role="sign-up")
    assert (await night.ask(sign_up, "enter", people=[{"name": "Nobody"}])).status_code == 403
    again = await night.ask(await night.link("sign_up"), "enter", people=[{"name": "Bo"}])
    assert again.status_code == 200, "by the new link"


async def test_a_list_of_as_many_as_fit_holds_up_nobody(night: Night) -> None:
    """As many people as an event has room for, while somebody else looks at a page."""
    await night.client.guest("Very Large")
    await night.client.post("/api/account", passphrase="a short sentence will do")
    too_many = "\n".join(f"N{number:05d}" for number in range(28_000))
    assert (await night.ask(night.token, "paste", text=too_many)).status_code == 409
    names = "\n".join(f"N{number:05d}" for number in range(2_900))
    pasting = asyncio.create_task(night.ask(night.token, "paste", text=names, here=True))
    longest = 0.0
    while not pasting.done():
        begun = time.perf_counter()
        assert (await night.client.http.get("/api/rules")).status_code == 200
        longest = max(longest, time.perf_counter() - begun)
        await asyncio.sleep(0.02)
    assert (await pasting).status_code == 200
    assert longest < 10, "others were served meanwhile"
    full = await night.ask(night.token, "paste", text="\n".join(f"M{number:05d}" for number in range(200)))
    assert full.status_code == 409
    assert "room for" in full.json()["why"]


@rows("open_", ["[", '{"a":', '{"what":"next","key":"k","shifts":{"a":', '{"name":['])
async def test_deep_nesting(night: Night, open_: str) -> None:
    body = (open_ * 15_000)[:60_000].encode()
    for url in ("/api/guest", "/api/tables", "/api/events", f"/api/desk/{night.token}/do"):
        answer = await night.client.http.post(url, content=body, headers=JSON)
        assert answer.status_code in (400, 413), url
    toml = "a = " + "[" * 9_000
    checked = await night.client.post("/api/rules/check", toml=toml)
    assert not checked["ok"]
    dotted = ".".join("a" * 9_000) + " = 1"
    assert not (await night.client.post("/api/rules/check", toml=dotted))["ok"]


async def test_oversized_names(night: Night) -> None:
    client = night.client
    for field in ({"name": "x" * 25}, {"name": "x" * 100_000}, {"name": ""}):
        with pytest.raises(RefusedError):
            await client.post("/api/guest", **field)
    for name in ("x" * 61, "x" * 131, "👩‍👩‍👧‍👦" * 40):
        assert (await night.ask(night.token, "enter", people=[{"name": name}])).status_code in (400, 409)
    with pytest.raises(RefusedError):
        await client.post("/api/events", rules="ccc", key="k", title="x" * 121)
    with pytest.raises(RefusedError):
        await client.post("/api/account", passphrase="x" * 201)


async def test_numbers_beyond_all_numbers(night: Night) -> None:
    for number in ("1e999", "-1", "1" * 400, "9" * 30, "1e308", "NaN", "0x10", "1.5", '"1"', "true"):
        body = f'{{"what":"score","key":"k","table":1,"round":1,"ns":{number},"ew":3}}'.encode()
        answer = await night.client.http.post(f"/api/desk/{night.token}/do", content=body, headers=JSON)
        assert answer.status_code in (400, 409), number
        answer = await night.client.http.get(f"/api/desk/{night.token}/round/{number}")
        assert answer.status_code in (400, 404), number
    for number in ("1e999", "-2", "1" * 400, "NaN", "x"):
        answer = await night.client.http.get(f"/api/desk/{night.token}/view?after={number}")
        assert answer.status_code == 400, number


async def test_oversized_address_and_headers(people: Person) -> None:
    client = people()
    for path, headers in {
        "/" + "x" * 60_000: {},
        "/rules?first=" + "x" * 60_000: {},
        "/": {"Cookie": "bowerbird=" + "x" * 60_000},
        "/api/me": {f"X-{number}": "y" * 100 for number in range(600)},
    }.items():
        try:
            answer = await client.http.get(path, headers=headers)
        except httpx.TransportError:
            continue
        assert answer.status_code in (200, 400, 401, 404, 414, 431), path[:20]


async def test_too_many_requests_at_once_from_one_address(tmp_path: Path) -> None:
    """A caller with many of them is refused more. The room goes on, and so do strangers behind the same address."""
    limits = Limits(requests=(1e6, 1e6), own_writes=(1e6, 1e6), own_at_once=20, pause=0)
    deployment = Deployment(proxies=("127.0.0.1",))
    async with (
        serving(app_on(tmp_path, limits=limits, deployment=deployment), deployment) as address,
        Client(address) as client,
    ):
        night = Night(client)
        await night.begin("st-joe", ["A", "B", "C", "D"])
        helper = await night.link("helper")
        url = f"/api/desk/{helper}/view?after={(await night.look())['seq']}"
        greedy = {"X-Forwarded-For": "192.0.2.1"}
        room = httpx.Limits(max_connections=100)
        async with httpx.AsyncClient(base_url=address, headers=greedy, trust_env=False, limits=room) as waits:
            looks = [asyncio.create_task(waits.get(url, timeout=60)) for _ in range(40)]
            while sum(each.done() for each in looks) < 20:
                await asyncio.sleep(0.02)
            assert {each.result().status_code for each in looks if each.done()} == {429}
            assert all(each.result().headers["retry-after"] == "2" for each in looks if each.done())
            assert (await client.http.get("/health", headers=greedy)).status_code == 200
            await night.do("clock", do="start")  # from another address all goes on, and those who wait get their news
            answers = await asyncio.gather(*looks)
        assert sorted(answer.status_code for answer in answers) == [200] * 20 + [429] * 20


async def test_a_flood_by_one_person_and_by_one_link(tmp_path: Path) -> None:
    limits = Limits(own_writes=(3, 0.01), prints=(2, 0.01), requests=(14, 0.01), pause=0)
    async with serving(app_on(tmp_path, limits=limits)) as address, Client(address) as al, Client(address) as bo:
        await al.guest("Al")
        await bo.guest("Bo")
        made = [(await al.http.post("/api/tables", json={})).status_code for _ in range(5)]
        assert made == [201, 201, 201, 429, 429]
        assert (await bo.http.post("/api/tables", json={})).status_code == 201, "the next person has their own measure"
        night = Night(bo)
        await night.make("st-joe")
        papers = [(await bo.http.get(f"/paper/{night.token}/tonight.pdf")).status_code for _ in range(3)]
        assert papers == [200, 200, 429]
        public = await night.link("public")
        seen = [(await al.http.get(f"/api/desk/{public}/view")).status_code for _ in range(12)]
        assert seen == [200] * 9 + [429] * 3, "with those for the tables, fourteen"
        async with Client(address) as board:
            assert (await board.http.get(f"/api/desk/{public}/view")).status_code == 200, "the board has the same link"
        assert (await bo.http.get(f"/api/desk/{night.token}/view")).status_code == 200, "the desk goes on"


async def test_a_list_of_strangers_by_the_sign_up_link(tmp_path: Path) -> None:
    limits = Limits(own_writes=(6, 0.001), newcomers=(4, 0.001))
    async with serving(app_on(tmp_path, limits=limits)) as address, Client(address) as client:
        night = Night(client)
        await client.guest("Dee")
        await night.make("st-joe")
        await night.do("settings", sign_up=True)
        link = await night.link("sign_up")
        many = await night.ask(link, "enter", people=[{"name": "A"}, {"name": "B"}])
        assert many.status_code in (403, 409), "one at a time"
        statuses = [
            (await night.ask(link, "enter", people=[{"name": f"Bot {number}", "of_age": True}])).status_code
            for number in range(8)
        ]
        assert statuses.count(429) >= 4
        async with Client(address) as stranger:
            night.client = stranger
            statuses = [
                (await night.ask(link, "enter", people=[{"name": f"Zed {number}"}])).status_code for number in range(8)
            ]
        assert statuses == [200] * 3 + [429] * 5, "without a cookie, by the address: Dee was a stranger once"


async def test_made_up_sign_ups_by_one_link(tmp_path: Path) -> None:
    """The link itself has a limit. Scanning a name that is on the list, and other events, aren't held up by it."""
    limits = Limits(sign_ups=(3, 0.001))
    async with serving(app_on(tmp_path, limits=limits)) as address, Client(address) as client:
        await client.guest("Dee")
        nights = [Night(client), Night(client)]
        for night in nights:
            await night.make("trailer-estates", title=f"Night {nights.index(night)}")
            await night.do("enter", people=[{"name": "Listed"}])
        link = await nights[0].link("sign_up")
        statuses = [(await nights[0].ask(link, "enter", people=[{"name": f"Bot {n}"}])).status_code for n in range(5)]
        assert statuses == [200] * 3 + [429] * 2
        assert (await nights[0].ask(link, "claim", name="Listed")).status_code == 200
        other = await nights[1].link("sign_up")
        assert (await nights[1].ask(other, "enter", people=[{"name": "Ann"}])).status_code == 200
