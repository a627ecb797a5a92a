"""Somebody tries codes and passphrases, one after the other: that costs them much, and others in the room nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import httpx

from bowerbird.client import Client
from bowerbird.hall.hall import _CODE_LETTERS
from bowerbird.hall.recovery import GROUPS, LETTERS, tidy_code
from bowerbird.web.security.limits import Limits, TooManyRequestsError, Turns
from bowerbird.web.security.proxy import Deployment
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
    """A right code is good at any moment, for everybody behind that address; a wrong one is told what to do."""
    dice = Random(6)
    limits = Limits(secrets=SCARCE, secrets_a_day=SCARCE)
    async with serving(app_on(tmp_path, limits=limits)) as address, Client(address) as host, Client(address) as vandal:
        await host.guest("Al")
        code = (await host.make_table())["code"]
        statuses = set()
        for number in range(20):
            wrong = await vandal.http.post("/api/join", json={"code": wrong_code(dice)})
            statuses.add(wrong.status_code)
            if dice.random() < 0.3 or number == 19:
                who = dice.choice((host, vandal))
                async with Client(address) as stranger:
                    for each in (who, stranger):
                        assert (await each.http.post("/api/join", json={"code": code})).status_code == 200
        assert statuses == {404, 429}
        assert "No table has this code" in wrong.json()["why"]
        assert "link" in wrong.json()["why"]


async def test_wrong_codes_take_no_pages_from_others(tmp_path: Path) -> None:
    """Codes are counted by themselves: who sends a thousand of them leaves the room its pages."""
    limits = Limits(requests=(15, 0.001), codes=(12, 0.001))
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
        statuses = [(await sign_in(vandal, f"Nobody {n}", "a wrong guess")).status_code for n in range(12)]
        assert statuses == [409] * 5 + [429] * 7
        async with asyncio.timeout(10):
            assert (await sign_in(vandal, "Al", RIGHT)).status_code == 200


async def test_recovery_codes_tried_by_somebody_else_in_the_room(tmp_path: Path) -> None:
    """A right one is good at any moment, for everybody behind that address; a wrong one is told what to do."""
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
        assert statuses == [404] * 5 + [429] * 7
        assert "The right one still works" in wrong.json()["why"]
        async with Client(address) as elsewhere:
            assert await elsewhere.post("/api/recover", code=code) == me


def test_what_guessing_a_recovery_code_costs() -> None:
    """However many people have one, and however many addresses somebody has."""
    codes = len(set(LETTERS)) ** (GROUPS * 4)
    assert codes > 2**69
    _, rate = Limits().requests
    a_year = 1000 * rate * 3600 * 24 * 365
    assert codes / 10_000 / a_year / 2 > 30_000, "years for one of ten thousand people, from a thousand addresses"


async def test_a_name_that_somebody_tries_without_end(tmp_path: Path) -> None:
    """Whoever keeps the name still gets in, from the same address and from another: after a turn or two."""
    limits = Limits(sign_ins=SCARCE, turns=0.2)
    deployment = PROXIED
    async with (
        serving(app_on(tmp_path, limits=limits, deployment=deployment), deployment) as address,
        Client(address) as client,
    ):
        await client.guest("Al")
        await client.post("/api/account", passphrase=RIGHT)
        done = asyncio.Event()

        async def try_on() -> list[int]:
            statuses: list[int] = []
            while not done.is_set():
                statuses.append((await sign_in(client, "AL", f"guess {len(statuses):08}")).status_code)
            return statuses

        vandals = [asyncio.create_task(try_on()) for _ in range(2)]
        await asyncio.sleep(1)
        for place in (1, 2):
            assert (await sign_in(client, "Al", RIGHT, place)).status_code == 200
        done.set()
        statuses = [status for each in await asyncio.gather(*vandals) for status in each]
        assert set(statuses) == {409, 429}
        assert statuses.count(409) == 5, "what is free of charge is spent once"


async def test_guesses_all_at_once(tmp_path: Path) -> None:
    """Nobody outruns the counting by asking everything at the same moment."""
    limits = Limits(sign_ins=SCARCE, turns=0.1)
    async with serving(app_on(tmp_path, limits=limits)) as address, Client(address) as client:
        tries = [sign_in(client, "Al", f"guess number {n}") for n in range(40)]
        statuses = [answer.status_code for answer in await asyncio.gather(*tries)]
        assert statuses.count(409) == 5
        assert statuses.count(429) == 35


async def test_guesses_in_turn() -> None:
    """Who tries too often is heard in turn: one at a time for a name, three waiting from an address, and a last one."""
    turns = Turns(0.05)
    loop = asyncio.get_running_loop()
    begun = loop.time()
    heard: list[tuple[str, float]] = []

    async def one(name: str, address: str) -> None:
        await turns.wait(name, address)
        heard.append((f"{name} from {address}", loop.time() - begun))

    tries = [one("al", "a") for _ in range(5)] + [one("al", "b"), one("bo", "a")]
    ends = await asyncio.gather(*tries, return_exceptions=True)
    assert [type(end) for end in ends] == [type(None)] * 3 + [TooManyRequestsError] * 2 + [type(None)] * 2
    assert {who for who, when in heard if when < 0.04} == {"al from a", "bo from a"}, "another name is another line"
    assert heard[-1][0] == "al from b"
    assert heard[-1][1] >= 0.14
    many = await asyncio.gather(*(one("cy", f"place {n}") for n in range(60)), return_exceptions=True)
    assert 0 < sum(isinstance(end, TooManyRequestsError) for end in many) < 60, "the line has an end"


def test_what_guessing_a_passphrase_costs() -> None:
    """However many addresses somebody has: a name hears so many tries, and no more."""
    limits = Limits()
    at_once, slowly = limits.sign_ins
    assert (at_once, slowly * 3600, 3600 / limits.turns) == (20, 60, 720)
    a_day = at_once + 24 * (slowly * 3600 + 3600 / limits.turns)
    assert a_day < 19_000
    assert 2_000**4 / a_day / 365 / 2 > 1_000_000, "years for four common words, on the average"
