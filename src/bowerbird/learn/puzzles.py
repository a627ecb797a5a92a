"""Puzzles: decisions that are clear to the judge and missed by the club player, with a grade, themes and a rating.

They are shipped as one small file. Each has a position and the choices that are right. The figures come from the judge
when somebody asks, so that nothing contradicts. A person's rating and the grade of a puzzle are on one scale: with
equal numbers, the puzzle is solved half of the time.
"""

from __future__ import annotations

import lzma
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from math import exp, log, sqrt
from typing import Final

import msgspec

__all__ = [
    "GRADED_BY",
    "START",
    "TRIES",
    "Puzzle",
    "PuzzleRating",
    "grade",
    "next_puzzle",
    "pack",
    "rated",
    "shipped_puzzles",
    "unpack",
]

#: The levels that grade a puzzle, and the ratings that these are given: a scale needs a few fixed points.
GRADED_BY: Final = ("novice", "club", "sampler", "expert")
LEVEL_RATINGS: Final = (900, 1200, 1500, 1800)
#: The seeds that each level tries a puzzle with.
TRIES: Final = 4

#: One unit of the scale in natural logarithms: 400 points are odds of ten to one.
_SCALE: Final = log(10) / 400


class Puzzle(msgspec.Struct, frozen=True, array_like=True):
    """A position, the words of the choices that are right, the club player's choice, themes, misses by level."""

    position: str
    right: tuple[str, ...]
    tempting: str
    themes: tuple[str, ...]
    misses: tuple[int, ...]

    @property
    def grade(self) -> int:
        """How hard it is, as a rating."""
        return grade(self.misses)


@lru_cache(maxsize=1024)
def grade(misses: tuple[int, ...]) -> int:
    """The rating that a puzzle has with these misses.

    It is where the levels together would solve as many as they did, with one more try solved and one missed at the
    middle of the scale, so that a puzzle that all miss has a grade, too.
    """
    middle = sum(LEVEL_RATINGS) / len(LEVEL_RATINGS)
    tries = [(rating, TRIES, TRIES - missed) for rating, missed in zip(LEVEL_RATINGS, misses, strict=True)]
    tries.append((round(middle), 2, 1))
    low, high = 0.0, 3000.0
    while high - low > 0.5:
        guess = (low + high) / 2
        expected = sum(count * _solves(rating, guess) for rating, count, _ in tries)
        low, high = (guess, high) if expected > sum(solved for *_, solved in tries) else (low, guess)
    return round(low)


def _solves(rating: float, puzzle: float) -> float:
    """The probability that somebody with this rating solves a puzzle of this grade."""
    return 1 / (1 + exp(_SCALE * (puzzle - rating)))


# The rating of a person.


class PuzzleRating(msgspec.Struct, frozen=True):
    """A rating, and its standard error: nine in ten times the true one is within twice as much."""

    rating: float
    error: float
    solved: int = 0
    tried: int = 0

    @property
    def is_provisional(self) -> bool:
        """True if little is known yet."""
        return self.error > _PROVISIONAL


START: Final = PuzzleRating(1200.0, 350.0)
_PROVISIONAL: Final = 110.0
#: The error never gets smaller than this: people get better, and a rating has to follow.
_LEAST_ERROR: Final = 60.0


def rated(before: PuzzleRating, puzzle: int, solved: bool) -> PuzzleRating:
    """The rating after one puzzle: Glicko's step for one game, against an opponent whose rating is known exactly."""
    expected = _solves(before.rating, puzzle)
    information = _SCALE**2 * expected * (1 - expected)
    variance = 1 / (1 / before.error**2 + information)
    rating = before.rating + variance * _SCALE * (solved - expected)
    error = max(_LEAST_ERROR, sqrt(variance))
    return PuzzleRating(rating, error, before.solved + solved, before.tried + 1)


# The choice of the next puzzle.

#: The puzzles near the rating from which one is drawn.
_NEAR: Final = 40


def next_puzzle(
    puzzles: Sequence[Puzzle], rating: float, seen: Collection[int], theme: str, chance: float
) -> int | None:
    """The place of a puzzle near this rating that the person has not seen; one seen before if there is no other.

    `chance` is a random number from 0 to 1, without the 1: it picks one of the nearest.
    """
    of_theme = [place for place, puzzle in enumerate(puzzles) if not theme or theme in puzzle.themes]
    fresh = [place for place in of_theme if place not in seen] or of_theme
    near = sorted(fresh, key=lambda place: (abs(puzzles[place].grade - rating), place))[:_NEAR]
    return near[int(chance * len(near))] if near else None


# The file.


def pack(puzzles: Iterable[Puzzle]) -> bytes:
    """Puzzles as a file."""
    lines = b"\n".join(msgspec.json.encode(puzzle) for puzzle in puzzles)
    return lzma.compress(lines, preset=9 | lzma.PRESET_EXTREME)


def unpack(packed: bytes) -> tuple[Puzzle, ...]:
    """The reverse of `pack`."""
    decoder = msgspec.json.Decoder(Puzzle)
    return tuple(decoder.decode(line) for line in lzma.decompress(packed).splitlines())


@lru_cache(maxsize=1)
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles of this package."""
    return unpack(files("bowerbird.learn").joinpath("puzzles.xz").read_bytes())
