"""Fair deals that anyone can check.

Before a hand the server draws a secret and shows its digest. Each person may add words. The order of the deck follows
from the secret and the words alone, so the server cannot choose it once it has seen the words, and nobody can predict
it. After the hand the secret is shown, and anyone who noted the digest can check both.

The recipe, so that other programs can check it too. The key is the SHA-256 of the secret (as hex text), the number of
the hand and the four words, one per line, North first. The stream is HMAC-SHA256 of that key over the counter 0, 1, 2,
… as eight bytes. A number below n is the next eight bytes of the stream, big end first, modulo n; values that would
favour some remainders are skipped. The deck (suit by suit, low to high) is shuffled from its last place to its second:
each card is swapped with one drawn from its own place or any before it. One more number places the cut.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec

from bowerbird.cards import Card, Pack

__all__ = ["ShownDeal", "check", "deck_from", "digest_of"]


class ShownDeal(msgspec.Struct, frozen=True):
    """The shuffle of a past hand. `deck` is the order after the shuffle and before the cut, top card first."""

    hand: int
    digest: str
    secret: str
    words: Annotated[list[str], msgspec.Meta(min_length=4, max_length=4)]
    lowest: Literal[7, 8, 9]
    joker: bool
    cut_leaves: Annotated[int, msgspec.Meta(ge=1, le=12)]
    deck: list[str]
    cut: int


def check(deal: ShownDeal, digest_seen: str = "") -> list[str]:
    """The problems with a deal; empty if it was fair. `digest_seen` is the digest that was noted before the hand."""
    problems = []
    if digest_of(deal.secret) != deal.digest:
        problems.append("the secret does not match the digest that was shown before")
    if digest_seen and digest_seen.strip().lower() != deal.digest:
        problems.append("the digest is not the one that you were shown")
    deck, cut = deck_from(deal.secret, deal.hand, deal.words, Pack(deal.lowest, deal.joker), deal.cut_leaves)
    if [str(card) for card in deck] != deal.deck:
        problems.append("the deck does not follow from the secret and the words")
    if cut != deal.cut:
        problems.append(f"the cut was at {deal.cut}, and should have been at {cut}")
    return problems


def digest_of(secret: str) -> str:
    """The digest that is shown before the hand."""
    return hashlib.sha256(secret.encode()).hexdigest()


def deck_from(secret: str, hand: int, words: Sequence[str], pack: Pack, leave: int) -> tuple[tuple[Card, ...], int]:
    """The order of the deck and the place of the cut (at least `leave` cards in each packet)."""
    numbers = _numbers(secret, hand, words)
    deck = list(pack.cards)
    for place in range(len(deck) - 1, 0, -1):
        other = _below(numbers, place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck), leave + _below(numbers, len(deck) - 2 * leave + 1)


def _numbers(secret: str, hand: int, words: Sequence[str]) -> Iterator[int]:
    text = "\n".join([secret, str(hand), *words])
    key = hashlib.sha256(text.encode()).digest()
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def _below(numbers: Iterator[int], limit: int) -> int:
    fair = 2**64 - 2**64 % limit
    return next(number for number in numbers if number < fair) % limit
