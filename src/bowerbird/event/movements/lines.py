"""Teams up the line: A teams move up one table after each game, or B teams down, or both."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from bowerbird.event.draw import Shuffle
from bowerbird.event.movements._lines import LineMove, line_up, move_lines, pairs_repeat_after, rejoin
from bowerbird.event.movements._teams import (
    TeamMovement,
    first_order,
    lines_now,
    met_so_far,
    seat_lines,
    teams_here,
    teams_playing,
    with_partners_drawn,
)
from bowerbird.event.movements.base import IN_ORDER, Choice, Chosen, Seating
from bowerbird.event.state import Event

__all__ = ["KIND", "TeamsUpTheLine", "line_advice"]


class TeamsUpTheLine(TeamMovement):
    """Two lines of teams that pass each other."""

    name = "teams up the line"
    label = "Up the line: A teams move one table after each game"
    rule = "Tables stand in a circle. After each game the A teams move up one table, the B teams stay."
    next_move = "Next: team A, North and South, moves up one table. Team B, East and West, stays."
    line_names = ("A", "B")
    line_notes = ("You are team A: you move up.", "You are team B: you keep your table.")
    choices = (
        IN_ORDER,
        Choice(
            "lines",
            "Which line moves",
            "later rounds",
            (
                ("A up", "The A line, up one table"),
                ("B down", "The B line, down one table"),
                ("both", "Both lines"),
            ),
        ),
    )

    def seat(self, event: Event, shuffle: Shuffle, chosen: Chosen) -> Seating:
        """Line teams up in the first round; later move the lines, without teams that left and with new ones."""
        event, drawn = with_partners_drawn(event, shuffle, chosen)
        teams = teams_here(event)
        if not event.rounds:
            lines = line_up(first_order(event, teams, shuffle, chosen))
        else:
            lines = rejoin(move_lines(lines_now(event), _move(chosen)), teams, met_so_far(event))
        return replace(seat_lines(event, lines, shuffle), before=drawn)

    def rounds_without_repeat(self, event: Event) -> int:
        """As many as there are tables."""
        return (teams_playing(event) + 1) // 2

    def advice(self, event: Event, chosen: Chosen) -> tuple[str, ...]:
        """Say how many teams a team can meet, and warn when the same teams come together again."""
        return line_advice(teams_playing(event), event.planned_rounds, _move(chosen))


def _move(chosen: Chosen) -> LineMove:
    return cast("LineMove", chosen.get("lines", "A up"))


def line_advice(teams: int, rounds: int, move: LineMove = "A up") -> tuple[str, ...]:
    """Say how two lines of this many teams affect who meets whom."""
    if teams == 2:
        return ("Two teams meet in every game.",)
    tables = (teams + 1) // 2
    says = [
        f"With {tables} tables a team meets at most {tables} of the {teams - 1} others. "
        f"A full round robin, {teams - 1 + teams % 2} games, meets them all."
    ]
    repeat = pairs_repeat_after(tables, move)
    if move == "both" and tables % 2 == 0:
        says.append(
            f"Warning: with both lines moving and {tables} tables, the same teams meet again after game {repeat}. "
            "Let one line move."
        )
    elif rounds > repeat:
        says.append(f"Warning: the same teams meet again after game {repeat}.")
    if teams % 2:
        says.append("The number of teams is odd: each game one A team has a bye. A round robin spreads byes evenly.")
    return tuple(says)


KIND = TeamsUpTheLine()
