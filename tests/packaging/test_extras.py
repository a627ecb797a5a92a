"""The core alone, and each extra hidden in turn: what is missing is said in one line that installs it."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import typer

from bowerbird import __version__
from bowerbird.cli import app
from bowerbird.client import Client
from bowerbird.extras import COMMANDS, EXTRAS, MissingExtraError, install_line, require
from kit.rows import rows, some
from notation.games import deal, egn

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
#: Extras of people who work on Bowerbird.
OWN = {"all", "build", "dev", "test"}

#: Hides modules, runs each command in turn, and prints its status and what it says.
_RUN = """
import contextlib, io, json, sys
hidden, commands = json.loads(sys.argv[1]), json.loads(sys.argv[2])
sys.modules.update(dict.fromkeys(hidden))
from bowerbird.__main__ import main
told = []
for words in commands:
    out, err, status = io.StringIO(), io.StringIO(), 0
    sys.argv = ["bowerbird", *words]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            status = end.code or 0
    told.append((status, out.getvalue(), err.getvalue()))
print(json.dumps(told))
"""

#: Imports every module in turn, and prints those that fail otherwise than with MissingExtraError.
_IMPORT = """
import importlib, json, pkgutil, sys
sys.modules.update(dict.fromkeys(json.loads(sys.argv[1])))
import bowerbird
from bowerbird.extras import MissingExtraError
there, missing, wrong = [], {}, {}
def names(package):
    for found in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if found.name in ("bowerbird.cli", "bowerbird.__main__") or found.name.endswith((".__main__", ".env")):
            continue
        yield found.name
        if found.ispkg and ".versions" not in found.name:
            try:
                yield from names(importlib.import_module(found.name))
            except ImportError:
                pass
for name in names(bowerbird):
    try:
        importlib.import_module(name)
        there.append(name)
    except MissingExtraError as error:
        missing[name] = error.extra
    except Exception as error:
        wrong[name] = repr(error)
