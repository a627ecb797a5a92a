"""The base class of the project's errors, and arguments of a wrong kind. Does not depend on any other module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, wraps
from reprlib import repr as in_short
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

__all__ = ["BowerbirdError", "WrongKindError"]

_F = TypeVar("_F", bound=Callable[..., Any])


class BowerbirdError(Exception):
    """The base of every error that Bowerbird raises itself. The message is written for the person who reads it."""


class WrongKindError(BowerbirdError, TypeError):
    """An argument of a wrong kind. The message names it, and the kinds that it may have."""


def checks_kinds(function: _F) -> _F:
    """Make a function raise `WrongKindError` for an argument that isn't of the kind that its annotation names."""

    @cache
    def hints() -> dict[str, Any]:
        return get_type_hints(function)

    names, whose = function.__code__.co_varnames, function.__qualname__.removesuffix(".__init__")

    @wraps(function)
    def checked(*args: Any, **more: Any) -> Any:
        check_kinds(whose, hints(), {**dict(zip(names, args, strict=False)), **more})
        return function(*args, **more)

    return cast("_F", checked)


def check_kinds(whose: str, hints: Mapping[str, Any], given: Mapping[str, object]) -> None:
    """Raise `WrongKindError` for the first value that isn't of the kind of its hint."""
    for name, value in given.items():
        if name in hints and not any(_is_of(value, kind) for kind in _kinds(hints[name])):
            kinds = " or ".join(map(_word, _kinds(hints[name])))
            raise WrongKindError(f"{whose}: {name} must be {kinds}, not {in_short(value)}")


def _kinds(hint: Any) -> Iterator[Any]:
    for kind in get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,):
        yield get_origin(kind) if isinstance(get_origin(kind), type) else kind


def _is_of(value: object, kind: Any) -> bool:
    if kind in (int, float):  # of Python or numpy
        return not isinstance(value, bool) and (hasattr(value, "__index__") or isinstance(value, kind))
    if kind is bytes:
        return isinstance(value, bytes | bytearray)
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    if getattr(kind, "_is_protocol", False):
        return value is not None
    return not isinstance(kind, type) or isinstance(value, kind)


def _word(kind: Any) -> str:
    if kind is NoneType:
        return "None"
    return " or ".join(map(repr, get_args(kind))) if get_origin(kind) is Literal else kind.__name__
