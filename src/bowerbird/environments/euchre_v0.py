"""A euchre table as a PettingZoo environment, under any rulebook.

Agents see what their seat may know (`bowerbird.environments.observation`) and choose among the legal actions of a fixed
list (`bowerbird.environments.actions`). Shuffles, cuts and deals come from the seed.

Examples:
    >>> from bowerbird.environments import euchre_v0
    >>> env = euchre_v0.env(rules="bicycle", mode="hand")
    >>> env.reset(seed=42)
    >>> for agent in env.agent_iter():
    ...     seen, reward, ended, cut_off, _ = env.last()
    ...     if seen is None or ended or cut_off:
    ...         env.step(None)
    ...     else:
    ...         env.step(env.action_space(agent).sample(seen["action_mask"]))
    >>> env.agents
    []
"""
# PettingZoo has no types, and may not be installed where types are checked.
# mypy: disable-error-code="import-untyped,import-not-found,misc,no-untyped-call"

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, SupportsIndex

import numpy as np
import numpy.typing as npt

from bowerbird.extras import needs

with needs("research"):
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

from bowerbird.environments.actions import ACTION_COUNT
from bowerbird.environments.episode import Episode, shown
from bowerbird.environments.observation import OBSERVATION_SIZE, Observation, highest, observe
from bowerbird.environments.settings import (
    AGENTS,
    RENDER_MODES,
    Mode,
    Reward,
    Rules,
    Seed,
    action_number,
    check_render_mode,
    reset_needed,
)
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Table

__all__ = ["AGENTS", "Mode", "Reward", "env", "raw_env"]


def env(
    rules: Rules = "bicycle", mode: Mode = "hand", reward: Reward = "points", render_mode: str | None = None
) -> AECEnv:
    """The environment with PettingZoo's own checks: an illegal action ends the episode with a reward of -1.

    Args:
        rules: A rulebook, its name, or a TOML file.
        mode: An episode is one `hand`, or a whole `game`.
        reward: The difference in `points` after each hand, or 1 and -1 for a `win` and a loss of a game.
        render_mode: `ansi` returns text from `render`; `human` prints everything that happens.
    """
    made = raw_env(rules, mode, reward, render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):  # noqa: N801  # PettingZoo's name for it
    """The environment without PettingZoo's checks. An illegal action raises `IllegalActionError` and changes nothing.

    `reset` takes the options `dealer`, a seat's letter, and `deck`, the cards of the first deal in the order they are
    dealt. A deep copy or a pickle continues where the original is, with the same cards to come.

    Before `reset`, everything that needs a table raises `RuntimeError`.
    """

    metadata: Final = {
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "name": "euchre_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self, rules: Rules = "bicycle", mode: Mode = "hand", reward: Reward = "points", render_mode: str | None = None
    ) -> None:
        """Set up a table; `reset` opens it. The parameters are those of `env`."""
        self._episode = Episode(rules, mode, reward)
        check_render_mode(render_mode)
        self.mode, self.reward, self.render_mode = mode, reward, render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        space = spaces.Dict(
            {
                "observation": spaces.Box(np.zeros(OBSERVATION_SIZE, np.int8), highest(), dtype=np.int8),
                "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, space)
        self.action_spaces = {agent: spaces.Discrete(ACTION_COUNT) for agent in AGENTS}
        most = np.tile(highest(), len(AGENTS))
        self.state_space = spaces.Box(np.zeros_like(most), most, dtype=np.int8)

    @property
    def book(self) -> Rulebook:
        """The rules."""
        return self._episode.book

    @property
    def table(self) -> Table:
        """The table, with everything on it."""
        return self._episode.table

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of observations, each with its mask of legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of actions: `bowerbird.environments.actions` lists them."""
        return self.action_spaces[agent]

    def reset(self, seed: Seed = None, options: Mapping[str, Any] | None = None) -> None:
        """Open a table and deal. Without a seed, continue the random sequence."""
        self._episode.reset(seed, options)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self._episode.turn]
        self._show()

    def observe(self, agent: str) -> dict[str, Observation]:
        """The agent's observation and action mask. The mask is empty if it is not its turn."""
        return self._episode.observation(_seat(agent))

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the current agent sees, what it has won since its last action, whether it is done, and its info."""
        self._check_live()
        return super().last(observe)  # type: ignore[no-any-return]

    def state(self) -> npt.NDArray[np.int8]:
        """The observations of all four seats from North, for a critic that may see every hand."""
        return np.concatenate([observe(self.table.view(seat)) for seat in Seat])

    def step(self, action: SupportsIndex | None) -> None:
        """Apply the action of the current agent."""
        self._check_live()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must act. Use one of the actions of its mask")
        self._episode.act(action_number(action))
        self._cumulative_rewards[agent] = 0.0
        gain = self._episode.gain
        self.rewards = {other: float(-gain if _seat(other).side else gain) for other in self.agents}
        if self._episode.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = AGENTS[self._episode.turn]
        self._accumulate_rewards()
        self._show()

    def render(self) -> str | None:
        """The whole table in words, hidden cards included: for you, not for agents."""
        if self.render_mode is None:
            logger.warn("nothing is rendered without a render mode. Use render_mode='ansi' or 'human'")
            return None
        text = shown(self.table.state)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def close(self) -> None:
        """Do nothing: no resources are held."""

    def _check_live(self) -> None:
        """Refuse what needs an agent, before `reset` and after the last one is done."""
        if not self.agents:
            raise reset_needed(has_ended=self._episode.is_open)

    def _show(self) -> None:
        """For people, the table is shown after everything that happens."""
        if self.render_mode == "human":
            self.render()


def _seat(agent: str) -> Seat:
    if agent not in AGENTS:
        raise ValueError(f"{agent!r} isn't an agent. Use {', '.join(AGENTS)}")
    return Seat(AGENTS.index(agent))
