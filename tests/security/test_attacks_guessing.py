"""Somebody tries codes and passphrases, one after the other: that costs them much, and others in the room nothing."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.client import Client
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.hall import _CODE_LETTERS
from bowerbird.hall.people import People, account_of, tidy_name
from bowerbird.hall.recovery import GROUPS, LETTERS, tidy_code
from bowerbird.names import letters_of
from bowerbird.store import Log
from bowerbird.web.security.limits import Limits
from bowerbird.web.security.proxy import Deployment
from realtime.waiting import soon
from security.serving import serving
from web.conftest import app_on

RIGHT = "four jacks in a row"
#: Soon used up, and long in coming back.
SCARCE = (5, 0.001)
PROXIED = Deployment(proxies=("127.0.0.1",))


def wrong_code(dice: Random) -> str:
    return "".join(dice.choice(_CODE_LETTERS) for _ in range(6))


def at(place: int) -> dict[str, str]:
    return {"X-Forwarded-For": f"192.0.2.{place}"}


async def sign_in(client: Client, name: str, passphrase: str, place: int = 1) -> httpx.Response:
    return await client.http.post(
        "/api/sign-in", json={"name": name, "passphrase": passphrase}, headers=at(place), timeout=60
    )


async def test_wrong_codes_of_somebody_else_in_the_room(tmp_path: Path) -> None:
    """A right code is good at any moment, for everybody behind that address: while twenty connections try others."""
    dice = Random(6)
    limits = Limits(codes=(5, 40))
    async with serving(app_on(tmp_path, limits=limits)) as address, Client(address) as host, Client(address) as vandal:
        await host.guest("Al")
        code = (await host.make_table())["code"]
        done = asyncio.Event()
        heard: list[int] = []

        async def try_on() -> None:
            while not done.is_set():
                wrong = await vandal.http.post("/api/join", json={"code": wrong_code(dice)}, timeout=60)
                heard.append(wrong.status_code)
                assert "No table has this code" in wrong.json()["why"]

        vandals = [asyncio.create_task(try_on()) for _ in range(20)]
        await soon(lambda: len(heard) > limits.codes[0])  # the rest of them stand in line
        for who in (host, vandal, Client(address)):
            async with asyncio.timeout(10):
                assert (await who.http.post("/api/join", json={"code": code})).status_code == 200
        done.set()
        await asyncio.gather(*vandals)
        assert set(heard) == {404}


async def test_wrong_codes_take_no_pages_from_others(tmp_path: Path) -> None:
    """Codes are counted by themselves: who sends a thousand of them leaves the room its pages."""
    limits = Limits(requests=(15, 0.001), codes=(12, 0.001), pause=0)
    async with serving(app_on(tmp_path, limits=limits)) as address, Client(address) as client:
        await client.guest("Al")
        for _ in range(20):
            last = await client.http.post("/api/join", json={"code": "AAAAAA"})
        assert last.status_code == 429
        for _ in range(10):
            assert (await client.http.get("/api/rules")).status_code == 200


def test_what_guessing_a_code_costs() -> None:
    """The arithmetic on the page about security: a right code is always heard, so tries are counted, right or wrong."""
    burst, rate = Limits().codes
    an_hour = rate * 3600
    codes = len(_CODE_LETTERS) ** 6
    assert (codes, an_hour, burst) == (887_503_681, 36_000, 600)
    assert round(codes / an_hour / 24 / 365, 1) == 2.8, "years until all are tried for one table, for one address"
    assert an_hour / codes < 1 / 24_000, "the chance to find one table within an hour"
    assert round(codes / 20 / an_hour / 24) == 51, "days for one of twenty tables, on the average"


async def test_passphrases_tried_by_somebody_else_in_the_room(tmp_path: Path) -> None:
    """While one tries names and codes until nothing is left, others sign in with their own, and at once."""
    limits = Limits(secrets=SCARCE, secrets_a_day=SCARCE, sign_ins=SCARCE, turns=30)
    async with serving(app_on(tmp_path, limits=limits)) as address, Client(address) as al, Client(address) as vandal:
        await al.guest("Al")
        await al.post("/api/account", passphrase=RIGHT)
        await vandal.guest("Vandal")
        statuses = [(await sign_in(vandal, f"Nobody {n}", "a wrong guess")).status_code for n in range(12)]
        assert statuses == [409] * 5 + [429] * 7
        async with asyncio.timeout(10):
            assert (await sign_in(vandal, "Al", RIGHT)).status_code == 200


async def test_recovery_codes_tried_by_somebody_else_in_the_room(tmp_path: Path) -> None:
    """A right one is good at any moment, for everybody behind that address."""
    dice = Random(7)
    limits = Limits(secrets=SCARCE, secrets_a_day=SCARCE)
    async with serving(app_on(tmp_path, limits=limits)) as address, Client(address) as al, Client(address) as vandal:
        await al.guest("Al")
        me, code = await al.get("/api/me"), (await al.post("/api/recovery-code"))["code"]
        assert len(tidy_code(code)) == GROUPS * 4
        statuses = []
        for _ in range(12):
            guess = "".join(dice.choice(LETTERS) for _ in range(16))
            wrong = await vandal.http.post("/api/recover", json={"code": guess})
            statuses.append(wrong.status_code)
            assert wrong.cookies.get("bowerbird") is None
        assert statuses == [404] * 12
        async with Client(address) as elsewhere:
            assert await elsewhere.post("/api/recover", code=code) == me


def test_what_guessing_a_recovery_code_costs() -> None:
    """However many people have one, and however many addresses somebody has."""
    codes = len(set(LETTERS)) ** (GROUPS * 4)
    assert codes > 2**69
    limits = Limits()
    rate = limits.strangers[1] + limits.shared[1] + limits.people[1]
    a_year = 1000 * rate * 3600 * 24 * 365
    assert codes / 10_000 / a_year / 2 > 2_500, "years for one of ten thousand people, from a thousand addresses"


async def test_a_name_that_somebody_tries_without_end(tmp_path: Path) -> None:
    """The owner gets in: at once in a browser of their own, and after a turn or two on a new device, here or elsewhere.

    Ten connections from the owner's own address always wait for a turn.
    """
    limits = Limits(sign_ins=SCARCE, turns=0.4)
    deployment = PROXIED
    async with (
        serving(app_on(tmp_path, limits=limits, deployment=deployment), deployment) as address,
        Client(address) as own,
        Client(address) as new,
        Client(address) as vandal,
    ):
        await own.guest("Al")
        await own.post("/api/account", passphrase=RIGHT)
        await own.post("/api/sign-out")
        await new.guest("Somebody")
        done = asyncio.Event()

        statuses: list[int] = []

        async def try_on() -> None:
            while not done.is_set():
                statuses.append((await sign_in(vandal, "AL", f"guess {len(statuses):08}")).status_code)

        vandals = [asyncio.create_task(try_on()) for _ in range(10)]
        await soon(lambda: len(statuses) > SCARCE[0])  # the rest of them wait for their turns
        before_them = []
        for client, place in ((own, 1), (own, 1), (new, 1), (Client(address), 2)):
            heard = len(statuses)
            assert (await sign_in(client, "Al", RIGHT, place)).status_code == 200
            before_them.append(len(statuses) - heard)
            await client.post("/api/sign-out")
        done.set()
        assert max(before_them[:2]) <= 1, "in a browser of their own, nobody is before them"
        assert max(before_them[2:]) <= 3, "they are next, or after the next"
        for each in vandals:
            each.cancel()
        await asyncio.gather(*vandals, return_exceptions=True)
        assert set(statuses) == {409, 429}
        assert statuses.count(409) == 5, "what is free of charge is spent once"


async def raw_post(address: str, path: str, body: bytes) -> int:
    """The status of a request whose path nobody tidies."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Bowerbird: 1\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
    answer = await asyncio.wait_for(reader.read(), 20)
    writer.close()
    return int(answer.split(b" ", 2)[1])


