"""A leader is silent about a stream only when it can know that nobody else follows it."""

from __future__ import annotations

import pytest

from bowerbird.live.followers import Followers
from kit.clock import HandClock


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def known(clock: HandClock) -> Followers:
    """A process that leads a stream, has listened for a minute, and has heard of nobody else."""
    followers = Followers(clock.steady)
    followers.in_touch(True)
    followers.led("table:a")
    clock.go(60)
    return followers


def test_a_stream_of_which_nobody_speaks_is_ours_alone(known: Followers) -> None:
    assert known.is_alone("table:a")
    assert not known.is_alone("table:b"), "it is led by somebody else"


def test_who_follows_is_told_until_long_after_the_last_repeat(known: Followers, clock: HandClock) -> None:
    known.heard(["table:a", "table:b"])
    assert not known.is_alone("table:a")
    clock.go(8)
    assert not known.is_alone("table:a"), "one or two repeats may be late"
    clock.go(3)
    assert known.is_alone("table:a")


def test_a_new_leader_listens_before_it_is_silent(known: Followers, clock: HandClock) -> None:
    known.led("table:b")
    clock.go(8)
    assert not known.is_alone("table:b")
    clock.go(3)
    assert known.is_alone("table:b")
    known.lost("table:b")
    assert not known.is_alone("table:b")


def test_what_was_said_while_the_connection_was_lost_may_have_been_missed(known: Followers, clock: HandClock) -> None:
    known.in_touch(False)
    assert not known.is_alone("table:a")
    clock.go(60)
    known.in_touch(True)
    clock.go(8)
    assert not known.is_alone("table:a")
    known.in_touch(True)
    clock.go(3)
    assert known.is_alone("table:a")


def test_nothing_is_remembered_of_streams_that_are_not_led_here(known: Followers, clock: HandClock) -> None:
    known.heard([f"table:{number}" for number in range(1000)] + ["table:a"])
    assert len(known._until) == 1
    clock.go(60)
    known.forget()
    assert not known._until
