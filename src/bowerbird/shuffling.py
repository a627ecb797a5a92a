"""Decks and deals that follow from a secret, so that anyone can check them once the secret is known.

`bowerbird.hall.fair` has the recipe in words. The boards of a duplicate event follow from one seed: the secret of board
7 is the SHA-256 of the seed and the text "board 7", one per line, and its deck is that of hand 7 with that secret and
without words. Nothing here draws a secret.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from bowerbird.cards import Card, Pack

__all__ = ["NO_WORDS", "below", "board_secret", "deck_from", "digest_of", "numbers_from"]

#: The words of four people who have added none.
NO_WORDS = ("", "", "", "")


def digest_of(secret: str) -> str:
    """The digest that is shown before a secret is used."""
    return hashlib.sha256(secret.encode()).hexdigest()


def board_secret(seed: str, board: int) -> str:
    """The secret of one board. It tells nothing about the seed, nor about other boards."""
    return digest_of(f"{seed}\nboard {board}")


def deck_from(secret: str, hand: int, words: Sequence[str], pack: Pack, leave: int) -> tuple[tuple[Card, ...], int]:
    """The order of the deck and the place of the cut (at least `leave` cards in each packet)."""
    numbers = numbers_from(secret, str(hand), words)
    deck = list(pack.cards)
    for place in range(len(deck) - 1, 0, -1):
        other = below(numbers, place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck), leave + below(numbers, len(deck) - 2 * leave + 1)


def numbers_from(secret: str, what: str, words: Sequence[str]) -> Iterator[int]:
    """The stream of numbers for a secret, for the thing that is drawn or shuffled, and for the words."""
    text = "\n".join([secret, what, *words])
    key = hashlib.sha256(text.encode()).digest()
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def below(numbers: Iterator[int], limit: int) -> int:
    """The next number below a limit; numbers that would favour some remainders are skipped."""
    fair = 2**64 - 2**64 % limit
    return next(number for number in numbers if number < fair) % limit
