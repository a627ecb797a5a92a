"""Gathers which tests show which clause of the rule documents: `make write`.

It reads the `pytest.mark.clause("ALB-5b", ...)` marks in the text of the tests, without running them, and
writes `clause_tests.json` beside the books. A mark that cannot be given to a test is an error, and so is a clause
that has lost its last test, so that nothing is lost in silence. What the clauses say doesn't matter here.
"""

from __future__ import annotations

import ast
import json
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
RULEBOOK = ROOT / "src" / "bowerbird" / "rulebook"
BOOKS = RULEBOOK / "books"
SHOWN_BY = RULEBOOK / "clause_tests.json"

#: Clause ids, each with the sorted node ids of its tests.
Shown = dict[str, list[str]]

TestFunction = ast.FunctionDef | ast.AsyncFunctionDef


class ClauseIndexError(Exception):
    """Something that has to be put right before the index can be written."""


class _Module:
    """The marks of one file of tests. Every mark is either given to a test or left in `loose`."""

    def __init__(self, source: str, path: str) -> None:
        self.path = path
        self.tree = ast.parse(source, path)
        self.loose = {node for node in ast.walk(self.tree) if _is_mark(node)}
        self.assigned = {
            target.id: node.value
            for node in self.tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }

    def shown(self) -> Iterator[tuple[str, str]]:
        """Every pair of clause id and node id in this file."""
        yield from self._in_body(self.tree.body, self.path, ())
        if self.loose:
            line = min(getattr(node, "lineno", 0) for node in self.loose)
            raise ClauseIndexError(
                f"{self.path}:{line}: this clause mark is on no test. Put it on a test function "
                "or a test class, in `pytestmark`, or in the cases of a parametrize decorator."
            )

    def _in_body(self, body: Sequence[ast.stmt], within: str, inherited: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        for node in body:
            if isinstance(node, ast.Assign) and [ast.unparse(name) for name in node.targets] == ["pytestmark"]:
                inherited += self._ids(node.value)
        for node in body:
            if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                ids = inherited + self._decorated(node)
                yield from self._in_body(node.body, f"{within}::{node.name}", ids)
            elif isinstance(node, TestFunction) and node.name.startswith("test"):
                for id in inherited + self._decorated(node):
                    yield id, f"{within}::{node.name}"

    def _decorated(self, node: ast.ClassDef | TestFunction) -> tuple[str, ...]:
        return tuple(id for decorator in node.decorator_list for id in self._ids(decorator))

    def _ids(self, expression: ast.expr) -> tuple[str, ...]:
        """The ids marked anywhere in an expression, and in the module's own lists of cases that it names."""
        found: list[str] = []
        names: set[str] = set()
        waiting = [expression]
        while waiting:
            for node in ast.walk(waiting.pop()):
                if isinstance(node, ast.Call) and _is_mark(node.func):
                    self.loose.discard(node.func)
                    found += (self._id(argument) for argument in node.args)
                elif isinstance(node, ast.Name) and node.id in self.assigned and node.id not in names:
                    names.add(node.id)
                    waiting.append(self.assigned[node.id])
        return tuple(found)

    def _id(self, argument: ast.expr) -> str:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            return argument.value
        raise ClauseIndexError(
            f'{self.path}:{argument.lineno}: write the clause id as plain text, such as "ALB-5b", '
            f"not as `{ast.unparse(argument)}`."
        )


def _is_mark(node: ast.AST) -> bool:
    if not (isinstance(node, ast.Attribute) and node.attr == "clause"):
        return False
    return ast.unparse(node) in ("pytest.mark.clause", "mark.clause")


def shown_in(source: str, path: str) -> Shown:
    """The clauses that one file of tests shows."""
    return _gathered(_Module(source, path).shown())


def scan(folder: Path | None = None) -> Shown:
    """The clauses that the tests, or those in another folder, show. Node ids begin with the folder's name."""
    folder = folder or TESTS
    return _gathered(
        pair
        for file in sorted(folder.rglob("*.py"))
        if ".clause" in (source := file.read_text(encoding="utf-8"))
        for pair in _Module(source, file.relative_to(folder.parent).as_posix()).shown()
    )


def _gathered(pairs: Iterable[tuple[str, str]]) -> Shown:
    shown: dict[str, set[str]] = {}
    for id, test in pairs:
        shown.setdefault(id, set()).add(test)
    return {id: sorted(shown[id]) for id in sorted(shown)}


def as_json(shown: Mapping[str, Sequence[str]]) -> str:
    """The text of `clause_tests.json`."""
    return json.dumps(shown, indent=2, sort_keys=True) + "\n"


def known_ids() -> list[str]:
    """The clause ids of all books, in their order there."""
    books = (tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(BOOKS.glob("*.toml")))
    return [id for book in books for id in book.get("document", {})]


def without_tests(known: Sequence[str], shown: Mapping[str, Sequence[str]], before: Iterable[str]) -> list[str]:
    """The clauses that no test shows. Those that had one before may not be among them."""
    if unknown := sorted(set(shown) - set(known)):
        raise ClauseIndexError(
            f"{', '.join(f'{id} (in {shown[id][0]})' for id in unknown)}: no book has such a clause. "
            "Correct the mark, or add the clause to the [document] of its book."
        )
    unshown = [id for id in known if id not in shown]
    if lost := sorted(set(unshown) & set(before)):
        raise ClauseIndexError(
            f"These clauses have lost their last test: {', '.join(lost)}. Give each one a test again."
        )
    return unshown


def main() -> int:
    """Write the index; print the clauses that no test shows."""
    before = json.loads(SHOWN_BY.read_text(encoding="utf-8")) if SHOWN_BY.exists() else {}
    try:
        shown = scan()
        unshown = without_tests(known_ids(), shown, before)
    except ClauseIndexError as error:
        print(error, file=sys.stderr)
        return 1
    SHOWN_BY.write_text(as_json(shown), encoding="utf-8")
    print(f"Clauses with a test: {len(shown)}. Without: {len(unshown)}.")
    for id in unshown:
        print(f"  {id}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
