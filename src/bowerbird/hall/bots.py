"""Bots in separate processes, so that searching never delays a socket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bowerbird.hall.process_pool import ProcessPool
from bowerbird.rulebook import Rulebook
from bowerbird.table import Fact, View

if TYPE_CHECKING:
    from bowerbird.players.explain import Explanation

__all__ = ["USUAL_LEVEL", "Bots"]

#: The level of a bot that plays for a missing person, and the default level.
USUAL_LEVEL: Final = "club"


class Bots(ProcessPool):
    """The processes that choose for bots."""

    def __init__(self, processes: int = 1) -> None:
        """Set the number of processes; with 0 the bots think in a thread of this process."""
        super().__init__(processes)
        self._choosing = 0

    @property
    def is_busy(self) -> bool:
        """True if a bot is thinking, or waits for a process to think in."""
        return self._choosing > 0

    async def choose(self, level: str, seed: int, book: Rulebook, view: View) -> Fact:
        """The choice of a bot of this level. It gets only the view."""
        self._choosing += 1
        try:
            return await self.ask(decide, level, seed, book, view)
        finally:
            self._choosing -= 1

    async def explain(self, book: Rulebook, view: View) -> Explanation:
        """The expert's opinion of a decision."""
        return await self.ask(weigh, book, view)


def decide(level: str, seed: int, book: Rulebook, view: View) -> Fact:
    """Let the player choose. Runs in a bot process."""
    from bowerbird.players import player

    return player(level, seed).choose(book, view)


def weigh(book: Rulebook, view: View) -> Explanation:
    """Let the expert weigh the options. Runs in a bot process."""
    from bowerbird.players.explain import explain

    return explain(book, view)
