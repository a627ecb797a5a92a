"""Names that may be one person's: typing errors, swapped names, accents, initials, a middle name left out.

Only a person can say whether they are. Two names of different people are often near each other too, so words with a
figure and short words are compared strictly: nobody is asked whether Table 1 is Table 2, or Jan is Dan.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Final, NamedTuple
from unicodedata import category, normalize

__all__ = ["closeness", "near"]

#: Words of a name whose order is tried; longer names are compared as they are written.
_SWAPPED: Final = 3
#: The most typing errors in a whole name.
_MOST_ERRORS: Final = 2
#: A left-out middle name is as near as one typing error, and so is an initial.
_LEFT_OUT: Final = 1
#: Letters that are in one name only, beyond which two names are not even compared.
_OTHER_LETTERS: Final = 4


class _Key(NamedTuple):
    words: tuple[str, ...]
    letters: int

    @property
    def whole(self) -> str:
        return "".join(self.words)


def near(name: str, others: Iterable[str]) -> tuple[str, ...]:
    """The names among the others that may mean the same person, nearest first."""
    found = [(distance, other) for other in others if (distance := closeness(name, other)) is not None]
    return tuple(other for _, other in sorted(found))


def closeness(one: str, other: str) -> int | None:
    """How far two names are from each other: 0 for the same letters, None if they are two people's."""
    first, second = _key(one), _key(other)
    if not _may_be(first, second):
        return None
    if sorted(first.words) == sorted(second.words):
        return 0
    if not first.words or not second.words:
        return None
    if first.whole == second.whole:
        return 0  # Maryann is Mary Ann
    found = (_in_order(words, second.words) for words in _orders(first.words))
    return min((each for each in found if each is not None and each <= _MOST_ERRORS), default=None)


@lru_cache(maxsize=16_384)
def _key(name: str) -> _Key:
    """The words of a name without capitals, accents, apostrophes, dots and hyphens."""
    plain = "".join(letter for letter in normalize("NFKD", name) if category(letter) != "Mn").casefold()
    spaced = "".join(letter if letter.isalnum() else "" if letter in "'’`ʼ·" else " " for letter in plain)
    words = tuple(spaced.split())
    letters = 0
    for letter in "".join(words):
        letters |= 1 << (ord(letter) % 64)
    return _Key(words, letters)


def _may_be(one: _Key, other: _Key) -> bool:
    """A quick look first: most names of a long list are far from each other."""
    return not set(one.words).isdisjoint(other.words) or (one.letters ^ other.letters).bit_count() <= _OTHER_LETTERS


def _orders(words: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    return permutations(words) if len(words) <= _SWAPPED else (words,)


def _in_order(one: Sequence[str], other: Sequence[str]) -> int | None:
    """The errors between two names, word by word; one of them may lack words that the other has in the middle."""
    if len(one) != len(other):
        few, many = sorted((one, other), key=len)
        return _LEFT_OUT if len(few) > 1 and set(few) < set(many) else None
    total = 0
    for first, second in zip(one, other, strict=True):
        errors = _errors(first, second)
        if errors is None:
            return None
        total += errors
    # Of two short words, one has to be right: "J B" may be anybody.
    sure = any(first == second and len(first) > 1 for first, second in zip(one, other, strict=True))
    return total if not total or sure or min(map(len, (*one, *other))) > 1 else None


def _errors(one: str, other: str) -> int | None:
    """The typing errors between two words, or None if they are two words."""
    if one == other:
        return 0
    short, long = sorted((one, other), key=len)
    if _has_figure(one) or _has_figure(other):
        return None
    if len(short) == 1:
        return _LEFT_OUT if long.startswith(short) and len(long) > 1 else None
    if len(long) <= 3:
        return None
    allowed = 1 if len(long) <= 7 else 2
    if len(long) == 4 and one[0] != other[0]:
        return None
    found = _distance(one, other, allowed)
    return found if found <= allowed else None


def _has_figure(word: str) -> bool:
    return any(letter.isdigit() for letter in word)


def _distance(one: str, other: str, most: int) -> int:
    """Letters to change, add, leave out or swap with the next one; anything above `most` is given as one more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        older, before, row = before, row, [at]
        for place, wanted in enumerate(other, 1):
            cost = min(before[place] + 1, row[-1] + 1, before[place - 1] + (letter != wanted))
            if at > 1 and place > 1 and letter == other[place - 2] and one[at - 2] == wanted:
                cost = min(cost, older[place - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]
