"""Paper takes seconds to make, for a large event many: one sheet after the other, in a process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Final

from litestar.di import NamedDependency

from bowerbird.hall.processes import Processes
from bowerbird.web.security.limits import TooManyRequestsError

__all__ = ["PrintQueue", "ThePrintQueue"]

#: How many sheets wait for the press.
_LINE: Final = 20
_MANY: Final = "Many sheets are being printed at this moment. Try again in a minute."


class PrintQueue:
    """Prints one at a time, those of small events first: a club's slips do not wait for a stranger's thousand."""

    def __init__(self, processes: int) -> None:
        """With 0 processes it prints in a thread of this one."""
        self._pool = Processes(min(1, processes))
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []
        self._number = count()
        self._busy = False

    async def print(self, people: int, work: Callable[[], bytes]) -> bytes:
        """What `work` makes, for an event of so many people. Where too many wait, the largest is sent away."""
        if self._busy:
            await self._turn(people)
        self._busy = True
        try:
            return await self._pool.ask(work)
        finally:
            self._next()

    async def _turn(self, people: int) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._line.append((people, next(self._number), turn))
        self._line.sort(key=lambda waiting: waiting[:2])
        if len(self._line) > _LINE:
            largest = self._line.pop()[2]
            if not largest.done():
                largest.set_exception(TooManyRequestsError(_MANY))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()  # it was this one's turn
            raise

    def _next(self) -> None:
        while self._line:
            turn = self._line.pop(0)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self._busy = False

    def close(self) -> None:
        """Print nothing more."""
        self._pool.close()


#: As handlers ask for it.
ThePrintQueue = NamedDependency[PrintQueue]
