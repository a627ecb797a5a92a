"""Bots in separate processes, so that searching never delays a socket."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, TypeVar

from bowerbird.hall.birds import manner_of
from bowerbird.hall.process_pool import ProcessPool
from bowerbird.hall.turns import Turns
from bowerbird.players.explanation import Explanation
from bowerbird.players.figures import Manner
from bowerbird.rulebook import Rulebook
from bowerbird.table import Fact, View

__all__ = ["USUAL_LEVEL", "Bots"]

Answer = TypeVar("Answer")

#: The level of a bot that plays for a missing person, and the default level.
USUAL_LEVEL: Final = "club"


#: How far the teacher steps back for bots.
_TEACHER_NICE: Final = 10
#: Seconds that a bot may wait for its turn. After that it is quicker than usual, so that nobody waits even longer.
_PATIENCE: Final = 0.5
#: The settings of levels that think long, for a bot in a hurry: a quarter of the usual time.
_IN_A_HURRY: Final[dict[str, dict[str, int]]] = {"champion": {"worlds": 128, "played": 24}}


class Bots:
    """The processes that choose for bots, and one more for the teacher, whose reviews and hints thus never delay a bot.

    In both, people take turns, however many tables each of them has.
    """

    def __init__(self, processes: int = 1) -> None:
        """Set the number of processes for bots; with 0 all think in threads of this process."""
        self._players, self._teacher = ProcessPool(processes), ProcessPool(min(1, processes), nice=_TEACHER_NICE)
        self._player_turns, self._teacher_turns = Turns(max(1, processes)), Turns(1)

    def warm_up(self) -> None:
        """Start the bots' processes now, so that the first one doesn't wait."""
        self._players.warm_up()

    async def choose(
        self, level: str, seed: int, book: Rulebook, view: View, people: Collection[str], bird: str = ""
    ) -> Fact:
        """The choice of a bot of this level, for the people who wait for it. It gets only the view.

        With a bird, it plays in that bird's style.
        """
        async with self._player_turns.turn(people) as waited:
            return await self._players.ask(decide, manner_of(level, bird), seed, book, view, waited > _PATIENCE)

    async def explain(self, book: Rulebook, view: View, people: Collection[str]) -> Explanation:
        """The teacher's opinion of a decision, for these people."""
        async with self._teacher_turns.turn(people):
            return await self._teacher.ask(weigh, book, view)

    async def sum_up(self, function: Callable[..., Answer], *args: object, people: Collection[str]) -> Answer:
        """Call a function in the teacher's process, for these people."""
        async with self._teacher_turns.turn(people):
            return await self._teacher.ask(function, *args)

    def close(self) -> None:
        """Stop the processes."""
        self._players.close()
        self._teacher.close()


def decide(manner: Manner, seed: int, book: Rulebook, view: View, hurry: bool) -> Fact:
    """Let the player choose. Runs in a bot process."""
    return manner.sit_down(seed, **(_IN_A_HURRY.get(manner.level, {}) if hurry else {})).choose(book, view)


def weigh(book: Rulebook, view: View) -> Explanation:
    """Let the teacher weigh the options. Runs in the teacher's process."""
    from bowerbird.players.explain import explain

    return explain(book, view)
