"""Pack the facts of many streams into one block, and take them out again. Pure.

Games resemble each other, so many together take a tenth of their room. A block has everything about its facts but the
digests: these follow from the facts (`_chain`), and are worked out again. The reader of a block knows the digest that
the last of them must have.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final

import msgspec

from bowerbird.store._chain import START, link
from bowerbird.store._rows import Row
from bowerbird.store.errors import ArchiveError

if sys.version_info >= (3, 14) and not TYPE_CHECKING:
    from compression import zstd
else:
    from backports import zstd

__all__ = ["LARGEST", "QUICK", "Block", "pack", "unpack"]

#: How hard to press: more takes several times as long, and saves a tenth. And how hard while somebody waits for it.
_THOROUGH: Final = 15
QUICK: Final = 6
#: The largest block in bytes when it is unpacked. A larger one was not made here.
LARGEST: Final = 1 << 25


class _Part(msgspec.Struct, frozen=True, array_like=True):
    """The facts of a stream: the first number, the digest before it, the time since the fact before, the bodies."""

    first: int
    before: bytes
    pauses: list[int]
    bodies: list[bytes]


class Block:
    """The facts of some streams, each packed for itself until it is asked for."""

    def __init__(self, parts: dict[str, msgspec.Raw]) -> None:
        """Usually made by `pack` or `unpack`."""
        self._parts = parts

    @property
    def streams(self) -> list[str]:
        """The streams that have facts in it."""
        return list(self._parts)

    def rows(self, stream: str) -> list[Row]:
        """The facts of a stream with their digests, in order. Raises `ArchiveError` if there are none."""
        try:
            part = msgspec.msgpack.decode(self._parts[stream], type=_Part)
        except (KeyError, msgspec.DecodeError) as error:
            raise ArchiveError(f"an archive has no facts of {stream} that can be read") from error
        digest = part.before or START
        rows: list[Row] = []
        for seq, (at, body) in enumerate(zip(accumulate(part.pauses), part.bodies, strict=False), part.first):
            digest = link(digest, stream, seq, at, body)
            rows.append((stream, seq, at, body, digest))
        return rows

    def without(self, stream: str) -> Block:
        """The same without one stream."""
        return Block({name: part for name, part in self._parts.items() if name != stream})

    def to_bytes(self, level: int = _THOROUGH) -> bytes:
        """As it is stored."""
        options: dict[int, int] = {
            zstd.CompressionParameter.compression_level: level,
            zstd.CompressionParameter.checksum_flag: 1,
        }
        return zstd.compress(msgspec.msgpack.encode(self._parts), options=options)


def pack(streams: Mapping[str, tuple[bytes, Sequence[Row]]]) -> Block:
    """Put facts into a block: for each stream the digest before them, and all of them in order."""
    return Block({name: msgspec.Raw(msgspec.msgpack.encode(_part(*facts))) for name, facts in streams.items()})


def _part(before: bytes, rows: Sequence[Row]) -> _Part:
    times = [0, *(at for _, _, at, _, _ in rows)]
    pauses = [later - earlier for earlier, later in pairwise(times)]
    return _Part(rows[0][1], b"" if before == START else before, pauses, [body for _, _, _, body, _ in rows])


def unpack(data: bytes) -> Block:
    """The reverse of `Block.to_bytes`. Raises `ArchiveError` if it is damaged."""
    reading = zstd.ZstdDecompressor()
    try:
        text = reading.decompress(data, max_length=LARGEST)
        if not reading.eof:
            raise ArchiveError("an archive of earlier games is damaged: it is cut off or too large")
        return Block(msgspec.msgpack.decode(text, type=dict[str, msgspec.Raw]))
    except (zstd.ZstdError, EOFError, TypeError, msgspec.DecodeError) as error:
        raise ArchiveError(f"an archive of earlier games is damaged ({error})") from error
