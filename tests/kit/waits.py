"""Where tests wait in real time, as their syntax trees say."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

__all__ = ["real_waits"]

#: Clocks that no test moves.
_CLOCKS = ("monotonic", "perf_counter")


def real_waits(file: Path) -> list[str]:
    """Every sleep, and every assertion about how long something took."""
    text = file.read_text()
    if not any(word in text for word in ("sleep", "wait_for_timeout", *_CLOCKS)):
        return []
    tree = ast.parse(text)
    return [f"line {line}: {what}" for line, what in sorted(_sleeps(tree)) + sorted(_bounds(tree))]


def _sleeps(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Attribute(attr="wait_for_timeout"):
                yield node.lineno, "wait_for_timeout"
            case ast.Attribute(value=ast.Name(id="time" | "asyncio" | "REAL_TIME" as module), attr="sleep"):
                if module != "asyncio" or not _is_zero(node.args):
                    yield node.lineno, f"{module}.sleep"


def _is_zero(arguments: list[ast.expr]) -> bool:
    return isinstance(arguments[0], ast.Constant) and arguments[0].value == 0


def _bounds(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Assertions with a difference of two readings in them; the first may have a name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) and any(_is_reading(part) for part in ast.walk(node.test)):
            yield node.lineno, "a bound in real time"
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _named_bounds(node)


def _named_bounds(function: ast.AST) -> Iterator[tuple[int, str]]:
    took = {
        target.id
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.Sub)
        if any(_is_reading(part) for part in ast.walk(node.value))
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            names = {part.id for part in ast.walk(node.test) if isinstance(part, ast.Name)}
            if took & names:
                yield node.lineno, "a bound in real time"


def _is_reading(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="time"), attr=name)):
            return name in _CLOCKS
    return False
