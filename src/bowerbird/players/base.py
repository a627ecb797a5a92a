"""What a player is: something that looks at a view and chooses one of its legal actions. It is given nothing else.

Chance comes in as a generator when the player is made, so that the same seed plays the same game.
"""

from __future__ import annotations

from typing import Protocol

from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, View

__all__ = ["Player"]


class Player(Protocol):
    """Somebody who can take a seat."""

    #: How the level is called where people choose one.
    level: str

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`, which is never empty when a player is asked."""
        ...
