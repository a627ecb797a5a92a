"""Print the files of tests that a change can break, nearest first: `make test CHANGED=1`.

    python -m tools.changed [--since main]

A test is taken if it, or what it imports in turn, imports a module that has changed. Statically, so nothing has to be
recorded before, and a fresh clone knows as much as an old one; what is only read, not imported, goes by its folder.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from collections import deque
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
#: Tests of what is read and not imported, by the beginning of its path. The longest beginning counts.
READ: Final = {
    "src/bowerbird/rulebook/books/": ("rulebook", "table", "event", "nights"),
    "src/bowerbird/web/": ("web",),
    "src/bowerbird/learn/": ("learn",),
    "src/": (),
    "docs/": ("guides", "cli/test_every_command.py", "web/test_wire.py", "web/test_evening_guide.py"),
    "tests/js/": ("web/test_javascript.py",),
    "tests/nights/": ("nights",),
    "bench/": ("packaging/test_bench.py", "packaging/test_report.py"),
    "": ("packaging",),
}

_READS_ALL_TESTS: Final = ROOT / "tests" / "test_real_time.py"


def changed_since(branch: str) -> list[str]:
    """The files that differ from where this branch left the other one, saved or not."""
    base = _git("merge-base", branch, "HEAD").strip()
    return sorted(
        {*_git("diff", "--name-only", base).split(), *_git("ls-files", "--others", "--exclude-standard").split()}
    )


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def modules() -> dict[str, Path]:
    """Every module of the program, the tests, the benches and the tools, by the name that imports it."""
    found = {}
    for folder, prefix in (
        ("src", ""),
        ("tests", ""),
        ("bench", "bench."),
        ("tools", "tools."),
        ("training", "training."),
    ):
        for path in (ROOT / folder).rglob("*.py"):
            parts = path.relative_to(ROOT / folder).with_suffix("").parts
            found[prefix + ".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def imported_by(path: Path) -> frozenset[str]:
    """The names that a module imports, and those it takes from them, which may be modules."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update((node.module, *(f"{node.module}.{each.name}" for each in node.names)))
        elif isinstance(node, ast.Constant) and str(node.value).startswith("bowerbird."):
            # By name, when it is needed: `bowerbird.cli.play:play`, or each module of `bowerbird.event.movements`.
            name = str(node.value).partition(":")[0]
            names.update((name, f"{name}.*"))
    return frozenset(names)


def touched(paths: list[str], known: Mapping[str, Path]) -> list[str]:
    """The files of tests to run, those whose import of a change is the most direct first."""
    users: dict[str, set[str]] = {name: set() for name in known}
    within: dict[str, list[str]] = {}
    for name in known:
        within.setdefault(name.rpartition(".")[0] + ".*", []).append(name)
    for name, path in known.items():
        for each in imported_by(path):
            for module in within.get(each, [each] if each in users else []):
                users[module].add(name)
    names = {path: name for name, path in known.items()}
    far = {names[ROOT / path]: 0 for path in paths if ROOT / path in names}
    due = deque(far)
    while due:
        name = due.popleft()
        for user in users[name]:
            if user not in far:
                far[user] = far[name] + 1
                due.append(user)
    tests = {known[name]: away for name, away in far.items() if known[name].name.startswith("test_")}
    for changed in paths:
        if ROOT / changed not in names:
            for place in READ[max((each for each in READ if changed.startswith(each)), key=len)]:
                inside = ROOT / "tests" / place
                for test in [inside] if inside.is_file() else inside.rglob("test_*.py"):
                    tests.setdefault(test, 0)
    if any(changed.startswith("tests/") for changed in paths):
        tests.setdefault(_READS_ALL_TESTS, 0)

    def order(test: Path) -> tuple[bool, int, Path]:
        # Those of no room last: between two files of a room, pytest loses what the room's conftest.py offers.
        return test.parent.name == "tests", tests[test], test

    return [str(test.relative_to(ROOT)) for test in sorted(tests, key=order)]


def main() -> None:
    """Print them, and on standard error how many are left out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--since", default="main", metavar="BRANCH")
    known = modules()
    found = touched(changed_since(parser.parse_args().since), known)
    whole = sum(path.name.startswith("test_") for path in known.values())
    print(f"{len(found)} of {whole} files of tests can notice this change; the others are left out.", file=sys.stderr)
    print("\n".join(found))


if __name__ == "__main__":
    main()
