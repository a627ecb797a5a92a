"""A euchre table as a PettingZoo environment, under any rulebook: `env(rules="bicycle", mode="hand")`.

Agents see what their seat may know (`bowerbird.environments.observation`) and choose among the legal actions of a fixed
list (`bowerbird.environments.actions`). Shuffles, cuts, deals and bells come from the seed.
"""
# PettingZoo has no types, and may not be installed where types are checked.
# mypy: disable-error-code="import-untyped,import-not-found,misc,no-untyped-call"

from __future__ import annotations

from random import Random
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from bowerbird.cards import Card, show_cards, sort_hand, trump_word
from bowerbird.environments.actions import ACTION_COUNT, action_of, fact_of
from bowerbird.environments.observation import OBSERVATION_SIZE, Observation, highest, observe
from bowerbird.players.automatic import next_automatic, stacked
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Open, Phase, Table

__all__ = ["AGENTS", "Mode", "Reward", "env", "raw_env"]

Mode: TypeAlias = Literal["hand", "game"]
Reward: TypeAlias = Literal["points", "win"]

#: An agent's name is its seat.
AGENTS: Final = tuple(seat.word.lower() for seat in Seat)


def env(
    rules: str = "bicycle", mode: Mode = "hand", reward: Reward = "points", render_mode: str | None = None
) -> AECEnv:
    """The environment with PettingZoo's own checks: an illegal action ends the episode with a reward of -1.

    `rules` is a rulebook's name or a TOML file. An episode is one hand, or a whole game. The reward is the difference
    in points at the end of each hand, or 1 and -1 for the winners and losers of a game.
    """
    made = raw_env(rules, mode, reward, render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv, EzPickle):  # noqa: N801  # PettingZoo's name for it
    """The environment itself. An illegal action raises `IllegalActionError`, and nothing changes.

    `reset` takes the options `dealer`, a seat's letter, and `deck`, the cards of the first deal in the order they are
    dealt.
    """

    metadata: Final = {"render_modes": ["ansi"], "name": "euchre_v0", "is_parallelizable": False}

    def __init__(
        self, rules: str = "bicycle", mode: Mode = "hand", reward: Reward = "points", render_mode: str | None = None
    ) -> None:
        """Set up a table; `reset` opens it."""
        EzPickle.__init__(self, rules, mode, reward, render_mode)
        self.book = load_rulebook(rules)
        if mode not in ("hand", "game") or reward not in ("points", "win"):
            raise ValueError(f"mode {mode!r} and reward {reward!r}: use hand or game, and points or win")
        if reward == "win" and mode == "hand":
            raise ValueError("a hand has points but no winner. Use mode='game' with reward='win'")
        if mode == "game" and not (self.book.game.points or self.book.game.hands):
            raise ValueError(f"a game by {self.book.name} ends only by the bell, and none rings here: use mode='hand'")
        self.mode, self.reward, self.render_mode = mode, reward, render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._dice: Random | None = None
        self._space = spaces.Dict(
            {
                "observation": spaces.Box(np.zeros(OBSERVATION_SIZE, np.int8), highest(), dtype=np.int8),
                "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, self._space)
        self.action_spaces = {agent: spaces.Discrete(ACTION_COUNT) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The observation and the mask of legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The fixed list of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Open a table and deal. Without a seed, continue the random sequence."""
        if seed is not None or self._dice is None:
            self._dice = Random(seed)
        options = options or {}
        dealer = Seat[options["dealer"]] if "dealer" in options else Seat(self._dice.randrange(4))
        self.table = Table(self.book, [Open(dealer=dealer)])
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        if "deck" in options:
            self.table.push(stacked(self.book, [Card(card) for card in options["deck"]]))
        self._go_on()

    def observe(self, agent: str) -> dict[str, Observation]:
        """The agent's observation and action mask. The mask is empty if it is not its turn."""
        view = self.table.view(_seat(agent))
        mask = np.zeros(ACTION_COUNT, np.int8)
        if view.turn is view.seat:
            mask[[action_of(fact, view.hand) for fact in view.legal]] = 1
        return {"observation": observe(view), "action_mask": mask}

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Apply the action of the current agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must act. Use one of the actions of its mask")
        seat = _seat(agent)
        before = len(self.table.state.results)
        self.table.push(fact_of(int(action), seat, self.table.state.hand.cards(seat)))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        ended = len(self.table.state.results) > before and self._settle()
        if ended:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._go_on()
        self._accumulate_rewards()

    def render(self) -> str:
        """The whole table in words, with hidden cards: for the researcher, not for agents."""
        state = self.table.state
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

    def close(self) -> None:
        """Do nothing: no resources are held."""

    def _go_on(self) -> None:
        """Deal as needed, up to the next decision of a seat."""
        assert self._dice is not None
        while (chore := next_automatic(self.book, self.table.state, self._dice)) is not None:
            self.table.push(chore)
        turn = self.table.state.turn
        assert turn is not None
        self.agent_selection = AGENTS[turn]

    def _settle(self) -> bool:
        """Give the rewards of a finished deal. True if the episode has ended."""
        state = self.table.state
        result = state.results[-1]
        if self.reward == "points":
            self._pay(result.points[0] - result.points[1])
        elif state.result is not None and state.result.winner is not None:
            self._pay(1 - 2 * state.result.winner)
        return state.phase is Phase.OVER or (self.mode == "hand" and result.outcome != "new deal")

    def _pay(self, to_north_south: int) -> None:
        for agent in self.agents:
            self.rewards[agent] = float(to_north_south if _seat(agent).side == 0 else -to_north_south)


def _seat(agent: str) -> Seat:
    return Seat(AGENTS.index(agent))
