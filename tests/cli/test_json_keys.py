"""The page lists the keys of every command's JSON. Here are the runs that need data, or change it."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import pytest
from typer.testing import CliRunner

from bowerbird.cli import app
from bowerbird.desk.desk import Desk
from bowerbird.evening.requests import Do
from bowerbird.evening.setup import NewEvent
from bowerbird.hall.hall import Hall
from bowerbird.hall.reports import WORDS, Report, Reports
from bowerbird.kernel import search
from bowerbird.keyring import Keyring
from bowerbird.learn.puzzles import shipped_puzzles
from bowerbird.store import Log
from cli.test_every_command import LEAVES, NO_JSON, documented_keys, words_of
from kit.rows import rows
from notation.games import deal, egn
from tools.command_page import PAGE

#: They print what `event score` prints.
CHANGES: Final = {("event", each.__struct_config__.tag) for each in get_args(Do)}
#: They print a list of values.
NO_KEYS: Final = {"solve", "event checklist"}


def printed(*words: object) -> Any:
    """One JSON document. Of a list, its first item."""
    done = CliRunner().invoke(app, [*map(str, words), "--json"])
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    return data[0] if isinstance(data, list) else data


def test_every_command_with_json_has_its_keys_on_the_page() -> None:
    commands = {words_of(path) for path in LEAVES if path not in NO_JSON and path not in CHANGES}
    listed = {command for command in documented_keys() if not command.startswith("-")}  # the page has options, too
    assert commands - listed == NO_KEYS
    rows = re.findall(r"^\| (`[a-z -]+` \| `[a-z].*)", PAGE.read_text("utf-8"), re.M)
    assert len({row.split(" | ")[0] for row in rows}) == len(rows), "each command has one row"
    assert listed - commands == {"event enter", "event score", "explain --decision"}


async def fill(folder: Path) -> None:
    """A report and an event, as a server saves them."""
    async with Log(folder) as log:
        await Reports(log, lambda: 1).add(Report("ann", "Ann", "bob", "Bob", "t1", next(iter(WORDS))))
        hall = Hall(log, lambda: 1, bot_processes=0)
        await Desk(hall, Keyring.from_file(folder / "secret")).make("ann", NewEvent(rules="st-joe", key="k"))
        await hall.close()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    Keyring.from_file(tmp_path / "secret")
    asyncio.run(fill(tmp_path))
    return tmp_path


@rows("command", ["events", "reports"])
def test_lists_of_the_data(command: str, data: Path) -> None:
    assert set(printed(command, "--data", data)) == documented_keys()[command]


def test_keys_that_are_rotated_and_dropped(data: Path) -> None:
    rotated = printed("keys", "rotate", "--data", data)
    assert set(rotated) == documented_keys()["keys rotate"]
    (old,) = rotated["accepted"]
    assert set(printed("keys", "drop", old, "--yes", "--data", data)) == documented_keys()["keys drop"]


def test_a_ledger_with_fees(tmp_path: Path) -> None:
    file = tmp_path / "monday.event"
    for words in (["new", file, "--rules", "trailer-estates"], ["enter", file, *"ABCD", "--here"], ["seat", file]):
        done = CliRunner().invoke(app, ["event", *map(str, words)])
        assert done.exit_code == 0, done.output
    assert set(printed("event", "ledger", file)) == documented_keys()["event ledger"]


def test_one_decision_explained(tmp_path: Path) -> None:
    file = tmp_path / "game.egn"
    file.write_text(json.dumps(egn(deal(hands=True))), "utf-8")
    one = printed("explain", file, "--hand", 1, "--decision", 1)
    assert set(one) == documented_keys()["explain --decision"]


def test_puzzles_found_and_packed(tmp_path: Path) -> None:
    work = tmp_path / "found.jsonl"
    work.write_bytes(msgspec.json.encode(shipped_puzzles()[0]) + b"\n")
    assert set(printed("puzzles", "find", work, "--count", 1)) == documented_keys()["puzzles find"]
    packed = printed("puzzles", "pack", tmp_path / "puzzles.xz", work, "--workers", 1)
    assert set(packed) == documented_keys()["puzzles pack"]


def test_figures_of_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "COMPILED", False)  # little work
    assert set(printed("bench", "--rounds", 1)) == documented_keys()["bench"]
