"""A wrong command line: what is wrong and what is possible, in plain words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from cli.running import refused, run
from kit.rows import rows
from tools.command_page import all_commands

LEAVES: Final = {path: command for path, command in all_commands() if not hasattr(command, "list_commands")}
#: Words of typer, click and pydantic.
THEIRS: Final = re.compile(
    r"Input should|Value error|Invalid value|not a valid|No such|Missing (argument|option)|requires an argument|"
    r"not one of|unexpected extra"
)
#: Options that take a number.
NUMBERS: Final = [
    (path, parameter)
    for path, command in LEAVES.items()
    for parameter in command.params
    if parameter.param_type_name == "option" and parameter.type_descriptor.annotation in (int, float)
]


def said(*words: str) -> str:
    """The text in the box. It is one sentence or two."""
    result = run(*words, columns=300)
    assert (result.exit_code, result.stdout) == (2, "")
    assert not THEIRS.search(result.stderr)
    return " ".join(re.findall(r"^│ (.*?) *│$", result.stderr, re.M))


@rows(
    "line, words",
    [
        ("serve --port zz", "--port takes a whole number from 0 to 65535, not 'zz'."),
        ("serve --port 99999", "--port takes a whole number from 0 to 65535, not 99999."),
        ("serve --port -1", "--port takes a whole number from 0 to 65535, not -1."),
        ("archive --days -3", "--days takes a whole number, 0 or more, not -3."),
        ("sample --seed x", "--seed takes a whole number, not 'x'."),
        ("sample --seed 1.5", "--seed takes a whole number, not 1.5."),
        ("match a b --minutes-a-hand 99", "--minutes-a-hand takes a number from 0 to 60, not 99."),
        ("event score x one 1 2", "TABLE takes a whole number, not 'one'."),
        ("schedule --format zz --players 8", "--format takes ccc or trailer-estates, not 'zz'."),
        ("event new a.event", "This command needs --rules: a rulebook's name, or a TOML file with house rules."),
        ("event rename a.event", "This command needs NAME: a player's name."),
        ("event rename a.event Ann", "This command needs TO: the right name."),
        ("solve", "This command needs FILE: "),
        ("sample --nope", "There is no option --nope."),
        ("sample --ou x", "There is no option --ou. Did you mean --out?"),
        ("sampel", "There is no command sampel. Did you mean sample?"),
        ("event sea a.event", "There is no command sea. Did you mean seat, season or seating?"),
        ("nonsense", "There is no command nonsense."),
        ("export --format", "--format needs a value after it."),
        ("sim --json=3", "--json takes no value."),
        ("rules show alberta ccc", "There is too much here: ccc. Put quotes around words that belong together."),
    ],
)
def test_the_words(line: str, words: str) -> None:
    assert said(*line.split()).startswith(words)


@rows("path, parameter", NUMBERS)
def test_every_number_says_what_it_takes(path: tuple[str, ...], parameter: Any) -> None:
    option, limits = parameter.opts[0], parameter.type_descriptor.parameter_info
    numbers = [str(int(limits.min) - 1)] if limits.min is not None else []
    numbers += [str(int(limits.max) + 1)] if limits.max is not None else []
    for wrong in ("zz", *numbers):
        words = said(*path, option, wrong)
        assert words.startswith(f"{option} takes a ")
        assert words.endswith(f", not {wrong if wrong in numbers else repr(wrong)}.")


def test_deals_or_games_of_a_match() -> None:
    line = refused("match", "random", "random", "--deals", 2, "--games", 1, "--workers", 1)
    assert line == "--deals and --games can't be used together. Choose one."


def test_a_table_of_a_folder_only(tmp_path: Path) -> None:
    line = refused("verify", tmp_path / "hand.json", "--table", "aa")
    assert line == "--table is for a data folder. Name a folder, or leave it out."


def test_a_group_without_a_command_shows_its_help() -> None:
    result = run("event")
    assert result.exit_code == 2
    assert "Commands" in result.output
