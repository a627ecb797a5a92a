"""Print one sheet after the other in a separate process: a large event takes many seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Final

from litestar.di import NamedDependency

from bowerbird.hall.process_pool import ProcessPool
from bowerbird.web.security.limits import TooManyRequestsError

__all__ = ["PrintQueue", "ThePrintQueue"]

#: The maximum of sheets that wait.
_LINE: Final = 20
_MANY: Final = "Many sheets are being printed right now. Try again in a minute."


class PrintQueue:
    """Prints one sheet at a time, small events first, so that a club's slips don't wait for a huge event."""

    def __init__(self, processes: int) -> None:
        """With 0 processes, print in a thread of this one."""
        self._pool = ProcessPool(min(1, processes))
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []
        self._number = count()
        self._busy = False

    async def print(self, people: int, work: Callable[[], bytes]) -> bytes:
        """The result of `work`, for an event with this many people. If too many wait, the largest is refused."""
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
                largest.set_exception(TooManyRequestsError(_MANY, 60))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()  # it had just got its turn
            raise

    def _next(self) -> None:
        while self._line:
            turn = self._line.pop(0)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self._busy = False

    def close(self) -> None:
        """Stop printing."""
        self._pool.close()


#: As handlers declare it.
ThePrintQueue = NamedDependency[PrintQueue]
