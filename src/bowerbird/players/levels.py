"""Make a player of a level. `bowerbird.levels` names the levels."""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from random import Random
from typing import Any, Final, cast

from bowerbird.errors import checks_kinds
from bowerbird.extras import MissingExtraError
from bowerbird.levels import LEVEL_WORDS, LEVELS
from bowerbird.machine import on_one_core
from bowerbird.players.base import BotError, Player
from bowerbird.players.style import StyledPlayer

__all__ = ["LEVELS", "LEVEL_WORDS", "make_player", "player"]

#: Settings that every level has which rates its choices.
_MANNER: Final = ("style", "loners")


@checks_kinds
def player(name: str, seed: int = 0, **settings: Any) -> Player:
    """Make a player. Raises `BotError` with what is allowed if there is no such player or setting.

    Args:
        name: A level in `LEVELS`, or `module:Class` for your own.
        seed: The same seed gives the same player.
        **settings: Passed to the class. `style` and `loners` work for every level that rates its choices: see
            `bowerbird.players.style`.
    """
    place = LEVELS.get(name, name)
    module, colon, found = place.partition(":")
    if not colon:
        raise BotError(f"{name!r} isn't a level. Use {', '.join(LEVELS)}, or module:Class for your own")
    try:
        with on_one_core():  # a net this small is slower on several cores, and far slower if they are busy
            kind = getattr(import_module(module), found)
    except MissingExtraError:
        raise
    except Exception as error:
        missing = isinstance(error, ModuleNotFoundError | AttributeError)
        why = f"there is no player at {place}" if missing else f"{place} raised {type(error).__name__} when imported"
        raise BotError(f"{why}: {error}") from None if missing else error
    if not hasattr(kind, "choose"):
        raise BotError(f"{place} isn't a player: it has no method choose")
    parameters = signature(kind).parameters
    manner = {key: settings.pop(key) for key in _MANNER if key in settings and key not in parameters}
    if manner and not hasattr(kind, "ratings"):
        raise BotError(f"{name} has no style: it doesn't rate its choices")
    unknown = settings.keys() - parameters.keys()
    if unknown:
        own = (key for key in parameters if key != "seed")
        known = ", ".join((*own, *(_MANNER if hasattr(kind, "ratings") else ())))
        raise BotError(f"{name} has no setting {', '.join(sorted(unknown))}. It has {known or 'none'}")
    for key, value in settings.items():
        if isinstance(value, str) and isinstance(parameters[key].default, (int, float)):
            raise BotError(f"{key}={value} doesn't work for {name}: {key} is a number")
    try:
        made = kind(seed, **settings)
    except MissingExtraError:
        raise
    except Exception as error:
        raise BotError(f"{name} raised {type(error).__name__} when it was made: {error}") from error
    return StyledPlayer(made, **manner) if manner else cast("Player", made)


def make_player(level: str, dice: Random) -> Player:
    """Make a player with a seed from a random generator."""
    return player(level, dice.getrandbits(63))
