"""The four seats and the two sides. Clockwise is North, East, South, West: the next number sits on the left."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Seat", "Side"]


class Side(IntEnum):
    """A partnership."""

    NS = 0
    EW = 1

    @property
    def other(self) -> Side:
        """The opponents."""
        return Side(1 - self)

    @property
    def word(self) -> str:
        """For people: `North and South`."""
        return ("North and South", "East and West")[self]

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The two seats of this side."""
        return Seat(self), Seat(self + 2)


class Seat(IntEnum):
    """A chair at the table."""

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def left(self) -> Seat:
        """The next player, clockwise."""
        return Seat((self + 1) % 4)

    @property
    def partner(self) -> Seat:
        """The player across."""
        return Seat((self + 2) % 4)

    @property
    def right(self) -> Seat:
        """The player before, who cuts."""
        return Seat((self + 3) % 4)

    @property
    def side(self) -> Side:
        """The partnership that this seat belongs to."""
        return Side(self % 2)

    @property
    def word(self) -> str:
        """For people: `North`."""
        return ("North", "East", "South", "West")[self]

    def round_from(self) -> tuple[Seat, Seat, Seat, Seat]:
        """All four seats clockwise, this one first."""
        return self, self.left, self.partner, self.right
