"""Write files completely or not at all, readable by their owner only. Works on Windows too."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bowerbird.machine import sync_folder

__all__ = ["atomic_file", "make_private"]


def make_private(file: Path) -> None:
    """Create an empty file that only its owner can read, if there is none. Facts contain hidden cards."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


@contextmanager
def atomic_file(to: Path) -> Iterator[Path]:
    """Yield a temporary file, and give it its name once it is complete and on disk."""
    part = to.with_name(f"{to.name}.part")
    _remove(part)
    try:
        make_private(part)
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
