"""Players who can take a seat, by level. They see views and choose among legal actions; they know no table.

`player("expert", seed=7)` makes one; `player("module:Class", seed=7)` makes one that somebody else wrote.
"""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from random import Random
from typing import Any, Final

from bowerbird.machine import on_one_core
from bowerbird.players.base import Player

__all__ = ["LEVELS", "LEVEL_WORDS", "Player", "make_player", "player"]

#: Every level by its name, weakest first, and where it is found.
LEVELS: Final[dict[str, str]] = {
    "random": "bowerbird.players.simple:RandomPlayer",
    "novice": "bowerbird.players.novice:NovicePlayer",
    "simple": "bowerbird.players.simple:SimplePlayer",
    "club": "bowerbird.players.club:ClubPlayer",
    "sampler": "bowerbird.players.sampler:SamplerPlayer",
    "expert": "bowerbird.players.expert:ExpertPlayer",
    "master": "bowerbird.players.master:MasterPlayer",
    "champion": "bowerbird.players.champion:ChampionPlayer",
}
#: What a level is called on a page, for people who have never heard of sampling.
LEVEL_WORDS: Final[dict[str, str]] = {
    "random": "Plays any card",
    "novice": "Beginner",
    "simple": "Learner",
    "club": "Club player",
    "sampler": "Good club player",
    "expert": "Expert",
    "master": "Master",
    "champion": "Champion",
}


def player(name: str, seed: int = 0, **settings: Any) -> Player:
    """A player by level, or by `module:Class` for one of your own; settings go to its class."""
    place = LEVELS.get(name, name)
    module, colon, found = place.partition(":")
    if not colon:
        raise ValueError(f"{name!r} is no level of player; use {', '.join(LEVELS)}, or module:Class for your own")
    try:
        with on_one_core():  # on more, a net this small takes longer, and where others use them too, many times longer
            kind = getattr(import_module(module), found)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"no player is found at {place}: {error}") from None
    parameters = signature(kind).parameters
    unknown = settings.keys() - parameters.keys()
    if unknown:
        known = ", ".join(key for key in parameters if key != "seed")
        raise ValueError(f"{name} has no setting {', '.join(sorted(unknown))}; it has {known or 'none'}")
    for key, value in settings.items():
        if isinstance(value, str) and isinstance(parameters[key].default, (int, float)):
            raise ValueError(f"{key}={value} is no setting of {name}: {key} is a number")
    made: Player = kind(seed, **settings)
    return made


def make_player(level: str, dice: Random) -> Player:
    """A player of a level, with a seed drawn from a generator."""
    return player(level, dice.getrandbits(63))
