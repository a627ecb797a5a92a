"""Luck and skill of a reviewed game, from the teacher's figures for its decisions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from bowerbird.players.luck.fortune import Fortune, Weighed
from bowerbird.table import Table

if TYPE_CHECKING:
    from bowerbird.hall.review import Decided

__all__ = ["luck_and_skill"]


def luck_and_skill(table: Table, decisions: Sequence[Decided], stood_in: Collection[int]) -> Fortune:
    """The parts of the score. A decision's step is the place of its fact here; `stood_in` are the places of bots."""
    from bowerbird.players.luck.game import fortune_of  # brings the net, which the server's own process doesn't need

    return fortune_of(table, {decided.step: _weighed(decided, decided.step in stood_in) for decided in decisions})


def _weighed(decided: Decided, stood_in: bool) -> Weighed:
    best, did = decided.options[0], next(option for option in decided.options if option.chosen)
    return Weighed(decided.seat, best.worth - did.worth, (did.doubt or 0.0) / 2, stood_in)
