"""Lists of one person that somebody makes as long as possible: what is read of them at each request has a bound."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bowerbird.client import Client
from bowerbird.hall.people import Guest, People
from bowerbird.hall.sign_ins import SignedIn, SignIns
from bowerbird.store import Entry, Log
from bowerbird.web.security.limits import Limits
from web.conftest import KEYRING, app_on, listening

PASSPHRASE = "four jacks in a row"
LONG = 3_000


async def fill(log: Log, stream: str, body: object) -> None:
    """Write the same again and again."""
    last = await log.tail(stream, 1)
    bodies = [msgspec.json.encode(body)] * LONG
    await log.append(stream, last[0].seq if last else 0, bodies, time.time_ns() // 1_000_000)


async def test_signing_in_without_end(tmp_path: Path) -> None:
    """Each is written down, so there are only so many for a person, from all addresses and in all browsers together."""
    limits = Limits(own_writes=(3, 0.001), longest=1, pause=0)
    async with listening(app_on(tmp_path, limits=limits)) as address, Client(address) as owner:
        await owner.guest("Al")
        code = (await owner.post("/api/recovery-code"))["code"]
        statuses = []
        for _ in range(6):
            async with Client(address) as stranger:
                statuses.append((await stranger.http.post("/api/recover", json={"code": code})).status_code)
        assert statuses == [*[200] * 3, *[429] * 3]
        await owner.post("/api/bird", bird="")  # the owner's own limit is another one

    async with listening(app_on(tmp_path / "two", limits=limits)) as address, Client(address) as owner:
        await owner.guest("Al")
        await owner.post("/api/account", passphrase=PASSPHRASE)
        body = {"name": "Al", "passphrase": PASSPHRASE}
        statuses = []
        for _ in range(6):
            async with Client(address) as stranger:
                statuses.append((await stranger.http.post("/api/sign-in", json=body)).status_code)
        assert statuses == [*[200] * 3, *[429] * 3]


async def test_lists_of_one_person_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sign-ins, tables, pictures and codes: no request reads all of them."""
    app = app_on(tmp_path)
    async with listening(app) as address, Client(address) as client:
        person = (await client.guest("Al"))["person"]
        code = (await client.post("/api/recovery-code"))["code"]
        await client.post("/api/account", passphrase=PASSPHRASE)
        table = (await client.make_table())["table"]
        log: Log = app.dependencies["hall"].dependency().log  # type: ignore[union-attr]
        now = time.time_ns() // 1_000_000
        await fill(log, f"sign-ins:{person}", SignedIn("another", now, 10, "Firefox"))
        await fill(log, f"tables:{person}", {"table": table})
        await fill(log, f"portrait:{person}", {"bird": "wren"})
        await fill(log, f"recovery:{person}", {"number": 7, "name": "Al", "key": KEYRING.keys[0].name, "since": 10})
        longest = 0
        read, tail = Log.read, Log.tail

        async def counted(self: Log, stream: str, *args: Any, how: Any = read) -> list[Entry]:
            nonlocal longest
            found: list[Entry] = await how(self, stream, *args)
            longest = max(longest, len(found))
            return found

        monkeypatch.setattr(Log, "read", counted)
        monkeypatch.setattr(Log, "tail", lambda *args: counted(*args, how=tail))
        code = (await client.get("/api/recovery-code"))["code"]
        await client.get("/api/me")
        assert [each["table"] for each in await client.get("/api/my-tables")] == [table]
        assert len(await client.get("/api/sign-ins")) == 2
        assert (await client.http.get("/")).status_code == 200
        await client.post("/api/bird", bird="")
        await client.guest("Alan")
        await client.post("/api/account", passphrase="four queens in a row", so_far=PASSPHRASE)
        other = (await client.make_table())["table"]
        assert [each["table"] for each in await client.get("/api/my-tables")] == [other, table]
        code = (await client.get("/api/recovery-code"))["code"]
        async with Client(address) as elsewhere:
            await elsewhere.post("/api/recover", code=code)
            await elsewhere.post("/api/sign-in", name="Alan", passphrase="four queens in a row")
        assert 0 < longest <= 1_000


async def test_sign_in_behind_many_others_is_ended(tmp_path: Path) -> None:
    """Somebody who signs in many times doesn't keep the first of them from being ended."""
    async with Log(tmp_path) as log:
        people = People(log, lambda: 0)
        sign_ins = SignIns(log, lambda: 0, people)
        owner = people.guest("Al")
        first = people.recovered(owner.person, "Al")
        for guest in (first, *(people.recovered(owner.person, "Al") for _ in range(50))):
            await sign_ins.note(guest, "Firefox")
        listed = await sign_ins.of(owner)
        assert len(listed) == 20
        assert first.session not in {each.session for each in listed}
        await sign_ins.end(owner, first.session)
        assert not people.knows(Guest(first.person, first.name, first.since, first.session, first.day))
