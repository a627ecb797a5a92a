"""The chain of digests: every fact is sealed together with all that were before it in its stream. Pure.

Whoever changes, removes or puts in a fact later breaks the chain from there on, and `bowerbird check` shows where.
"""

from __future__ import annotations

import hashlib
import struct
from typing import Final

__all__ = ["START", "link"]

#: What stands before the first fact of every stream.
START: Final = bytes(32)

_NUMBERS = struct.Struct(">Hqq")


def link(before: bytes, stream: str, seq: int, at: int, body: bytes) -> bytes:
    """The digest of a fact: SHA-256 over the digest before it, its stream, number, time and body."""
    name = stream.encode()
    # The length of the name keeps "a" + "bc" and "ab" + "c" apart.
    return hashlib.sha256(b"".join((before, _NUMBERS.pack(len(name), seq, at), name, body))).digest()
