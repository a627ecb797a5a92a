"""Run commands in this process, and read what they say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from bowerbird.cli import app

__all__ = ["printed", "refused", "run", "save", "told", "words"]


def run(*arguments: object, said: str | bytes | None = None, columns: int = 80) -> Result:
    """A command with its arguments, and what it is told by standard input."""
    env = {"COLUMNS": str(columns), "TERM": "dumb"}
    return CliRunner().invoke(app, [str(each) for each in arguments], input=said, env=env)


def printed(*arguments: object, said: str | bytes | None = None, columns: int = 80) -> str:
    """The output of a command that succeeds and has nothing to warn of."""
    result = run(*arguments, said=said, columns=columns)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout


def told(*arguments: object) -> Any:
    """What a command tells a program."""
    return json.loads(printed(*arguments, "--json"))


def refused(*arguments: object, status: int = 2, said: str | bytes | None = None) -> str:
    """The one line that is said to what can't be done. Nothing else is printed, but for questions."""
    result = run(*arguments, said=said)
    assert isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code == status, result.output
    assert said is not None or result.stdout == ""
    (line,) = result.stderr.strip().splitlines()
    return str(line)


def words(text: str) -> str:
    """Text without its line breaks."""
    return " ".join(text.split())


def save(folder: Path, data: Any) -> Path:
    """A game as a file."""
    file = folder / "game.egn"
    file.write_text(json.dumps(data), "utf-8")
    return file
