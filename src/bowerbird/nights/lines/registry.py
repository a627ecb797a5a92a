"""What all lines share: the type of a handler, and how words are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from bowerbird.event.state import Round
from bowerbird.nights.room import NotExpressibleError, Room
from bowerbird.nights.text import Fact

__all__ = ["Handler", "after", "numbered_table", "pairs", "points"]

Handler: TypeAlias = Callable[[Room, Fact], None]


def points(word: str) -> tuple[int, int]:
    """`10-6`, North and South first."""
    ns, dash, ew = word.rstrip(",").partition("-")
    if not dash or not ns.isdigit() or not ew.isdigit():
        raise NotExpressibleError(f"{word!r} isn't a score such as 10-6")
    return int(ns), int(ew)


def numbered_table(words: Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """The number behind the word `table`, and the words behind it."""
    if len(words) < 2 or words[0] != "table" or not words[1].isdigit():
        raise NotExpressibleError(f"{' '.join(words)!r} does not begin with `table` and a number")
    return int(words[1]), tuple(words[2:])


def pairs(room: Room, words: Sequence[str], past: Round | None = None) -> list[tuple[str, str]]:
    """`Ann=9h Bob=Js`, in order; chairs are those of a certain round, or of the game being played."""
    found = []
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise NotExpressibleError(f"{word!r} isn't of the form NAME=VALUE")
        found.append((room.name(name, past), value))
    return found


def after(words: Sequence[str], word: str) -> str:
    """The word behind a certain word, or nothing."""
    place = list(words).index(word) + 1 if word in words else len(words)
    return words[place] if place < len(words) else ""
