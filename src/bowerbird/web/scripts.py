"""Serve scripts and styles without their comments, which are for people and type checkers. The rest is untouched.

Only comments that fill whole lines are left out, so nothing has to be parsed.
"""

from __future__ import annotations

import io
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from anyio import AsyncFile
from litestar.file_system import BaseLocalFileSystem
from litestar.types import PathType
from litestar.types.file_types import FileInfo

__all__ = ["StaticFiles", "without_comments"]

_COMMENTS = {
    ".js": re.compile(r"(?m)^[ \t]*(?:/\*\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n"),
    ".css": re.compile(r"(?m)^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*\n"),
}


def without_comments(text: str, kind: str = ".js") -> str:
    """A script or a style without comments that fill whole lines."""
    return _COMMENTS[kind].sub("", text)


@lru_cache(maxsize=256)
def _served(path: Path, changed: int) -> bytes:
    """The bytes of a file, cached by its time of change."""
    return without_comments(path.read_text("utf-8"), path.suffix).encode()


def _script(path: PathType) -> bytes | None:
    """The bytes to serve for a script or a style; None for other files."""
    file = Path(str(path))
    return _served(file, file.stat().st_mtime_ns) if file.suffix in _COMMENTS else None


class StaticFiles(BaseLocalFileSystem):
    """The files of the pages as browsers get them."""

    async def info(self, path: PathType, **kwargs: Any) -> FileInfo:
        """Give the size that is really sent."""
        info = await super().info(path, **kwargs)
        script = _script(path) if info["type"] == "file" else None
        return info if script is None else {**info, "size": len(script)}

    async def open(self, file: PathType, mode: str, buffering: int = -1) -> AsyncFile[Any]:
        """Open a file, or a script without its comments."""
        script = _script(file)
        return await super().open(file, mode, buffering) if script is None else AsyncFile(io.BytesIO(script))
