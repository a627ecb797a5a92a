"""The Mitchell movement for teams, with an arrow switch: North-South stays, East-West moves up a table each round.

In the arrow-switch round, usually the last, North-South and East-West change directions at every table. A team without
opponents has a bye.
"""

from __future__ import annotations

from msgspec.structs import replace

from bowerbird.event.draw import Shuffle
from bowerbird.event.movements._arrow import ARROW_SWITCH, switched
from bowerbird.event.movements._lines import Lines, line_up, rejoin
from bowerbird.event.movements._teams import (
    TeamMovement,
    first_order,
    lines_now,
    met_so_far,
    seat_lines,
    teams_here,
    with_partners_drawn,
)
from bowerbird.event.movements.base import IN_ORDER, Chosen, Seating
from bowerbird.event.state import Event

__all__ = ["KIND", "Mitchell"]


class Mitchell(TeamMovement):
    """Teams keep a home table or move past all of them."""

    name = "mitchell"
    label = "Mitchell: half of the teams stay, the others move up a table"
    rule = (
        "North-South teams keep their table, East-West teams move up one table after each game. In the arrow-switch "
        "round North-South and East-West change directions."
    )
    next_move = "Next: East-West teams move up one table."
    choices = (IN_ORDER, ARROW_SWITCH)

    def seat(self, event: Event, shuffle: Shuffle, chosen: Chosen) -> Seating:
        """Move the East-West teams on, and turn every table in the arrow-switch round."""
        event, drawn = with_partners_drawn(event, shuffle, chosen)
        teams = teams_here(event)
        if not event.rounds:
            lines = line_up(first_order(event, teams, shuffle, chosen))
        else:
            stay, move = _usual_directions(event)
            lines = rejoin(Lines(stay, (*move[-1:], *move[:-1])), teams, met_so_far(event))
        seating = replace(seat_lines(event, lines, shuffle), before=drawn)
        return switched(seating, chosen)

    def rounds_without_repeat(self, event: Event) -> int:
        """As many as there are tables."""
        return len(event.round.tables)

    def advice(self, event: Event, chosen: Chosen) -> tuple[str, ...]:
        """Say when teams would meet again."""
        tables = len(event.round.tables)
        if event.planned_rounds > tables:
            return (f"Warning: with {tables} tables the same teams meet again after game {tables}.",)
        return ()


def _usual_directions(event: Event) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The teams that stay and the teams that move, by table, as they sat last; an arrow switch is reversed."""
    home = {event.entry_of[table.seats[0]] for table in event.rounds[0].tables}
    now = lines_now(event)
    pairs = [(b, a) if b in home and a not in home else (a, b) for a, b in zip(now.a, now.b, strict=True)]
    return tuple(stay for stay, _ in pairs), tuple(move for _, move in pairs)


KIND = Mitchell()
