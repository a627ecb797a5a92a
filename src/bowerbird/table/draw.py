"""The draw: who plays with whom, and who deals first.

Three ways are in use: a card for each of the four (two highs against two lows), a cut of one card by each side, and
cards dealt face up until the jacks have come. In a draw the ace is high and there are no bowers.
"""

from __future__ import annotations

import msgspec

from bowerbird.cards import Card, Rank
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat

__all__ = ["DrawOutcome", "awaited", "outcome", "seats_move"]

Draws = tuple[tuple[Seat, Card], ...]


class DrawOutcome(msgspec.Struct, frozen=True):
    """The draw is done: who deals, and who sits across (None where partners were arranged before)."""

    dealer: Seat
    partner: Seat | None = None


def seats_move(book: Rulebook, arranged: bool) -> bool:
    """Whether this draw makes partners, so that people may change chairs."""
    return not arranged and book.draw.partners != "arranged"


def awaited(book: Rulebook, draws: Draws, arranged: bool) -> tuple[Seat, ...]:
    """The chairs that may take the next card; none when the draw is done."""
    if outcome(book, draws, arranged) is not None:
        return ()
    if book.draw.dealer == "first jack":
        return (Seat(len(draws) % 4),)
    if seats_move(book, arranged):
        return _rounds_of_four(draws).awaited
    last = draws[len(draws) - len(draws) % 2 :]
    return tuple(seat for seat in Seat if not last or seat.side is not last[0][0].side)


def outcome(book: Rulebook, draws: Draws, arranged: bool) -> DrawOutcome | None:
    """What the cards say, or None while more must be drawn."""
    if book.draw.dealer == "first jack":
        return _by_jacks(book, draws, seats_move(book, arranged))
    high_deals = book.draw.dealer == "highest card"
    if seats_move(book, arranged):
        rounds = _rounds_of_four(draws)
        if rounds.awaited:
            return None
        low_to_high = rounds.order
        first, second = (low_to_high[3], low_to_high[2]) if high_deals else (low_to_high[0], low_to_high[1])
        return DrawOutcome(first, second)
    if not draws or len(draws) % 2:
        return None
    (one, one_card), (two, two_card) = draws[-2:]
    if one_card.rank == two_card.rank:
        return None
    return DrawOutcome(one if (one_card.rank > two_card.rank) is high_deals else two)


def _by_jacks(book: Rulebook, draws: Draws, partner_too: bool) -> DrawOutcome | None:
    # A pack that runs out (one player got all four jacks) is dealt again from the start.
    size = len(book.cards())
    pack = draws[len(draws) // size * size :] if len(draws) % size else draws[-size:]
    jacks = [seat for seat, card in pack if not card.is_joker and card.rank is Rank.JACK]
    if not jacks:
        return None
    if not partner_too:
        return DrawOutcome(jacks[0])
    second = next((seat for seat in jacks if seat is not jacks[0]), None)
    return None if second is None else DrawOutcome(jacks[0], second)


class _Rounds(msgspec.Struct):
    order: tuple[Seat, ...]
    awaited: tuple[Seat, ...]


def _rounds_of_four(draws: Draws) -> _Rounds:
    """Order the four low to high. Those who tie draw again, and the new card ranks them among themselves."""
    keys: dict[Seat, list[int]] = {seat: [] for seat in Seat}
    waiting: tuple[Seat, ...] = tuple(Seat)
    drawn: set[Seat] = set()
    for seat, card in draws:
        keys[seat].append(card.rank)
        drawn.add(seat)
        if drawn >= set(waiting):
            waiting, drawn = _tied(keys), set()
    order = tuple(sorted(Seat, key=lambda seat: keys[seat]))
    return _Rounds(order, tuple(seat for seat in waiting if seat not in drawn))


def _tied(keys: dict[Seat, list[int]]) -> tuple[Seat, ...]:
    return tuple(seat for seat in Seat if sum(keys[other] == keys[seat] for other in Seat) > 1)
