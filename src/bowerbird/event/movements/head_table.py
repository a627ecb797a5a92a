"""The head-table movement: winners move up one table towards table 1, losers stay, head-table losers go to the foot.

Winners at the head table stay. Partners part at every table: of each pair one sits down in the other line, so that
nobody keeps a partner. After a tie the pair that cuts the higher card counts as winners.
"""

from __future__ import annotations

from collections.abc import Sequence

from bowerbird.event.draw import Cutter, Shuffle
from bowerbird.event.facts import Table
from bowerbird.event.movements._people import seat_people, winners_of
from bowerbird.event.movements._places import EMPTY, Outcome, Place
from bowerbird.event.movements.base import IN_ORDER, Chosen, CutDue, Movement, Seating
from bowerbird.event.state import Event, Round

__all__ = ["KIND", "HeadTable", "towards_the_head"]


class HeadTable(Movement):
    """Table 1 is the head table, the last one the foot."""

    name = "head table"
    label = "Head table: winners move up, losers stay, head-table losers go to the foot"
    rule = (
        "Table 1 is the head table. Winners move up one table; at the head table they stay. Losers stay; losers of "
        "the head table go to the last one. Partners split up."
    )
    next_move = "Next: winners move up one table, losers stay, head-table losers go to the last table."
    by_results = True
    cut_after_tie = True
    choices = (IN_ORDER,)

    def seat(self, event: Event, shuffle: Shuffle, chosen: Chosen) -> Seating:
        """Move the winners up."""
        return seat_people(event, shuffle, chosen, towards_the_head)

    def cut_to_move(self, event: Event, past: Round, table: Table) -> CutDue | None:
        """Nobody moves from the only table, so nobody cuts."""
        return super().cut_to_move(event, past, table) if len(past.tables) > 1 else None


def towards_the_head(outcomes: Sequence[Outcome], cutter: Cutter) -> tuple[list[Place], list[str]]:
    """The places after the move, table by table, and the people who moved."""
    if len(outcomes) == 1:
        north, east, south, west = outcomes[0].table.seats
        return [Place([north, south, east, west])], []
    sides = [winners_of(outcome, cutter) for outcome in outcomes]
    winners = [outcome.table.pair(side) for outcome, side in zip(outcomes, sides, strict=True)]
    losers = [outcome.table.pair(side.other) for outcome, side in zip(outcomes, sides, strict=True)]
    head, foot = 0, len(outcomes) - 1
    pairs: list[list[tuple[str, str]]] = [[] for _ in outcomes]
    for number in range(len(outcomes)):
        pairs[max(number - 1, head)].append(winners[number])
        pairs[number if number != head else foot].append(losers[number])
    places = [_mixed(*two) for two in pairs]
    stay = {*winners[head], *(name for pair in losers[1:] for name in pair)}
    return places, [name for two in pairs for pair in two for name in pair if name not in stay]


def _mixed(one: tuple[str, str], other: tuple[str, str]) -> Place:
    """Two pairs at a table, each person across from one of the other pair."""
    chairs = [EMPTY] * 4
    chairs[0], chairs[1] = one
    chairs[2], chairs[3] = other
    return Place(chairs)


KIND = HeadTable()
