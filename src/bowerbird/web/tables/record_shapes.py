"""Requests and answers of the JSON API about a person's own play, ratings, and what is kept about them."""

from __future__ import annotations

from typing import Annotated

import msgspec

__all__ = ["Deleting", "Erasing", "KeptLine", "ListingGiven", "RatingLine", "TakenIn"]


class TakenIn(msgspec.Struct, frozen=True):
    """The number of your older games that are new in your record."""

    games: int


class RatingLine(msgspec.Struct, frozen=True):
    """A line of the ratings: a bot's level, or a person who wants to be listed. `provisional` after few games.

    `points` are further than `doubt` from the true strength one time in three. `you` is true for your own line.
    """

    name: str
    bot: bool
    points: int
    doubt: int
    games: int
    provisional: bool
    you: bool = False


class KeptLine(msgspec.Struct, frozen=True):
    """One kind of what is kept about you: the number of its facts, when they are from, and who can see it.

    `stays` says why it can't be erased; it is empty if it can.
    """

    kind: str
    title: str
    words: str
    seen_by: str
    stays: str
    facts: int
    first: int
    last: int


class Erasing(msgspec.Struct, forbid_unknown_fields=True):
    """What to erase, and your passphrase if you have one."""

    kind: Annotated[str, msgspec.Meta(max_length=20)]
    passphrase: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Deleting(msgspec.Struct, forbid_unknown_fields=True):
    """Delete everything: your passphrase if you have one, and `sure`."""

    sure: bool
    passphrase: Annotated[str, msgspec.Meta(max_length=200)] = ""


class ListingGiven(msgspec.Struct, forbid_unknown_fields=True):
    """Whether you want to be on the list of ratings, with your name."""

    listed: bool
