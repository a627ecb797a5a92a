"""Names and titles as people see them: one line, and nothing in it that paints a terminal or turns a line around."""

from __future__ import annotations

from typing import Final

__all__ = ["one_line"]

#: Some languages, and some faces, are written with these between two letters.
_JOINERS: Final = "\u200c\u200d"


def one_line(text: str) -> str:
    """The text with single spaces; what cannot be seen (escapes, turned writing, half letters) is one of them."""
    return " ".join("".join(letter if letter.isprintable() or letter in _JOINERS else " " for letter in text).split())
