"""The processor time that the server's own process spends on a request, in its loop and in threads.

Threads share one interpreter with the loop, so they count as well. Work in other processes does not.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from functools import partial
from typing import Any, ParamSpec, TypeVar

__all__ = ["Effort", "in_thread", "the_effort"]

Args = ParamSpec("Args")
Answer = TypeVar("Answer")


class Effort:
    """The time spent so far, in seconds."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.seconds = 0.0

    def of(self, work: Coroutine[Any, Any, Answer]) -> _Measured[Answer]:
        """Await this, and count the time of its steps."""
        return _Measured(work, self)

    def call(self, function: Callable[Args, Answer], *args: Args.args, **more: Args.kwargs) -> Answer:
        """Call a function, and count its time."""
        begun = time.thread_time()
        try:
            return function(*args, **more)
        finally:
            self.seconds += time.thread_time() - begun


#: The request for which work is done here.
the_effort: ContextVar[Effort | None] = ContextVar("the_effort", default=None)


async def in_thread(function: Callable[Args, Answer], *args: Args.args, **more: Args.kwargs) -> Answer:
    """Call a function in a thread. The request that asks pays for it."""
    effort = the_effort.get() or Effort()
    return await asyncio.to_thread(partial(effort.call, function, *args, **more))


class _Measured(Coroutine[Any, Any, Answer]):
    """A coroutine whose steps are measured."""

    def __init__(self, work: Coroutine[Any, Any, Answer], effort: Effort) -> None:
        self._work = work
        self._effort = effort

    def send(self, value: Any) -> Any:
        return self._effort.call(self._work.send, value)

    def throw(self, *error: Any) -> Any:
        return self._effort.call(self._work.throw, *error)

    def close(self) -> None:
        self._work.close()

    def __await__(self) -> Generator[Any, Any, Answer]:
        value, error = None, None
        while True:
            try:
                waits = self.send(value) if error is None else self.throw(error)
            except StopIteration as end:
                answer: Answer = end.value
                return answer
            value, error = None, None
            try:
                value = yield waits
            except GeneratorExit:
                self.close()
                raise
            except BaseException as thrown:
                error = thrown
