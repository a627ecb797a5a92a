"""A small, seeded source of numbers, so that searches in the pure core give the same answer everywhere.

The core takes no randomness from outside. A caller that needs variety passes a seed; the same seed gives the same
numbers on every machine and every version of Python. This is not a source of secrets and never shuffles cards.
"""

from __future__ import annotations

from typing import TypeVar

__all__ = ["Dice"]

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Dice:
    """An endless sequence of whole numbers that depends only on its seed (SplitMix64)."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        return (self.bits() * limit) >> 64

    def shuffle(self, things: list[T]) -> None:
        """Put a list into a new order, in place."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]
