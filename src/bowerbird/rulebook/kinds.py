"""Kinds that a rulebook chooses by name and another package defines, such as the movements of an event.

A kind is one object in one file of its package. The package is imported when a name is first looked up, so this module
does not depend on it, and a new kind needs no line here.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final, Generic, Protocol, TypeVar

__all__ = ["MOVEMENTS", "RANKING_STEPS", "Kind", "Kinds", "MovementKind"]


class Kind(Protocol):
    """The part of a kind that rule sheets read: its name in rulebooks, and its words on the sheet."""

    name: str
    rule: str


class MovementKind(Kind, Protocol):
    """The part of a movement that forms read as well: the words for choosing it."""

    label: str
    cut_rule: str
    pairs_stay: bool
    duplicate: bool
    of_four: bool
    pivot: bool


KindT = TypeVar("KindT", bound=Kind)


class Kinds(Generic[KindT]):
    """The kinds for one setting, found in the modules of a package: each has its object as `KIND`."""

    def __init__(self, package: str) -> None:
        """Look in this package, on first use."""
        self._package = package
        self._found: dict[str, KindT] = {}

    def all(self) -> Mapping[str, KindT]:
        """Every kind by its name, in the order of names."""
        if not self._found:
            package = import_module(self._package)
            modules = [import_module(f"{self._package}.{each.name}") for each in iter_modules(package.__path__)]
            kinds: list[KindT] = [module.KIND for module in modules if hasattr(module, "KIND")]
            self._found = {kind.name: kind for kind in sorted(kinds, key=lambda kind: kind.name)}
        return self._found


#: Movements of a room after a game.
MOVEMENTS: Final[Kinds[MovementKind]] = Kinds("bowerbird.event.movements")
#: Steps of a ranking, for entries that are tied.
RANKING_STEPS: Final[Kinds[Kind]] = Kinds("bowerbird.event.ranking")
