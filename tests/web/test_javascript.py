"""The logic of the pages, tested by node's own test runner: playback, the outbox, the witness, words."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2]


def test_the_logic_of_the_pages() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is missing: the tests in tests/js are left out. Install nodejs (18 or newer) to run them.")
    files = [str(path) for path in sorted((HERE / "tests/js").glob("*.test.mjs"))]
    done = subprocess.run([node, "--test", *files], cwd=HERE, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
