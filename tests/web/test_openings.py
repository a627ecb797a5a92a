"""A few WebSockets open at a time; none that hangs, fails or is given up keeps others waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.web.openings import Openings
from kit.amount import amount
from kit.clock import HandClock

Steps = Callable[[Callable[[str], Awaitable[None]]], Awaitable[None]]
#: Seconds: an opening counts no longer than this.
LONGEST = 0.02


CLOCK = HandClock()


async def opened(send: Callable[[str], Awaitable[None]]) -> None:
    await asyncio.sleep(0)
    await send("websocket.accept")
    await asyncio.sleep(0)
    await send("websocket.send")
    await CLOCK.sleep(2 * LONGEST)  # it is played
    await send("websocket.send")


async def refused(send: Callable[[str], Awaitable[None]]) -> None:
    await send("websocket.close")


async def fails(send: Callable[[str], Awaitable[None]]) -> None:
    await send("websocket.accept")
    raise ConnectionResetError


async def waits_for_a_database(send: Callable[[str], Awaitable[None]]) -> None:
    await send("websocket.accept")
    await CLOCK.sleep(5 * LONGEST)
    await send("websocket.send")


async def run(at_once: int, kinds: list[Steps], given_up: set[int]) -> tuple[list[int], int]:
    """Let all come at once. Gives the order in which they began, and the most that were in progress together."""
    openings, began, in_progress, most = Openings(at_once, LONGEST, CLOCK), [], 0, 0

    async def one(number: int, steps: Steps) -> None:
        opens = False

        def done() -> None:
            nonlocal opens, in_progress
            in_progress -= opens
            opens = False

        async def send(message: Any) -> None:
            if message["type"] != "websocket.accept":
                done()

        async def app(_scope: Any, _receive: Any, send: Any) -> None:
            nonlocal opens, in_progress, most
            began.append(number)
            opens = steps is not waits_for_a_database
            in_progress += opens
            most = max(most, in_progress)
            try:
                await steps(lambda kind: send({"type": kind}))
            finally:
                done()

        await openings.open(app, {}, None, send)  # type: ignore[arg-type]  # a scope of a test

    tasks = [asyncio.create_task(one(number, steps)) for number, steps in enumerate(kinds)]
    await asyncio.sleep(0)
    for number in given_up:
        tasks[number % len(tasks)].cancel()
    await CLOCK.until(lambda: all(task.done() for task in tasks))
    # Nobody holds a turn any more.
    last = asyncio.gather(*(one(number, opened) for number in range(-at_once, 0)))
    await CLOCK.until(last.done)
    await last
    return began[:-at_once], most


@settings(max_examples=amount(10, full=40))
@given(
    st.integers(1, 4),
    st.lists(st.sampled_from([opened, refused, fails, waits_for_a_database]), min_size=1, max_size=12),
    st.sets(st.integers(0, 11), max_size=4),
)
def test_few_open_at_a_time_and_all_get_their_turn(at_once: int, kinds: list[Steps], given_up: set[int]) -> None:
    began, most = asyncio.run(run(at_once, kinds, given_up))
    assert most <= at_once
    assert began == sorted(began)
    left = {number % len(kinds) for number in given_up}
    assert set(range(len(kinds))) - left <= set(began)
