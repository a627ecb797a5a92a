"""The irregularities of this hand that somebody has pointed out already. Everyone at the table has heard of them."""

from __future__ import annotations

from typing import Final

import msgspec

from bowerbird.cards import Card
from bowerbird.rulebook.irregularities import Irregularity
from bowerbird.seats import Seat
from bowerbird.table.remedies import CARD_BACK
from bowerbird.table.state import Record, State

__all__ = ["Reported", "reported"]

_TAKEN_BACK: Final = (*CARD_BACK, "take it back")


class Reported(msgspec.Struct, frozen=True, gc=False):
    """An irregularity that was ruled on. If it waits for the count, its trick is not known yet (None).

    `taken_back` is true if its card went back to the hand, so that it no longer lies in the trick.
    """

    irregularity: Irregularity
    seat: Seat
    trick: int | None = None
    card: Card | None = None
    taken_back: bool = False


def reported(state: State) -> tuple[Reported, ...]:
    """The irregularities of this hand that were ruled on, and the claims that wait for the count."""
    if state.guarded:
        return ()
    waiting = (Reported(claim.irregularity, claim.offender) for claim in state.hand.claims)
    here = (record for record in state.records if len(record.past.state.results) == len(state.results))
    return (*(found for record in here for found in _ruled_on(record)), *waiting)


def _ruled_on(record: Record) -> tuple[Reported, ...]:
    slip = record.slip
    if slip is None:
        return ()
    back = record.kind in _TAKEN_BACK and not record.overruled
    return (Reported(slip.irregularity, slip.seat, slip.trick, slip.card, back),)
