"""The fields of relabelled cards, and single bits. Compiled modules of the kernel use `bits.pxd`, the same in C.

Each suit has a field of eleven bits, low cards in low bits, with an empty guard bit on top; trumps (or the joker in no
trump) are the highest field.
"""

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
    "compress",
    "ones",
    "low_bit",
    "nth_bit",
]

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
