"""The boards of a duplicate event by number: who deals which, and the seed that all of them follow from."""

from __future__ import annotations

from bowerbird.event.draw import Shuffle
from bowerbird.seats import Seat
from bowerbird.shuffling import digest_of

__all__ = ["board_set", "dealer_of", "seed_by"]

#: The number of things that are put into an order by chance to make a seed: their orders are worth 296 bits.
_SHUFFLED = 64


def dealer_of(board: int) -> Seat:
    """The dealer is fixed: North deals board 1, East board 2, South board 3, West board 4, North board 5."""
    return Seat((board - 1) % 4)


def board_set(number: int, size: int) -> tuple[int, ...]:
    """The boards of a set, counted from 0: boards that are played one after the other at the same table."""
    return tuple(range(number * size + 1, (number + 1) * size + 1))


def seed_by(shuffle: Shuffle) -> str:
    """A seed from chance that is passed in."""
    order = list(range(_SHUFFLED))
    shuffle(order)
    return digest_of(" ".join(map(str, order)))
