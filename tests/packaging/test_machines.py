"""Most club laptops run Windows: what only other systems have is asked for in one place, and guarded there."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

from machines import MODULES, posix_only

SOURCE: Final = Path(__file__).resolve().parents[2] / "src" / "bowerbird"
#: The one place.
GUARDED: Final = SOURCE / "machine.py"


def test_nothing_that_windows_lacks() -> None:
    found = {path: list(posix_only(ast.parse(path.read_text("utf-8")))) for path in SOURCE.rglob("*.py")}
    assert [path for path, lacking in found.items() if lacking] == [GUARDED], found


def test_the_walk_sees_what_it_looks_for() -> None:
    asked = (
        "import fcntl\nfrom os import fork\nimport os, signal\nos.getuid()\nos.kill(1, signal.SIGKILL)\nopen('/proc/x')"
    )
    found = {what for _, what in posix_only(ast.parse(asked))}
    assert found == {"fcntl", "fork", "os.getuid", "signal.SIGKILL", "/proc/x"}
    assert list(posix_only(ast.parse(GUARDED.read_text("utf-8")))), "the one place has some"


def test_the_one_place_imports_nothing_of_it_at_the_top() -> None:
    """Windows imports the module, too."""
    top = [node for node in ast.parse(GUARDED.read_text("utf-8")).body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {name.name for node in top for name in node.names} | {getattr(node, "module", None) for node in top}
    assert not names & MODULES


def test_text_files_are_opened_with_their_encoding() -> None:
    """Windows would take another one."""
    wrong = []
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="read_text" | "write_text" as what), args=args, keywords=keywords
                ):
                    named = any(keyword.arg == "encoding" for keyword in keywords)
                    if not named and len(args) < (1 if what == "read_text" else 2):
                        wrong.append(f"{path.relative_to(SOURCE)}:{node.lineno}")
    assert wrong == [str(each) for each in wrong if each.startswith("machine.py")]
