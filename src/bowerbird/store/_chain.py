"""The chain of digests: each fact is sealed together with all earlier facts of its stream. Pure.

Changing, removing or inserting a fact breaks the chain from there on, and `bowerbird check` shows where.
"""

from __future__ import annotations

import hashlib
import struct
from typing import Final

__all__ = ["START", "link"]

#: The digest before the first fact of every stream.
START: Final = bytes(32)

_NUMBERS = struct.Struct(">Hqq")


def link(before: bytes, stream: str, seq: int, at: int, body: bytes) -> bytes:
    """The digest of a fact: SHA-256 over the digest before it, its stream, number, time and body."""
    name = stream.encode()
    # The length of the name keeps "a" + "bc" and "ab" + "c" apart.
    return hashlib.sha256(b"".join((before, _NUMBERS.pack(len(name), seq, at), name, body))).digest()
