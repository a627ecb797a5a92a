"""pyright accepts the Python of the documents and of the docstrings, so that readers' editors show no errors."""

from __future__ import annotations

import doctest
import json
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from guides.blocks import PAGES, ROOT, blocks_of
from tools.site.reference import MODULES

PYRIGHT = ROOT / "node_modules" / "pyright" / "index.js"
#: Two mistakes, to see that mistakes are found.
WRONG = 'from bowerbird import Table\n\nTable("alberta").push("pass")\nTable("alberta").book.no_such_section\n'


def program_of(page: Path) -> str:
    """The Python of a page as one program, each line at its number in the page."""
    lines = [""] * page.read_text("utf-8").count("\n")
    for block in blocks_of(page):
        if block.language == "python":
            text = block.text.splitlines()
            lines[block.line : block.line + len(text)] = text
    return "\n".join(lines) + "\n"


def examples_of(module: str) -> dict[str, str]:
    """The examples in the docstrings of a module, each as a program."""
    found = doctest.DocTestFinder(exclude_empty=True).find(import_module(module))
    return {
        f"docstring of {each.name}": doctest.script_from_examples(each.docstring or "")
        for each in found
        if each.examples
    }


@pytest.mark.full
def test_pyright_accepts_every_example(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not PYRIGHT.exists():
        pytest.skip("pyright is missing, so examples aren't checked. Install nodejs and npm, then run `make setup`.")
    programs = {page.name: program_of(page) for page in PAGES}
    for module in MODULES:
        programs |= examples_of(module)
    programs["wrong"] = WRONG
    for name, text in programs.items():
        file = re.sub(r"\W", "_", name)
        (tmp_path / f"{file}.py").write_text(text, "utf-8")
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(ROOT / "src")]}), "utf-8")
    done = subprocess.run(
        [node, PYRIGHT, "--project", tmp_path, "--pythonpath", sys.executable, "--outputjson"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    report = json.loads(done.stdout)
    assert report["summary"]["filesAnalyzed"] == len(programs)
    errors = [each for each in report["generalDiagnostics"] if each["severity"] == "error"]
    found: dict[str, list[str]] = {}
    for each in errors:
        line = each["range"]["start"]["line"] + 1
        found.setdefault(Path(each["file"]).stem, []).append(f"line {line}: {each['message']}")
    wrong = found.pop("wrong", [])
    assert [said.partition(":")[0] for said in wrong] == ["line 3", "line 4"]
    assert not found, json.dumps(found, indent=1)
