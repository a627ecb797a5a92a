"""Clean names and titles: one line, without characters that colour a terminal or reverse text.

Invisible characters are removed too, so that two names that look the same are the same, as far as the characters can
tell. Accents are combined with their letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final
from unicodedata import category, normalize

__all__ = ["is_among", "is_one_line", "letters_of", "one_line"]

#: Joiners between letters, which some languages and emoji need.
_JOINERS: Final = "\u200c\u200d"
#: Letters that show nothing.
_BLANK: Final = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
#: Variation selectors: a red heart or a black one.
_SHAPES: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
#: More marks than this on one letter would cover the lines above and below.
_MARKS: Final = 4
#: Kinds of characters. Letters without capitals, and symbols, may have joiners and selectors; Latin letters may not.
_JOINED: Final = ("Lo", "Mn", "Mc", "So", "Sk")
_SHAPED: Final = ("Lo", "So", "Sk")


def one_line(text: str) -> str:
    """Collapse spaces, and replace anything invisible (escapes, reversed text, surrogates) by one."""
    # Normalize again: something between a letter and its accent may be gone now.
    return normalize("NFC", _shown(normalize("NFC", text)))


def is_one_line(text: str) -> bool:
    """True if everything in it is visible. Accents may be separate characters, as in old names."""
    return _shown(text) == text


@lru_cache(maxsize=16_384)
def letters_of(name: str) -> str:
    """A key that ignores case, spaces and the way accents are written."""
    return normalize("NFC", normalize("NFD", " ".join(name.split())).casefold())


def is_among(name: str, names: Iterable[str]) -> bool:
    """True if one of these names is the same person's: it may be written with other capitals or spaces."""
    letters = letters_of(name)
    return any(letters_of(each) == letters for each in names)


def _shown(text: str) -> str:
    shown = "".join(letter if _is_shown(letter) else " " for letter in text)
    if not shown.isascii():
        shown = "".join(_in_their_place(shown))
    return " ".join(shown.split())


def _is_shown(letter: str) -> bool:
    return (letter.isprintable() and letter not in _BLANK) or letter in _JOINERS


def _in_their_place(text: str) -> Iterator[str]:
    """Keep letters, with marks and joiners only where they have an effect."""
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
