"""Kinds that a rulebook chooses by name and another package defines, such as the movements of an event.

A kind is one object in one file of its package. The package is imported when a name is first looked up, so this module
does not depend on it, and a new kind needs no line here.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final, Protocol

__all__ = ["MOVEMENTS", "Kind", "Kinds"]


class Kind(Protocol):
    """The part of a kind that rule sheets and forms read: its sentence on the sheet, and the words for choosing it."""

    name: str
    label: str
    rule: str
    cut_rule: str
    pairs_stay: bool
    pivot: bool


class Kinds:
    """The kinds for one setting, found in the modules of a package: each has its object as `KIND`."""

    def __init__(self, package: str) -> None:
        """Look in this package, on first use."""
        self._package = package
        self._found: dict[str, Kind] = {}

    def all(self) -> Mapping[str, Kind]:
        """Every kind by its name, in the order of names."""
        if not self._found:
            package = import_module(self._package)
            modules = [import_module(f"{self._package}.{each.name}") for each in iter_modules(package.__path__)]
            kinds: list[Kind] = [module.KIND for module in modules if hasattr(module, "KIND")]
            self._found = {kind.name: kind for kind in sorted(kinds, key=lambda kind: kind.name)}
        return self._found


#: Movements of a room after a game.
MOVEMENTS: Final = Kinds("bowerbird.event.movements")
