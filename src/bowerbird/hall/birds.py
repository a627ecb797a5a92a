"""The birds of the table: every bot is one, and a person may choose one as a picture. Pure."""

from __future__ import annotations

from typing import Final

from bowerbird.hall.errors import NotAllowedError
from bowerbird.rulebook.phrases import listed

__all__ = ["BIRDS", "BOT_NAMES", "check_bird"]

#: The birds that have a portrait.
BIRDS: Final = ("wren", "robin", "heron", "finch", "plover", "magpie", "curlew", "lark", "jay", "owl")
#: Names of bots; no two at a table share one. A seat has four to choose from, beginning with its own, so seven will do.
BOT_NAMES: Final = tuple(bird.capitalize() for bird in BIRDS[:7])


def check_bird(bird: str) -> str:
    """A bird that a person may choose, or none. Refuses anything else with the list."""
    if bird and bird not in BIRDS:
        raise NotAllowedError(
            f"There is no picture of that name. Choose {listed(BIRDS, 'or')}, or none to keep your initials."
        )
    return bird
