"""Shares of deals in words, rounded honestly."""

from __future__ import annotations

from typing import Final

__all__ = ["HARDLY", "both", "never", "often", "rather", "than", "times"]

#: A share below this is told as something that doesn't happen.
HARDLY: Final = 0.02
#: From here to one minus this, shares are told in tenths.
_TENTHS: Final = 0.075
#: Sums of shares are exact to this.
_NONE: Final = 1e-9


def often(share: float) -> str:
    """How often something happens: `in about 4 deals of 10`."""
    if share > 1 - HARDLY:
        return _always(share)
    if not _TENTHS <= share <= 1 - _TENTHS:
        return times(share)
    count = round(10 * share)
    return "in about half the deals" if count == 5 else f"in about {_deals(count)} of 10"


def rather(share: float, other: float) -> str:
    """How often something happens, and how often after another choice: `in about 4 deals of 10 instead of 1`."""
    if other < HARDLY:
        return often(share)
    if _in_tenths(share, other):
        return f"in about {_deals(round(10 * share))} of 10 instead of {round(10 * other)}"
    return than(share, other)


def both(share: float, other: float, after: str) -> str:
    """How often something happens, and how often after another choice, which is named."""
    if _in_tenths(share, other):
        return f"in about {_deals(round(10 * share))} of 10, and in {round(10 * other)} after {after}"
    return f"{than(share, other, ', and ')} after {after}"


def times(share: float) -> str:
    """A share in hundredths: `31 times in 100`."""
    count = round(100 * share)
    return _always(share) if count == 100 else f"{count} time{'' if count == 1 else 's'} in 100"


def never(share: float) -> str:
    """What to say of something that doesn't happen, or almost."""
    return "hardly ever" if share > _NONE else "never"


def _always(share: float) -> str:
    return "nearly every time" if share < 1 - _NONE else "every time"


def than(share: float, other: float, between: str = " instead of ") -> str:
    """Two shares in hundredths. The second is short unless one of them is certain."""
    certain = 100 in (round(100 * share), round(100 * other))
    return f"{times(share)}{between}{times(other) if certain else round(100 * other)}"


def _deals(count: int) -> str:
    return f"{count} deal{'' if count == 1 else 's'}"


def _in_tenths(share: float, other: float) -> bool:
    """True if tenths show the difference between two shares."""
    low, high = sorted((share, other))
    return low >= _TENTHS and high <= 1 - _TENTHS and round(10 * low) != round(10 * high)
