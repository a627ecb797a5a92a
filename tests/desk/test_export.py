"""The games of an event in a file: those of its own online tables, and no others."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from typer.testing import CliRunner

from bowerbird.cli import app
from bowerbird.desk.desk import Desk
from desk.conftest import until
from desk.test_live import ask, evening


async def test_only_the_games_of_the_event_are_exported(desk: Desk, tmp_path: Path) -> None:
    live, director = await evening(desk, "trailer-estates")
    other, other_director = await evening(desk, "trailer-estates")
    for each, by in ((live, director), (other, other_director)):
        await desk.do(by, each, ask("online", "o", tables=[1]))
        await until(desk, lambda each=each: 1 in each.evening.event.round.results)  # type: ignore[misc]
    file = tmp_path / "games.jsonl"
    asked = ["export", "--data", str(tmp_path), "--event", live.name, "-o", str(file)]
    result = await asyncio.to_thread(CliRunner().invoke, app, asked)
    assert result.exit_code == 0, result.output
    games = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert {game["table"] for game in games} == set(live.evening.online.values())
    assert all(game["hands"] for game in games)
