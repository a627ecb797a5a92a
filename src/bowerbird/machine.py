"""What differs from one operating system to another: the only place that asks which one this is.

Everything else runs on Windows as it is. A test looks for what does not.
"""

from __future__ import annotations

import os
import shlex
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

__all__ = [
    "as_typed",
    "check_private",
    "keep_private",
    "memory_in_use",
    "on_one_core",
    "one_core_each",
    "raise_open_files",
    "step_back",
    "sync_folder",
]

#: Where the libraries beneath numpy look for the number of cores, when they are loaded.
_CORES: Final = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")


def as_typed(words: Sequence[str]) -> str:
    """A command as a person types it here, with marks around what has spaces in it."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def check_private(path: Path) -> None:
    """Refuse a file that others on this machine can read. On Windows a user's folder is the user's own already."""
    if os.name != "posix":
        return
    rights = stat.S_IMODE(path.stat().st_mode)
    if rights & 0o077:
        raise PermissionError(f"{path} can be read by others on this machine. Mend it with: chmod 600 '{path}'")


def keep_private() -> None:
    """Whatever this process makes from now on is its owner's alone: the games on disk have hidden cards in them."""
    os.umask(0o077)


def sync_folder(folder: Path) -> None:
    """See that the names in a folder are on disk. Elsewhere a folder cannot be opened, and need not be."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def raise_open_files() -> int | None:
    """As many open connections as this machine lets us have; None where nobody counts them."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = hard if hard != resource.RLIM_INFINITY else 65_536
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # some systems promise more than they give
            return soft
        return wanted
    return soft


def step_back() -> None:
    """Let other processes go first from now on, where the system knows that."""
    if sys.platform != "win32":
        os.nice(5)


def one_core_each() -> None:
    """See that arithmetic stays on one core in this process and those it starts, if it is not loaded yet.

    Left alone, numpy takes every core for each product of two matrices, and where other processes use those too, it
    waits for them longer than the product takes.
    """
    for name in _CORES:
        os.environ.setdefault(name, "1")


@contextmanager
def on_one_core() -> Iterator[None]:
    """If numpy is loaded meanwhile, its arithmetic stays on one core; other programs and libraries never hear of it."""
    if "numpy" in sys.modules:
        yield
        return
    added = [name for name in _CORES if name not in os.environ]
    os.environ.update(dict.fromkeys(added, "1"))
    try:
        yield
    finally:
        for name in added:
            del os.environ[name]


def memory_in_use() -> int | None:
    """How much memory this process has, in bytes; None where the machine does not say so in a file."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") if sys.platform != "win32" else None
