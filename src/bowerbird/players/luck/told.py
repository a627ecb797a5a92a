"""Luck and skill of a game in a few lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bowerbird.players.luck.fortune import Breakdown, Estimate
from bowerbird.seats import Seat, Side

__all__ = ["pair", "told"]

#: The standard errors of a margin: the true figure is further away once in twenty times.
_SHOWN: Final = 2


def told(parts: Breakdown, names: Sequence[str]) -> list[tuple[str, str, str]]:
    """The parts of a game, or of a hand: what it is, the points, and the margin of error.

    All of them are points for North and South, as on the page for a reader there: an opponent's mistake is a plus. So
    the lines add up to the last one.
    """
    deal = Estimate(parts.average.value + parts.deal.value, parts.deal.error)
    lines = [
        _line("Luck of the deal", deal),
        _line("Luck of the fall", parts.fall),
        *(_line(f"Decisions of {names[seat]}", _for_pair(parts.skill[seat], seat)) for seat in Seat),
    ]
    if parts.bots != Estimate():
        lines.append(_line("Bots, for players who were away", parts.bots))
    if parts.rules:
        lines.append(_line("Points that nobody played for", Estimate(parts.rules)))
    return [*lines, (f"Points of {pair(names)}, less their opponents'", f"{parts.points:+d}", "")]


def pair(names: Sequence[str]) -> str:
    """The side whose points are told."""
    return " and ".join(names[seat] for seat in Side.NS.seats)


def _for_pair(skill: Estimate, seat: Seat) -> Estimate:
    return skill if seat.side is Side.NS else Estimate(-skill.value, skill.error)


def _line(words: str, estimate: Estimate) -> tuple[str, str, str]:
    margin = f"± {_SHOWN * estimate.error:.2f}" if estimate.error else ""
    return words, f"{estimate.value + 0.0:+.2f}", margin
