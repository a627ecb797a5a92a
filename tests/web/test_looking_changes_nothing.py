"""No GET of a page or of the JSON interface changes what is stored, not even for a person with older games."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bowerbird.client import Client, first_choice
from bowerbird.hall.log_seals import log_seals
from bowerbird.hall.record import Records
from bowerbird.store import Log
from security.opening import addresses
from web.conftest import KEYRING, app_on, listening

SHORT = 'based_on = "bicycle"\n[game]\npoints = 2'


async def test_no_address_that_is_only_read_changes_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(tmp_path)
    async with listening(app) as address, Client(address) as client, Log(tmp_path, log_seals(KEYRING)) as log:
        person = (await client.guest("Ruth"))["person"]
        # As a game from before there were records.
        monkeypatch.setattr(Records, "ended", lambda *_: None)
        made = await client.make_table(house_rules=SHORT, bots="novice", pace="at once")
        daily = await client.post("/api/daily")
        for table in (made["table"], daily["table"]):
            async with client.line(table) as line:
                await line.play_on(first_choice)
        [stream] = await log.streams("daily:")
        while (await log.streams("daily:"))[stream] < 3:
            await asyncio.sleep(0.02)
        day = stream.partition(":")[2]
        paths = list(addresses(app, {"table": [made["table"]], "day": [day]}))
        asked = {path.partition("?")[0] for path in paths}
        assert {"/me", "/api/me/play", "/lobby", f"/daily/{day}", f"/t/{made['table']}/review"} <= asked
        before = await log.streams()
        for path in paths:
            answer = await client.http.get(path, headers={"Accept": "text/html"})
            assert answer.status_code < 500, path
            assert await log.streams() == before, path
        while not (await client.get(f"/api/tables/{made['table']}/review"))["ready"]:
            await asyncio.sleep(0.02)
        assert await log.streams() == before, "nor does a review that is ready later"
        assert await client.post("/api/me/play") == {"games": 1}
        assert await client.post("/api/me/play") == {"games": 0}
        await client.post(f"/api/tables/{made['table']}/review", game=1)
        while f"practice:{person}" not in await log.streams():
            await asyncio.sleep(0.02)
        due = (await client.get("/api/practice/mistakes"))["kept"]
        home = (await client.http.get("/", headers={"Accept": "text/html"})).text
        assert (f"{due} mistake" in home) == bool(due), "the first page leads to them"
