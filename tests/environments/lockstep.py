"""Tables of the vector environment beside `bowerbird.table`: everything is compared at every decision."""

from __future__ import annotations

from random import Random

import numpy as np

from bowerbird.environments.actions import ACTION_COUNT, action_of, fact_of
from bowerbird.environments.observation import observe
from bowerbird.environments.settings import Mode
from bowerbird.environments.vector import OUTCOMES, VectorEuchre
from bowerbird.players.automatic import next_automatic, stacked
from bowerbird.rulebook import Rulebook
from bowerbird.table import HandResult, Open, Phase, State, step, view

__all__ = ["Beside", "compare"]


class Beside:
    """One table of the environment, played again by the rules of the table."""

    def __init__(self, env: VectorEuchre, number: int) -> None:
        self.env, self.number = env, number
        self.state = State()
        self._open()

    def _open(self) -> None:
        self.state = step(self.env.book, State(), Open(dealer=self.env.deal(self.number)[0]))
        self._deal()

    def _deal(self) -> None:
        dealer, deck = self.env.deal(self.number)
        assert self.state.dealer is dealer
        while (chore := next_automatic(self.env.book, self.state, Random(0))) is not None:
            if self.state.phase is Phase.SHUFFLE:
                chore = stacked(self.env.book, deck)
            self.state = step(self.env.book, self.state, chore)

    def compare(self) -> None:
        """Whose turn it is, what that seat sees, and what it may do."""
        env, state = self.env, self.state
        assert state.turn is not None
        assert env.turns[self.number] == state.turn
        seen = view(env.book, state, state.turn)
        mask = np.zeros(ACTION_COUNT, np.int8)
        mask[[action_of(fact, state.hand.cards(state.turn)) for fact in seen.legal]] = 1
        assert (env.masks[self.number] == mask).all()
        assert (env.observations[self.number] == observe(seen)).all()

    def follow(self, action: int) -> HandResult | None:
        """The same action here; the result, if the hand is over."""
        env, before = self.env, len(self.state.results)
        assert self.state.turn is not None
        fact = fact_of(action, self.state.turn, self.state.hand.cards(self.state.turn))
        self.state = step(env.book, self.state, fact)
        if len(self.state.results) == before:
            assert not env.ended[self.number]
            assert not env.rewards[self.number].any()
            return None
        result = self.state.results[-1]
        over = self.state.is_over or (env.mode == "hand" and result.outcome != "new deal")
        assert env.ended[self.number] == over
        assert env.results[self.number].tolist() == _columns(result)
        self._check_reward(result)
        if over:
            self._open()
        else:
            self._deal()
        return result

    def _check_reward(self, result: HandResult) -> None:
        gain = result.points[0] - result.points[1]
        if self.env.reward == "win":
            winner = None if self.state.result is None else self.state.result.winner
            gain = 0 if winner is None else 1 - 2 * winner
        assert self.env.rewards[self.number].tolist() == [gain, -gain, gain, -gain]


def _columns(result: HandResult) -> list[int]:
    trump = -1 if result.maker is None else 4 if result.trump is None else int(result.trump)
    seats = [-1 if seat is None else int(seat) for seat in (result.dealer, result.maker, result.lone_defender)]
    return [
        OUTCOMES.index(result.outcome), seats[0], seats[1], trump, int(result.alone), seats[2],
        *result.tricks, *result.points,
    ]  # fmt: skip


def compare(book: Rulebook, mode: Mode, hands: int, seed: int, tables: int = 4) -> list[HandResult]:
    """Play so many hands at random, comparing everything; the results."""
    env = VectorEuchre(tables, book, mode, "win" if mode == "game" and seed % 2 else "points", seed=seed)
    beside = [Beside(env, number) for number in range(tables)]
    found: list[HandResult] = []
    dice = Random(seed)
    while len(found) < hands:
        for table in beside:
            table.compare()
        actions = env.sample()
        for number in range(tables):
            # Calls are few among all that may be said: pass more often, so that hands come to every phase.
            if env.masks[number][0] and dice.random() < 0.7:
                actions[number] = 0
        env.step(actions)
        results = [table.follow(int(action)) for table, action in zip(beside, actions, strict=True)]
        found += [result for result in results if result is not None]
    return found