async def test_codes_at_another_spelling_of_the_path(tmp_path: Path) -> None:
    """Each spelling that reaches the handler is counted as the others are; the rest finds nothing."""
    spellings = [
        "/api/join",
        "/api/join/",
        "/api//join",
        "//api/join",
        "///api///join///",
        "/api/%6aoin",
        "/api%2fjoin/",
    ]
    nowhere = ["/api/./join", "/static/../api/join", "/static/..//api/join", "/API/join", "/api/join;x", "/api/join/x"]
    limits = Limits(codes=(3, 0.001), longest=1, pause=0)
    async with serving(app_on(tmp_path, limits=limits)) as address, Client(address) as host:
        await host.guest("Al")
        body = f'{{"code":"{(await host.make_table())["code"]}"}}'.encode()
        statuses = [await raw_post(address, path, body) for path in spellings * 2]
        assert statuses == [*[200] * 3, *[429] * (2 * len(spellings) - 3)]
        assert {await raw_post(address, path, body) for path in nowhere} == {404, 405}


async def test_personal_link_at_another_spelling_of_the_path(tmp_path: Path) -> None:
    """It is the same caller, with the same limit."""
    limits = Limits(requests=(6, 0.001), longest=1, pause=0)
    async with serving(app_on(tmp_path, limits=limits)) as address, Client(address) as director:
        await director.guest("Al")
        token = (await director.make_event("st-joe", title="Friday")).token
        paths = [f"/api/desk/{token}/view", f"//api//desk//{token}/view/", f"/api/desk///{token}//view"]
        async with httpx.AsyncClient(trust_env=False) as http:
            statuses = [(await http.get(address + path)).status_code for path in paths * 3]
        assert statuses == [*[200] * 6, *[429] * 3]


