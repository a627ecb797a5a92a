"""A game that was archived is replayed, reviewed, proved, exported, continued and erased over HTTP as before."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from typer.testing import CliRunner

from bowerbird.cli import app as commands
from bowerbird.client import Client, first_choice
from bowerbird.store import Log, archiving
from bowerbird.store._schema import facts
from web.conftest import app_on, listening

SHORT = 'based_on = "bicycle"\n[game]\npoints = 2'


async def everything(client: Client, table: str) -> dict[str, Any]:
    """What a person can see of a game and of their own play."""
    review = f"/api/tables/{table}/review"
    while not (await client.get(review))["ready"]:
        await asyncio.sleep(0.02)
    paths = [f"/api/tables/{table}/{what}" for what in ("game", "egn", "fair/1")]
    found = {path: await client.get(path) for path in [*paths, review, "/api/me/play", "/api/my-tables"]}
    return found | {"csv": (await client.http.get("/api/me/games.csv")).raise_for_status().text}


async def run(*words: object) -> str:
    """What a command says, and that it went well."""
    done = await asyncio.to_thread(CliRunner().invoke, commands, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.output


async def facts_left(folder: Path) -> int:
    async with Log(folder) as log:
        return int(await log.do(lambda c: c.execute(select(func.count()).select_from(facts)).scalar_one()))


async def test_nobody_notices_that_a_game_is_archived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archiving, "_WORTH", 1)  # every stream there is, however short
    async with listening(app_on(tmp_path)) as address, Client(address) as client:
        await client.guest("Ruth")
        made = await client.make_table(house_rules=SHORT, bots="novice", pace="at once")
        table = made["table"]
        async with client.line(table) as line:
            await line.play_on(first_choice)
            await line.until(lambda frame: frame["room"]["fair"]["last"] is not None)
        while not (await client.get("/api/me/play"))["games"]:
            await asyncio.sleep(0.02)
        before = await everything(client, table)
        cookies = client.http.cookies
    verified = await run("verify", tmp_path, "--table", table)
    assert "none wrong" in verified
    assert "games archived" in await run("archive", "--data", tmp_path, "--days", 0)
    assert await facts_left(tmp_path) == 0
    assert await run("verify", tmp_path, "--table", table) == verified
    assert "No problems found" in await run("check", "--data", tmp_path)
    async with listening(app_on(tmp_path)) as address, Client(address) as client:
        client.http.cookies = cookies
        assert await everything(client, table) == before
        assert (await client.post("/api/join", code=made["code"]))["table"] == table
        async with client.line(table) as line:
            await line.do("start")
            await line.until(lambda frame: frame["view"] is not None and not frame["view"]["result"])
            await line.play_on(first_choice)
        assert (await client.get("/api/my-tables"))[0]["games"] == 2
        await client.post("/api/me/erase", kind="record")
        assert not (await client.get("/api/me/play"))["games"]
    assert "No problems found" in await run("check", "--data", tmp_path)
