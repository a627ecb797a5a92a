"""Write files completely or not at all, readable by their owner only. Works on Windows too."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bowerbird.machine import make_private, sync_folder
from bowerbird.store.errors import StoreError

__all__ = ["atomic_file"]


@contextmanager
def atomic_file(to: Path) -> Iterator[Path]:
    """Yield a temporary file, and give it its name once it is complete and on disk.

    It has the owner of the file that it replaces. A link stays, and leads to it. A device is no file to replace.
    """
    if to.exists() and not to.is_file():
        raise StoreError(f"{to} isn't a file. Choose another name.")
    to = to.resolve()
    part = to.with_name(f"{to.name}.part")
    _remove(part)
    try:
        make_private(part, to if to.exists() else None)
        yield part
        _put_in_place(part, to)
    finally:
        _remove(part)


def _put_in_place(part: Path, to: Path) -> None:
    """Sync a file to disk, then give it its name."""
    with part.open("r+b") as file:
        os.fsync(file.fileno())
    part.replace(to)
    sync_folder(to.parent)


def _remove(part: Path) -> None:
    for name in (part.name, f"{part.name}-wal", f"{part.name}-shm", f"{part.name}-journal"):
        with suppress(FileNotFoundError):
            part.with_name(name).unlink()
