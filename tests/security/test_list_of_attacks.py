"""The page on security lists the attacks and the properties that are tried: those, and no others."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "security.md"


def test_the_list_and_the_tests_are_the_same() -> None:
    tried = [
        node.name
        for path in sorted(HERE.glob("test_attacks_*.py"))
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    ]
    listed = re.findall(r"^\| .+ \| `(test_\w+)` \|$", PAGE.read_text("utf-8"), re.M)
    assert sorted(listed) == sorted(tried)
    assert len(set(listed)) == len(listed) > 50


def test_the_list_of_properties_is_complete() -> None:
    tried = {path.name for path in HERE.glob("test_*.py")} - {path.name for path in HERE.glob("test_attacks_*.py")}
    listed = re.findall(r"^\| .+ \| `(test_\w+\.py)` \|$", PAGE.read_text("utf-8"), re.M)
    assert sorted(listed) == sorted(tried - {Path(__file__).name})
