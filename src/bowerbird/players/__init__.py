"""Players who can take a seat, by level. They see views and choose among legal actions; they know no table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bowerbird.players.base import Player
from bowerbird.players.simple import RandomPlayer, SimplePlayer

__all__ = ["LEVELS", "Player", "RandomPlayer", "SimplePlayer", "make_player"]

#: Every level by its name, weakest first.
LEVELS: dict[str, Callable[[Random], Player]] = {
    RandomPlayer.level: RandomPlayer,
    SimplePlayer.level: SimplePlayer,
}


def make_player(level: str, dice: Random) -> Player:
    """A player of a level, with the generator that it may use."""
    if level not in LEVELS:
        raise ValueError(f"{level!r} is no level of player; use {', '.join(LEVELS)}")
    return LEVELS[level](dice)
