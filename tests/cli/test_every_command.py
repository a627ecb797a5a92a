"""Properties of all commands, found by walking the tree: help, words, JSON, standard input, closed pipes, full disk."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from typer.testing import CliRunner, Result

from bowerbird.cards import Pack
from bowerbird.cli import app
from bowerbird.hall.fair import ShownDeal, deck_from, digest_of
from bowerbird.keyring import Keyring
from bowerbird.levels import LEVEL_WORDS
from bowerbird.store import Log
from cli.forked import Commands, commands
from kit.rows import rows, some
from notation.games import deal, egn
from tools.command_page import PAGE, all_commands, page_with

ROOT: Final = Path(__file__).parents[2]
TREE: Final = dict(all_commands())
LEAVES: Final = {path: command for path, command in TREE.items() if not hasattr(command, "list_commands")}


def words_of(path: tuple[str, ...]) -> str:
    return " ".join(path)


every_command = rows("path", TREE, map(words_of, TREE))
every_leaf = rows("path", LEAVES, map(words_of, LEAVES))

#: Commands without `--json`.
NO_JSON: Final = {
    ("serve",): "runs until it is stopped, and its log has a JSON format",
    ("window",): "is a window",
    ("play",): "is a game",
    ("deploy",): "prints the configuration file of another program",
    ("export",): "writes files, of which JSON lines are one format",
    ("sample",): "writes a game, which is JSON",
}
#: Parameters that are paths and do not take `-`.
NO_DASH: Final = {
    "data": "is a folder",
    "work": "is a file that a search continues",
    "file": "is changed in place",  # only where the command is one of `CHANGES_IN_PLACE`
}
#: Commands that change the file that they name: what comes by a pipe can't be changed.
CHANGES_IN_PLACE: Final = {
    path
    for path in LEAVES
    if path[0] == "event"
    and path[1] not in ("status", "seating", "where", "standings", "season", "ledger", "export", "history")
}


def run(*words: object, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=stdin, env={"COLUMNS": "100"})


# Help.


@every_command
def test_help_by_both_options(path: tuple[str, ...]) -> None:
    short, long = run(*path, "-h"), run(*path, "--help")
    assert short.exit_code == long.exit_code == 0
    assert short.stdout == long.stdout
    assert "Usage:" in short.stdout


@every_command
def test_every_word_of_help_is_in_our_voice(path: tuple[str, ...]) -> None:
    told = {"the command": (TREE[path].help or "").strip()}
    told |= {parameter.name: parameter.help or "" for parameter in TREE[path].params if parameter.name != "help"}
    for name, text in told.items():
        assert text, f"{name} has no help"
        assert text[0].isupper(), f"{name}: {text}"
        last = text.splitlines()[-1]
        assert text.endswith((".", "?")) or last.strip().startswith("Example: bowerbird"), f"{name}: {text}"
        found = re.search(r"\b(whoever|those who|by itself|this very|put right|somebody's)\b|\bis no [a-z]+\b|!", text)
        assert not found, f"{name}: {found and found[0]!r} in {text}"
        for sentence in re.split(r"[.;:] |\n", re.sub(r"\([^)]*\)|\s+", " ", text)):
            assert len(sentence.split()) <= 25, f"{name}: {sentence}"


def test_a_place_is_a_rank_or_a_location_and_never_both() -> None:
    (of_settings, of_reveal) = (
        next(parameter.help for parameter in LEAVES["event", name].params if parameter.name == "place")
        for name in ("settings", "reveal")
    )
    assert of_settings == "The location."
    assert of_reveal == "With next, announce everything from this place down."


def test_no_command_shows_the_four_doors() -> None:
    shown = run()
    assert shown.exit_code == 0
    for door in ("Play", "Run an event", "Write rules", "Build on it"):
        assert f"\n{door}\n" in shown.stdout
    # Every line that it tells people to type is a command.
    for line in re.findall(r"^  \S*bowerbird (.*?)  ", shown.stdout, re.M):
        words = tuple(word for word in line.split() if not word.startswith("-"))
        assert words[:1] in TREE, line


def test_the_version_says_what_runs() -> None:
    assert re.fullmatch(
        r"Bowerbird \d+\.\d+\.\d+\S* \(kernel (not )?compiled[^)]*\), Python 3\.\d+\.\d+\S*\n", run("--version").stdout
    )


# The data of the examples.


async def _some_data(folder: Path) -> None:
    async with Log(folder) as log:
        await log.append("x:1", 0, [b"{}"], at=1)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of each kind, and a server's data."""
    folder = tmp_path_factory.mktemp("commands")
    data = folder / "data"
    Keyring.from_file(data / "secret")

    asyncio.run(_some_data(data))
    (folder / "deals.txt").write_text("h E - 9cTcJcQcKc 9dTdJdQdKd 9hThJhQhKh 9sTsJsQsKs\n")
    (folder / "house.toml").write_text('based_on = "alberta"\n')
    page = (ROOT / "docs" / "nights.md").read_text("utf-8")
    (night,) = re.findall(r"^```night\b.*?\n(.*?)^```", page, re.M | re.S)
    (folder / "monday.night").write_text(night)
    (folder / "game.egn").write_text(json.dumps(egn(deal(hands=True), title="Tuesday night")))
    deck, cut = deck_from("5" * 64, 3, ("a", "", "c", "d"), Pack(), 4)
    cards = [str(card) for card in deck]
    published = ShownDeal(3, digest_of("5" * 64), "5" * 64, ["a", "", "c", "d"], 9, False, 4, cards, cut)
    (folder / "fair.json").write_bytes(msgspec.json.encode(published))
    assert run("backup", "--data", data, "--to", folder / "kept.sqlite").exit_code == 0
    people = ("Ann", "Bob", "Cal", "Dee", "Eve", "Flo", "Gus", "Hal")
    (folder / "people.csv").write_text("name\nIda\nJon\n")
    for steps in (
        ("new", "new.event", "--rules", "st-joe", "--zone", "UTC"),
        ("new", "on.event", "--rules", "st-joe", "--zone", "UTC"),
        ("enter", "on.event", *people, "--here"),
        ("seat", "on.event", "--seed", "1"),
        ("score", "on.event", "1", "10", "6", "--no-loners"),
    ):
        name, file, *rest = steps
        done = run("event", name, folder / file, *rest)
        assert done.exit_code == 0, done.output
    return folder


