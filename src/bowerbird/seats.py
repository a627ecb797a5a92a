"""The four seats and the two sides. Clockwise is North, East, South, West: the next number sits on the left.

Examples:
    >>> from bowerbird.seats import Seat, Side
    >>> Seat.N.left, Seat.N.partner.word, Seat.N.side is Side.NS
    (<Seat.E: 1>, 'South', True)
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

__all__ = ["Seat", "Side"]


class Side(IntEnum):
    """Two partners: North–South or East–West."""

    NS = 0
    EW = 1

    @property
    def other(self) -> Side:
        """The opponents."""
        return _SIDES[1 - self]

    @property
    def word(self) -> str:
        """Its name: `North and South`."""
        return ("North and South", "East and West")[self]

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The two seats of this side."""
        return Seat(self), Seat(self + 2)


class Seat(IntEnum):
    """A seat at the table."""

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def left(self) -> Seat:
        """The next seat, clockwise."""
        return _ROUND[self + 1]

    @property
    def partner(self) -> Seat:
        """The seat across."""
        return _ROUND[self + 2]

    @property
    def right(self) -> Seat:
        """The seat before, which cuts when this one deals."""
        return _ROUND[self + 3]

    @property
    def side(self) -> Side:
        """The side that this seat belongs to."""
        return _SIDES[self % 2]

    @property
    def word(self) -> str:
        """Its name: `North`."""
        return ("North", "East", "South", "West")[self]

    def round_from(self) -> tuple[Seat, Seat, Seat, Seat]:
        """All four seats clockwise, this one first."""
        return _ROUND[self], _ROUND[self + 1], _ROUND[self + 2], _ROUND[self + 3]


# Looked up rather than made from their numbers: tables ask for neighbours all the time.
_ROUND: Final[tuple[Seat, ...]] = (*Seat, *Seat)
_SIDES: Final[tuple[Side, ...]] = tuple(Side)
