"""The duplicate Mitchell: North-South stay, East-West move up a table, and the boards move down a table.

Each board exists once and travels. With T tables there are T sets of boards; at table t of round r (both from 0) lies
set t + r, and the East-West team from table t - r. With an odd number of tables no team meets a board twice. With an
even number it would at half-time, so East-West skip a table there. A team without opponents sits out with its boards.
"""

from __future__ import annotations

from msgspec.structs import replace

from bowerbird.event.deals import board_set
from bowerbird.event.draw import Shuffle
from bowerbird.event.errors import EventError
from bowerbird.event.facts import Table
from bowerbird.event.movements._boards import BoardMovement, Match, boards_played, seat_matches
from bowerbird.event.movements._lines import Lines, line_up
from bowerbird.event.movements._places import EMPTY
from bowerbird.event.movements._teams import first_order, teams_here, with_partners_drawn
from bowerbird.event.movements.base import IN_ORDER, Choice, Chosen, Seating
from bowerbird.event.state import Event, Round

__all__ = ["KIND", "DuplicateMitchell"]

_SWITCH = "arrow"


class DuplicateMitchell(BoardMovement):
    """Teams and boards move past the tables in opposite directions."""

    name = "duplicate mitchell"
    label = "Duplicate, Mitchell: East-West move up a table, the boards move down a table"
    rule = (
        "North-South teams keep their table, East-West teams move up one table after each round, and the boards move "
        "down one. With an even number of tables East-West skip a table halfway."
    )
    next_move = "Next: East-West teams up one table, boards down one table."
    choices = (
        IN_ORDER,
        Choice(
            _SWITCH,
            "Arrow switch",
            "later rounds",
            (("off", "Play in the usual directions"), ("on", "North-South and East-West change directions")),
        ),
    )

    def seat(self, event: Event, shuffle: Shuffle, chosen: Chosen) -> Seating:
        """Move the East-West teams up and the boards down."""
        event, drawn = with_partners_drawn(event, shuffle, chosen)
        teams, number = teams_here(event), len(event.tonight)
        lines = _lines(event, teams) if number else line_up(first_order(event, teams, shuffle, chosen))
        tables = len(lines.a)
        if number >= tables:
            raise EventError(
                f"With {tables} tables everyone has played all boards after round {tables}. Finish the event."
            )
        shift, size, before = _shift(number, tables), event.book.game.hands, _boards_before(event)
        matches = []
        for place in range(tables):
            ns, ew = lines.a[place], lines.b[(place - shift) % tables]
            boards = tuple(before + board for board in board_set((place + number) % tables, size))
            if EMPTY not in (ns, ew):
                matches.append(Match(place + 1, ns, ew, boards))
        seating = seat_matches(event, matches, shuffle, drawn)
        if chosen.get(_SWITCH) == "on":
            seating = replace(seating, tables=tuple(map(_switched, seating.tables)))
        return seating

    def boards_in_all(self, event: Event) -> int:
        """A set for each table of the movement, as seated or as many as the people fill."""
        tables = _tables(event) if event.tonight else max(1, -(-len(event.people) // 4))
        return _boards_before(event) + tables * event.book.game.hands

    def boards_open(self, event: Event, board: int) -> bool:
        """Open the boards of a meeting when it is over: until then each may come to another table."""
        return all(
            event.meetings[past.meeting - 1].closed
            for past in event.rounds
            if any(board in table.boards for table in past.tables)
        )

    def rounds_without_repeat(self, event: Event) -> int:
        """As many as there are tables; one less if East-West skip one."""
        tables = _tables(event)
        return tables if tables % 2 else max(1, tables - 1)

    def advice(self, event: Event, chosen: Chosen) -> tuple[str, ...]:
        """Say how long it goes, and when teams would meet again."""
        said = list(super().advice(event, chosen))
        tables, fresh = _tables(event), self.rounds_without_repeat(event)
        if event.planned_rounds > tables:
            said.append(f"With {tables} tables there are {tables} rounds, because nobody plays a board twice.")
        elif event.planned_rounds > fresh:
            said.append(f"In round {tables} everyone meets the opponents of round 1 again, with other boards.")
        return tuple(said)

    def shifted(self, event: Event) -> tuple[str, ...]:
        """Tell the room when East-West skip a table."""
        tables, number = _tables(event), len(event.tonight) - 1
        if number and _shift(number, tables) - _shift(number - 1, tables) == 2:
            return ("East-West teams skip a table this time: they move up two.",)
        return ()


def _shift(number: int, tables: int) -> int:
    """How many tables East-West have moved up by this round, counted from 0."""
    return number if tables % 2 or number < tables // 2 else number + 1


def _boards_before(event: Event) -> int:
    """The highest board of earlier meetings."""
    earlier = event.rounds[: len(event.rounds) - len(event.tonight)]
    return max((board for past in earlier for table in past.tables for board in table.boards), default=0)


def _tables(event: Event) -> int:
    """The number of tables of the movement: those of the first round, and one where a team sat out."""
    first = event.tonight[0]
    return len(first.tables) + bool(_resting(event, first))


def _resting(event: Event, past: Round) -> list[str]:
    names = dict.fromkeys(event.entry_of[name] for name in past.sitting_out)
    return [name for name in names if len(event.entries[name].players) == 2]


def _lines(event: Event, teams: list[str]) -> Lines:
    """The team of each home table, and the East-West team that started there, from the rounds of this meeting.

    Teams that left have an empty place; a team that comes takes one, if it has not played the boards there.
    """
    tables = _tables(event)
    stay, move = [EMPTY] * tables, [EMPTY] * tables
    first = {event.entry_of[table.seats[0]] for table in event.tonight[0].tables}
    for number, past in enumerate(event.tonight):
        shift = _shift(number, tables)
        for table in past.tables:
            ns, ew = event.entry_of[table.seats[0]], event.entry_of[table.seats[1]]
            if (ew in first and ns not in first) or ns in move or ew in stay:
                ns, ew = ew, ns  # an arrow switch
            if table.number <= tables:
                _put(stay, move, table.number - 1, ns)
                _put(move, stay, (table.number - 1 - shift) % tables, ew)
    here = set(teams)
    stay, move = ([team if team in here else EMPTY for team in line] for line in (stay, move))
    _fill(event, teams, stay, move)
    return Lines(tuple(stay), tuple(move))


def _put(line: list[str], other: list[str], place: int, team: str) -> None:
    """Give a team its newest place, and take its older one away."""
    for each in (line, other):
        for at, known in enumerate(each):
            if known == team:
                each[at] = EMPTY
    line[place] = team


def _fill(event: Event, teams: list[str], stay: list[str], move: list[str]) -> None:
    """Give empty places to teams without one."""
    tables, number = len(stay), len(event.tonight)
    shift, size, before = _shift(number, tables), event.book.game.hands, _boards_before(event)
    played = boards_played(event)
    for team in teams:
        if team in stay or team in move:
            continue
        for line, offset in ((stay, 0), (move, shift)):
            free = [
                at
                for at in range(tables)
                if line[at] == EMPTY
                and not played.get(team, set()).intersection(
                    before + board for board in board_set((at + offset + number) % tables, size)
                )
            ]
            if free:
                line[free[-1]] = team
                break


def _switched(table: Table) -> Table:
    """Move every chair one to the left: the two sides change directions. The board stays, and so does its dealer."""
    north, east, south, west = table.seats
    return replace(table, seats=(west, north, east, south))


KIND = DuplicateMitchell()
