"""Many cases in one test, which goes through all of them and names those that fail.

`@rows` is written as `pytest.mark.parametrize` is. That makes a test of each case, which costs milliseconds: right for
few cases that take long. `@rows` is for tables, commands, rulebooks and levels. Each row has a `tmp_path`, a
`monkeypatch` and a `capsys` without traces of the rows before.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from itertools import product
from typing import Any, TypeVar

import pytest

from kit.amount import SIZE, amount

__all__ = ["pairs", "rows", "some"]

Case = TypeVar("Case")
Other = TypeVar("Other")


def some(cases: Collection[Case], quick: int) -> list[Case]:
    """So many of the cases, evenly drawn; all of them in the full tests."""
    every = list(cases)
    number = min(amount(quick, full=len(every)), len(every))
    return [every[place * len(every) // number] for place in range(number)]


def pairs(first: Iterable[Case], second: Iterable[Other]) -> list[tuple[Case, Other]]:
    """Each of the longer with one of the shorter in turn; each with each in the full tests."""
    ones, others = list(first), list(second)
    if SIZE != "quick":
        return list(product(ones, others))
    return [(ones[at % len(ones)], others[at % len(others)]) for at in range(max(len(ones), len(others)))]


def rows(names: str | tuple[str, ...], cases: Iterable[Any], ids: Iterable[str] | None = None) -> Callable[[Any], Any]:
    """The test is called with each case by these names."""
    split = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    every = [case if len(split) > 1 else (case,) for case in cases]
    called = [" | ".join(map(str, case)) for case in every] if ids is None else list(ids)
    table = [(name, dict(zip(split, case, strict=True))) for name, case in zip(called, every, strict=True)]

    def decorate(test: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(test)
        def each(*own: Any, **fixtures: Any) -> None:
            seen = _Seen(fixtures)
            for name, values in table:
                with seen.row(name) as fresh:
                    test(*own, **fresh, **values)
            seen.report()

        @wraps(test)
        async def each_in_turn(**fixtures: Any) -> None:
            seen = _Seen(fixtures)
            for name, values in table:
                with seen.row(name) as fresh:
                    await test(**fresh, **values)
            seen.report()

        made: Any = each_in_turn if inspect.iscoroutinefunction(test) else each
        signature = inspect.signature(test)
        left = [parameter for name, parameter in signature.parameters.items() if name not in split]
        made.__signature__ = signature.replace(parameters=left)
        return made  # type: ignore[no-any-return]

    return decorate


class _Seen:
    """What the rows of one test come to."""

    def __init__(self, fixtures: dict[str, Any]) -> None:
        self._fixtures = fixtures
        self._begun = 0
        self._failed: dict[str, Exception] = {}
        self._skipped: list[BaseException] = []

    @contextmanager
    def row(self, name: str) -> Iterator[dict[str, Any]]:
        self._begun += 1
        fresh = dict(self._fixtures)
        with pytest.MonkeyPatch.context() as patch:
            if "tmp_path" in fresh:
                fresh["tmp_path"] /= str(self._begun)
                fresh["tmp_path"].mkdir()
            if "capsys" in fresh:
                fresh["capsys"].readouterr()
            if "monkeypatch" in fresh:
                fresh["monkeypatch"] = patch
            called = f"{self._begun} ({name[:80]})"
            try:
                yield fresh
            except pytest.skip.Exception as skipped:
                self._skipped.append(skipped)
            except pytest.fail.Exception as failed:
                self._failed[called] = AssertionError(str(failed))
            except Exception as error:
                self._failed[called] = error

    def report(self) -> None:
        assert self._begun, "a test without a row can't fail"
        found = list(self._failed.values())
        if found and all(isinstance(error, ImportError) for error in found):
            raise found[0]  # a part of the program that isn't installed: conftest.py says which
        for name, error in self._failed.items():
            error.add_note(f"In row {name}.")
        if found:
            raise ExceptionGroup(f"failed in {len(found)} of {self._begun} rows: {', '.join(self._failed)}", found)
        if self._skipped:
            raise self._skipped[0]
