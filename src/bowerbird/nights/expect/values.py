"""Points: of a game, of a week, in all."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from bowerbird.event import EventError
from bowerbird.event.results import worth
from bowerbird.event.season import Cell, played_meetings, rest_worth, settle, weeks_of
from bowerbird.event.standings import season_is_over, standings
from bowerbird.event.state import Round
from bowerbird.nights.expect.compare import Judge, by_colon, values
from bowerbird.nights.room import NotExpressibleError, Room
from bowerbird.seats import Seat

__all__ = ["KINDS", "week_cells"]


def _total(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    lines = {"/".join(line.players): line.total for line in standings(room.event)}
    return lines | {"everybody": sum(lines.values(), Decimal(0))}


def week_cells(room: Room, number: int) -> Mapping[str, Cell]:
    """Everybody's week by the number of its meeting, with the averages of other weeks."""
    event = room.event
    played = [meeting.number for meeting in played_meetings(event)]
    if number not in played:
        raise EventError(f"Nothing was played at meeting {number}.")
    place = played.index(number)
    weeks = settle(weeks_of(event), season_is_over(event))
    return {name: cell for name, cells in weeks.items() if (cell := cells[place]) is not None}


def _week(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    number = int(arguments[0]) if arguments else room.event.meeting.number
    return {name: cell.points for name, cell in week_cells(room, number).items()}


def _average(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    cells = week_cells(room, int(arguments[0]))
    return {name: cell.points for name, cell in cells.items() if cell.status == "average"}


def _games(room: Room) -> list[Round]:
    return [past for past in room.event.tonight if past.counts]


def _points(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    """What one game, or every game of this meeting, is worth to each person."""
    games = _games(room)
    if arguments[:1] == ("round",):
        games = [past for past in games if past.game == int(arguments[1])]
    if not games:
        raise NotExpressibleError("no such game was played")
    columns = [_worth(room, past) for past in games]
    names = dict.fromkeys(name for column in columns for name in column)
    return {name: " ".join(str(column.get(name, "-")) for column in columns) for name in names}


def _worth(room: Room, past: Round) -> dict[str, object]:
    found: dict[str, object] = {}
    for table in past.tables:
        result = past.results.get(table.number)
        if result is not None and result.status == "accepted":
            found |= {table.seats[seat]: worth(room.event.book, result.score, seat) for seat in Seat}
    if past.sitting_out and room.event.book.event.sit_out != "average of other weeks":
        found |= dict.fromkeys(past.sitting_out, rest_worth(room.event, past))
    return found


def _worth_of_rest(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    past = next(each for each in room.event.tonight if each.game == int(arguments[1]))
    return {"sit-out": rest_worth(room.event, past)}


def _score(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    return {
        f"table {number}": f"{result.score.ns}-{result.score.ew}" for number, result in room.event.round.results.items()
    }


def _credits(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    return {line.name: f"loner {line.loners} euchre {line.euchres}" for line in standings(room.event)}


KINDS: dict[str, Judge] = {
    "total": values(_total, by_colon),
    "week": values(_week),
    "average": values(_average),
    "points": values(_points),
    "cards": values(_points),
    "worth": values(_worth_of_rest, by_colon),
    "score": values(_score, by_colon),
    "credits": values(_credits),
}
