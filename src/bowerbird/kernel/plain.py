"""Stands in for `cython` where the kernel runs uncompiled and Cython isn't installed: just what the kernel uses of it.

Compiled modules never load it. Numbers have no size here and arrays are lists, so `bits.py` keeps words to 64 bits
itself. A place of an array that nothing was written to is None, and using it is an error: in C it would be anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

__all__ = [
    "Py_ssize_t",
    "bint",
    "cast",
    "cclass",
    "cfunc",
    "compiled",
    "declare",
    "double",
    "exceptval",
    "float",
    "inline",
    "int",
    "longlong",
    "nogil",
    "p_double",
    "p_int",
    "p_schar",
    "p_uchar",
    "p_ulonglong",
    "p_ushort",
    "schar",
    "uchar",
    "ulonglong",
    "ushort",
    "void",
]

Decorated = TypeVar("Decorated")

compiled: Final = False


class _Type:
    """A C type: in annotations, as a conversion, and with a length as the type of an array."""

    def __init__(self, convert: Callable[[Any], Any]) -> None:
        self.convert = convert

    def __getitem__(self, length: Any) -> _Array:
        return _Array(length)


class _Array:
    """The type of an array. `length` is a slice if it is a view of somebody else's memory."""

    def __init__(self, length: Any) -> None:
        self.length = length


class _Nothing:
    """Decorates a function without changing it, or surrounds a block."""

    def __call__(self, decorated: Decorated) -> Decorated:
        return decorated

    def __enter__(self) -> None:
        """Python has no lock to let go of here."""

    def __exit__(self, *error: object) -> None:
        """Errors pass through."""


def declare(kind: _Type | _Array, value: Any = None) -> Any:
    """A new array, or a number as its C type holds it. None if there is no value yet."""
    if isinstance(kind, _Array):
        return [None] * kind.length
    return None if value is None else kind.convert(value)


def cast(kind: _Type, value: Any) -> Any:
    """Convert a number."""
    return kind.convert(value)


def exceptval(*, check: bool) -> _Nothing:
    """Say how a function reports errors, which only C has to know."""
    return _NOTHING


_NOTHING: Final = _Nothing()
cclass = cfunc = inline = nogil = _NOTHING

_whole, _fraction = _Type(int), _Type(float)
bint = _Type(bool)
Py_ssize_t = longlong = schar = uchar = ulonglong = ushort = void = _whole
p_double = p_int = p_schar = p_uchar = p_ulonglong = p_ushort = _whole
double = _fraction
int = _whole
float = _fraction
