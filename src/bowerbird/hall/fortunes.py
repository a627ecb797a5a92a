"""Luck and skill of a reviewed game, from the teacher's figures for its decisions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from bowerbird.players.luck.fortune import Cost, Dealt, Fortune
from bowerbird.rulebook import Rulebook
from bowerbird.table import State, Table

if TYPE_CHECKING:
    from bowerbird.hall.review import Decided

__all__ = ["luck_and_skill", "worth_of_deal"]


def luck_and_skill(
    table: Table, decisions: Sequence[Decided], stood_in: Collection[int], deals: Mapping[int, Dealt]
) -> Fortune:
    """The parts of the score. A decision's step is the place of its fact here; `stood_in` are the places of bots."""
    from bowerbird.players.luck.game import fortune_of  # brings the net, which the server's own process doesn't need

    weighed = {decided.step: _weighed(decided, decided.step in stood_in) for decided in decisions}
    return fortune_of(table, weighed, deals)


def worth_of_deal(book: Rulebook, state: State) -> Dealt:
    """The worth of the cards at a table that waits for its first call. Runs in the teacher's process."""
    from bowerbird.players.luck.par import dealt

    return dealt(book, state)


def _weighed(decided: Decided, stood_in: bool) -> Cost:
    best, did = decided.options[0], next(option for option in decided.options if option.chosen)
    return Cost(decided.seat, best.worth - did.worth, (did.doubt or 0.0) / 2, stood_in)
