"""Say what a result was made with: the version, the commit, and if the kernel is compiled."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import bowerbird
from bowerbird.kernel.search import COMPILED

__all__ = ["provenance"]


def provenance() -> dict[str, str | bool]:
    """For results that programs keep. `commit` is empty where Bowerbird isn't a checkout of its repository."""
    return {"version": bowerbird.__version__, "commit": _commit(), "compiled": COMPILED}


@cache
def _commit() -> str:
    """The commit of this checkout, with `+` for changes since."""
    root = Path(bowerbird.__file__).resolve().parents[2]
    if not (root / ".git").exists():
        return ""
    describe = ("git", "-C", str(root), "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+")
    try:
        told = subprocess.run(describe, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return told.stdout.strip()
