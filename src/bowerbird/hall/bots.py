"""Bots in separate processes, so that searching never delays a socket."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Final, TypeVar

from bowerbird.clock import REAL_TIME, Clock
from bowerbird.hall.birds import manner_of
from bowerbird.hall.process_pool import ProcessPool
from bowerbird.hall.turns import Turns
from bowerbird.kernel.search import COMPILED
from bowerbird.players.explanation import Explanation
from bowerbird.players.figures import Manner
from bowerbird.rulebook import Rulebook
from bowerbird.table import Fact, View

__all__ = ["USUAL_LEVEL", "Bots"]

Answer = TypeVar("Answer")

log = logging.getLogger(__name__)

#: The level of a bot that plays for a missing person, and the default level.
USUAL_LEVEL: Final = "club"


#: How far the teacher steps back for bots.
_TEACHER_NICE: Final = 10
#: Seconds that a bot may wait for its turn. After that it is quicker than usual, so that nobody waits even longer.
_PATIENCE: Final = 0.5
#: Seconds for an answer of the bots' process. After that, the bot thinks in a thread of this one. That process may just
#: be starting, after this one has taken over the tables of another, or get no processor time. People wait for the bot,
#: and a thought takes a hundredth of a second. With an uncompiled kernel it takes seconds anywhere, and here it would
#: hold up everyone's sockets, so the process may take its time.
_LATE: Final = 1.0 if COMPILED else None
#: Seconds after that, until a process that still doesn't answer counts as hanging. The longest thoughts take two.
_HANGS: Final = 3.0
#: The settings of levels that think long, for a bot in a hurry: a quarter of the usual time.
_IN_A_HURRY: Final[dict[str, dict[str, int]]] = {"champion": {"worlds": 128, "played": 24}}


class Bots:
    """The processes that choose for bots, and one more for the teacher, whose reviews and hints thus never delay a bot.

    In both, people take turns, however many tables each of them has.
    """

    def __init__(self, processes: int = 1, clock: Clock = REAL_TIME) -> None:
        """Set the number of processes for bots; with 0 all think in threads of this process."""
        self._processes = processes
        self._clock = clock
        self._players = ProcessPool(processes, clock=clock)
        self._teacher = ProcessPool(min(1, processes), nice=_TEACHER_NICE)
        self._player_turns, self._teacher_turns = Turns(max(1, processes), clock.steady), Turns(1, clock.steady)
        #: Questions that have waited too long, and since when.
        self._unanswered: dict[asyncio.Task[Fact], float] = {}

    def warm_up(self) -> None:
        """Start the bots' processes now, so that the first one doesn't wait."""
        self._players.warm_up()

    async def choose(
        self, level: str, seed: int, book: Rulebook, view: View, people: Collection[str], bird: str = ""
    ) -> Fact:
        """The choice of a bot of this level, for the people who wait for it. It gets only the view.

        With a bird, it plays in that bird's style.
        """
        manner = manner_of(level, bird)
        # All tables wait for the start together, not one after the other.
        late = _LATE if self._processes else None
        if late is not None and not await self._players.until_started(late):
            late = 0.0
        async with self._player_turns.turn(people) as waited:
            if self._hang():
                # One more question would only wait behind the others.
                return await asyncio.to_thread(decide, manner, seed, book, view, True)
            asked = asyncio.create_task(self._players.ask(decide, manner, seed, book, view, waited > _PATIENCE))
            try:
                await self._clock.wait(asked, late)
            except asyncio.CancelledError:
                asked.cancel()
                raise
            if asked.done():
                return asked.result()
            # The pool replaces a process that never answers, so the question stays.
            self._unanswered[asked] = self._clock.steady()
            asked.add_done_callback(self._answered)
            return await asyncio.to_thread(decide, manner, seed, book, view, True)

    def _hang(self) -> bool:
        """True if each of the bots' processes has left a question without an answer for long."""
        overdue = [since for since in self._unanswered.values() if self._clock.steady() - since > _HANGS]
        return bool(overdue) and len(overdue) >= self._processes

    def _answered(self, asked: asyncio.Task[Fact]) -> None:
        del self._unanswered[asked]
        if not asked.cancelled() and (error := asked.exception()) is not None:
            log.warning("a bot's process did not answer: %s", error)

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
        for asked in self._unanswered:
            asked.cancel()
        self._players.close()
        self._teacher.close()


def decide(manner: Manner, seed: int, book: Rulebook, view: View, hurry: bool) -> Fact:
    """Let the player choose. Runs in a bot process."""
    return manner.sit_down(seed, **(_IN_A_HURRY.get(manner.level, {}) if hurry else {})).choose(book, view)


def weigh(book: Rulebook, view: View) -> Explanation:
    """Let the teacher weigh the options. Runs in the teacher's process."""
    from bowerbird.players.explain import explain

    return explain(book, view)
