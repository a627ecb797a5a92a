"""Every block of Python and of commands in the documents runs, so that they stay true."""

from __future__ import annotations

import asyncio
import re
import runpy
import shlex
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bowerbird.cli import app
from bowerbird.folders import data_folder
from bowerbird.hall.facts import HallFact, Happened, encode_hall_fact, made_with
from bowerbird.nights import read_night, run_night
from bowerbird.notation import match_of, to_egn, write_egn, write_emn
from bowerbird.rulebook import load_rulebook
from bowerbird.store import Log
from guides.blocks import PAGES, ROOT, Block, blocks_of, without_blocks
from kit.rows import rows
from notation.games import at_random

#: Languages that are not run: they are read by other tests, or only shown.
SHOWN = {"toml", "night", "ini", "nginx", "caddy", "csv", "json", "text", "yaml"}
#: Why some blocks are not run, and how many blocks that is.
NOT_RUN = {
    "it waits for a person": 3,
    "it keeps running": 3,
    "it changes the machine": 5,
    "it needs another machine": 3,
    "it needs games of a server": 1,
    "it needs a server, and tests/web/test_client.py starts one": 2,
    "it takes hours": 4,
    "it builds and tests everything": 4,
}
AT = 1_767_643_200_000  # 2026-01-05, 20:00


def reader_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which a page's blocks run, with a home of its own."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.syspath_prepend(str(here))
    for name in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "120")
    return here


def played_before(folder: Path) -> None:
    """What a reader has already: recorded games, and a server that has been played on."""
    tables = {seed: at_random("bicycle", seed, deals=99) for seed in (1, 2)}
    games = {seed: to_egn(table) for seed, table in tables.items()}
    for name, seed in {"game.egn": 1, "one.egn": 1, "two.egn": 2}.items():
        (folder / name).write_text(write_egn(games[seed]), "utf-8")
    (folder / "match.emn").write_text(write_emn(match_of(list(games.values()))), "utf-8")

    async def write() -> None:
        async with Log(data_folder()) as log:
            for seed, table in tables.items():
                facts: list[HallFact] = [made_with("host", load_rulebook("bicycle")), *map(Happened, table.facts)]
                await log.append(f"table:{seed}", 0, [encode_hall_fact(fact) for fact in facts], AT)

    data_folder().mkdir(parents=True)
    asyncio.run(write())


@rows("page", PAGES)
def test_the_blocks_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = reader_at(tmp_path, monkeypatch)
    names: dict[str, Any] = {"__name__": "page"}
    before = set(sys.modules)
    for block in blocks_of(page):
        if block.title:
            (folder / block.title).write_text(block.text, "utf-8")
        if block.not_run:
            continue
        for command in block.before:
            run(command, block)
        if block.language == "python":
            exec(compile(block.text, block.where, "exec"), names)
        elif block.language == "console":
            for command, printed in block.commands:
                said = run(command, block)
                for line in printed:
                    assert line in said, f"{block.where}: {command} prints\n{said}"
    for module in set(sys.modules) - before:
        if Path(str(getattr(sys.modules[module], "__file__", ""))).is_relative_to(folder):
            del sys.modules[module]


def run(command: str, block: Block) -> str:
    """Run one command in this process, and return what it printed."""
    words = shlex.split(command)
    to = Path(words[words.index(">") + 1]) if ">" in words else None
    if words[0] == "played-before":
        played_before(Path())
        return ""
    if words[:2] == ["python", "-m"]:
        monkey = sys.argv
        sys.argv = words[2:]
        try:
            runpy.run_module(words[2], run_name="__main__", alter_sys=False)
        except SystemExit as ended:  # 1: what it found may be chance
            if ended.code not in (0, 1, None):
                raise
        finally:
            sys.argv = monkey
        return ""
    assert words[0] == "bowerbird", f"{block.where}: no test runs {words[0]}"
    result = CliRunner().invoke(app, words[1 : words.index(">") if to else None])
    assert result.exit_code == 0, f"{block.where}: {command}\n{result.output}{result.exception!r}"
    if to:
        to.write_text(result.stdout, "utf-8")
    return result.output


def test_blocks_that_are_not_run_have_a_reason_and_are_counted() -> None:
    found = Counter(block.not_run for page in PAGES for block in blocks_of(page) if block.not_run)
    assert found == Counter(NOT_RUN)


@rows("page", PAGES)
def test_no_block_escapes_the_tests(page: Path) -> None:
    for block in blocks_of(page):
        if block.language == "":
            assert not re.search(r"^\s*(\$ )?(bowerbird|python|pip|make) ", block.text, re.M), (
                f"{block.where}: commands belong in a console block"
            )
        else:
            assert block.language in SHOWN | {"python", "console"}, f"{block.where}: {block.language}?"
    text = without_blocks(page.read_text("utf-8"))
    escaped = re.findall(r"^ {4,}(?:\$ )?(?:bowerbird|python|pip|make|import|from) .*$", text, re.M)
    assert not escaped, f"{page.name}: {escaped[0]!r} belongs in a fenced block"


def test_the_night_of_the_page_about_nights_comes_out_as_the_page_says() -> None:
    page = ROOT / "docs" / "nights.md"
    (text,) = (block.text for block in blocks_of(page) if block.language == "night")
    report = run_night(read_night(text))
    assert report.holds
    assert f"{report.night}: {len(report.findings)} hold\n" in page.read_text("utf-8")
