"""Losers go on to the next table; winners stay, and one of them shifts a chair, so that nobody keeps a partner.

Who shifts is named by default (South or West, one chair to the left) and can be chosen. Knows no round and no score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bowerbird.event.draw import Cutter
from bowerbird.event.errors import EventError
from bowerbird.event.movement.places import EMPTY, Outcome, Place
from bowerbird.event.movement.ring import moving_pair
from bowerbird.seats import Seat

__all__ = ["losers_on"]


def losers_on(
    outcomes: Sequence[Outcome], cutter: Cutter, shifts: Mapping[int, str] | None = None
) -> tuple[list[Place], list[str]]:
    """The places after the move, and the people who moved. `shifts` names, by table, the winner who changes chairs."""
    shifts = shifts or {}
    winners = [moving_pair(outcome, cutter) for outcome in outcomes]
    losers = [outcome.table.pair(side.other) for outcome, side in zip(outcomes, winners, strict=True)]
    unknown = set(shifts) - {outcome.table.number for outcome in outcomes}
    if unknown:
        raise EventError(f"There is no table {min(unknown)}, so nobody can shift a chair there.")
    places = []
    for here, (outcome, side) in enumerate(zip(outcomes, winners, strict=True)):
        table = outcome.table
        shifter = _shifter(outcome, table.pair(side), shifts)
        seat = Seat(table.seats.index(shifter))
        chairs = [EMPTY] * 4
        chairs[seat.partner], chairs[seat.left] = table.seats[seat.partner], shifter
        chairs[seat], chairs[seat.right] = losers[here - 1]
        places.append(Place(chairs))
    return places, [name for pair in losers for name in pair]


def _shifter(outcome: Outcome, winners: tuple[str, str], shifts: Mapping[int, str]) -> str:
    number = outcome.table.number
    chosen = shifts.get(number, winners[1])
    if chosen not in winners:
        raise EventError(f"{chosen} did not win at table {number}. {winners[0]} or {winners[1]} shifts a chair there.")
    return chosen
