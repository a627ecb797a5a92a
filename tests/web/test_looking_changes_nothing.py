"""No GET of any page or of the JSON interface changes what is stored, not even for a person with older games."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
from litestar import Litestar

from bowerbird.client import Client, first_choice
from bowerbird.hall.log_seals import log_seals
from bowerbird.store import Log
from web.conftest import KEYRING, app_on, listening

SHORT = 'based_on = "bicycle"\n[game]\npoints = 2'
#: The addresses that answer for as long as somebody listens, and files.
_LEFT_OUT = ("/static", "/api/schema")


def addresses(app: Litestar, known: dict[str, str]) -> list[str]:
    """Every address that can be read, with what is known in its places."""
    found = []
    for route in app.routes:
        if "GET" not in getattr(route, "methods", ()) or route.path.startswith(_LEFT_OUT):
            continue
        parts = [part if isinstance(part, str) else known.get(part.name, "x") for part in route.path_components]
        found.append("/" + "/".join(parts))
    return found


async def test_no_address_that_is_only_read_changes_anything(tmp_path: Path) -> None:
    app = app_on(tmp_path)
    async with listening(app) as address, Client(address) as client, Log(tmp_path, log_seals(KEYRING)) as log:
        await client.guest("Ruth")
        person = (await client.get("/api/me"))["person"]
        made = await client.make_table(house_rules=SHORT, bots="novice", pace="at once")
        async with client.line(made["table"]) as line:
            await line.play_on(first_choice)
        daily = await client.post("/api/daily")
        async with client.line(daily["table"]) as line:
            await line.play_on(first_choice)
        # The teacher may still look at it.
        for _ in range(3000):
            if len(await log.read(f"record:{person}")) == 2 and await log.read(f"practice:{person}"):
                break
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.5)
        # As if the game were from before there were records.
        await log.append(f"tables:{person}", 2, [msgspec.json.encode({"table": made["table"]})], 1)
        today = client_today(await log.streams("daily:"))
        known = {"table": made["table"], "name": made["table"], "day": today, "lesson": "first-hand"}
        paths = addresses(app, known)
        assert {"/me", "/api/me/play", "/lobby", "/practice", f"/daily/{today}"} <= set(paths)
        before = await log.streams()
        for path in paths:
            answer = await client.http.get(path, headers={"Accept": "text/html"})
            assert answer.status_code < 500, path
            after = await log.streams()
            assert after == before, path


def client_today(streams: dict[str, int]) -> str:
    [stream] = streams
    return stream.partition(":")[2]