print(json.dumps([there, missing, wrong]))
"""


def modules(*extras: str) -> list[str]:
    """What must be hidden to hide these extras, with what is imported by way of it."""
    found = {module.partition(".")[0] for extra in extras for module in EXTRAS[extra].modules}
    return sorted(found | {"backports"} if "hall" in extras else found)


def python(code: str, *words: object) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *(json.dumps(word) for word in words)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


def results(hidden: list[str], commands: list[list[str]]) -> list[tuple[int, str, str]]:
    return [tuple(each) for each in json.loads(python(_RUN, hidden, commands))]


def arguments(folder: Path) -> dict[str, list[list[str]]]:
    """Each command as people type it, so that it gets as far as what it needs."""
    game = folder / "game.egn"
    game.write_text(json.dumps(egn(deal(hands=True))), encoding="utf-8")
    data = ["--data", str(folder)]
    return {
        "serve": [["serve", "--port", "0", *data]],
        "window": [["window", *data]],
        "deploy": [["deploy", "nginx", "--name", "euchre.example.org", "--process", "10.0.0.5:8001"]],
        "events": [["events", *data]],
        "reports": [["reports", *data]],
        "export": [["export", "-o", str(folder / "games.jsonl"), *data]],
        "verify": [["verify", str(folder)]],
        "backup": [["backup", "--to", str(folder / "copy"), *data]],
        "restore": [["restore", str(folder / "copy"), *data]],
        "check": [["check", *data]],
        "archive": [["archive", *data]],
        "keys": [["keys", "list", *data], ["keys", "rotate", *data], ["keys", "drop", "k1", *data]],
        "review": [["review", str(game)]],
        "explain": [["explain", str(game), "--hand", "1", "--decision", "1"]],
        "puzzles": [["puzzles", "find", str(folder / "found.jsonl")], ["puzzles", "check"]],
        "play": [["play"]],
        "paper": [["paper", str(folder / "night.json"), "slips"]],
    }


@contextmanager
def serving(folder: Path, **more: str) -> Iterator[str]:
    """`bowerbird serve` in a process of its own; gives its address."""
    command = [sys.executable, "-m", "bowerbird", "serve", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(command, env={**os.environ, **more}, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield "http" + server.stdout.readline().partition("http")[2].strip().rstrip("/")
        finally:
            server.terminate()


def test_the_table_of_extras_is_that_of_the_package() -> None:
    offered = PROJECT["optional-dependencies"]
    assert set(offered) - OWN == set(EXTRAS)
    assert PROJECT["dependencies"] == ["msgspec>=0.19"]
    by_module = packages_distributions()
    for name, extra in EXTRAS.items():
        listed = {re.split(r"[<>=;\[ ]", each)[0].lower().replace("_", "-") for each in offered[name]}
        for module in extra.modules:
            top = module.partition(".")[0]
            from_these = {each.lower().replace("_", "-") for each in by_module[top]}
            assert listed & from_these, f"{name} does not install {module}"


def test_all_is_everything_that_people_may_want() -> None:
    assert PROJECT["optional-dependencies"]["all"] == ["bowerbird[client,dask,hall,paper,parquet,play,postgres,train]"]


def test_every_command_has_its_extra() -> None:
    group = typer.main.get_command(app)
    assert set(group.list_commands(typer.Context(group))) == set(COMMANDS)  # type: ignore[attr-defined]


def test_without_the_commands_each_one_says_what_to_install(tmp_path: Path) -> None:
    found = results(modules(*EXTRAS), [[command, "--json"] for command in COMMANDS])
    for (command, extra), (status, out, err) in zip(COMMANDS.items(), found, strict=True):
        assert (status, out) == (2, "")
        alone = f"This is Bowerbird {__version__}, the library alone."
        assert err == f"{alone} For `bowerbird {command}`: {install_line(extra)}\n"


def test_without_the_commands_the_name_alone_lists_the_extras() -> None:
    ((status, _, err),) = results(modules(*EXTRAS), [[]])
    assert status == 2
    assert install_line("cli") in err.splitlines()[0]
    assert all(f"  {name} " in err and extra.words in err for name, extra in EXTRAS.items())


@rows("extra", some(["hall", "bots,cli", "play", "paper"], 2))
def test_a_command_without_its_extra_says_the_one_line(extra: str, tmp_path: Path) -> None:
    hidden = extra.partition(",")[0]
    asked = [words for name, all_words in arguments(tmp_path).items() if COMMANDS[name] == extra for words in all_words]
    assert {words[0] for words in asked} == {name for name, needed in COMMANDS.items() if needed == extra}
    for words, (status, out, err) in zip(asked, results(modules(hidden), asked), strict=True):
        assert status == 2, (words, out, err)
        assert err.count("\n") == 1, (words, err)
        assert err.startswith(f"`bowerbird {words[0]}` needs "), (words, err)
        assert err.rstrip().endswith(install_line(hidden)), (words, err)


def test_options_that_need_an_extra_say_the_one_line(tmp_path: Path) -> None:
    cases = {
        "parquet": ["export", "-o", str(tmp_path / "games.parquet"), "--data", str(tmp_path)],
        "postgres": ["check", "--database", "postgresql://nobody@localhost/none", "--data", str(tmp_path)],
        "dask": ["sim", "--hands", "100", "--dask", "tcp://localhost:1"],
        "bots": ["match", "master", "club", "--deals", "1"],
    }
    for extra, words in some(cases.items(), 2):
        ((status, _, err),) = results(modules(extra), [words])
        assert (status, err.count("\n")) == (2, 1), err
        assert err.startswith(f"`bowerbird {words[0]}` needs "), err
        assert err.rstrip().endswith(install_line(extra))


def test_what_needs_the_commands_alone_works_with_nothing_else() -> None:
    night = ROOT / "tests" / "nights" / "alb-alone.night"
    asked = [
        ["rules", "show", "alberta"],
        ["rules", "diff", "ccc", "st-joe"],
        ["rulings", "national"],
        ["schedule", "--format", "ccc", "--players", "16"],
        ["night", str(night)],
        ["event", "simulate", "--rules", "st-joe", "--players", "8", "--rounds", "2"],
        ["sim", "--hands", "200", "--workers", "1"],
        ["match", "club", "simple", "--deals", "2", "--workers", "1"],
    ]
    for words, (status, out, err) in zip(asked, results(modules(*EXTRAS.keys() - {"cli"}), asked), strict=True):
        assert status == 0, (words, err)
        assert out, words


def test_the_game_in_the_terminal_needs_its_own_extra_alone() -> None:
    needed = {*modules("play", "cli"), "platformdirs"}  # Textual brings that itself
    hidden = [module for module in modules(*EXTRAS) if module not in needed]
    told = python(
        "import json, sys\nsys.modules.update(dict.fromkeys(json.loads(sys.argv[1])))\n"
        "from bowerbird.cli.play.app import PlayApp\nfrom bowerbird import load_rulebook\n"
        "apps = [PlayApp(load_rulebook('bicycle'), 1, level) for level in ('novice', 'club', 'expert')]\n"
        "print(json.dumps(len(apps)))",
        hidden,
    )
    assert json.loads(told) == 3


def test_every_module_is_there_or_names_its_extra() -> None:
    there, missing, wrong = json.loads(python(_IMPORT, modules(*EXTRAS)))
    assert wrong == {}
    core = ("cards", "rulebook", "table", "event", "notation", "kernel", "evening", "nights", "players.expert")
    assert {f"bowerbird.{name}" for name in core} <= set(there)
    assert missing["bowerbird.web"] == missing["bowerbird.store"] == missing["bowerbird.keyring"] == "hall"
    assert missing["bowerbird.players.master"] == missing["bowerbird.players.judge"] == "bots"
    assert missing["bowerbird.client"] == "client"


def test_the_error_crosses_between_processes() -> None:
    error = pickle.loads(pickle.dumps(MissingExtraError("paper", "typst")))
    assert (error.extra, error.name) == ("paper", "typst")
    assert str(error) == 'typst isn\'t installed. To install it: pip install "bowerbird[paper]"'
    assert isinstance(error, ImportError)
    require("paper")


@pytest.mark.full
async def test_a_hall_without_paper_says_what_to_install_when_someone_prints(tmp_path: Path) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "typst.py").write_text("raise ModuleNotFoundError('no typst', name='typst')\n", encoding="utf-8")
    paths = os.pathsep.join((str(hidden), *filter(None, sys.path)))
    with serving(tmp_path / "data", PYTHONPATH=paths) as address:
        async with Client(address) as client:
            await client.guest("Al")
            event = await client.post("/api/events", rules="st-joe", title="Tonight", key="k", trial=8)
            answer = await client.http.get(f"/paper/{event['link'].rpartition('/')[2]}/all.pdf")
            assert answer.status_code == 409
            assert answer.json()["why"] == 'typst isn\'t installed. To install it: pip install "bowerbird[paper]"'


def test_a_hall_starts_without_numpy_typst_and_faker() -> None:
    told = python(
        "import sys, json, bowerbird.web.app, bowerbird.web.workers\n"
        "print(json.dumps(sorted({'numpy', 'typst', 'faker', 'polyfactory', 'textual'} & set(sys.modules))))"
    )
    assert json.loads(told) == []
