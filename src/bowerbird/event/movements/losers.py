"""Losers move to the next table; winners stay, and one of them shifts a chair, so that nobody keeps a partner.

By default South or West shifts, one chair to the left; the director may choose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bowerbird.event.draw import Cutter, Shuffle
from bowerbird.event.errors import EventError
from bowerbird.event.movements._people import seat_people, winners_of
from bowerbird.event.movements._places import EMPTY, Outcome, Place
from bowerbird.event.movements.base import IN_ORDER, Choice, Chosen, Movement, Seating
from bowerbird.event.state import Event
from bowerbird.seats import Seat

__all__ = ["KIND", "LosersMoveOn", "losers_on"]


class LosersMoveOn(Movement):
    """Losers move on together; winners stay and part."""

    name = "losers move on"
    label = "Losers move to the next table, winners stay and split"
    rule = (
        "The losers move to the next table. The winners stay and one of them shifts a seat, so that they meet as "
        "opponents."
    )
    next_move = "Next: losers move to the next table, winners stay and split."
    by_results = True
    cut_after_tie = True
    choices = (IN_ORDER, Choice("shift", "Which winner changes chairs", "later rounds", each_table=True))

    def seat(self, event: Event, shuffle: Shuffle, chosen: Chosen) -> Seating:
        """Move the losers of the last round."""
        shifts = {
            int(key.removeprefix("shift ")): event.person(name).name
            for key, name in chosen.items()
            if key.startswith("shift ")
        }

        def move(outcomes: list[Outcome], cutter: Cutter) -> tuple[list[Place], list[str]]:
            return losers_on(outcomes, cutter, shifts)

        return seat_people(event, shuffle, chosen, move)

    def shifted(self, event: Event) -> tuple[str, ...]:
        """Name the winners who moved over."""
        if len(event.rounds) < 2:
            return ()
        before, after = event.rounds[-2:]
        chairs = {name: (table.number, seat) for table in before.tables for seat, name in enumerate(table.seats)}
        says = []
        for table in after.tables:
            for seat, name in enumerate(table.seats):
                was = chairs.get(name)
                if was is not None and was[0] == table.number and was[1] != seat:
                    says.append(f"Table {table.number}: {name} moves over to {Seat(seat).word}.")
        return tuple(says)


def losers_on(
    outcomes: Sequence[Outcome], cutter: Cutter, shifts: Mapping[int, str] | None = None
) -> tuple[list[Place], list[str]]:
    """The places after the move, and the people who moved. `shifts` names, by table, the winner who changes chairs."""
    shifts = shifts or {}
    winners = [winners_of(outcome, cutter) for outcome in outcomes]
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


KIND = LosersMoveOn()
