"""Files that are whole or not there, and their owner's alone. Works on Windows too."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bowerbird.machine import sync_folder

__all__ = ["atomic_file", "make_private"]


def make_private(file: Path) -> None:
    """An empty file that only its owner can read, unless there is one: the facts have hidden cards in them."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


@contextmanager
def atomic_file(to: Path) -> Iterator[Path]:
    """A file to write to, which takes its place and name only when everything is in it and on disk."""
    part = to.with_name(f"{to.name}.part")
    _remove(part)
    try:
        make_private(part)
        yield part
        _put_in_place(part, to)
    finally:
        _remove(part)


def _put_in_place(part: Path, to: Path) -> None:
    """Give a file its name, once it is on disk."""
    with part.open("r+b") as file:
        os.fsync(file.fileno())
    part.replace(to)
    sync_folder(to.parent)


def _remove(part: Path) -> None:
    for name in (part.name, f"{part.name}-wal", f"{part.name}-shm", f"{part.name}-journal"):
        with suppress(FileNotFoundError):
            part.with_name(name).unlink()
