"""Texts that follow a rulebook: passages that hold for some settings only, and places for the club's own words.

A text is a string, or a list of strings and passages. `{order}` stands for what this club says to order up, and so on:
`words_of` has them all. Nothing here depends on the name of a club.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

import msgspec

from bowerbird.errors import BowerbirdError
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.phrases import counted, points
from bowerbird.rulebook.settings import settings, value_of

__all__ = ["ContentError", "Text", "Under", "tell", "words_of"]

Value: TypeAlias = bool | int | str
#: Settings by their keys, such as `auction.stick_the_dealer`, each with its value or a list of values that fit.
Settings: TypeAlias = dict[str, Value | tuple[Value, ...]]


class ContentError(BowerbirdError, ValueError):
    """A lesson or the glossary has a mistake. The message says where and what to change."""


class Under(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that is there only under some rules: if all of `when` and nothing of `unless` is so."""

    when: Settings = msgspec.field(default_factory=dict)
    unless: Settings = msgspec.field(default_factory=dict)

    def holds(self, book: Rulebook) -> bool:
        """True if it is there under these rules."""
        wanted = all(_is_so(book, key, value) for key, value in self.when.items())
        return wanted and not any(_is_so(book, key, value) for key, value in self.unless.items())


def _is_so(book: Rulebook, key: str, wanted: Value | tuple[Value, ...]) -> bool:
    if key not in settings():
        raise ContentError(f"{key!r} isn't a setting of a rulebook. Use a key such as auction.stick_the_dealer.")
    value = value_of(book, key)
    fits = wanted if isinstance(wanted, tuple) else (wanted,)
    return any(each in value if isinstance(value, tuple) else each == value for each in fits)


class Passage(Under, frozen=True, kw_only=True):
    """A part of a text that is said only under some rules."""

    says: str


Text: TypeAlias = str | tuple[str | Passage, ...]


def tell(text: Text, book: Rulebook) -> str:
    """The text as it is told under these rules."""
    parts = (text,) if isinstance(text, str) else text
    said = [part if isinstance(part, str) else part.says for part in parts if _is_said(part, book)]
    whole = " ".join(" ".join(said).split())
    try:
        return whole.format_map(words_of(book))
    except (KeyError, ValueError, IndexError) as error:
        known = ", ".join(words_of(book))
        raise ContentError(f"“{whole[:60]}” has a place for {error}, which isn't known. Known are {known}.") from None


def _is_said(part: str | Passage, book: Rulebook) -> bool:
    return isinstance(part, str) or part.holds(book)


#: What a player says, by its place in a text.
_CALLS: Final = {
    "pass": "pass_",
    "turn_down": "turn_down",
    "order": "order",
    "assist": "assist",
    "take": "take",
    "alone": "alone",
    "next": "next",
    "crossing": "crossing",
}


def words_of(book: Rulebook) -> dict[str, str]:
    """What can be put into a text, by name: the club's own words, its points, its deck and the end of its game."""
    words, worth = book.words, book.points
    return {
        **{place: getattr(words, name) for place, name in _CALLS.items()},
        "renege": words.revoke,
        "reneging": {"revoke": "revoking", "renege": "reneging"}[words.revoke],
        "joker": words.joker,
        "deck": counted(len(book.cards()), "card"),
        "top": f"the {words.joker}" if book.pack.joker else "the right bower",
        "made": points(worth.made),
        "march": points(worth.march),
        "alone_made": points(worth.alone_made),
        "alone_march": points(worth.alone_march),
        "euchre": _euchre(book),
        "lone_defence": points(worth.euchre_by_lone_defender),
        "game": _game(book),
        "title": book.title,
    }


def _euchre(book: Rulebook) -> str:
    worth = book.points.euchre
    if isinstance(worth, int):
        return points(worth)
    return f"{points(book.points.made)}, or {book.points.march} if they take all five tricks"


def _game(book: Rulebook) -> str:
    game = book.game
    ends: Iterable[str] = (
        f"The first side with {points(game.points)} wins the game." if game.points else "",
        f"A game is {counted(game.hands, 'hand')}, and the side with more points wins." if game.hands else "",
        f"A bell ends it after {counted(game.minutes, 'minute')}." if game.minutes else "",
    )
    return " ".join(filter(None, ends))
