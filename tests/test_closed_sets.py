"""Closed sets are handled whole: a dict over the values of a `Literal` or an `Enum` has each of them as a key.

A value that is added fails here, or in mypy's `exhaustive-match`, wherever it is not handled yet. To hold another
package to it, add it to `PACKAGES`.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Literal, NamedTuple, Union, get_args, get_origin

from msgspec import inspect

from bowerbird.rulebook.settings import settings

PACKAGES = (
    "bowerbird.rulebook",
    "bowerbird.table",
    "bowerbird.event",
    "bowerbird.evening",
    "bowerbird.live",
    "bowerbird.hall",
    "bowerbird.desk",
    "bowerbird.players",
    "bowerbird.paper",
    "bowerbird.web",
    "bowerbird.cli",
    "bowerbird.nights",
    "bowerbird.notation",
    "bowerbird.store",
    "bowerbird.environments",
    "bowerbird.training",
)

#: Dicts that leave values out on purpose, by module and by what they are assigned to or returned from.
PARTIAL = {
    ("bowerbird.table.claims", "_SEEN"): "the log shows every other irregularity",
    ("bowerbird.table.talk", "waits_for"): "the dealer deals in every other phase",
    ("bowerbird.evening.commands.room", "_withdraw"): "every other role has one link",
    ("bowerbird.players.net.inputs", "_KINDS"): "the net plays in no other phase",
    ("bowerbird.players.judge.reasons.outcomes", "outcomes_of_outlook"): "a pass is told by who makes trump",
    ("bowerbird.players.judge.reasons.say", "_CLAUSES"): "who makes trump is told in sentences of its own",
    ("bowerbird.hall.frames", "TableSnapshot"): "no card is chosen in any other phase",
    ("bowerbird.hall.rulings", "_TOO_LATE"): "the other conditions do not pass with time",
    ("bowerbird.web.pages.home", "_PHASES"): "nobody goes back to an event that is over, or closed until another day",
}


def modules(packages: tuple[str, ...] = PACKAGES) -> list[ModuleType]:
    """Every module of some packages."""
    found = []
    for name in packages:
        package = importlib.import_module(name)
        found.append(package)
        paths = pkgutil.walk_packages(package.__path__, f"{name}.")
        found += [importlib.import_module(each.name) for each in paths]
    return found


def values_of(kind: Any) -> frozenset[object] | None:
    """The values of a closed set; None for any other type."""
    if get_origin(kind) is Literal:
        return frozenset(get_args(kind))
    if get_origin(kind) is Union and all(get_origin(part) is Literal for part in get_args(kind)):
        return frozenset(value for part in get_args(kind) for value in get_args(part))
    return frozenset(kind) if isinstance(kind, type) and issubclass(kind, Enum) else None


def closed_sets(packages: tuple[str, ...] = PACKAGES) -> set[frozenset[object]]:
    """Every closed set that the modules name, and those in the types of settings."""
    named = (values_of(value) for module in modules(packages) for value in vars(module).values())
    in_settings = (values for field in settings().values() for values in _literals(field.type))
    return {values for values in (*named, *in_settings) if values and len(values) > 1}


def _literals(kind: inspect.Type) -> Iterator[frozenset[object]]:
    match kind:
        case inspect.LiteralType():
            yield frozenset(kind.values)
        case inspect.VarTupleType():
            yield from _literals(kind.item_type)
        case inspect.UnionType():
            for part in kind.types:
                yield from _literals(part)
        case inspect.DictType():
            yield from _literals(kind.key_type)


class Shown(NamedTuple):
    """A dict written out in a module: where, and its keys."""

    module: str
    line: int
    within: str
    keys: frozenset[object]


def dicts(module: ModuleType) -> Iterator[Shown]:
    """Every dict with at least two keys, all of them plain values or members of an enum that the module knows."""
    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    for statement in tree.body:
        within = getattr(statement, "name", "") or _assigned(statement)
        for node in ast.walk(statement):
            if isinstance(node, ast.Dict):
                keys = [_key(module, key) for key in node.keys]
                if len(keys) > 1 and None not in keys:
                    yield Shown(module.__name__, node.lineno, within, frozenset(keys))


def _assigned(statement: ast.stmt) -> str:
    target = statement.target if isinstance(statement, ast.AnnAssign) else None
    return target.id if isinstance(target, ast.Name) else ""


def _key(module: ModuleType, node: ast.expr | None) -> object:
    """The value of a key; None for what is worked out only when the program runs."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        kind = getattr(module, node.value.id, None)
        return kind[node.attr] if isinstance(kind, type) and issubclass(kind, Enum) else None
    return None


def _key_type(module: ModuleType, annotation: Any) -> Any:
    """The type of a dict's keys; None for any other annotation. Of a text, only this part has to exist at run time."""
    if isinstance(annotation, str):
        found = re.fullmatch(r"(?:Final\[)?(?:dict|Mapping)\[([^\[\],]+(?:\[[^\]]*\])?),.*", annotation)
        return eval(found[1], vars(module)) if found else None
    hint = get_args(annotation)[0] if get_origin(annotation) is Final else annotation
    return get_args(hint)[0] if get_origin(hint) in (dict, Mapping) else None


def missing(shown: Shown, sets: set[frozenset[object]]) -> frozenset[object]:
    """What a dict leaves out of the smallest closed set that has all its keys; nothing where there is no such set."""
    around = sorted((values for values in sets if shown.keys <= values), key=len)
    return around[0] - shown.keys if around else frozenset()


def test_a_dict_over_a_closed_set_has_all_of_it() -> None:
    sets = closed_sets()
    shown = [each for module in modules() for each in dicts(module)]
    lacking = {
        f"{each.module}:{each.line}": missing(each, sets)
        for each in shown
        if (each.module, each.within) not in PARTIAL and missing(each, sets)
    }
    assert not lacking
    assert set(PARTIAL) <= {(each.module, each.within) for each in shown}, "what is partial on purpose is still there"


def test_a_dict_that_is_annotated_with_a_closed_set_has_all_of_it() -> None:
    for module in modules():
        for name, annotation in vars(module).get("__annotations__", {}).items():
            values = values_of(_key_type(module, annotation))
            if values is not None and (module.__name__, name) not in PARTIAL:
                assert set(getattr(module, name)) == values, f"{module.__name__}.{name}"


def test_the_words_of_a_setting_are_for_its_values() -> None:
    for key, (kind, setting, _) in settings().items():
        values = {True, False} if isinstance(kind, inspect.BoolType) else set().union(*_literals(kind))
        if isinstance(setting.says, Mapping):
            assert set(setting.says) == values, key
        if setting.words:
            assert set(setting.words) == values, key


def test_the_test_finds_what_is_missing() -> None:
    four = frozenset({"N", "E", "S", "W"})
    assert missing(Shown("m", 1, "", frozenset({"N", "E"})), {four, four | {"X"}}) == {"S", "W"}
    assert not missing(Shown("m", 1, "", four), {four, four | {"X"}})
    assert not missing(Shown("m", 1, "", frozenset({"N", "?"})), {four})
