"""Facts that need no decision: bell, shuffle, cut, deal and turn-up, from a random generator.

A shuffled deck is already random, so the cut is always in the middle, and the packets are the rulebook's first.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bowerbird.cards import Card
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Cut, Deal, Fact, Phase, Shuffle, StartBell, State, TurnUp

__all__ = ["next_automatic", "stacked"]


def next_automatic(book: Rulebook, state: State, dice: Random) -> Fact | None:
    """The next automatic fact at a table whose dealer is known; None if a player must decide."""
    if book.deal.after_start_bell and not state.started and not state.is_over:
        return StartBell()
    match state.phase:
        case Phase.SHUFFLE:
            deck = list(book.cards())
            dice.shuffle(deck)
            return Shuffle(tuple(deck))
        case Phase.CUT if book.deal.cut == "required":
            return Cut(state.dealer.right, _cut_at(book))
        case Phase.CUT | Phase.DEAL:
            packets = book.deal.packets[0]
            return Deal((packets, packets, packets, packets))
        case Phase.TURN_UP:
            return TurnUp()
        case (
            Phase.OPENING
            | Phase.DRAW
            | Phase.JOKER
            | Phase.FIRST_ROUND
            | Phase.SECOND_ROUND
            | Phase.DISCARD
            | Phase.DEFEND
            | Phase.BEST
            | Phase.PLAY
            | Phase.COUNT
            | Phase.OVER
        ):
            return None


def stacked(book: Rulebook, deck: Sequence[Card]) -> Shuffle:
    """The shuffle that gives this deck, top card first, even if it is cut before the deal."""
    lifted = _cut_at(book) if book.deal.cut == "required" else 0
    return Shuffle((*deck[len(deck) - lifted :], *deck[: len(deck) - lifted]))


def _cut_at(book: Rulebook) -> int:
    return len(book.cards()) // 2
