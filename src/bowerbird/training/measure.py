"""Measure a trained net on duplicate deals, in the vector environment or at tables of the library."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from bowerbird.extras import needs

with needs("bots"):
    import numpy as np

from bowerbird.environments.vector import VectorEuchre
from bowerbird.rulebook import Rulebook
from bowerbird.training.ppo import Net, look

__all__ = ["Gain", "measured"]


class Gain(NamedTuple):
    """Points a hand more than the opponents, and the standard error."""

    points: float
    stderr: float

    @property
    def is_certain(self) -> bool:
        """True if it is more than chance: three standard errors above nothing."""
        return self.points > 3 * self.stderr


def measured(net: Net, book: Rulebook, opponents: str, deals: int, seed: int) -> Gain:
    """Play each deal twice, from both sides, always with the likeliest action."""
    env = VectorEuchre(2 * deals, book, layout="slots", opponents=opponents, duplicate=True, seed=seed)
    points, over = np.zeros(env.count), np.zeros(env.count, bool)
    while not over.all():
        _, chances, _ = look(net, env.observations, env.masks)
        env.step(chances.argmax(1))
        fresh = env.ended & ~over
        points[fresh] = env.rewards[fresh, 0]
        over |= env.ended
    pairs = (points[::2] + points[1::2]) / 2
    return Gain(float(pairs.mean()), float(pairs.std(ddof=1)) / sqrt(deals))
