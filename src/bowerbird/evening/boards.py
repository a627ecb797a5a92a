"""The cards of a board, dealt from the seed of its event as a table deals them. Pure."""

from __future__ import annotations

import msgspec

from bowerbird.cards import Card, sort_hand
from bowerbird.event.deals import dealer_of
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.shuffling import NO_WORDS, board_secret, deck_from
from bowerbird.table import Cut, Deal, Fact, Open, Shuffle, Table, TurnUp

__all__ = ["BoardCards", "cards_of", "dealt_facts"]


class BoardCards(msgspec.Struct, frozen=True):
    """A board: four hands, North first, each as people sort it; the turn-up, and the cards under it."""

    board: int
    dealer: Seat
    hands: tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
    turn_up: Card
    kitty: tuple[Card, ...]


def dealt_facts(book: Rulebook, seed: str, board: int) -> tuple[Fact, ...]:
    """The facts of a table that deals this board, up to the turn-up."""
    dealer = dealer_of(board)
    deck, at = deck_from(board_secret(seed, board), board, NO_WORDS, book.cards(), book.deal.cut_leaves)
    packets = book.deal.packets[0]
    return (
        Open(dealer=dealer, partners_arranged=True),
        Shuffle(deck),
        Cut(dealer.right, at),
        Deal((packets, packets, packets, packets)),
        TurnUp(),
    )


def cards_of(book: Rulebook, seed: str, board: int) -> BoardCards:
    """The cards of a board."""
    hand = Table(book, dealt_facts(book, seed, board)).state.hand
    hands = [tuple(sort_hand(hand.cards(seat), None)) for seat in Seat]
    dealt = sum(len(cards) for cards in hands)
    assert hand.turn_up is not None
    return BoardCards(
        board, dealer_of(board), (hands[0], hands[1], hands[2], hands[3]), hand.turn_up, hand.deck[dealt + 1 :]
    )
