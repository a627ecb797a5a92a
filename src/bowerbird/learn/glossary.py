"""The words of the game with their meanings, as each rulebook has them. The data is in `glossary.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import msgspec

from bowerbird.cards import Card
from bowerbird.learn.telling import ContentError, Text, Under, tell
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.phrases import sentence_case

__all__ = ["WordExplained", "glossary"]


class _Word(Under, frozen=True, kw_only=True):
    """A word: its heading, the forms that sentences have (if not given, the heading), its meaning, cards to look at."""

    word: str
    says: Text
    forms: tuple[str, ...] | None = None
    cards: tuple[str, ...] = ()


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: tuple[_Word, ...]


class WordExplained(msgspec.Struct, frozen=True):
    """A word under some rules. `forms` are the ways it is written in sentences, `cards` show what it is about.

    A form with a capital letter or a quotation mark is meant exactly as it is, one in brackets with its brackets.
    """

    word: str
    forms: tuple[str, ...]
    says: str
    cards: tuple[Card, ...]


@cache
def _words() -> tuple[_Word, ...]:
    text = (files("bowerbird.learn") / "glossary.toml").read_bytes()
    try:
        return msgspec.toml.decode(text, type=_Words).words
    except msgspec.DecodeError as error:
        raise ContentError(f"glossary.toml: {error}") from None


def glossary(book: Rulebook) -> list[WordExplained]:
    """Every word that these rules have, in alphabetical order. A form that two words share belongs to the first."""
    taken: set[str] = set()
    found = [_explained(word, book, taken) for word in _words() if word.holds(book)]
    return sorted(found, key=lambda word: word.word.casefold())


def _explained(word: _Word, book: Rulebook, taken: set[str]) -> WordExplained:
    heading = tell(word.word, book)
    told = (heading,) if word.forms is None else tuple(tell(form, book) for form in word.forms)
    written = (form for each in told for form in _written(each))
    forms = tuple(dict.fromkeys(form for form in written if form.casefold() not in taken))
    taken.update(form.casefold() for form in forms)
    return WordExplained(sentence_case(heading), forms, tell(word.says, book), tuple(map(Card, word.cards)))


def _written(form: str) -> Iterator[str]:
    """The ways in which a form is written: calls have small letters in brackets, and “I take it” is something to do."""
    yield form.lower() if form.startswith("(") else form
    if form.startswith("“I "):
        does = form[len("“I ") : -1]
        verb, _, rest = does.partition(" ")
        yield does
        yield f"{verb.removesuffix('e')}ing {rest}".strip()
