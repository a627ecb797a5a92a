"""A recorded game from a file, as the page shows it. Sentences are made here, so that the page has no rules."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from bowerbird.seats import Seat

__all__ = ["RecordedFile", "RecordedShown"]

#: The longest file in base64.
LONGEST: Final = 500_000


class RecordedFile(msgspec.Struct, forbid_unknown_fields=True):
    """A file of recorded games (.egn, .emn or .egnb), as base64."""

    file: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]


class RecordedCall(msgspec.Struct):
    """A call in words."""

    seat: Seat
    says: str


class RecordedCard(msgspec.Struct):
    """A card of a trick. An unknown card stays as the file writes it."""

    seat: Seat
    card: str


class RecordedTrick(msgspec.Struct):
    """A trick; it has no winner if that isn't known."""

    plays: list[RecordedCard]
    winner: Seat | None


class RecordedNote(msgspec.Struct):
    """A note on a call or a card (`on`); `label` is its author's judgement in a word, or empty."""

    on: str
    label: str
    text: str


class RecordedLine(msgspec.Struct):
    """An alternative line, in place of a call or a card (`instead`). `wrong` says which rule it breaks, or is empty."""

    instead: str
    calls: list[RecordedCall]
    first: int
    tricks: list[RecordedTrick]
    cards: list[str]
    result: str
    notes: list[RecordedNote]
    wrong: str


class RecordedDeal(msgspec.Struct):
    """One deal."""

    number: int
    dealer: Seat
    turn_up: str
    calls: list[RecordedCall]
    trump: str
    tricks: list[RecordedTrick]
    result: str
    notes: list[RecordedNote]
    lines: list[RecordedLine]


class RecordedGame(msgspec.Struct):
    """One game. `broken` says which rule it breaks, or why it can't be played; then it has no deals."""

    title: str
    players: list[str]
    start: tuple[int, int]
    deals: list[RecordedDeal]
    result: str
    broken: str


class RecordedShown(msgspec.Struct):
    """The games of a file. `told` has lines about the file, such as that it was upgraded."""

    title: str
    match: bool
    told: list[str]
    games: list[RecordedGame]
