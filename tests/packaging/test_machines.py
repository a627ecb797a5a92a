"""Most club laptops run Windows: what only other systems have is asked for in one place, and guarded there."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

from machines import MODULES, posix_only, posix_only_in

SOURCE: Final = Path(__file__).resolve().parents[2] / "src" / "bowerbird"
#: The one place.
GUARDED: Final = SOURCE / "machine.py"


def test_nothing_that_windows_lacks() -> None:
    found = {path: posix_only_in(path) for path in SOURCE.rglob("*.py")}
    assert [path for path, lacking in found.items() if lacking] == [GUARDED], found


def test_the_walk_sees_what_it_looks_for(tmp_path: Path) -> None:
    asked = (
        "import fcntl\nfrom os import fork\nimport os, signal\nos.getuid()\nos.kill(1, signal.SIGKILL)\nopen('/proc/x')"
    )
    found = {what for _, what in posix_only(ast.parse(asked))}
    assert found == {"fcntl", "fork", "os.getuid", "signal.SIGKILL", "/proc/x"}
    for line in ("import fcntl", "from os import fork", "import os, time\nos.getuid()", "open('/proc/x')"):
        (tmp_path / "program.py").write_text(line, "utf-8")
        assert posix_only_in(tmp_path / "program.py"), line
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
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if "_text" in text else ():
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="read_text" | "write_text" as what), args=args, keywords=keywords
                ):
                    named = any(keyword.arg == "encoding" for keyword in keywords)
                    if not named and len(args) < (1 if what == "read_text" else 2):
                        wrong.append(f"{path.relative_to(SOURCE)}:{node.lineno}")
    assert wrong == [str(each) for each in wrong if each.startswith("machine.py")]
