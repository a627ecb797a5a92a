"""The fields of relabelled cards, single bits and random ones. Compiled modules use `bits.h`, the same in C.

Each suit has a field of eleven bits, low cards in low bits, with an empty guard bit on top; trumps (or the joker in no
trump) are the highest field.

The random generator is splitmix64. Its state is one 64-bit number, kept by the caller.
"""

from collections.abc import MutableSequence
from typing import Final

__all__ = [
    "CARDS",
    "DOWN_1",
    "DOWN_2",
    "DOWN_4",
    "DOWN_8",
    "GUARDS",
    "LOW_SUIT",
    "SIDE_SUITS",
    "TRUMPS",
    "below",
    "compress",
    "draw",
    "low_bit",
    "nth_bit",
    "ones",
    "suit_of",
]

_WORD: Final = 0xFFFFFFFFFFFFFFFF
_EACH: Final = sum(1 << 11 * suit for suit in range(5))

LOW_SUIT: Final = 0x3FF
SIDE_SUITS: Final = (1 << 44) - 1
TRUMPS: Final = 0x3FF << 44
CARDS: Final = 0x3FF * _EACH
GUARDS: Final = 0x400 * _EACH
#: The places in all fields that a card can move down to by one, two, four or eight.
DOWN_1: Final = 0x1FF * _EACH
DOWN_2: Final = 0xFF * _EACH
DOWN_4: Final = 0x3F * _EACH
DOWN_8: Final = 0x3 * _EACH


def low_bit(mask: int) -> int:
    """The place of the lowest bit that is set."""
    return (mask & -mask).bit_length() - 1


def ones(mask: int) -> int:
    """The number of bits that are set."""
    return mask.bit_count()


def suit_of(card: int) -> int:
    """The whole field of a relabelled card: a sum sets its guard bit, and a difference all bits below."""
    guard = (card + CARDS) & GUARDS
    return guard - (guard >> 10)


def compress(bits: int, mask: int) -> int:
    """The bits at the places of a mask, moved together."""
    found, place = 0, 1
    while mask:
        if bits & mask & -mask:
            found |= place
        mask &= mask - 1
        place <<= 1
    return found


def nth_bit(mask: int, place: int) -> int:
    """The bit of a mask with `place` lower ones, at most five of them."""
    for _ in range(place):
        mask &= mask - 1
    return mask & -mask


def draw(state: MutableSequence[int]) -> int:
    """Sixty-four random bits."""
    state[0] = (state[0] + 0x9E3779B97F4A7C15) & _WORD
    bits = state[0]
    bits = ((bits ^ bits >> 30) * 0xBF58476D1CE4E5B9) & _WORD
    bits = ((bits ^ bits >> 27) * 0x94D049BB133111EB) & _WORD
    return bits ^ bits >> 31


def below(state: MutableSequence[int], limit: int) -> int:
    """A random number from 0 up to, but not including, a small `limit`."""
    return (draw(state) >> 32) * limit >> 32
