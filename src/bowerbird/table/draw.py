"""The draw for partners and for the first deal.

Three ways are in use: a card for each of the four (two highs against two lows), a cut of one card by each side, and
cards dealt face up until the jacks have come. `bowerbird.drawing` ranks cards in a draw; this module applies the ranks
to the four seats.
"""

from __future__ import annotations

import msgspec

from bowerbird.cards import Card
from bowerbird.drawing import first_jacks, standing
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat

__all__ = ["DrawOutcome", "awaited", "outcome", "seats_move"]

Draws = tuple[tuple[Seat, Card], ...]


class DrawOutcome(msgspec.Struct, frozen=True):
    """The outcome of a draw: the dealer, and the player across (None if partners were arranged before)."""

    dealer: Seat
    partner: Seat | None = None


def seats_move(book: Rulebook, arranged: bool) -> bool:
    """True if this draw makes partners, so that people may change seats."""
    return not arranged and book.draw.partners != "arranged"


def awaited(book: Rulebook, draws: Draws, arranged: bool) -> tuple[Seat, ...]:
    """The seats that may take the next card; none once the draw is done."""
    if outcome(book, draws, arranged) is not None:
        return ()
    if book.draw.dealer == "first jack":
        return (Seat(len(draws) % 4),)
    if seats_move(book, arranged):
        return standing(tuple(Seat), draws).awaited
    last = draws[len(draws) - len(draws) % 2 :]
    return tuple(seat for seat in Seat if not last or seat.side is not last[0][0].side)


def outcome(book: Rulebook, draws: Draws, arranged: bool) -> DrawOutcome | None:
    """The outcome of these cards, or None while more must be drawn."""
    if book.draw.dealer == "first jack":
        return _by_jacks(draws, seats_move(book, arranged))
    high_deals = book.draw.dealer == "highest card"
    if seats_move(book, arranged):
        drawn = standing(tuple(Seat), draws)
        if drawn.awaited:
            return None
        low_to_high = drawn.low_to_high
        first, second = (low_to_high[3], low_to_high[2]) if high_deals else (low_to_high[0], low_to_high[1])
        return DrawOutcome(first, second)
    if not draws or len(draws) % 2:
        return None
    (one, one_card), (two, two_card) = draws[-2:]
    if one_card.rank == two_card.rank:
        return None
    return DrawOutcome(one if (one_card.rank > two_card.rank) is high_deals else two)


def _by_jacks(draws: Draws, partner_too: bool) -> DrawOutcome | None:
    jacks = first_jacks(draws)
    if len(jacks) < 1 + partner_too:
        return None
    return DrawOutcome(jacks[0], jacks[1] if partner_too else None)
