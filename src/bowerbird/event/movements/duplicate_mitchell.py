"""The duplicate Mitchell: North-South stay, East-West move up a table, and the boards move down a table.

Each board exists once and travels. With T tables there are T sets of boards; at table t of round r (both from 0) lies
set t + r, and the East-West team from table t - r. With an odd number of tables no team meets a board twice. With an
even number it would at half-time, so East-West skip a table there. A team without opponents sits out with its boards.

Teams that were entered for different sections, such as the room and people at home, do not meet: each section moves by
itself, with boards of the same numbers, and all tables are compared.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bowerbird.event.deals import board_set
from bowerbird.event.draw import Shuffle
from bowerbird.event.errors import EventError
from bowerbird.event.movements._arrow import ARROW_SWITCH, switched
from bowerbird.event.movements._boards import BoardMovement, Match, boards_had, seat_matches
from bowerbird.event.movements._lines import Lines, line_up
from bowerbird.event.movements._places import EMPTY
from bowerbird.event.movements._teams import first_order, teams_here, with_partners_drawn
from bowerbird.event.movements.base import IN_ORDER, Chosen, Seating
from bowerbird.event.state import Event, Round

__all__ = ["KIND", "DuplicateMitchell"]


class DuplicateMitchell(BoardMovement):
    """Teams and boards move past the tables in opposite directions."""

    name = "duplicate mitchell"
    label = "Duplicate, Mitchell: East-West move up a table, the boards move down a table"
    rule = (
        "North-South teams keep their table, East-West teams move up one table after each round, and the boards move "
        "down one. With an even number of tables East-West skip a table halfway."
    )
    next_move = "Next: East-West teams up one table, boards down one table."
    choices = (IN_ORDER, ARROW_SWITCH)

    def seat(self, event: Event, shuffle: Shuffle, chosen: Chosen) -> Seating:
        """Move the East-West teams up and the boards down."""
        event, drawn = with_partners_drawn(event, shuffle, chosen)
        sections = list(_lined_up(event, teams_here(event), shuffle, chosen))
        tables = max(len(lines.a) for _, lines in sections)
        if len(event.tonight) >= tables:
            raise EventError(
                f"With {tables} tables everyone has played all boards after round {tables}. Finish the event."
            )
        matches = [match for before, lines in sections for match in _matches(event, before, lines)]
        seating = seat_matches(event, matches, shuffle, drawn)
        return switched(seating, chosen, dealers_stay=True)

    def boards_in_all(self, event: Event) -> int:
        """A set for each table of the movement, as seated or as many as the people fill."""
        tables = max(1, -(-len(event.people) // 4))
        if event.tonight:
            tables = max(section.tables for section in _sections(event))
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
        tables = min(section.tables for section in _sections(event))
        return tables if tables % 2 else max(1, tables - 1)

    def advice(self, event: Event, chosen: Chosen) -> tuple[str, ...]:
        """Say how long it goes, and when teams would meet again."""
        said = list(super().advice(event, chosen))
        tables = min(section.tables for section in _sections(event))
        fresh = self.rounds_without_repeat(event)
        if event.planned_rounds > tables:
            said.append(f"With {tables} tables there are {tables} rounds, because nobody plays a board twice.")
        elif event.planned_rounds > fresh:
            said.append(f"In round {tables} everyone meets the opponents of round 1 again, with other boards.")
        return tuple(said)

    def shifted(self, event: Event) -> tuple[str, ...]:
        """Tell the room when East-West skip a table."""
        number, sections = len(event.tonight) - 1, _sections(event)
        said = []
        for section in sections:
            if number and _shift(number, section.tables) - _shift(number - 1, section.tables) == 2:
                where = f" at tables {section.before + 1} to {section.before + section.tables}"
                here = where if len(sections) > 1 else ""
                said.append(f"East-West teams{here} skip a table this time: they move up two.")
        return tuple(said)


class _Section(msgspec.Struct, frozen=True):
    """Teams that meet each other: their zone, the number of tables before theirs, and the number of theirs."""

    zone: str
    before: int
    tables: int


def _shift(number: int, tables: int) -> int:
    """How many tables East-West have moved up by this round, counted from 0."""
    return number if tables % 2 or number < tables // 2 else number + 1


def _boards_before(event: Event) -> int:
    """The highest board of earlier meetings."""
    earlier = event.rounds[: len(event.rounds) - len(event.tonight)]
    return max((board for past in earlier for table in past.tables for board in table.boards), default=0)


def _zone(event: Event, team: str) -> str:
    return event.entries[team].zone


def _sections(event: Event) -> list[_Section]:
    """The sections as seated for the first round of this meeting: its tables, and one more where a team sat out."""
    first = event.tonight[0]
    counts: dict[str, int] = {}
    for table in first.tables:
        zone = _zone(event, event.entry_of[table.seats[0]])
        counts[zone] = counts.get(zone, 0) + 1
    for zone in {_zone(event, team) for team in _resting(event, first)}:
        counts[zone] = counts.get(zone, 0) + 1
    before, found = 0, []
    for zone, tables in counts.items():
        found.append(_Section(zone, before, tables))
        before += tables
    return found


def _resting(event: Event, past: Round) -> list[str]:
    names = dict.fromkeys(event.entry_of[name] for name in past.sitting_out)
    return [name for name in names if len(event.entries[name].players) == 2]


def _lined_up(event: Event, teams: list[str], shuffle: Shuffle, chosen: Chosen) -> Iterator[tuple[int, Lines]]:
    """The lines of each section, with the number of tables before it."""
    order = teams if event.tonight else first_order(event, teams, shuffle, chosen)
    by_zone: dict[str, list[str]] = {}
    for team in order:
        by_zone.setdefault(_zone(event, team), []).append(team)
    if event.tonight:
        for section in _sections(event):
            yield section.before, _lines(event, section, by_zone.get(section.zone, []))
        return
    before = 0
    # A section without a game comes last, so that tables are counted in the order in which they play.
    for some in sorted(by_zone.values(), key=lambda some: len(some) == 1):
        lines = line_up(some)
        yield before, lines
        before += len(lines.a)


def _matches(event: Event, before: int, lines: Lines) -> Iterator[Match]:
    """The games of a section in the next round, until its boards are all played."""
    tables, number = len(lines.a), len(event.tonight)
    shift, size, first = _shift(number, tables), event.book.game.hands, _boards_before(event)
    for place in range(tables) if number < tables else ():
        ns, ew = lines.a[place], lines.b[(place - shift) % tables]
        boards = tuple(first + board for board in board_set((place + number) % tables, size))
        if EMPTY not in (ns, ew):
            yield Match(before + place + 1, ns, ew, boards)


def _lines(event: Event, section: _Section, teams: list[str]) -> Lines:
    """The team of each home table, and the East-West team that started there, from the rounds of this meeting.

    Teams that left have an empty place; a team that comes takes one, if it has not played the boards there.
    """
    tables = section.tables
    stay, move = [EMPTY] * tables, [EMPTY] * tables
    first = {event.entry_of[table.seats[0]] for table in event.tonight[0].tables}
    for number, past in enumerate(event.tonight):
        shift = _shift(number, tables)
        for table in past.tables:
            place = table.number - 1 - section.before
            ns, ew = event.entry_of[table.seats[0]], event.entry_of[table.seats[1]]
            if (ew in first and ns not in first) or ns in move or ew in stay:
                ns, ew = ew, ns  # an arrow switch
            if 0 <= place < tables:
                _put(stay, move, place, ns)
                _put(move, stay, (place - shift) % tables, ew)
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
    had = boards_had(event)
    for team in teams:
        if team in stay or team in move:
            continue
        for line, offset in ((stay, 0), (move, shift)):
            free = [
                at
                for at in range(tables)
                if line[at] == EMPTY
                and not had(team).intersection(
                    before + board for board in board_set((at + offset + number) % tables, size)
                )
            ]
            if free:
                line[free[-1]] = team
                break


KIND = DuplicateMitchell()
