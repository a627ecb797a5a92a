"""Rulings in words for the players: the offence, the remedy, the reason, and the clause.

Everyone gets the same text. It contains nothing from a hand.
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

#: The most common irregularities before and after the first card. The rest follow in the order of a hand.
_USUAL_IN_CALLS: Final[tuple[Irregularity, ...]] = (
    "call out of turn",
    "card exposed in the deal",
    "wrong number of cards",
    "wrong dealer",
)
_USUAL_IN_PLAY: Final[tuple[Irregularity, ...]] = ("revoke", "lead out of turn", "play out of turn", "card exposed")

#: Events after which a claim was too late for an earlier case of the rules.
_TOO_LATE: Final[dict[Condition, str]] = {
    "turn-up not shown": "the turn-up had been shown",
    "before the opening lead": "the first card had been led",
    "first trick not quitted": "the first trick had been turned face down",
    "trick not quitted": "the trick had been turned face down",
    "next card not led": "the next card had been led",
}


class Claimable(msgspec.Struct, frozen=True):
    """An irregularity that a player can report, in words."""

    irregularity: Irregularity
    words: str


class Ruled(msgspec.Struct, frozen=True):
    """One ruling. `rule` is its line of the rule sheet; `gave` is its effect on the score."""

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
    """The irregularities a player may report under these rules, the most common first."""
    usual = _USUAL_IN_PLAY if phase in (Phase.PLAY, Phase.COUNT) else _USUAL_IN_CALLS
    every = dict.fromkeys((*usual, *IRREGULARITIES))
    return [Claimable(each, described(book, each)) for each in every if can_happen(book, each)]


def ruled(book: Rulebook, records: Sequence[Record]) -> list[Ruled]:
    """All rulings of a game."""
    return [_ruled(book, record) for record in records]


def hands_lost(records: Sequence[Record]) -> dict[int, int]:
    """The hands ended by a ruling: place among the results to place of the ruling."""
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
    """The reason why an earlier case of the rules didn't apply, if the claim came too late for it."""
    assert record.slip is not None
    held = circumstances(record.past.state, record.slip).hold
    applied = answer(book, record.slip.irregularity, held)
    for case in cases_of(book, record.slip.irregularity):
        if case == applied:
            return ""
        late = next((_TOO_LATE[each] for each in case.when if each in _TOO_LATE and not held(each)), None)
        if late is not None:
            return f"It was reported when {late}."
    return ""
