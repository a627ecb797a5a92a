"""The hand of the day: its rules, its dealer, and its shuffle from a chain that was fixed long before.

The server draws one secret and hashes it as often as the chain has days. The last hash, the *anchor*, is shown from the
start. Each day uses the link before the one of the day before, so nobody can know tomorrow's from all links so far.
When a day is over its link is shown: hashed as often as the chain has had days by then, it gives the anchor, so every
deal was fixed before the first one was played.

The recipe, so that other programs can check it. A link is 64 hex digits. The link of the day before is the SHA-256 of
this text. The secret of the day's shuffle is the SHA-256 of the text "daily hand DATE LINK", as in "daily hand
2026-01-05 0f3c…". The deck follows from that secret as at any table (`bowerbird.hall.fair`), as hand 1 with no words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Final

import msgspec
from msgspec.structs import replace

from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat

__all__ = ["DAYS", "RULES", "SEAT", "Chain", "Compared", "anchors", "daily_book", "dealer_on", "secret_from"]

#: The days of a chain: about eleven years.
DAYS: Final = 4000
#: The rules of every daily hand, and the chair that people have.
RULES: Final = "bicycle"
SEAT: Final = Seat.S


class Chain(msgspec.Struct, frozen=True):
    """A chain of links from its first day on. `root` stays on the server."""

    first: date
    root: str
    days: int = DAYS

    @property
    def anchor(self) -> str:
        """The end that everyone may see from the start."""
        return _hashed(self.root, self.days)

    def has(self, day: date) -> bool:
        """True if this chain has a link for that day."""
        return 1 <= self.number(day) <= self.days

    def number(self, day: date) -> int:
        """The number of a day in this chain, from 1."""
        return (day - self.first).days + 1

    def link(self, day: date) -> str:
        """The link of a day."""
        if not self.has(day):
            raise ValueError(f"this chain has no link for {day}")
        return _hashed(self.root, self.days - self.number(day))


@lru_cache(maxsize=64)
def _hashed(text: str, times: int) -> str:
    for _ in range(times):
        text = hashlib.sha256(text.encode()).hexdigest()
    return text


def anchors(link: str, number: int) -> str:
    """The anchor that follows from the link of the day with this number."""
    return _hashed(link, number)


def secret_from(link: str, day: date) -> str:
    """The secret of a day's shuffle."""
    return hashlib.sha256(f"daily hand {day.isoformat()} {link}".encode()).hexdigest()


def dealer_on(day: date) -> Seat:
    """The dealer of a day. From day to day the deal passes to the left."""
    return Seat(day.toordinal() % 4)


@lru_cache(maxsize=1)
def daily_book() -> Rulebook:
    """The rules: one hand of the plain game. The dealer has to call if everyone passes, so every deal is played."""
    book = load_rulebook(RULES)
    return replace(
        book,
        title=f"{book.title}, one hand",
        game=replace(book.game, points=0, hands=1),
        auction=replace(book.auction, stick_the_dealer=True),
    )


class Compared(msgspec.Struct, frozen=True):
    """The results of a day by points for the people's side: how many had each, from the worst to the best."""

    points: tuple[int, ...]
    counts: tuple[int, ...]
    mean: float | None

    @classmethod
    def of(cls, results: Sequence[int], also: Sequence[int] = ()) -> Compared:
        """Count results, with room in the list for others that are drawn beside them."""
        shown = [*results, *also]
        points = tuple(range(min(shown), max(shown) + 1)) if shown else ()
        mean = sum(results) / len(results) if results else None
        return cls(points, tuple(sum(each == result for result in results) for each in points), mean)
