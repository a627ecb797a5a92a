"""Somebody has a copy of a person's cookie: a new passphrase ends that, in every process and for good."""

from __future__ import annotations

import asyncio
import base64
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bowerbird.client import Client, RefusedError
from bowerbird.web.security.limits import Limits
from bowerbird.web.security.sessions import COOKIE
from store.postgres import fresh_database
from web.conftest import KEYRING, app_on, listening

FIRST, SECOND = "four jacks in a row", "a joker up the sleeve"


def with_the_cookie_of(victim: Client, address: str) -> Client:
    thief = Client(address)
    thief.http.cookies.set(COOKIE, victim.http.cookies[COOKIE])
    return thief


async def is_stranger(client: Client) -> bool:
    return (await client.http.get("/api/me")).status_code == 401


async def test_stolen_cookie_after_a_new_passphrase(tmp_path: Path) -> None:
    """It is void wherever it was copied to and by whatever name, also after the hall was closed and opened."""
    async with listening(app_on(tmp_path)) as address, Client(address) as victim:
        await victim.guest("Al")
        me = await victim.post("/api/account", passphrase=FIRST)
        async with with_the_cookie_of(victim, address) as thief:
            await thief.guest("Somebody else")
            assert (await thief.get("/api/me"))["person"] == me["person"], "so far it is good"
            await victim.post("/api/account", passphrase=SECOND, so_far=FIRST)
            assert await is_stranger(thief)
            # The person's own second browser would be told why its events are gone.
            assert "This browser was signed out" in (await thief.http.get("/events")).text
            assert "This browser was signed out" not in (await victim.http.get("/events")).text
            assert await victim.get("/api/me") == me
            with pytest.raises(RefusedError, match="passphrase don't match"):
                await thief.post("/api/sign-in", name="Al", passphrase=FIRST)
            stolen, good = thief.http.cookies, victim.http.cookies
    async with listening(app_on(tmp_path)) as address, Client(address) as thief, Client(address) as victim:
        thief.http.cookies, victim.http.cookies = stolen, good
        assert await is_stranger(thief)
        assert await victim.get("/api/me") == me
        assert await thief.post("/api/sign-in", name="Al", passphrase=SECOND) == me


async def test_stolen_cookie_to_shut_its_owner_out(tmp_path: Path) -> None:
    """With a cookie alone nobody gets another passphrase, by this name or another, however often it is tried."""
    limits = Limits(sign_ins=(5, 0.001), turns=0.05)
    async with listening(app_on(tmp_path, limits=limits)) as address, Client(address) as victim:
        await victim.guest("Al")
        me = await victim.post("/api/account", passphrase=FIRST)
        async with with_the_cookie_of(victim, address) as thief:
            statuses = []
            for guess in range(7):
                await thief.guest(f"Name {guess}" if guess else "Al")
                wanted = {"passphrase": SECOND, "so_far": f"guess number {guess}" if guess else ""}
                statuses.append((await thief.http.post("/api/account", json=wanted)).status_code)
            assert statuses == [409] * 5 + [429] * 2
        assert await victim.get("/api/me") == me
        assert await victim.post("/api/sign-in", name="Al", passphrase=FIRST) == me


async def test_stolen_cookie_on_a_live_line(tmp_path: Path) -> None:
    async with listening(app_on(tmp_path)) as address, Client(address) as victim:
        await victim.guest("Al")
        made = await victim.make_table(bots="simple", pace="at once")
        stolen = {"Cookie": f"{COOKIE}={victim.http.cookies[COOKIE]}"}
        async with connect(f"ws{address[4:]}/ws/{made['table']}", additional_headers=stolen, proxy=None) as line:
            assert json.loads(await line.recv())["you"]["seat"] == 2
            await victim.post("/api/account", passphrase=SECOND)
            said = ""
            with suppress(ConnectionClosed):
                await line.send('{"id": 1, "do": "stand"}')
            with suppress(ConnectionClosed):
                async with asyncio.timeout(10):
                    while True:
                        said = str(await line.recv())
            assert "signed out" in said
        async with victim.line(made["table"]) as own:
            assert own.seat == 2, "nobody has left the chair, and with the new cookie it is the own one again"
            assert own.view["hand"] or own.view["phase"]


async def test_stolen_cookie_at_another_process(postgres_server: Any) -> None:
    with fresh_database(postgres_server) as address_of_log:
        async with (
            listening(app_on(address_of_log)) as one,
            listening(app_on(address_of_log)) as two,
            Client(one) as victim,
        ):
            await victim.guest("Al")
            async with with_the_cookie_of(victim, two) as thief, Client(two) as victim_there:
                assert not await is_stranger(thief)
                await victim.post("/api/account", passphrase=SECOND)
                async with asyncio.timeout(10):
                    while not await is_stranger(thief):
                        await asyncio.sleep(0.01)
                victim_there.http.cookies = victim.http.cookies
                assert await victim_there.get("/api/me") == await victim.get("/api/me")


async def test_cookie_from_before_cookies_could_be_withdrawn(tmp_path: Path) -> None:
    """It has no number: good as before, until the person chooses a passphrase."""
    async with listening(app_on(tmp_path)) as address, Client(address) as client, Client(address) as copy:
        body = base64.urlsafe_b64encode(json.dumps(["an old person", "Al"]).encode()).rstrip(b"=").decode()
        for each in (client, copy):
            each.http.cookies.set(COOKIE, f"{body}.{KEYRING.seal('guest', body)}")
        assert await client.get("/api/me") == {"person": "an old person", "name": "Al", "bird": ""}
        client.http.cookies.clear()
        client.http.cookies.set(COOKIE, copy.http.cookies[COOKIE])
        await client.post("/api/account", passphrase=SECOND)
        assert await is_stranger(copy)


async def test_stolen_cookie_and_the_recovery_code(tmp_path: Path) -> None:
    """A cookie shows the recovery code. It gives no passphrase, and a new passphrase makes it useless."""
    async with listening(app_on(tmp_path)) as address, Client(address) as victim:
        await victim.guest("Al")
        assert (await victim.get("/api/recovery-code"))["code"] == "", "reading makes none"
        await victim.post("/api/recovery-code")
        for passphrase, so_far in ((FIRST, ""), (SECOND, FIRST)):
            async with with_the_cookie_of(victim, address) as thief, Client(address) as elsewhere:
                code = (await thief.get("/api/recovery-code"))["code"]
                me = await elsewhere.post("/api/recover", code=code.lower().replace("-", " "))
                assert me == await victim.get("/api/me"), "so far it is good"
                if so_far:
                    for guess in (code, code.replace("-", "")):
                        with pytest.raises(RefusedError, match="Enter its current passphrase"):
                            await thief.post("/api/account", passphrase="a passphrase of my own", so_far=guess)
                await victim.post("/api/account", passphrase=passphrase, so_far=so_far)
                assert await is_stranger(elsewhere)
                with pytest.raises(RefusedError, match="isn't a recovery code"):
                    await thief.post("/api/recover", code=code)
        new = (await victim.get("/api/recovery-code"))["code"]
        newer = (await victim.post("/api/recovery-code"))["code"]
        assert len({code, new, newer}) == 3
        async with Client(address) as elsewhere:
            with pytest.raises(RefusedError, match="isn't a recovery code"):
                await elsewhere.post("/api/recover", code=new)
            assert await elsewhere.post("/api/recover", code=newer) == me
