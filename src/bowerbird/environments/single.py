"""One seat at a euchre table as a Gymnasium environment; bots play the other three.

Observations and actions are those of the PettingZoo environment. The mask of legal actions is part of the observation,
and in `info` too. An illegal action ends the episode with a reward of -1.

Examples:
    >>> import gymnasium
    >>> import bowerbird.environments  # registers the environment
    >>> env = gymnasium.make("bowerbird/Euchre-v0", rules="alberta", opponents="club", partner="club")
    >>> seen, info = env.reset(seed=42)
    >>> seen, reward, ended, cut_off, info = env.step(env.action_space.sample(info["action_mask"]))
    >>> sorted(seen)
    ['action_mask', 'observation']
"""

from __future__ import annotations

from typing import Any, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from bowerbird.extras import needs

with needs("research"):
    import gymnasium
    from gymnasium import logger, spaces

from bowerbird.environments.actions import ACTION_COUNT, action_of
from bowerbird.environments.episode import Episode, shown
from bowerbird.environments.observation import OBSERVATION_SIZE, highest
from bowerbird.environments.settings import (
    RENDER_MODES,
    Mode,
    Reward,
    Rules,
    Seed,
    action_number,
    check_bots,
    check_render_mode,
    first_deal,
    reset_needed,
    seed_of,
)
from bowerbird.players import Player, player
from bowerbird.players.base import ask
from bowerbird.seats import Seat

__all__ = ["EuchreEnv"]

Seen: TypeAlias = dict[str, npt.NDArray[np.int8]]

_ILLEGAL_REWARD = -1.0


class EuchreEnv(gymnasium.Env[Seen, np.int64]):
    """One agent, which sits North, among bots.

    `reset` takes the options `dealer`, a seat's letter, and `deck`, the cards of the first deal in the order they are
    dealt. An episode that ends before it is the agent's turn is left out, and another one is dealt; `reset` warns if
    you gave its `deck`. What bots win or lose in a game before the agent's first decision is paid with its first step.
    """

    metadata = {  # noqa: RUF012  # as Gymnasium declares it
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Rules = "bicycle",
        mode: Mode = "hand",
        reward: Reward = "points",
        opponents: str = "novice",
        partner: str = "novice",
        render_mode: str | None = None,
    ) -> None:
        """Set up a table; `reset` opens it. Raises `ValueError` for settings that don't go together.

        Args:
            rules: A rulebook, its name, or a TOML file.
            mode: An episode is one `hand`, or a whole `game`.
            reward: The difference in `points` after each hand, or 1 and -1 for a `win` and a loss of a game.
            opponents: The bots that play East and West: a level, or `module:Class` for your own.
            partner: The bot that plays South.
            render_mode: `ansi` returns text from `render`; `human` prints everything that happens.
        """
        self._episode = Episode(rules, mode, reward)
        check_render_mode(render_mode)
        check_bots(opponents, partner)
        self.render_mode = render_mode
        self._levels = (Seat.E, opponents), (Seat.S, partner), (Seat.W, opponents)
        self._bots = self._sit_down(0)
        self._mask = np.zeros(ACTION_COUNT, np.int8)
        self._carried = 0
        self.observation_space: spaces.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(np.zeros(OBSERVATION_SIZE, np.int8), highest(), dtype=np.int8),
                "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(ACTION_COUNT)

    def reset(self, *, seed: Seed = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Open a table and deal, up to the agent's first decision. Without a seed, continue the random sequence."""
        dealer, deck = first_deal(self._episode.book, options)
        super().reset(seed=seed_of(seed))
        self._bots = self._sit_down(int(self.np_random.integers(1 << 62)))
        self._episode.reset(int(self.np_random.integers(1 << 62)), {"dealer": dealer, "deck": deck})
        self._carried = self._go_on()
        if self._episode.is_over and deck is not None:
            logger.warn("bots ended the given deal before the agent's turn, so another one was dealt")
        while self._episode.is_over:
            self._episode.reset(None, None)
            self._carried = self._go_on()
        return self._told()

    def step(self, action: SupportsIndex) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Act, and let the bots act up to the agent's next decision or the end.

        Raises `ValueError` if the action isn't an integer, and `RuntimeError` before `reset` and after the end.
        """
        chosen = action_number(action)
        if self._episode.is_over or not self._episode.is_open:
            raise reset_needed(has_ended=self._episode.is_over)
        if not 0 <= chosen < ACTION_COUNT or not self._mask[chosen]:
            self._episode.end()
            seen, info = self._told()
            return seen, _ILLEGAL_REWARD, True, False, info | {"illegal": True}
        self._episode.act(chosen)
        gain = self._carried + self._episode.gain + (0 if self._episode.is_over else self._go_on())
        self._carried = 0
        seen, info = self._told()
        return seen, float(gain), self._episode.is_over, False, info

    def render(self) -> str | None:
        """The whole table in words, hidden cards included: for you, not for agents."""
        if self.render_mode is None:
            logger.warn("nothing is rendered without a render mode. Use render_mode='ansi' or 'human'")
            return None
        text = shown(self._episode.table.state)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def _sit_down(self, seed: int) -> dict[Seat, Player]:
        return {seat: player(level, seed + seat) for seat, level in self._levels}

    def _go_on(self) -> int:
        """Let the bots decide, up to the agent's turn or the end; what that brought to the agent's side."""
        gained = 0
        episode = self._episode
        while not episode.is_over and episode.turn is not Seat.N:
            view, hand = episode.table.view(episode.turn), len(episode.table.state.results) + 1
            given = dict(self._levels)[episode.turn]
            fact = ask(self._bots[episode.turn], given, episode.book, view, hand)
            episode.act(action_of(fact, view.hand))
            gained += episode.gain
        return gained

    def _told(self) -> tuple[Seen, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        seen = self._episode.observation(Seat.N)
        self._mask = seen["action_mask"].copy()
        return seen, {"action_mask": seen["action_mask"]}