Words = Callable[[Path], list[object]]
#: A run of each command that ends well. Files are those of `here`.
EXAMPLES: Final[dict[tuple[str, ...], Words]] = {
    ("replay",): lambda here: [here / "game.egn"],
    ("review",): lambda here: [here / "game.egn", "--hand", 1, "--workers", 1],
    ("explain",): lambda here: [here / "game.egn", "--hand", 1],
    ("verify",): lambda here: [here / "fair.json"],
    ("sample",): lambda here: ["--level", "simple"],
    ("reports",): lambda here: ["--data", here / "data"],
    ("rules", "list"): lambda here: [],
    ("rules", "show"): lambda here: [here / "house.toml"],
    ("rules", "diff"): lambda here: ["ccc", here / "house.toml"],
    ("rules", "clauses"): lambda here: ["--rulebook", "national"],
    ("rulings",): lambda here: [here / "house.toml"],
    ("ruling",): lambda here: ["--rules", here / "house.toml", "--what", "revoke", "--if", "trick not quitted"],
    ("event", "checklist"): lambda here: ["--rules", here / "house.toml"],
    ("event", "calendar"): lambda here: ["--rules", "trailer-estates", "--zone", "UTC", "--from", "2026-01-05"],
    ("event", "simulate"): lambda here: ["--rules", here / "house.toml", "--players", 8, "--rounds", 2],
    ("event", "status"): lambda here: [here / "on.event"],
    ("event", "seating"): lambda here: [here / "on.event"],
    ("event", "where"): lambda here: [here / "on.event", "Ann"],
    ("event", "standings"): lambda here: [here / "on.event"],
    ("event", "season"): lambda here: [here / "on.event"],
    ("event", "ledger"): lambda here: [here / "on.event"],
    ("event", "export"): lambda here: [here / "on.event"],
    ("event", "history"): lambda here: [here / "on.event"],
    ("event", "enter"): lambda here: [here / "new.event", "--csv", here / "people.csv"],
    ("event", "score"): lambda here: [here / "on.event", 2, 10, 4, "--no-loners"],
    ("events",): lambda here: ["--data", here / "data"],
    ("paper",): lambda here: [here / "on.event", "standings", "--out", here / "copy.pdf"],
    ("schedule",): lambda here: ["--format", "ccc", "--players", 16],
    ("night",): lambda here: [here / "monday.night"],
    ("backup",): lambda here: ["--data", here / "data", "--to", here / "copy.sqlite", "--replace"],
    ("restore",): lambda here: [here / "kept.sqlite", "--data", here / "data", "--add-missing"],
    ("check",): lambda here: ["--data", here / "data"],
    ("archive",): lambda here: ["--data", here / "data"],
    ("keys", "list"): lambda here: ["--data", here / "data"],
    ("match",): lambda here: ["random", "random", "--deals", 2, "--workers", 1, "--rules", here / "house.toml"],
    ("sim",): lambda here: ["--hands", 1000, "--workers", 1, "--rules", here / "house.toml"],
    ("solve",): lambda here: [here / "deals.txt"],
    ("puzzles", "check"): lambda here: ["--count", 1, "--workers", 1],
    ("deploy",): lambda here: ["nginx", "--name", "euchre.example.org", "--process", "10.0.0.5:8001"],
    ("export",): lambda here: [here / "game.egn", "--format", "jsonl"],
}
#: Commands that are not run here.
NO_EXAMPLE: Final = {
    ("serve",): "runs until it is stopped: tests/web start it",
    ("window",): "needs a screen: tests/window",
    ("play",): "needs a terminal: tests/cli/test_play.py",
    ("bench",): "takes long: tests/packaging/test_bench.py",
    ("keys", "rotate"): "changes the keys: tests/security/test_attacks_keys.py",
    ("keys", "drop"): "changes the keys: tests/security/test_attacks_keys.py",
    ("puzzles", "find"): "takes long: tests/cli/test_puzzles.py",
    ("puzzles", "pack"): "tests/cli/test_puzzles.py",
    **dict.fromkeys(
        CHANGES_IN_PLACE,
        "changes an event, and prints by the same function as `event score`: tests/event/test_command.py",
    ),
}
every_example = rows("path", EXAMPLES, map(words_of, EXAMPLES))


