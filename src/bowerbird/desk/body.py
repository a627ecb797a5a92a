"""A large answer that is compressed once. What is new at each request is put in front of it."""

from __future__ import annotations

import struct
import zlib
from typing import Final, NamedTuple

__all__ = ["Body", "joined"]

#: The first bytes of a gzip file: deflate, no name, no time.
_GZIP: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
#: Smaller ones are not worth it.
_WORTH_IT: Final = 1000
_RAW: Final = -zlib.MAX_WBITS


class Body(NamedTuple):
    """A JSON object, and the same compressed, without its first byte."""

    plain: bytes
    deflated: bytes

    @classmethod
    def of(cls, plain: bytes) -> Body:
        """Compress an object. This takes milliseconds."""
        packer = zlib.compressobj(6, wbits=_RAW)
        return cls(plain, packer.compress(memoryview(plain)[1:]) + packer.flush())

    def after(self, fresh: bytes) -> bytes:
        """This object, with the members of another one before its own. Neither is empty."""
        return joined(fresh, self.plain)

    def gzipped_after(self, fresh: bytes) -> bytes | None:
        """The same compressed, in a small part of the time. None if it is too small to gain by it."""
        if len(self.plain) < _WORTH_IT:
            return None
        first = fresh[:-1] + b","
        packer = zlib.compressobj(6, wbits=_RAW)
        # A flush ends the first part at a whole byte, and the second part never refers to it.
        start = packer.compress(first) + packer.flush(zlib.Z_SYNC_FLUSH)
        check = zlib.crc32(memoryview(self.plain)[1:], zlib.crc32(first))
        size = len(first) + len(self.plain) - 1
        return b"".join((_GZIP, start, self.deflated, struct.pack("<II", check, size & 0xFFFFFFFF)))


def joined(one: bytes, two: bytes) -> bytes:
    """Two JSON objects as one. Neither is empty."""
    return one[:-1] + b"," + two[1:]
