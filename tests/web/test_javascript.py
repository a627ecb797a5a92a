"""The logic of the pages, tested by node's own test runner: playback, the outbox, the witness, words."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2]
STATIC = HERE / "src/bowerbird/web/static"
#: Scripts that are not typed yet. This list only gets shorter.
UNTYPED = {
    "desk/desk-forms.js",
    "desk/desk-more.js",
    "desk/desk-next.js",
    "desk/desk-people.js",
    "desk/desk-register.js",
    "desk/desk-table.js",
    "desk/desk.js",
    "desk/new-events.js",
    "desk/new-make.js",
    "desk/new-prizes.js",
    "desk/new.js",
    "desk/phone.js",
    "desk/season.js",
    "desk/table.js",
    "house-rules.js",
    "replay.js",
    "review.js",
    "table.js",
    "theme.js",
}


def test_the_logic_of_the_pages() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is missing: the tests in tests/js are left out. Install nodejs (18 or newer) to run them.")
    files = [str(path) for path in sorted((HERE / "tests/js").glob("*.test.mjs"))]
    done = subprocess.run([node, "--test", *files], cwd=HERE, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_new_scripts_are_typed() -> None:
    scripts = {str(path.relative_to(STATIC)): path.read_text("utf-8") for path in STATIC.rglob("*.js")}
    unchecked = {name for name, text in scripts.items() if not text.startswith("// @ts-check\n")}
    assert unchecked == UNTYPED
    assert not [name for name, text in scripts.items() if "@ts-nocheck" in text or "@ts-ignore" in text]
