"""The changes of a line that `make mutants` draws from: small ones, such as people make by mistake.

A condition is turned, a boundary moves by one, a call is dropped, two arguments are exchanged, a constant is another, a
statement is gone.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.changed import ROOT

PROGRAM: Final = "src/bowerbird/"
PAGES: Final = PROGRAM + "web/static/"

_TURNED: Final = {"==": "!=", "!=": "==", "in": "not in", "not in": "in", "is": "is not", "is not": "is"}
_BOUNDARY: Final = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_SIGNS: Final = {
    ast.Eq: "==", ast.NotEq: "!=", ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
#: Calls whose arguments may be exchanged or left without them, and nothing is different.
_SAME_EXCHANGED: Final = {"min", "max", "isinstance", "issubclass", "cast"}
_SAME_DROPPED: Final = {"iter", "list", "tuple"}
#: What only says what a thing is.
_TYPES: Final = {"annotation", "returns", "type_params", "decorator_list"}


@dataclass(frozen=True)
class Change:
    """One change of one line: these bytes of the file become this text."""

    path: str
    line: int
    start: int
    end: int
    what: str
    becomes: str

    def applied(self, source: bytes) -> bytes:
        """The file with the change."""
        return source[: self.start] + self.becomes.encode() + source[self.end :]

    def lines(self, source: bytes) -> tuple[str, str]:
        """The line before and after."""
        begin = source.rfind(b"\n", 0, self.start) + 1
        before, after = (each[begin:].decode().splitlines()[0].strip() for each in (source, self.applied(source)))
        if before == after:  # it goes on over several lines, and the first is the same
            after = f"{before} … {self.becomes}"
        return before, after

    @property
    def room(self) -> str:
        """The folder of the program that it is in."""
        parts = Path(self.path.removeprefix(PAGES if self.path.startswith(PAGES) else PROGRAM)).parts
        place = parts[0] if len(parts) > 1 else "(modules)"
        return f"web/static/{place}" if self.path.startswith(PAGES) else place


class _Python(ast.NodeVisitor):
    """Every change of a module. Types, and texts, which tests need not quote, stay as they are."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source = path, source
        self.begins = [0]
        for line in source.splitlines(keepends=True):
            self.begins.append(self.begins[-1] + len(line))
        self.found: list[Change] = []

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.begins[node.lineno - 1] + node.col_offset
        return start, self.begins[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.expr | ast.stmt) -> str:
        start, end = self.span(node)
        return self.source[start:end].decode()

    def change(self, what: str, span: tuple[int, int], becomes: str) -> None:
        line = self.source.count(b"\n", 0, span[0]) + 1
        self.found.append(Change(self.path, line, *span, what, becomes))

    def sign(self, what: str, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        start, end = self.span(left)[1], self.span(right)[0]
        found = re.search(rf"(?<![\w<>=!]){re.escape(old)}(?![\w<>=!])", self.source[start:end].decode())
        if found is not None:
            self.change(what, (start + found.start(), start + found.end()), new)

    def visit(self, node: ast.AST) -> None:
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.JoinedStr() | ast.Subscript(value=ast.Name("Literal")):
                return
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                self.condition(test)
            case ast.keyword(arg="strict"):  # whether zip looks at what is so anyway
                return
            case ast.comprehension(ifs=tests):
                for each in tests:
                    self.condition(each)
            case ast.BoolOp(op=word, values=[first, second, *_]):
                words = ("and", "or") if isinstance(word, ast.And) else ("or", "and")
                self.sign("condition turned", first, second, *words)
            case ast.Compare():
                for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
                    old = _SIGNS[type(op)]
                    kind, table = ("boundary by one", _BOUNDARY) if old in _BOUNDARY else ("condition turned", _TURNED)
                    self.sign(kind, left, right, old, table[old])
            case ast.Constant(value=bool() as value):
                self.change("constant changed", self.span(node), str(not value))
            case ast.Constant(value=int() | float() as number):
                self.change("constant changed", self.span(node), str(number + 1))
            case ast.Call():
                self.call(node)
            case ast.Expr(value=ast.Call() as call) | ast.Expr(value=ast.Await(value=ast.Call() as call)):
                self.change("call dropped", self.span(node), "pass")
                super().generic_visit(call)
                return
            case ast.Return(value=ast.expr()) | ast.Raise() | ast.Continue() | ast.Break() | ast.Delete():
                self.change("statement removed", self.span(node), "pass")
            case ast.AugAssign() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                self.change("statement removed", self.span(node), "pass")
        self.generic_visit(node)

    def generic_visit(self, node: ast.AST) -> None:
        for name, value in ast.iter_fields(node):
            if name not in _TYPES and not (name == "keywords" and isinstance(node, ast.ClassDef)):
                for each in value if isinstance(value, list) else [value]:
                    if isinstance(each, ast.AST):
                        self.visit(each)

    def condition(self, test: ast.expr) -> None:
        """Turned as a whole, where its comparison can't be."""
        if not isinstance(test, ast.Compare | ast.Constant):
            self.change("condition turned", self.span(test), f"not ({self.text(test)})")

    def call(self, node: ast.Call) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else self.text(node.func)
        match node.args:
            case [] if isinstance(node.func, ast.Attribute) and not node.keywords:
                self.change("call dropped", self.span(node), self.text(node.func.value))
            case [only] if not node.keywords and not isinstance(only, ast.Starred | ast.GeneratorExp):
                if (
                    name not in _SAME_DROPPED and not name.lstrip("_")[0].isupper()
                ):  # types may be only a name for the same
                    self.change("call dropped", self.span(node), f"({self.text(only)})")
            case [first, second, *_] if not any(isinstance(each, ast.Starred) for each in (first, second)):
                texts = self.text(first), self.text(second)
                if name not in _SAME_EXCHANGED and texts[0] != texts[1]:
                    between = self.source[self.span(first)[1] : self.span(second)[0]].decode()
                    span = self.span(first)[0], self.span(second)[1]
                    self.change("arguments exchanged", span, texts[1] + between + texts[0])


def python_changes(path: str, source: bytes) -> list[Change]:
    """Every change of a module."""
    finder = _Python(path, source)
    finder.visit(ast.parse(source))
    return finder.found


def script_changes(paths: Sequence[Path], root: Path = ROOT) -> Iterator[Change]:
    """Every change of these scripts; `tools/mutations.mjs` finds them."""
    node = shutil.which("node")
    if node is None or not (ROOT / "node_modules" / "typescript").exists():
        print("Left out: the pages' scripts, because node or TypeScript is missing. Run `make setup`.")
        return
    words = [node, str(ROOT / "tools" / "mutations.mjs"), *map(str, paths)]
    told = json.loads(subprocess.run(words, check=True, capture_output=True, text=True, cwd=ROOT).stdout)
    for name, found in told.items():
        yield from (Change(Path(name).relative_to(root).as_posix(), *each) for each in found)
