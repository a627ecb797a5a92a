"""An uncompiled kernel is slow: the commands that need it say so once, on stderr, with what it costs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bowerbird.cli.common import UNCOMPILED
from kit.rows import rows, some

TESTS = Path(__file__).resolve().parents[1]
_RUN = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from kernel.pure import uncompiled
if sys.argv.pop(1) == "uncompiled":
    uncompiled()
from bowerbird.__main__ import main
if __name__ == "__main__":
    main()
"""
COMMANDS = (
    ("sim", "--hands", "20", "--workers", "1", "--json"),
    ("match", "simple", "random", "--deals", "2", "--workers", "1", "--json"),
    ("bench", "--rounds", "1", "--json"),
)


def command(kernel: str, *words: str) -> list[str]:
    return [sys.executable, "-c", _RUN, str(TESTS), kernel, *words]


@rows("words", some(COMMANDS, 1))
def test_an_uncompiled_kernel_is_said_once_and_apart_from_the_answer(words: tuple[str, ...]) -> None:
    done = subprocess.run(command("uncompiled", *words), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count(UNCOMPILED) == 1
    assert json.loads(done.stdout)["compiled"] is False


def test_a_compiled_kernel_says_nothing() -> None:
    done = subprocess.run(command("as it is", *COMMANDS[0]), capture_output=True, text=True, check=False)
    assert (UNCOMPILED in done.stderr) is not json.loads(done.stdout)["compiled"]


@pytest.mark.full
def test_a_server_says_it_once_at_its_start(tmp_path: Path) -> None:
    words = command("uncompiled", "serve", "--port", "0", "--data", str(tmp_path))
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert "is running" in server.stdout.readline()
        server.terminate()
        _, err = server.communicate(timeout=60)
    assert err.count(UNCOMPILED) == 1
