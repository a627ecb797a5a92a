"""The settings of the model by their dotted keys, such as `game.points`: type, words and value of each.

Read from the annotations of the model, so that there is no second list. Does not depend on a particular setting.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, get_type_hints

import msgspec
from msgspec import inspect

from bowerbird.rulebook.kinds import Kinds
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.setting import Part, Setting

__all__ = ["Field", "attributes", "chosen_by_name", "parts", "settings", "tables", "value_of"]


class Field(NamedTuple):
    """One setting: the type of its value, its words, and a function that reads its value from a rulebook."""

    type: inspect.Type
    setting: Setting
    read: Callable[[Rulebook], Any]


class _Found(NamedTuple):
    key: str
    attribute: str
    type: inspect.Type
    words: Setting | Part | None
    kinds: Kinds[Any] | None = None


@cache
def _found() -> tuple[_Found, ...]:
    return tuple(_fields(Rulebook))


@cache
def settings() -> dict[str, Field]:
    """Every setting of a rulebook by its key, in the order of the model."""
    return {
        found.key: Field(found.type, found.words, attrgetter(found.attribute))
        for found in _found()
        if isinstance(found.words, Setting)
    }


@cache
def parts() -> dict[str, Part]:
    """Every section of a rulebook by its key, in the order of the model."""
    return {found.key: found.words for found in _found() if isinstance(found.words, Part)}


@cache
def tables() -> frozenset[str]:
    """The settings whose value is a table."""
    return frozenset(key for key, field in settings().items() if isinstance(field.type, inspect.DictType))


@cache
def chosen_by_name() -> dict[str, Kinds[Any]]:
    """The settings whose value is the name of a kind, or several names."""
    return {found.key: found.kinds for found in _found() if found.kinds is not None}


@cache
def attributes() -> dict[str, str]:
    """The dotted attribute of every setting by its key."""
    return {found.key: found.attribute for found in _found() if isinstance(found.words, Setting)}


def value_of(book: Rulebook, key: str) -> Any:
    """The value of a setting in a rulebook."""
    return settings()[key].read(book)


def _fields(section: type[msgspec.Struct], prefix: str = "", within: str = "") -> Iterator[_Found]:
    hints = get_type_hints(section, vars(sys.modules[section.__module__]), include_extras=True)
    info = inspect.type_info(section)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        extras = getattr(hints[field.name], "__metadata__", ())
        words = next((extra for extra in extras if isinstance(extra, Setting | Part)), None)
        key, attribute = f"{prefix}{field.encode_name}", f"{within}{field.name}"
        kinds = next((extra for extra in extras if isinstance(extra, Kinds)), None)
        yield _Found(key, attribute, _named(kinds, field.type) if kinds else field.type, words, kinds)
        if isinstance(words, Part):
            assert isinstance(field.type, inspect.StructType)
            yield from _fields(field.type.cls, f"{key}.", f"{attribute}.")


def _named(kinds: Kinds[Any], type: inspect.Type) -> inspect.Type:
    """One name of a kind, or a list of them."""
    name = inspect.LiteralType(tuple(kinds.all()))
    return inspect.VarTupleType(name) if isinstance(type, inspect.VarTupleType) else name
