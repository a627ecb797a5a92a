"""What the vector environment shows in a few hundred decisions, as one line: the same compiled and uncompiled."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from bowerbird.environments.vector import VectorEuchre

__all__ = ["answers"]

SETTINGS: tuple[dict[str, Any], ...] = (
    {"rules": "north-american", "mode": "game"},
    {"rules": "cornwall", "opponents": "novice", "duplicate": True},
    {"rules": "alberta", "layout": "slots", "opponents": "simple", "partner": "random", "skip_forced": True},
)


def answers() -> str:
    """A digest of rows, masks, rewards and results."""
    seen = sha256()
    for settings in SETTINGS:
        env = VectorEuchre(6, seed=9, **settings)
        for _ in range(80):
            for part in (env.observations, env.masks, env.turns, env.rewards, env.ended, env.results):
                seen.update(part.tobytes())
            env.step(env.sample())
    return seen.hexdigest()
