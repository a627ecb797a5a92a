"""The computer's own steady clock."""

from __future__ import annotations

import time

from bowerbird.machine import steady_milliseconds


def test_the_computers_own_clock_counts_milliseconds_and_sleep() -> None:
    before = steady_milliseconds()
    time.sleep(0.02)
    assert 15 <= steady_milliseconds() - before < 5000
    if hasattr(time, "CLOCK_BOOTTIME"):
        assert abs(steady_milliseconds() - time.clock_gettime(time.CLOCK_BOOTTIME) * 1000) < 1000
