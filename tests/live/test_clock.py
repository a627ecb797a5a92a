"""The steady clock: whatever is done to the wall clock, a round has as long as it has."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.clock import SteadyClock
from bowerbird.evening.clock import NO_CLOCK, ends_at, moved
from bowerbird.evening.facts import ClockPaused, ClockResumed, ClockStarted, TimeAdded
from bowerbird.event import Event
from bowerbird.hall.facts import BellSet, made_with
from bowerbird.hall.hall import Hall
from bowerbird.hall.room import Room
from bowerbird.store import Log
from bowerbird.web import app
from deals import house
from kit.clock import HandClock

HOUR = 3600
MINUTES = 20
TIMED = cast(Event, SimpleNamespace(book=SimpleNamespace(game=SimpleNamespace(minutes=MINUTES))))
STEPS = st.lists(
    st.tuples(st.just("go"), st.floats(0, 300))
    | st.tuples(st.just("jump"), st.floats(-48 * HOUR, 48 * HOUR))
    | st.tuples(st.sampled_from(["pause", "resume"]), st.just(0))
    | st.tuples(st.just("add"), st.integers(1, 9)),
    max_size=25,
)


@settings(deadline=None)
@given(STEPS)
def test_what_is_left_of_a_round_follows_the_steady_clock(steps: list[tuple[str, Any]]) -> None:
    clocks = HandClock()
    now = clocks.started()
    clock = moved(NO_CLOCK, ClockStarted(), now())
    left, paused = MINUTES * 60.0, False
    room = Room(made_with("host", house(f"[game]\nminutes = {MINUTES}\nbell = 'finish the hand'")))
    for what, size in steps:
        if what == "go":
            clocks.go(size)
            left -= 0 if paused else size
        elif what == "jump":
            clocks.jump(size)
        elif what == "add":
            clock, left = moved(clock, TimeAdded(minutes=size), now()), left + size * 60
        elif what == "pause" and not paused:
            clock, paused = moved(clock, ClockPaused(), now()), True
        elif what == "resume" and paused:
            clock, paused = moved(clock, ClockResumed(), now()), False
        end = ends_at(TIMED, clock, now())
        assert end is not None
        assert abs((end - now()) / 1000 - left) < 1
        if not paused:
            room.bell_set = BellSet(end)
            shown = room.minutes_left(now())
            assert shown is not None
            assert abs(shown * 60 - max(0, left)) < 1


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 600), st.floats(-48 * HOUR, 48 * HOUR)), max_size=30))
def test_it_never_goes_back_and_never_jumps(steps: list[tuple[float, float]]) -> None:
    clocks = HandClock()
    now = clocks.started()
    start = now()
    for passed, jump in steps:
        before = now()
        clocks.jump(jump)
        assert now() == before
        clocks.go(passed)
        assert now() - before == round(passed * 1000)
    assert now() - start == sum(round(passed * 1000) for passed, _ in steps)


def test_it_starts_with_the_wall_clock_and_can_follow_it() -> None:
    clocks = HandClock()
    now = clocks.started()
    assert now() == clocks.wall
    clocks.jump(2 * HOUR)
    assert now.behind == 2 * HOUR * 1000
    now.settle()
    assert now() == clocks.wall
    assert now.behind == 0


def test_processes_of_one_machine_agree_whenever_they_start() -> None:
    clocks = HandClock()
    first = clocks.started()
    clocks.jump(-2 * HOUR)
    clocks.go(30)
    second = SteadyClock(lambda: clocks.wall, clocks.look, ahead=first.ahead)
    assert second() == first()


def test_after_a_restart_it_goes_on_from_what_was_written() -> None:
    clocks = HandClock()
    written = clocks.wall
    clocks.jump(-2 * HOUR)
    again = clocks.started()
    again.not_before(written)
    assert again() == written
    again.not_before(written - 1000)
    assert again() == written, "what is past moves nothing"
    again.not_before(written + 40 * 24 * HOUR * 1000)
    assert again() == written, "a fact from next month is nonsense"


@pytest.mark.parametrize("hours_ago", [1, 4])
async def test_a_wall_clock_that_was_set_is_followed_when_nobody_plays(tmp_path: Path, hours_ago: int) -> None:
    clocks = HandClock()
    now = clocks.started()
    async with Log(tmp_path) as log:
        hall = Hall(log, now, bot_processes=0)
        await hall.make_table("host")
        clocks.go(hours_ago * HOUR)
        clocks.jump(-7 * HOUR)
        await app._settle(hall)
        assert (now() == clocks.wall) is (hours_ago == 4)
        await hall.close()