def test_every_command_has_an_example_or_a_reason() -> None:
    assert set(EXAMPLES) | set(NO_EXAMPLE) == set(LEAVES)


# JSON.


@every_leaf
def test_json_is_an_option(path: tuple[str, ...]) -> None:
    options = {name for parameter in LEAVES[path].params for name in (*parameter.opts, *parameter.secondary_opts)}
    assert ("--json" in options) is (path not in NO_JSON)


def documented_keys() -> dict[str, set[str]]:
    rows = re.findall(r"^\| `([a-z -]+)` \| (.*) \|$", PAGE.read_text("utf-8"), re.M)
    return {command: set(re.findall(r"`(\w+)`", keys)) for command, keys in rows}


@rows("path", [path for path in EXAMPLES if path not in NO_JSON])
def test_json_is_one_document_with_the_documented_keys(path: tuple[str, ...], here: Path) -> None:
    done = run(*path, *EXAMPLES[path](here), "--json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    first = data[0] if isinstance(data, list) and data and isinstance(data[0], dict) else data
    keys = set(first) if isinstance(first, dict) else set()
    if keys:
        assert keys == documented_keys()[words_of(path)]


# Standard input and output.


def paths_of(path: tuple[str, ...]) -> list[Any]:
    return [parameter for parameter in LEAVES[path].params if "Path" in str(parameter.type_descriptor.annotation)]


@every_leaf
def test_every_path_takes_a_dash(path: tuple[str, ...]) -> None:
    for parameter in paths_of(path):
        excused = parameter.name in NO_DASH and (parameter.name != "file" or path in CHANGES_IN_PLACE)
        assert excused or "- is standard" in parameter.help, f"{parameter.name}: {parameter.help}"


@every_example
def test_a_file_by_standard_input_gives_the_same(path: tuple[str, ...], here: Path) -> None:
    words = EXAMPLES[path](here)
    files = [word for word in words if isinstance(word, Path) and word.is_file() and word.stem != "copy"]
    if path in CHANGES_IN_PLACE or not files:
        return
    (file,) = files
    piped = ["-" if word is file else word for word in words]
    named, by_pipe = run(*path, *words), run(*path, *piped, stdin=file.read_bytes())
    assert named.exit_code == by_pipe.exit_code == 0, by_pipe.output

    def plain(text: str) -> str:
        return (
            re.sub(r"[\d,]+ hands a second", "", text)
            .replace(file.stem, "-")
            .replace("Standard input", f"-{file.suffix}")
        )

    assert plain(by_pipe.stdout) == plain(named.stdout)


def test_a_pasted_list_comes_by_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "paste.event"
    assert run("event", "new", file, "--rules", "st-joe", "--zone", "UTC").exit_code == 0
    (text,) = [parameter for parameter in LEAVES["event", "paste"].params if parameter.name == "text"]
    assert "- is standard input." in text.help
    done = run("event", "paste", file, "-", "--here", stdin=b"Ann\nBob Brown\n")
    assert done.exit_code == 0, done.output
    assert json.loads(run("event", "export", file).stdout)["players"] == ["Ann", "Bob Brown"]
    refused = run("event", "paste", file, "-", stdin=b"\xff\xfe\x00")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("Standard input isn't text in UTF-8.")


def test_a_wrong_backup_by_standard_input_is_called_so(tmp_path: Path) -> None:
    for words in (["restore", "-"], ["check", "--against", "-"]):
        data = tmp_path / words[0]
        if words[0] == "check":
            Keyring.from_file(data / "secret")
            asyncio.run(_some_data(data))
        done = run(*words, "--data", data, stdin=b"this is no database" * 100)
        assert done.exit_code == 2, done.output
        assert "Standard input" in done.stderr
        assert "standard-input" not in done.stderr


@rows("kind", ["game.egn", "people.csv", "empty", "kept.sqlite"])
@rows("path", [path for path in LEAVES if path[0] == "event"])
def test_what_isnt_an_event_file_is_said_and_stays(
    path: tuple[str, ...], kind: str, here: Path, tmp_path: Path
) -> None:
    if path[1] in ("new", "checklist", "calendar", "simulate"):
        return  # they read no event file
    file = tmp_path / kind
    content = b"" if kind == "empty" else (here / kind).read_bytes()
    file.write_bytes(content)
    needed = [parameter for parameter in LEAVES[path].params if parameter.required and parameter.name != "file"]
    words = [word for parameter in needed for word in _something_for(parameter)]
    why = ["--reason", "why"]
    also = {"enter": ["Ann"], "check-in": ["--all"], "stand-down": why, "rule": why, "overrule": why}
    ways: list[tuple[Path, bytes | None, str]] = [(file, None, str(file))]
    if path not in CHANGES_IN_PLACE:
        ways.append((Path("-"), content, "Standard input"))
    for named, stdin, said in ways:
        done = run(*path, named, *words, *also.get(path[1], ()), stdin=stdin)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr == f"{said} isn't an event file. Check the name.\n"
    assert file.read_bytes() == content
    assert list(tmp_path.iterdir()) == [file]


def _something_for(parameter: Any) -> list[str]:
    """A value that is read before the file."""
    values = {
        "purpose": "move",
        "cards": "Ann=Kh",
        "tables": "1=Ann,Bob,Cal,Dee",
        "tossed": "Ann=heads",
        "irregularity": "revoke",
        "entries": "Ann",
    }
    choices = (parameter.metavar or "").split("|")
    value = values.get(parameter.name) or (choices[0] if len(choices) > 1 else "1")
    given = [value, "Bob"] if parameter.name == "entries" else [value]
    return given if parameter.param_type_name == "argument" else [parameter.opts[0], *given]


def test_verify_says_which_files_it_takes(here: Path) -> None:
    done = run("verify", here / "game.egn")
    assert done.exit_code == 2
    assert done.stderr == (
        f"{here / 'game.egn'} isn't a record of a hand or a draw. Save one from the page of a past hand or a draw, "
        "or name a data folder.\n"
    )


#: What a file can have that it should not.
WRONG: Final = {
    "binary": b"\xff\xfe\x00\x01",
    "zip": b"PK\x03\x04\x00\x00\x00",
    "utf-16": "caf\xe9 9♥".encode("utf-16"),
    "deep JSON": b'{"a":' + b"[" * 100_000,
    "deep TOML": b"a = " + b"[" * 100_000,
    "a huge number": b'{"game": ' + b"9" * 5_000 + b"}",
}


@rows("content", WRONG.values(), WRONG)
@every_example
def test_a_wrong_file_is_one_clear_line(path: tuple[str, ...], content: bytes, here: Path, tmp_path: Path) -> None:
    words = EXAMPLES[path](here)
    files = [word for word in words if isinstance(word, Path) and word.is_file() and word.stem != "copy"]
    for file in files[-1:]:
        wrong = tmp_path / f"wrong{file.suffix}"
        wrong.write_bytes(content)
        for bad in (wrong, tmp_path / f"gone{file.suffix}", folder_named(tmp_path, file.suffix)):
            done = run(*path, *[bad if word is file else word for word in words])
            assert done.exit_code in (1, 2), done.output
            assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
            assert done.stderr.strip()
            assert "Traceback" not in done.output


def folder_named(where: Path, suffix: str) -> Path:
    path = where / f"folder{suffix}"
    path.mkdir(exist_ok=True)
    return path


# A reader that goes away, and a full disk.


@pytest.fixture(scope="module")
def forked(here: Path) -> Iterator[Commands]:
    with commands(str(here)) as found:
        yield found


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a device that is always full")
@rows("path", some(TREE, 8))
def test_help_into_a_closed_pipe_or_a_full_disk(path: tuple[str, ...], forked: Commands) -> None:
    assert forked.run([*path, "--help"], "closed") == (141, "")
    status, said = forked.run([*path, "--help"], "/dev/full")
    assert (status, said.count("\n")) == (1, 1)
    assert "the disk is full" in said


#: Examples as text and as JSON, if they can be repeated.
PRINTING: Final = [
    (path, as_json)
    for path in EXAMPLES
    for as_json in (False, True)
    if not (as_json and path in NO_JSON) and path not in CHANGES_IN_PLACE
]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a device that is always full")
@rows("path, as_json", some(PRINTING, 12))
def test_a_closed_pipe_and_a_full_disk(path: tuple[str, ...], as_json: bool, forked: Commands, here: Path) -> None:
    words = [str(word) for word in (*path, *EXAMPLES[path](here), *(["--json"] if as_json else []))]
    closed = forked.run(words, "closed")
    assert closed.status == 141
    assert "Traceback" not in closed.stderr
    assert "Exception" not in closed.stderr
    full = forked.run(words, "/dev/full")
    assert full.status == 1
    assert full.stderr.endswith("The output can't be written: the disk is full. Free some space, then try again.\n")
    assert "Traceback" not in full.stderr


@rows("path", some(EXAMPLES, 8))
def test_without_standard_output_nothing_is_done(path: tuple[str, ...], forked: Commands, here: Path) -> None:
    for words in (["--help"], EXAMPLES[path](here)):
        status, said = forked.run([*path, *map(str, words)], "none")
        assert status == 1
        assert said == "Standard output is closed, so there is nowhere to write to. Nothing was done.\n"


# The page.


def test_the_page_lists_every_command_as_it_is() -> None:
    text = PAGE.read_text("utf-8")
    assert page_with(text) == text, "run `make write`"


def test_the_page_names_the_levels() -> None:
    text = " ".join(PAGE.read_text("utf-8").split())
    assert ", ".join(f"`{level}`" for level in list(LEVEL_WORDS)[:-1]) + f" and `{list(LEVEL_WORDS)[-1]}`" in text
