"""The reference has words for everything in it, and the documents use nothing else."""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from importlib import import_module
from pathlib import Path

from guides.blocks import PAGES, ROOT, blocks_of
from kit.rows import rows
from tools.site.reference import MODULES, comment_above, exported

SOURCE = ROOT / "src"
#: This page is about adding a file to Bowerbird itself, which may use its insides.
INSIDE = {"write-a-movement.md"}


@cache
def commented(file: Path) -> set[str]:
    """The names that have a `#:` comment at the top level of a file."""
    text = file.read_text("utf-8")
    return {
        target.id
        for statement in ast.parse(text).body
        if isinstance(statement, ast.Assign | ast.AnnAssign) and comment_above(text.splitlines(), statement.lineno)
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
        if isinstance(target, ast.Name)
    }


def without_words(module: str) -> list[str]:
    """What a module exports and nobody explains."""
    found = import_module(module)
    missing = [] if found.__doc__ else [module]
    package = SOURCE.joinpath(*module.split("."))
    files = package.rglob("*.py") if package.is_dir() else [package.with_suffix(".py")]
    constants = {name for file in (*files, SOURCE / "bowerbird" / "levels.py") for name in commented(file)}
    constants |= commented(SOURCE / "bowerbird" / "environments" / "settings.py")
    for name in exported(module):
        thing = getattr(found, name)
        if inspect.isclass(thing) and thing.__module__.startswith("bowerbird"):
            own = {key: value for key, value in vars(thing).items() if not key.startswith("_")}
            missing += [name] if not thing.__doc__ else []
            missing += [f"{name}.{key}" for key, value in own.items() if is_code(value) and not inspect.getdoc(value)]
        elif inspect.isroutine(thing):
            missing += [name] if not inspect.getdoc(thing) else []
        elif name not in constants:
            missing.append(name)
    return missing


def is_code(value: object) -> bool:
    return isinstance(value, property | classmethod | staticmethod) or inspect.isroutine(value)


@rows("module", MODULES)
def test_everything_in_the_reference_is_explained(module: str) -> None:
    assert without_words(module) == []


def test_the_documents_use_only_what_the_reference_has() -> None:
    used = {
        (page.name, module)
        for page in PAGES
        if page.name not in INSIDE
        for block in blocks_of(page)
        if block.language == "python"
        for module in re.findall(r"^\s*(?:from|import) (bowerbird[\w.]*)", block.text, re.M)
    }
    assert len(used) > 30
    packages = {"bowerbird.environments"}  # `from bowerbird.environments import euchre_v0`
    assert {(page, module) for page, module in used if module not in MODULES.keys() | packages} == set()
