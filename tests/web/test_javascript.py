"""The logic of the pages, tested by node's own test runner: the conductor, the outbox, the witness, words."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from bowerbird.evening.requests import Do
from bowerbird.web.scripts import without_comments
from kit.rows import some
from web.conductor_frames import HANDS, write_games
from web.desk_views import desk_views

HERE = Path(__file__).parents[2]
STATIC = HERE / "src/bowerbird/web/static"


def test_the_logic_of_the_pages(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is missing: the tests in tests/js are left out. Install nodejs (18 or newer) to run them.")
    files = [str(path) for path in sorted((HERE / "tests/js").glob("*.test.mjs"))]
    frames = tmp_path / "frames"
    with frames.open("w", encoding="utf-8") as games:
        assert write_games(games) >= HANDS
    views = tmp_path / "views"
    views.write_text(json.dumps(desk_views()), "utf-8")
    done = subprocess.run(
        [node, "--test", *files],
        cwd=HERE,
        env={
            **os.environ,
            "BOWERBIRD_FRAMES": str(frames),
            "BOWERBIRD_HANDS": str(HANDS),
            "BOWERBIRD_VIEWS": str(views),
        },
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    said = json.loads((tmp_path / "views-said").read_text("utf-8"))
    assert len(said) >= 100
    for each in said:
        msgspec.convert(each | {"key": "of this button"}, Do)


def test_every_script_is_typed() -> None:
    options = json.loads((HERE / "tsconfig.json").read_text("utf-8"))["compilerOptions"]
    assert (options["checkJs"], options["strict"]) == (True, True)
    scripts = {str(path.relative_to(STATIC)): path.read_text("utf-8") for path in STATIC.rglob("*.js")}
    assert not [name for name, text in scripts.items() if "@ts-nocheck" in text or "@ts-ignore" in text]


def test_scripts_are_served_without_comments_and_otherwise_as_they_are() -> None:
    node, compiler = shutil.which("node"), HERE / "node_modules" / "typescript"
    if node is None or not compiler.exists():
        pytest.skip("TypeScript is missing, so scripts aren't compared without their comments. Run `make setup`.")
    compare = """
        const ts = require(process.argv[1]);
        const plain = (text) => ts.transpile(text, { removeComments: true, target: "esnext", module: "esnext" });
        const pairs = JSON.parse(require("fs").readFileSync(0, "utf8"));
        for (const [name, before, after] of pairs) if (plain(before) !== plain(after)) console.log(name);
    """
    scripts = some(sorted(STATIC.rglob("*.js")), 20)
    texts = {str(path.relative_to(STATIC)): path.read_text("utf-8") for path in scripts}
    pairs = [[name, text, without_comments(text)] for name, text in texts.items()]
    done = subprocess.run(
        [node, "-e", compare, str(compiler)], input=json.dumps(pairs), capture_output=True, text=True, check=True
    )
    assert done.stdout == ""
    assert sum(len(after) for _, _, after in pairs) < 0.95 * sum(map(len, texts.values()))
