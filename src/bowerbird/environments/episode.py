"""One table as an environment has it: dealt from a seed, acted on by numbers, paid at the end of each hand.

The environments for PettingZoo and Gymnasium are this with the manners of their library.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from bowerbird.cards import show_cards, sort_hand, trump_word
from bowerbird.environments.actions import ACTION_COUNT, action_of, fact_of
from bowerbird.environments.observation import observe
from bowerbird.environments.settings import (
    Mode,
    Reward,
    Rules,
    Seed,
    check_settings,
    first_deal,
    reset_needed,
    seed_of,
)
from bowerbird.players.automatic import next_automatic, stacked
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Open, Phase, State, Table, View

__all__ = ["Episode", "mask_of", "shown"]


class Episode:
    """A hand or a game. `gain` is what the last action brought to North–South; after the last one it `is_over`."""

    def __init__(self, rules: Rules, mode: Mode, reward: Reward) -> None:
        """Set up a table; `reset` opens it."""
        self.book = load_rulebook(rules)
        check_settings(self.book, mode, reward)
        self.mode, self.reward = mode, reward
        self.gain, self.is_over = 0, False
        self._dice: Random | None = None
        self._table: Table | None = None

    def reset(self, seed: Seed, options: Mapping[str, Any] | None) -> None:
        """Open a table and deal. Without a seed, continue the random sequence."""
        given, deck = first_deal(self.book, options)
        number = seed_of(seed)
        if number is not None or self._dice is None:
            self._dice = Random(number)
        dealer = Seat(self._dice.randrange(4)) if given is None else given
        self._table = Table(self.book, [Open(dealer=dealer)])
        self.gain, self.is_over = 0, False
        if deck is not None:
            self.table.push(stacked(self.book, deck))
        self._go_on()

    @property
    def is_open(self) -> bool:
        """True after the first `reset`."""
        return self._table is not None

    @property
    def table(self) -> Table:
        """The table. Raises `RuntimeError` before `reset`."""
        if self._table is None:
            raise reset_needed(has_ended=False)
        return self._table

    @property
    def turn(self) -> Seat:
        """The seat to decide, or the last one that did."""
        return self._turn

    def act(self, action: int) -> None:
        """Let the seat to decide do this. An illegal action raises `IllegalActionError`, and nothing changes."""
        table = self.table
        if self.is_over:
            raise reset_needed(has_ended=True)
        before = len(table.state.results)
        table.push(fact_of(action, self.turn, table.state.hand.cards(self.turn)))
        self.gain = 0
        if len(table.state.results) > before:
            self._settle()
        if not self.is_over:
            self._go_on()

    def end(self) -> None:
        """End the episode where it is, after an illegal action."""
        self.is_over = True

    def observation(self, seat: Seat) -> dict[str, npt.NDArray[np.int8]]:
        """What a seat sees, and its legal actions; none if it isn't its turn."""
        view = self.table.view(seat)
        return {"observation": observe(view), "action_mask": mask_of(view)}

    def _go_on(self) -> None:
        """Deal as needed, up to the next decision of a seat."""
        assert self._dice is not None
        while (chore := next_automatic(self.book, self.table.state, self._dice)) is not None:
            self.table.push(chore)
        turn = self.table.state.turn
        assert turn is not None
        self._turn = turn

    def _settle(self) -> None:
        """Pay for a finished deal."""
        state = self.table.state
        result = state.results[-1]
        if self.reward == "points":
            self.gain = result.points[0] - result.points[1]
        elif state.result is not None and state.result.winner is not None:
            self.gain = 1 - 2 * state.result.winner
        self.is_over = state.phase is Phase.OVER or (self.mode == "hand" and result.outcome != "new deal")


def mask_of(view: View) -> npt.NDArray[np.int8]:
    """A 1 for every legal action of the seat of a view, if it is its turn."""
    mask = np.zeros(ACTION_COUNT, np.int8)
    if view.turn is not None and view.turn is view.seat:
        mask[[action_of(fact, view.hand) for fact in view.legal]] = 1
    return mask


def shown(state: State) -> str:
    """The whole table in words, with hidden cards: for the researcher, not for agents."""
    hand = state.hand
    lines = [f"{state.score[0]} to {state.score[1]}, {state.dealer.word} deals, {state.phase.value}"]
    if hand.turn_up is not None:
        lines.append(f"Turn-up {hand.turn_up}, {hand.turn_up_is}")
    if hand.maker is not None:
        lines.append(f"{hand.maker.word} made {trump_word(hand.trump)}{', alone' * hand.alone}")
    lines += [f"{seat.word:<6}{show_cards(sort_hand(hand.cards(seat), hand.trump))}" for seat in Seat]
    lines += [
        ", ".join(f"{seat.word} {card}" for seat, card in trick.plays)
        for trick in (*hand.tricks, hand.trick)
        if trick.plays
    ]
    return "\n".join(lines)
