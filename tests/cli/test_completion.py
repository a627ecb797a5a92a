"""Completion as the shells ask for it: by what their scripts send, and in the shells themselves where they are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner

from bowerbird.cli import app
from bowerbird.levels import LEVEL_WORDS
from bowerbird.rulebook import book_names
from kit.rows import rows

COMPLETE: Final = "import sys; sys.argv[0] = 'bowerbird'; from bowerbird.__main__ import main; main()"
#: The command as a shell finds it.
PROGRAM: Final = f'#!/bin/sh\nexec "{sys.executable}" -c "{COMPLETE}" "$@"\n'


def asked(shell: str, line: str, **more: str) -> tuple[int, str]:
    """The answer to the question that the script of a shell asks about a line."""
    words = line.split(" ")
    wanted = {
        "_BOWERBIRD_COMPLETE": f"complete_{shell}",
        "_TYPER_COMPLETE_ARGS": line,
        "COMP_WORDS": "\n".join(words),
        "COMP_CWORD": str(len(words) - 1),
        **more,
    }
    done = CliRunner().invoke(app, [], prog_name="bowerbird", env=wanted)
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    return done.exit_code, done.stdout


def bash(line: str) -> list[str]:
    return asked("bash", line)[1].split()


@rows(
    "line, found",
    [
        ("bowerbird rules sh", ["show"]),
        ("bowerbird rules show ", list(book_names())),
        ("bowerbird sim --rules trail", ["trailer-estates"]),
        ("bowerbird match ", list(LEVEL_WORDS)),
        ("bowerbird match expert ma", ["master"]),
        ("bowerbird play --level ", list(LEVEL_WORDS)),
        ("bowerbird sim --policy t", ["thumb"]),
        ("bowerbird deploy n", ["nginx"]),
        ("bowerbird export --format p", ["parquet"]),
        # Files are the shell's own: no answer lets it look for them.
        ("bowerbird replay ga", []),
        ("bowerbird rules show my-ho", []),
        ("bowerbird event status ", []),
    ],
)
def test_words_of_bash(line: str, found: list[str]) -> None:
    assert bash(line) == found


def test_words_of_zsh_and_fish() -> None:
    _, zsh = asked("zsh", "bowerbird match exp")
    assert zsh.strip() == """_arguments '*: :(("expert":"Expert"))'"""
    assert asked("zsh", "bowerbird replay ga")[1].strip() == "_files"
    get, test = {"_TYPER_COMPLETE_FISH_ACTION": "get-args"}, {"_TYPER_COMPLETE_FISH_ACTION": "is-args"}
    assert asked("fish", "bowerbird match exp", **get) == (0, "expert\tExpert\n")
    assert asked("fish", "bowerbird match exp", **test)[0] == 0
    assert asked("fish", "bowerbird replay ga", **test)[0] == 1


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with the command, a game to complete, and the script of each shell."""
    program = tmp_path / "bin" / "bowerbird"
    program.parent.mkdir()
    program.write_text(PROGRAM)
    program.chmod(0o755)
    (tmp_path / "game.egn").write_text("{}")
    return tmp_path


def in_shell(home: Path, shell: str, *words: str) -> str:
    path = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    env = os.environ | {"PATH": path, "HOME": str(home)}
    done = subprocess.run([shell, *words], capture_output=True, text=True, cwd=home, env=env, timeout=60)
    return done.stdout


def script(home: Path, shell: str) -> Path:
    env = os.environ | {"_BOWERBIRD_COMPLETE": f"source_{shell}"}
    made = subprocess.run([sys.executable, "-c", COMPLETE], capture_output=True, text=True, env=env, check=True)
    file = home / f"complete.{shell}"
    file.write_text(made.stdout)
    return file


@pytest.mark.skipif(sys.platform != "linux" or shutil.which("bash") is None, reason="there is no bash, or an old one")
def test_in_bash_itself(home: Path) -> None:
    told = (
        f"source {script(home, 'bash')}; COMP_WORDS=(bowerbird match exp); COMP_CWORD=2; "
        "_bowerbird_completion bowerbird; echo ${COMPREPLY[@]}; complete -p bowerbird"
    )
    found = in_shell(home, "bash", "--norc", "-c", told)
    assert found.splitlines()[0] == "expert"
    assert "-o default" in found, "bash completes files where there are no words"


@pytest.mark.skipif(sys.platform != "linux" or shutil.which("fish") is None, reason="there is no fish, or an old one")
def test_in_fish_itself(home: Path) -> None:
    source = f"source {script(home, 'fish')}; complete -C"
    assert in_shell(home, "fish", "--no-config", "-c", f"{source} 'bowerbird match exp'").split() == [
        "expert",
        "Expert",
    ]
    assert "game.egn" in in_shell(home, "fish", "--no-config", "-c", f"{source} 'bowerbird replay ga'")
