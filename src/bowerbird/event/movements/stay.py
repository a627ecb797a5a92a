"""No movement: everybody keeps the same table."""

from __future__ import annotations

from bowerbird.event.draw import Cutter, Shuffle
from bowerbird.event.movements._people import seat_people
from bowerbird.event.movements._places import Outcome, Place
from bowerbird.event.movements.base import IN_ORDER, Chosen, Movement, Seating
from bowerbird.event.state import Event

__all__ = ["KIND", "Stay"]


class Stay(Movement):
    """Everybody stays."""

    name = "none"
    label = "Nobody moves"
    rule = "Everyone keeps the same table."
    next_move = "Everybody keeps their seat."
    choices = (IN_ORDER,)

    def seat(self, event: Event, shuffle: Shuffle, chosen: Chosen) -> Seating:
        """Seat everybody as before."""
        return seat_people(event, shuffle, chosen, _stay)


def _stay(outcomes: list[Outcome], cutter: Cutter) -> tuple[list[Place], list[str]]:
    return [Place(list(outcome.table.seats)) for outcome in outcomes], []


KIND = Stay()
