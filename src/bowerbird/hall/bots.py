"""Computer players for the hall, in processes of their own: searching must not hold up anybody's socket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bowerbird.hall.processes import Processes
from bowerbird.rulebook import Rulebook
from bowerbird.table import Fact, View

if TYPE_CHECKING:
    from bowerbird.players.explain import Explanation

__all__ = ["USUAL_LEVEL", "Bots"]

#: Who plays for a person who is away, and where nobody asked for another level.
USUAL_LEVEL: Final = "club"


class Bots(Processes):
    """The processes that choose for bots: so many may think at once."""

    async def choose(self, level: str, seed: int, book: Rulebook, view: View) -> Fact:
        """What a bot of this level does; it sees the view and nothing else."""
        return await self.ask(decide, level, seed, book, view)

    async def explain(self, book: Rulebook, view: View) -> Explanation:
        """What the expert thinks of a decision."""
        return await self.ask(weigh, book, view)


def decide(level: str, seed: int, book: Rulebook, view: View) -> Fact:
    """In the bots' process: ask the player."""
    from bowerbird.players import player

    return player(level, seed).choose(book, view)


def weigh(book: Rulebook, view: View) -> Explanation:
    """In the bots' process: ask the expert."""
    from bowerbird.players.explain import explain

    return explain(book, view)
