"""Read cards as EGN writes them, which may be inexact: `Xx` is any card, `Xh` a heart, `R` the right bower.

A text is read as a bit mask of all the cards it may be, given what is known of trump.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Final, TypeAlias

from bowerbird.cards import JOKER, NO_TRUMP, Card, Pack, Rank, Suit, Trump, left_bower, right_bower, trump_index
from bowerbird.kernel.play import SUIT_MASK, winning_place
from bowerbird.table.state import cards_in

__all__ = ["ANY_TRUMP", "Trumps", "could_be", "possible_tricks", "possible_winners", "sole", "suits_of"]

#: The possible trumps, as far as a record shows.
Trumps: TypeAlias = tuple[Trump, ...]
ANY_TRUMP: Final[Trumps] = (*Suit, NO_TRUMP)

_RANKS: Final = {rank.letter: sum(1 << Card(rank, suit) for suit in Suit) for rank in Rank}
_PRINTED: Final = SUIT_MASK[trump_index(NO_TRUMP)]
_EVERY_CARD: Final = sum(_PRINTED)
#: Three hidden cards of the largest deck. With four, the winner can't be determined anyway.
_MOST_WAYS: Final = 33**3


def could_be(text: str, trumps: Trumps, pack: Pack) -> int:
    """The cards of the deck that a text may be; none if there is no such card."""
    mask = 0
    for trump in trumps:
        mask |= _reading(text, trump)
    return mask & pack.mask


def sole(mask: int) -> Card | None:
    """The card of a mask, if there is just one."""
    return Card(mask.bit_length() - 1) if mask.bit_count() == 1 else None


def suits_of(mask: int) -> set[Suit]:
    """The printed suits among some cards."""
    return {card.suit for card in cards_in(mask) if not card.is_joker}


def _reading(text: str, trump: Trump) -> int:
    match text:
        case "B":
            return 1 << JOKER
        case "R":
            return _bit(right_bower(trump))
        case "L":
            return _bit(left_bower(trump))
        case _:
            rank, suit = text[0], text[1]
            ranks = _EVERY_CARD if rank == "X" else _RANKS["9" if rank == "N" else rank]
            return ranks & _of_suit(suit, trump)


def _bit(card: Card | None) -> int:
    return 0 if card is None else 1 << card


def _of_suit(letter: str, trump: Trump) -> int:
    """A suit's cards. EGN can also write trump (t), next (n) and green (g)."""
    if letter == "x":
        return _EVERY_CARD
    if letter not in "tng":
        return _PRINTED[Suit.from_letter(letter)]
    if trump is NO_TRUMP:
        return 0
    if letter == "t":
        return SUIT_MASK[trump][trump] | 1 << JOKER
    if letter == "n":
        return _PRINTED[trump.next]
    return sum(_PRINTED[suit] for suit in Suit if suit not in (trump, trump.next))


def possible_tricks(trick: Sequence[int]) -> Iterator[tuple[Card, ...]]:
    """The tricks that uncertain cards can form, with no card twice."""
    for cards in product(*(cards_in(mask) for mask in trick)):
        if len(set(cards)) == len(cards):
            yield cards


def possible_winners(trick: Sequence[int], trump: Trump) -> set[int]:
    """The positions in a trick that may have won it. All of them, if there are too many possibilities."""
    if prod(mask.bit_count() for mask in trick) > _MOST_WAYS:
        return set(range(len(trick)))
    winners: set[int] = set()
    for cards in possible_tricks(trick):
        winners.add(winning_place(list(cards), trump_index(trump)))
        if len(winners) > 1:
            break
    return winners
