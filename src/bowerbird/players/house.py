"""What happens at a table without anybody's decision: bell, shuffle, cut, deal and turn-up, by a generator's chance.

A shuffled pack is as random as it can be, so the cut is always in the middle and the packets are the book's first.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bowerbird.cards import Card
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Cut, Deal, Fact, Phase, Shuffle, StartBell, State, TurnUp

__all__ = ["next_chore", "stacked"]


def next_chore(book: Rulebook, state: State, dice: Random) -> Fact | None:
    """The next thing that the house sees to, at a table whose dealer is known; None when a player must decide."""
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
    return None


def stacked(book: Rulebook, deck: Sequence[Card]) -> Shuffle:
    """The shuffle after which this very pack is dealt, top card first, even where the house cuts before that."""
    lifted = _cut_at(book) if book.deal.cut == "required" else 0
    return Shuffle((*deck[len(deck) - lifted :], *deck[: len(deck) - lifted]))


def _cut_at(book: Rulebook) -> int:
    return len(book.cards()) // 2
