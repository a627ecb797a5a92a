"""The decisions in hands and games that players play: what each seat saw, and what it chose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple, TypeAlias

from bowerbird.players.automatic import next_automatic
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, Open, State, View, step, view

__all__ = ["Decision", "decisions_of_game", "decisions_of_hand"]

#: What chooses in all four seats: a player's `choose`.
Choose: TypeAlias = Callable[[Rulebook, View], Fact]


class Decision(NamedTuple):
    """The table before a decision, what the seat sees of it, and its choice."""

    state: State
    seen: View
    chosen: Fact


def decisions_of_game(book: Rulebook, choose: Choose, dice: Random, dealer: Seat) -> Iterator[Decision]:
    """Every decision of a game in which there is a choice."""
    return _decisions(book, step(book, State(), Open(dealer=dealer)), choose, dice, lambda state: state.is_over)


def decisions_of_hand(
    book: Rulebook, choose: Choose, dice: Random, dealer: Seat, any_score: bool = False
) -> Iterator[Decision]:
    """Every decision of a hand in which there is a choice: the first hand of a game, or one at `any_score`."""
    target = book.game.points or 1
    score = (dice.randrange(target), dice.randrange(target)) if any_score else (0, 0)
    state = step(book, State(), Open(dealer=dealer, score=score))
    return _decisions(book, state, choose, dice, lambda state: bool(state.results))


def _decisions(
    book: Rulebook, state: State, choose: Choose, dice: Random, is_over: Callable[[State], bool]
) -> Iterator[Decision]:
    while not is_over(state):
        fact = next_automatic(book, state, dice)
        if fact is None:
            assert state.turn is not None
            seen = view(book, state, state.turn)
            fact = choose(book, seen)
            if len(seen.legal) > 1:
                yield Decision(state, seen, fact)
        state = step(book, state, fact)
