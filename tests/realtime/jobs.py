"""Jobs for the work queue. Its processes load this module, so it imports little."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

__all__ = ["eat", "fail", "grow", "hang", "little", "ponder", "think", "think_long", "toil", "wait_for"]


def little(seconds: float = 0.0) -> int:
    """A job of a moment; gives the number of its process."""
    time.sleep(seconds)
    return os.getpid()


def hang(begun: Path | None = None) -> None:
    """A job without an end; it makes this file when it begins."""
    if begun is not None:
        begun.touch()
    while True:
        time.sleep(1)


def wait_for(file: Path) -> None:
    """A job that ends when there is such a file."""
    while not file.exists():
        time.sleep(0.005)


def toil() -> None:
    """Work without an end."""
    while True:
        pass


def eat(size: int) -> int:
    """A job that takes so many bytes, a few at a time."""
    return sum(map(len, [bytearray(1 << 20) for _ in range(size >> 20)]))


def grow(size: int) -> int:
    """A job that doesn't give its memory back; gives the number of its process."""
    globals().setdefault("kept", []).append(bytes(range(256)) * (size >> 8))
    return os.getpid()


def fail() -> None:
    """A job with an error that can't be pickled."""
    error = ValueError("no")
    error.lock = threading.Lock()  # type: ignore[attr-defined]
    raise error


def think(level: str, seed: int, *_: object) -> int:
    """A bot that thinks for a moment, in place of `hall.bots.decide`; gives its seed."""
    time.sleep(0.02)
    return seed


def think_long(*_: object) -> int:
    """A bot that thinks for more than a second, in place of `hall.bots.decide`; gives the number of its process."""
    return little(1.2)


def ponder(until: Path, *_: object) -> str:
    """A teacher who thinks until there is such a file, in place of `hall.bots.weigh`."""
    wait_for(until)
    return "well"
