"""Names and titles as people see them: one line, and nothing in it that paints a terminal or turns a line around.

Nor anything that cannot be seen at all: two names that look the same are the same, as far as that can be told by the
letters. An accent is written with its letter, where a machine may have kept the two apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from unicodedata import category, normalize

__all__ = ["is_one_line", "letters_of", "one_line"]

#: Some languages, and some faces, are written with these between two letters.
_JOINERS: Final = "\u200c\u200d"
#: Letters that show nothing, though they count as letters.
_BLANK: Final = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
#: Which of several shapes the sign before it has: a red heart or a black one.
_SHAPES: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
#: More marks than this on one letter run over the lines above and below.
_MARKS: Final = 4
#: Kinds of letters: those without capitals and signs can have joiners beside them and shapes, Latin ones cannot.
_JOINED: Final = ("Lo", "Mn", "Mc", "So", "Sk")
_SHAPED: Final = ("Lo", "So", "Sk")


def one_line(text: str) -> str:
    """The text with single spaces; what cannot be seen (escapes, turned writing, half letters) is one of them."""
    # Once more at the end: what stood between a letter and its accent may be gone now.
    return normalize("NFC", _shown(normalize("NFC", text)))


def is_one_line(text: str) -> bool:
    """Whether there is nothing in it that cannot be seen. Accents may stand apart, as names were written once."""
    return _shown(text) == text


def letters_of(name: str) -> str:
    """The same for all ways to write a name: capitals, spaces and whether accents stand apart do not matter."""
    return normalize("NFC", normalize("NFD", " ".join(name.split())).casefold())


def _shown(text: str) -> str:
    shown = "".join(letter if _is_shown(letter) else " " for letter in text)
    if not shown.isascii():
        shown = "".join(_in_their_place(shown))
    return " ".join(shown.split())


def _is_shown(letter: str) -> bool:
    return (letter.isprintable() and letter not in _BLANK) or letter in _JOINERS


def _in_their_place(text: str) -> Iterator[str]:
    """The letters, with marks and joiners only where they do something."""
    before, marks = " ", 0
    for letter, after in zip(text, f"{text[1:]} ", strict=True):
        if letter in _JOINERS:
            fits = category(before) in _JOINED and category(after) in _JOINED
        elif letter in _SHAPES:
            fits = category(before) in _SHAPED
        elif category(letter) in ("Mn", "Me"):
            marks += 1
            fits = before != " " and marks <= _MARKS
        else:
            marks = 0
            fits = True
        if fits:
            yield letter
            before = letter
