"""Round robin: every team meets every other team once."""

from __future__ import annotations

from msgspec.structs import replace

from bowerbird.event.draw import Shuffle
from bowerbird.event.movements._lines import round_robin
from bowerbird.event.movements._teams import (
    TeamMovement,
    first_order,
    met_so_far,
    seat_lines,
    teams_here,
    teams_playing,
    with_partners_drawn,
)
from bowerbird.event.movements.base import IN_ORDER, Chosen, Seating
from bowerbird.event.state import Event

__all__ = ["KIND", "RoundRobin"]


class RoundRobin(TeamMovement):
    """The circle of teams, turned so that as few as possible meet again."""

    name = "round robin"
    label = "Round robin: every team meets every other team"
    rule = "Every team meets every other once, as the schedule says."
    next_move = "Next: new opponents, by the list."
    choices = (IN_ORDER,)

    def seat(self, event: Event, shuffle: Shuffle, chosen: Chosen) -> Seating:
        """Turn the circle by one round."""
        event, drawn = with_partners_drawn(event, shuffle, chosen)
        teams = teams_here(event)
        order = teams if event.rounds else first_order(event, teams, shuffle, chosen)
        return replace(seat_lines(event, round_robin(order, met_so_far(event)), shuffle), before=drawn)

    def rounds_without_repeat(self, event: Event) -> int:
        """As many as there are other teams."""
        return 2 * ((teams_playing(event) + 1) // 2) - 1


KIND = RoundRobin()
