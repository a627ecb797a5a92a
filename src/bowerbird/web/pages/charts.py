"""The pictures of *My play* as figures for SVG: paths and places. The template has the elements and the words. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

import msgspec

from bowerbird.learn.ratings import Rating
from bowerbird.learn.statistics import Share, SkillPoint, WinPoint

__all__ = ["Bars", "Hill", "Strip", "WinLine", "bars", "hill", "strip", "win_line"]

#: The size of every picture, in its own units: narrow, so that its words can be read on a phone.
WIDE: Final = 360
#: The line of games won: where its field begins and ends.
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 350, 12, 172
#: The ratings under the hill: the outermost ones, and rows of names so that none covers another.
_WEAKEST, _STRONGEST = 1200, 1740


class Tick(msgspec.Struct, frozen=True):
    """A place on a scale, with its words."""

    at: float
    words: str


class WinLine(msgspec.Struct, frozen=True):
    """The line of games won, its band, its last point, and lines for shares."""

    line: str
    band: str
    end: tuple[float, float]
    ticks: tuple[Tick, ...]
    half: float
    first: int
    last: int


class Perch(msgspec.Struct, frozen=True):
    """A bot under the hill: its place, its row, its name and its points."""

    x: float
    row: int
    name: str
    points: int


class Hill(msgspec.Struct, frozen=True):
    """What is believed of a rating: the curve, its top, and the bots under it."""

    path: str
    x: float
    perches: tuple[Perch, ...]


class Bar(msgspec.Struct, frozen=True):
    """One bar, which hangs from the line of the teacher."""

    x: float
    width: float
    height: float


class Bars(msgspec.Struct, frozen=True):
    """Skill per hand over time."""

    bars: tuple[Bar, ...]
    first: int
    last: int


class Strip(msgspec.Struct, frozen=True):
    """A share on a strip: where it is, how unsure that is, and where strong players are."""

    at: float
    low: float
    high: float
    strong_from: float
    strong_to: float


def win_line(points: Sequence[WinPoint]) -> WinLine | None:
    """The line, from two points on."""
    if len(points) < 2:
        return None
    low = max(0.0, min(0.35, *(point.share.low for point in points)) - 0.03)
    high = min(1.0, max(0.65, *(point.share.high for point in points)) + 0.03)
    first, last = points[0].at, points[-1].at

    def x(at: int) -> float:
        return round(_LEFT + (_RIGHT - _LEFT) * (at - first) / max(1, last - first), 1)

    def y(share: float) -> float:
        return round(_BOTTOM - (_BOTTOM - _TOP) * (share - low) / (high - low), 1)

    upper = [(x(point.at), y(point.share.high)) for point in points]
    lower = [(x(point.at), y(point.share.low)) for point in reversed(points)]
    marks = [tenth / 100 for tenth in range(20, 90, 10) if low + 0.02 < tenth / 100 < high - 0.02]
    return WinLine(
        line=_path([(x(point.at), y(point.share.value)) for point in points]),
        band=f"{_path([*upper, *lower])}Z",
        end=(x(last), y(points[-1].share.value)),
        ticks=tuple(Tick(y(mark), f"{round(100 * mark)}%") for mark in marks),
        half=y(0.5),
        first=first,
        last=last,
    )


def hill(rating: Rating, bots: Sequence[tuple[str, int]]) -> Hill:
    """The curve of a rating over the bots, given as names and points, weakest first."""
    around = 2.5 * rating.doubt
    weakest, strongest = min(_WEAKEST, rating.points - around), max(_STRONGEST, rating.points + around)

    def x(points: float) -> float:
        return round(10 + (WIDE - 20) * (points - weakest) / (strongest - weakest), 1)

    steps = [weakest + (strongest - weakest) * step / 80 for step in range(81)]
    curve = [(x(at), round(100 - 70 * exp(-(((at - rating.points) / rating.doubt) ** 2) / 2), 1)) for at in steps]
    perches: list[Perch] = []
    ends = [-float(WIDE)] * 2  # where the last name of each row is
    for name, points in bots:
        place = x(points)
        row = 0 if place - ends[0] >= place - ends[1] else 1
        ends[row] = place
        perches.append(Perch(min(WIDE - 34, max(34, place)), row, name, points))
    return Hill(f"{_path([(x(weakest), 100), *curve, (x(strongest), 100)])}Z", x(rating.points), tuple(perches))


def bars(points: Sequence[SkillPoint]) -> Bars | None:
    """What the choices cost, as bars that hang down."""
    if not points:
        return None
    deepest = max(0.1, *(-point.skill for point in points))
    step = WIDE / len(points)
    found = [
        Bar(round(place * step + 2, 1), round(step - 4, 1), round(max(2.0, 130 * max(0.0, -point.skill) / deepest), 1))
        for place, point in enumerate(points)
    ]
    return Bars(tuple(found), points[0].at, points[-1].at)


def strip(share: Share, strong: tuple[float, float], most: float) -> Strip:
    """A share on a strip from none to `most`, or to as much as is needed."""
    end = max(most, share.value * 1.15, strong[1] * 1.1)

    def x(value: float) -> float:
        return round(14 + (WIDE - 28) * min(1.0, value / end), 1)

    return Strip(x(share.value), x(share.low), x(share.high), x(strong[0]), x(strong[1]))


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:g},{y:g}" for x, y in points)
