"""Shares of deals in words, rounded honestly."""

from __future__ import annotations

from typing import Final

__all__ = ["HARDLY", "often", "rather", "times"]

#: A share below this is told as something that doesn't happen.
HARDLY: Final = 0.02
#: From here to one minus this, shares are told in tenths.
_TENTHS: Final = 0.075


def often(share: float) -> str:
    """How often something happens: `in about 4 deals of 10`."""
    if share > 1 - HARDLY:
        return "every time" if share == 1 else "nearly every time"
    if not _TENTHS <= share <= 1 - _TENTHS:
        return times(share)
    count = round(10 * share)
    return "in about half the deals" if count == 5 else f"in about {count} deal{'' if count == 1 else 's'} of 10"


def rather(share: float, other: float) -> str:
    """How often something happens, and how often after another choice: `in about 4 deals of 10 instead of 1`."""
    if other < HARDLY:
        return often(share)
    tenths = round(10 * share), round(10 * other)
    if min(share, other) >= _TENTHS and max(share, other) <= 1 - _TENTHS and tenths[0] != tenths[1]:
        return f"in about {tenths[0]} deal{'' if tenths[0] == 1 else 's'} of 10 instead of {tenths[1]}"
    return f"{times(share)} instead of {round(100 * other)}"


def times(share: float) -> str:
    """A share in hundredths: `31 times in 100`."""
    count = round(100 * share)
    return f"{count} time{'' if count == 1 else 's'} in 100"
