"""Rulings as people at a table read them: what was done and by whom, what follows, why just that, and where it stands.

It is told to all alike: nothing here is known from a hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.irregularities import Condition, Irregularity
from bowerbird.rulebook.rulings import IRREGULARITIES, answer, can_happen, cases_of, described, spoken
from bowerbird.seats import Seat
from bowerbird.table import Phase
from bowerbird.table.claims import circumstances
from bowerbird.table.state import Record

__all__ = ["Claimable", "Ruled", "claimable", "hands_lost", "ruled"]

#: What is pointed out most, before the first card and after it; the rest follows in the order of a hand.
_USUAL_IN_CALLS: Final[tuple[Irregularity, ...]] = (
    "call out of turn",
    "card exposed in the deal",
    "wrong number of cards",
    "wrong dealer",
)
_USUAL_IN_PLAY: Final[tuple[Irregularity, ...]] = ("revoke", "lead out of turn", "play out of turn", "card exposed")

#: What had happened before somebody spoke up, where the book would have ruled otherwise a moment earlier.
_TOO_LATE: Final[dict[Condition, str]] = {
    "turn-up not shown": "the turn-up had been shown",
    "before the opening lead": "the first card had been led",
    "first trick not quitted": "the first trick had been turned face down",
    "trick not quitted": "the trick had been turned face down",
    "next card not led": "the next card had been led",
}


class Claimable(msgspec.Struct, frozen=True):
    """Something that can be pointed out, and how people say it."""

    irregularity: Irregularity
    words: str


class Ruled(msgspec.Struct, frozen=True):
    """One ruling. `rule` is the line of the rule sheet that it stands in; `gave` is what it did to the score."""

    hand: int
    seat: Seat | None
    offence: str
    sentence: str
    because: str
    clause: str
    rule: str
    by: str
    overruled: bool
    gave: tuple[int, int]


def claimable(book: Rulebook, phase: Phase) -> list[Claimable]:
    """What somebody may point out under this book, the usual first."""
    usual = _USUAL_IN_PLAY if phase in (Phase.PLAY, Phase.COUNT) else _USUAL_IN_CALLS
    every = dict.fromkeys((*usual, *IRREGULARITIES))
    return [Claimable(each, described(book, each)) for each in every if can_happen(book, each)]


def ruled(book: Rulebook, records: Sequence[Record]) -> list[Ruled]:
    """The record of a game's rulings."""
    return [_ruled(book, record) for record in records]


def hands_lost(records: Sequence[Record]) -> dict[int, int]:
    """The hands that a ruling ended, by their place among the results, each with the place of that ruling."""
    return {len(record.past.state.results): place for place, record in enumerate(records) if record.kind == "hand lost"}


def _ruled(book: Rulebook, record: Record) -> Ruled:
    slip = record.slip
    offence = "" if slip is None else spoken(book, slip.irregularity)
    by_book = slip is not None and record.by == "book"
    return Ruled(
        hand=record.past.state.hands_played + 1,
        seat=None if slip is None else slip.seat,
        offence=offence[:1].upper() + offence[1:],
        sentence=record.sentence,
        because=_because(book, record) if by_book else "",
        clause=record.clause,
        rule=f"irregularities.{slip.irregularity}".replace(" ", "-") if slip is not None and by_book else "director",
        by=record.by,
        overruled=record.overruled,
        gave=record.gave,
    )


def _because(book: Rulebook, record: Record) -> str:
    """Why this case of the book and not an earlier one, where that was a matter of time."""
    assert record.slip is not None
    held = circumstances(record.past.state, record.slip).hold
    applied = answer(book, record.slip.irregularity, held)
    for case in cases_of(book, record.slip.irregularity):
        if case == applied:
            return ""
        late = next((_TOO_LATE[each] for each in case.when if each in _TOO_LATE and not held(each)), None)
        if late is not None:
            return f"It was reported after {late}."
    return ""
