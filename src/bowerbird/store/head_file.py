"""A copied head: the last fact of every stream in a small file, to keep elsewhere and compare with later.

It catches what no seal can: changes by someone who has the server's secret, and the return to an earlier moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from bowerbird.store._files import atomic_file
from bowerbird.store.errors import StoreError

__all__ = ["End", "is_head_file", "read_head", "write_head"]

_FIRST = b'{"bowerbird_head":'


class End(NamedTuple):
    """The last fact of a stream."""

    stream: str
    seq: int
    digest: bytes


class _HeadFile(msgspec.Struct, frozen=True):
    """The file: its version, the fingerprint of everything, and the number and digest of each stream's last fact."""

    bowerbird_head: int
    fingerprint: str
    streams: dict[str, tuple[int, bytes]]


def write_head(to: Path, fingerprint: str, ends: Iterable[End]) -> None:
    """Write the file. An existing one is never replaced: it is the older one that counts."""
    if to.exists():
        raise StoreError(f"{to} already exists. Choose another name.")
    head = _HeadFile(1, fingerprint, {end.stream: (end.seq, end.digest) for end in ends})
    try:
        with atomic_file(to) as part:
            part.write_bytes(msgspec.json.encode(head) + b"\n")
    except OSError as error:
        raise StoreError(f"{to} could not be written: {error}") from error


def is_head_file(path: Path) -> bool:
    """True if this is a copied head, and not a backup."""
    try:
        with path.open("rb") as file:
            return file.read(len(_FIRST)) == _FIRST
    except OSError as error:
        raise StoreError(f"{path} can't be read: {error.strerror}.") from error


def read_head(path: Path) -> list[End]:
    """The last facts in a file."""
    try:
        head = msgspec.json.decode(path.read_bytes(), type=_HeadFile)
    except (OSError, msgspec.DecodeError) as error:
        raise StoreError(f"{path} can't be read: {error}. Use another copy.") from error
    return [End(stream, seq, digest) for stream, (seq, digest) in head.streams.items()]
