"""Completion of what people type: rulebooks, players, and words from a list. Files are left to the shell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from bowerbird.levels import LEVEL_WORDS

__all__ = ["LEVELS_SAID", "books", "levels", "one_of", "players", "policies"]

#: The levels in a sentence.
LEVELS_SAID: Final = ", ".join(LEVEL_WORDS)


def books(incomplete: str) -> list[str]:
    """The rulebooks. If none begins like this, the shell offers files."""
    from bowerbird.rulebook import book_names

    return _starting(book_names(), incomplete)


def levels(incomplete: str) -> list[tuple[str, str]]:
    """The levels of bots, with their words."""
    return [(level, words) for level, words in LEVEL_WORDS.items() if level.startswith(incomplete)]


def players(incomplete: str) -> list[tuple[str, str]]:
    """The players of a match. A comma starts a setting, which isn't completed."""
    return levels(incomplete)


def policies(incomplete: str) -> list[tuple[str, str]]:
    """How four players play in `sim`."""
    fast = {"thumb": "Rules of thumb", "open": "Best play with open hands"}
    return [(name, words) for name, words in {**fast, **LEVEL_WORDS}.items() if name.startswith(incomplete)]


def one_of(*words: str) -> Callable[[str], list[str]]:
    """Completion of one of these words."""

    def found(incomplete: str) -> list[str]:
        return _starting(words, incomplete)

    return found


def _starting(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
