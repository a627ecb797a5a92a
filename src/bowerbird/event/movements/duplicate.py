"""Duplicate with the same boards at every table at once: every team meets every other, and all play the same deals.

It takes a copy of every board at each table in the room, so it suits tables online, or a few tables in a room. In
return one list ranks everybody, and a board can be talked about as soon as its round is closed.
"""

from __future__ import annotations

from bowerbird.event.draw import Shuffle
from bowerbird.event.movements._boards import BoardMovement, Match, circle, next_boards, seat_matches, times_north
from bowerbird.event.movements._lines import round_robin
from bowerbird.event.movements._places import EMPTY
from bowerbird.event.movements._teams import first_order, met_so_far, teams_here, teams_playing, with_partners_drawn
from bowerbird.event.movements.base import IN_ORDER, Chosen, Seating
from bowerbird.event.state import Event

__all__ = ["KIND", "Duplicate"]


class Duplicate(BoardMovement):
    """A round robin in which every round has its boards."""

    name = "duplicate"
    label = "Duplicate: every table plays the same boards at the same time"
    rule = (
        "In each round every table plays the same boards. Every team meets every other once, as far as the rounds go."
    )
    next_move = "Next: new opponents and new boards, by the list."
    choices = (IN_ORDER,)

    def seat(self, event: Event, shuffle: Shuffle, chosen: Chosen) -> Seating:
        """Turn the circle by one round. The team that sat North-South more often sits East-West."""
        event, drawn = with_partners_drawn(event, shuffle, chosen)
        teams = teams_here(event)
        order = _drawn(event, teams) if event.rounds else first_order(event, teams, shuffle, chosen)
        lines = round_robin(order, met_so_far(event))
        boards, north = next_boards(event, event.book.game.hands), times_north(event)
        matches = []
        for number, (one, other) in enumerate(zip(lines.a, lines.b, strict=True), 1):
            if EMPTY not in (one, other):
                ns, ew = (other, one) if north[one] > north[other] else (one, other)
                matches.append(Match(number, ns, ew, boards))
        return seat_matches(event, matches, shuffle, drawn)

    def rounds_without_repeat(self, event: Event) -> int:
        """As many as there are other teams."""
        return 2 * ((teams_playing(event) + 1) // 2) - 1


def _drawn(event: Event, teams: list[str]) -> list[str]:
    """The teams in the order that was drawn for the first round."""
    first = event.rounds[0]
    games = [(event.entry_of[table.seats[0]], event.entry_of[table.seats[1]]) for table in first.tables]
    return circle(games, next((event.entry_of[name] for name in first.sitting_out), EMPTY), teams)


KIND = Duplicate()
