"""Scripts and styles without their comments, which are for people and type checkers. The rest is untouched.

Only comments that fill whole lines are left out, so nothing has to be parsed.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["SCRIPTS", "without_comments"]

_COMMENTS: Final = {
    ".js": re.compile(r"(?m)^[ \t]*(?:/\*\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n"),
    ".css": re.compile(r"(?m)^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*\n"),
}

#: The files that lose their comments, by suffix.
SCRIPTS: Final = frozenset(_COMMENTS)


def without_comments(text: str, kind: str = ".js") -> str:
    """A script or a style without comments that fill whole lines."""
    return _COMMENTS[kind].sub("", text)
