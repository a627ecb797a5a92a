"""Luck and skill of a game in a few lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bowerbird.players.luck.fortune import Breakdown, Estimate
from bowerbird.seats import Seat, Side

__all__ = ["told"]

#: The standard errors of a margin: the true figure is further away once in twenty times.
_SHOWN: Final = 2


def told(parts: Breakdown, names: Sequence[str]) -> list[tuple[str, str, str]]:
    """The parts of a game, or of a hand: what it is, the points, and the margin of error.

    Luck is that of North and South, the skill of a player that of their own side.
    """
    pair = " and ".join(names[seat] for seat in Side.NS.seats)
    deal = Estimate(parts.average.value + parts.deal.value, parts.deal.error)
    lines = [
        _line(f"Luck of the deal for {pair}", deal),
        _line(f"Luck of the fall for {pair}", parts.fall),
        *(_line(f"Skill of {names[seat]}", parts.skill[seat]) for seat in Seat),
    ]
    if parts.bots != Estimate():
        lines.append(_line(f"Bots, for {pair}", parts.bots))
    if parts.rules:
        lines.append(_line(f"Rules, for {pair}", Estimate(parts.rules)))
    return [*lines, (f"Points of {pair}, less their opponents'", f"{parts.points:+d}", "")]


def _line(words: str, estimate: Estimate) -> tuple[str, str, str]:
    margin = f"± {_SHOWN * estimate.error:.2f}" if estimate.error else ""
    return words, f"{estimate.value + 0.0:+.2f}", margin
