"""Positions for the solver: the trick on the table, checked before use.

Everything is a number here. Seats are 0 to 3 (North, East, South, West), sides 0 (North–South) and 1 (East–West). A
card is its index, and a hand is a bit mask of cards: see `bowerbird.cards`. Trump is 0 to 3, or 4 for no trump.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bowerbird.cards import Card, show_cards
from bowerbird.errors import BowerbirdError
from bowerbird.kernel.play import winning_place
from bowerbird.seats import Seat

__all__ = ["EXACT", "OUTCOME", "PositionError", "Trick", "cards_of", "mask_of"]

#: A search that tells every number of tricks apart: one bit for each.
EXACT: Final = 0b111110
#: A quicker one, which only finds whether a side has three tricks, and all five.
OUTCOME: Final = 0b101000


class PositionError(BowerbirdError, ValueError):
    """A position that is impossible at a table. The message says why."""


def mask_of(cards: Sequence[int]) -> int:
    """Cards as a bit mask."""
    return sum(1 << card for card in set(cards))


def cards_of(mask: int) -> list[Card]:
    """The cards of a bit mask, lowest index first."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(Card(low.bit_length() - 1))
        mask ^= low
    return cards


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick on the table, before it is complete. Raises `PositionError` if it is impossible."""

    trump: int
    #: The seat that leads.
    leader: int
    #: The cards in it, in the order of play.
    cards: tuple[int, ...] = ()
    #: Bit s is set for each seat s that sits out.
    out: int = 0
    #: The tricks won so far by North–South and by East–West.
    won: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        """Refuse impossible tricks."""
        if not 0 <= self.trump <= 4:
            raise PositionError(f"trump is 0 to 3, or 4 for no trump, not {self.trump}")
        if not 0 <= self.leader <= 3:
            raise PositionError(f"the leader is a seat from 0 to 3, not {self.leader}")
        if not 0 <= self.out <= 15 or not self.seats or self.out >> self.leader & 1:
            raise PositionError(f"{Seat(self.leader).word} leads, so it can't sit out")
        if any(self.out & mask == mask for mask in (0b0101, 0b1010)):
            raise PositionError("partners can't both sit out")
        if len(self.cards) >= len(self.seats):
            raise PositionError("this trick is complete: start from the next one")
        if min(self.won) < 0 or sum(self.won) > 4:
            raise PositionError(f"with a trick to play at most four are won, not {self.won[0]} and {self.won[1]}")

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that play to this trick, in the order of play."""
        turn = (self.leader, self.leader + 1, self.leader + 2, self.leader + 3)
        return tuple(seat & 3 for seat in turn if not self.out >> (seat & 3) & 1)

    @property
    def to_move(self) -> int:
        """The seat that plays next."""
        return self.seats[len(self.cards)]

    @property
    def holder(self) -> int:
        """The seat that is winning the trick; before the first card, the leader."""
        return self.seats[winning_place(list(self.cards), self.trump)] if self.cards else self.leader

    @property
    def best(self) -> int:
        """The winning card so far, as a bit mask; 0 before the first card."""
        return 1 << self.cards[winning_place(list(self.cards), self.trump)] if self.cards else 0

    @property
    def slots_left(self) -> int:
        """The number of seats from the next player to the end of the trick, with those that sit out."""
        return 4 - (self.to_move - self.leader & 3)

    def check_hands(self, hands: Sequence[int]) -> None:
        """Raise `PositionError` if four hands don't fit this trick: duplicate cards, too many or too few."""
        if len(hands) != 4:
            raise PositionError(f"a table has four hands, not {len(hands)}")
        seen = mask_of(self.cards)
        if len(set(self.cards)) < len(self.cards):
            raise PositionError(f"a card is twice in the trick: {show_cards(map(Card, self.cards))}")
        for hand in hands:
            if hand < 0 or hand >> 33:
                raise PositionError(f"{hand} isn't a hand. A hand has bits 0 to 32")
            if seen & hand:
                raise PositionError(f"in two places at once: {show_cards(cards_of(seen & hand))}")
            seen |= hand
        length = hands[self.to_move].bit_count()
        if length + sum(self.won) > 5:
            raise PositionError(f"{length} cards to play after {sum(self.won)} tricks are more than five")
        for place, seat in enumerate(self.seats):
            expected = length - (place < len(self.cards))
            if hands[seat].bit_count() != expected:
                held = hands[seat].bit_count()
                raise PositionError(f"{Seat(seat).word} holds {held} cards but should hold {expected}")
        if length == 0:
            raise PositionError(f"{Seat(self.to_move).word} has no card left to play")