async def test_guesses_all_at_once(tmp_path: Path) -> None:
    """Nobody outruns the counting by asking everything at the same moment."""
    limits = Limits(sign_ins=SCARCE, turns=0.1)
    async with serving(app_on(tmp_path, limits=limits)) as address, Client(address) as client:
        tries = [sign_in(client, "Al", f"guess number {n}") for n in range(40)]
        statuses = [answer.status_code for answer in await asyncio.gather(*tries)]
        assert statuses.count(409) == 5
        assert statuses.count(429) == 35


#: One name, spelt in ways that all lead to one account.
SPELLINGS = [
    "Zoé Long",
    "ZOÉ LONG",
    " Zoé   Long ",
    "Zoe\u0301 Long",
    "Zo\u200dé Long",
    "Zoé\u200b Long",
    "Zoé Long\u2060",
    "\ufeffZoé Long",
    "Zoé\u00a0Long",
    "Zoé\u2028Long",
    "Zoé\u3164Long",
    "Zoe\u200d\u0301 Long",
]


async def test_guesses_under_many_spellings_of_a_name(tmp_path: Path) -> None:
    """What cannot be seen in a name does not make it another one, for the account or for the count."""
    limits = Limits(sign_ins=SCARCE, turns=0.1)
    async with serving(app_on(tmp_path, limits=limits)) as address, Client(address) as own, Client(address) as vandal:
        await own.guest(SPELLINGS[0])
        await own.post("/api/account", passphrase=RIGHT)
        tries = [sign_in(vandal, spelling, "a wrong one") for spelling in SPELLINGS]
        statuses = [answer.status_code for answer in await asyncio.gather(*tries)]
        assert statuses.count(409) == 5
        assert statuses.count(429) == len(SPELLINGS) - 5
        for spelling in SPELLINGS:
            assert (await sign_in(vandal, spelling, RIGHT)).status_code == 200, spelling


_names = st.text(st.sampled_from("aAéE\u0301\u200b\u200d\u00ad\u3164 \u00a0ßsＡ"), min_size=1, max_size=4)


@given(_names | st.text(max_size=12), _names | st.text(max_size=12))
def test_names_are_one_account_if_they_are_counted_as_one(one: str, other: str) -> None:
    """What is read from the log for a name is what its tries are counted by."""
    for name in (one, other):
        with suppress(NotAllowedError):
            assert asyncio.run(stream_read(name)) == account_of(name)
    with suppress(NotAllowedError):
        alike = letters_of(tidy_name(one)) == letters_of(tidy_name(other))
        assert alike or account_of(one) != account_of(other), "two accounts never share a count"


async def stream_read(name: str) -> str:
    """The stream in which a passphrase for this name is looked up."""
    read: list[str] = []

    class _Recorder(People):
        async def _in_force(self, stream: str) -> None:
            read.append(stream)

        async def _is_right(self, *_: object) -> bool:
            return False

    account_of(name)  # or there is nothing to look up
    with suppress(NotAllowedError):
        await _Recorder(Log(":memory:"), lambda: 0).sign_in(name, "any passphrase")
    (stream,) = read
    return stream


def test_what_guessing_a_passphrase_costs() -> None:
    """However many addresses somebody has: a name hears so many tries, and no more."""
    limits = Limits()
    at_once, slowly = limits.sign_ins
    assert (at_once, slowly * 3600, 3600 / limits.turns) == (20, 60, 720)
    a_day = at_once + 24 * (slowly * 3600 + 3600 / limits.turns)
    assert a_day < 19_000
    assert 2_000**4 / a_day / 365 / 2 > 1_000_000, "years for four common words, on the average"
