"""Duplicate for teams of four: two pairs of a team play the same boards against two pairs of another team.

At one table the team sits North-South, at the other East-West, so both teams hold all cards of every board once. A team
of four is two pairs that were entered for the same zone: its name. Every team meets every other.
"""

from __future__ import annotations

from collections.abc import Hashable

from bowerbird.event.draw import Shuffle
from bowerbird.event.errors import EventError
from bowerbird.event.facts import Table
from bowerbird.event.movements._boards import BoardMovement, Match, circle, next_boards, seat_matches
from bowerbird.event.movements._lines import Met, meetings, round_robin
from bowerbird.event.movements._places import EMPTY
from bowerbird.event.movements._teams import teams_here
from bowerbird.event.movements.base import IN_ORDER, Chosen, Seating, in_order
from bowerbird.event.state import Event, Round

__all__ = ["KIND", "DuplicateTeams"]


class DuplicateTeams(BoardMovement):
    """A round robin of teams of four. Each match has two tables."""

    name = "duplicate teams"
    label = "Duplicate for teams of four: two tables play the same boards against each other"
    rule = (
        "A team is four players, two pairs. One pair sits North-South, the other East-West at the second table of the "
        "match, and both tables play the same boards. The difference of the two tables is the result of the match."
    )
    next_move = "Next: new opponents and new boards, by the list."
    of_four = True
    choices = (IN_ORDER,)

    def seat(self, event: Event, shuffle: Shuffle, chosen: Chosen) -> Seating:
        """Turn the circle of teams by one round."""
        teams = _teams_of_four(event)
        order = _drawn(event, list(teams)) if event.rounds else list(teams)
        if not event.rounds and not in_order(chosen):
            shuffle(order)
        lines = round_robin(order, _met(event))
        boards = next_boards(event, event.book.game.hands)
        matches = []
        for number, (one, other) in enumerate(zip(lines.a, lines.b, strict=True)):
            if EMPTY not in (one, other):
                (home, away), (their_home, their_away) = teams[one], teams[other]
                matches.append(Match(2 * number + 1, home, their_away, boards))
                matches.append(Match(2 * number + 2, their_home, away, boards))
        return seat_matches(event, matches, shuffle)

    def compared_with(self, past: Round, table: Table) -> Hashable:
        """Compare the two tables of a match."""
        return past.number, (table.number + 1) // 2


def _teams_of_four(event: Event) -> dict[str, tuple[str, str]]:
    """The two pairs of each team with both of them here, by the name of the team."""
    pairs: dict[str, list[str]] = {}
    for name in teams_here(event):
        pairs.setdefault(event.entries[name].zone, []).append(name)
    if nameless := pairs.get("", []):
        raise EventError(f"{nameless[0]} have no team. Enter them with the name of their team.")
    teams = {zone: (found[0], found[1]) for zone, found in pairs.items() if len(found) == 2}
    if len(teams) < 2:
        raise EventError(f"Two teams of four make a match, and {len(teams)} are here. Check more people in first.")
    return teams


def _met(event: Event) -> Met:
    """Count the matches of each two teams; a bye is a meeting with nobody."""
    games = [match for past in event.rounds for match in _matches(event, past)]
    return meetings(games + [(team, EMPTY) for past in event.rounds for team in _byes(event, past)])


def _drawn(event: Event, teams: list[str]) -> list[str]:
    """The teams in the order that was drawn for the first round."""
    first = event.rounds[0]
    return circle(_matches(event, first), next(iter(_byes(event, first)), EMPTY), teams)


def _matches(event: Event, past: Round) -> list[tuple[str, str]]:
    return [(_team(event, table.seats[0]), _team(event, table.seats[1])) for table in past.tables if table.number % 2]


def _byes(event: Event, past: Round) -> list[str]:
    return list(dict.fromkeys(_team(event, name) for name in past.sitting_out))


def _team(event: Event, name: str) -> str:
    return event.entries[event.entry_of[name]].zone


KIND = DuplicateTeams()
