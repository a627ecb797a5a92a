"""Each caller pays for the server's processor time, and is slowed down by what they have spent themselves."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from litestar.utils.sync import AsyncCallable

from bowerbird.hall.effort import Effort, in_thread, the_effort
from bowerbird.web.metrics import Metrics
from bowerbird.web.middleware import Middleware
from bowerbird.web.security.budgets import Budget, Budgets
from bowerbird.web.security.callers import Caller
from bowerbird.web.security.limits import Limits, RateLimiter, TooManyRequestsError
from bowerbird.web.security.proxy import Deployment
from kit.clock import HandClock
from web.conftest import app_on


def burn(seconds: float) -> str:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass
    return "done"


async def test_steps_and_threads_count_and_waiting_does_not() -> None:
    effort = Effort()
    the_effort.set(effort)

    async def work() -> str:
        burn(0.02)
        await asyncio.to_thread(burn, 0.1)  # it waits for this
        with pytest.raises(ZeroDivisionError):
            await in_thread(lambda: 1 // 0)
        return await in_thread(burn, 0.03)

    assert await effort.of(work()) == "done"
    assert 0.05 <= effort.seconds < 0.08


async def test_errors_and_cancellation_pass_through() -> None:
    async def fails() -> None:
        await asyncio.sleep(0)
        raise KeyError("x")

    with pytest.raises(KeyError):
        await Effort().of(fails())
    seen = []

    async def waits() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    async def measured() -> None:
        await Effort().of(waits())

    task = asyncio.create_task(measured())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert seen == ["cancelled"]


def test_over_a_long_time_a_caller_gets_only_the_rate() -> None:
    budget, now, answered = Budget((1.0, 0.02), 0.0), 0.0, 0
    while now < 1_000:
        now += budget.wait(now)
        budget.settle(0.0, 0.07, 10.0)
        answered += 1
        now += 0.07
    assert answered * 0.07 == pytest.approx(1.0 + 0.02 * now, rel=0.02)


async def test_many_at_once_wait_or_are_refused_and_others_do_not() -> None:
    budgets = Budgets((1.0, 0.02), 10.0, HandClock())
    waited: list[asyncio.Future[None]] = []

    async def until(turn: asyncio.Future[None]) -> None:
        waited.append(turn)

    async with budgets.paid_by("greedy", until) as effort:
        effort.seconds = 1.15
    assert not waited
    async with budgets.paid_by("greedy", until):  # with its deposit, the debt is 12.5 seconds
        with pytest.raises(TooManyRequestsError) as refused:
            async with budgets.paid_by("greedy", until):
                pass
    assert refused.value.retry_after == 13
    assert len(waited) == 1
    async with budgets.paid_by("somebody else", until):
        assert len(waited) == 1


async def test_a_budget_that_many_people_share_delays_and_refuses_nobody() -> None:
    """A vandal spends what the strangers of an address have together; a newcomer there still gets an answer."""
    budgets = Budgets((1.0, 0.02), 10.0, HandClock(), refuses=False)
    waited: list[asyncio.Future[None]] = []

    async def until(turn: asyncio.Future[None]) -> None:
        waited.append(turn)

    async with budgets.paid_by("here", until) as effort:
        effort.seconds = 50.0
    async with budgets.paid_by("here", until), budgets.paid_by("here", until):
        assert len(waited) == 2


async def test_a_request_that_does_nothing_is_paid_for() -> None:
    """It is parsed, recognised and sent as well, so a flood of them is slowed down like any other."""
    answered: list[int] = []
    waited_after: list[int] = []

    async def app(*_: Any) -> None:
        answered.append(1)

    async def receive() -> Any:  # asked only while a request waits
        waited_after.append(len(answered))
        await asyncio.Event().wait()

    limiter = RateLimiter(Limits(effort=(0.006, 1e-9), longest=0.01))
    people = Middleware(app, Deployment(), Metrics(), limiter, lambda _: Caller("192.0.2.1", "phone", "ann"))
    for _ in range(30):
        scope: Any = {"type": "http", "method": "GET", "path": "/api/me", "headers": [(b"host", b"localhost")]}
        scope["client"] = ("192.0.2.1", 1)
        await people(scope, receive, app)
    assert len(answered) == 30
    assert 1 < waited_after[0] < 30, "the first ones are free"


def test_no_request_goes_to_a_thread_only_to_be_checked(tmp_path: Path) -> None:
    handlers = [each for route in app_on(tmp_path).routes for each in getattr(route, "route_handlers", ())]
    guards = [guard for handler in handlers for guard in handler.resolve_guards()]
    assert len(guards) > 50
    assert not any(isinstance(guard, AsyncCallable) for guard in guards)
