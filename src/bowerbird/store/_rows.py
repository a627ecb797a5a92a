"""Rows with the right types. SQLite accepts any value in a column, and someone may have put one there."""

from __future__ import annotations

from typing import Any, TypeAlias

__all__ = ["Row", "as_bytes", "as_head", "as_int", "as_row"]

#: Stream, number, time, body and digest of a fact.
Row: TypeAlias = tuple[str, int, int, bytes, bytes]


def as_row(found: Any) -> Row:
    """A fact. Text in place of bytes is read as its bytes."""
    body, digest = (value if isinstance(value, bytes) else str(value or "").encode() for value in found[3:5])
    return str(found[0]), as_int(found[1]), as_int(found[2]), body, digest


def as_head(found: Any) -> tuple[str, int, int, bytes]:
    """Stream, number, time and digest of a head."""
    return str(found.stream), as_int(found.seq), as_int(found.at), as_bytes(found.digest)


def as_int(value: object) -> int:
    """A number, or -1."""
    return value if isinstance(value, int) else -1


def as_bytes(value: object) -> bytes:
    """Bytes, or none."""
    return value if isinstance(value, bytes) else b""
