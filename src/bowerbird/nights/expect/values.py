"""Points: of a game, of a week, in all."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from bowerbird.evening.penalties import score_now
from bowerbird.event import EventError
from bowerbird.event.facts import Score
from bowerbird.event.movements import movement_of
from bowerbird.event.results import worth
from bowerbird.event.season import Cell, played_meetings, rest_worth, settle, weeks_of
from bowerbird.event.standings import season_is_over, standings
from bowerbird.event.state import Round
from bowerbird.nights.expect.compare import Judge, by_colon, holding, values
from bowerbird.nights.room import NotExpressibleError, Room
from bowerbird.nights.text import Expectation, Fact
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
    columns = [_worth(room, past) for past in games if past.results or len(games) == 1]
    names = dict.fromkeys(name for column in columns for name in column)
    return {name: " ".join(str(column.get(name, "-")) for column in columns) for name in names}


def _worth(room: Room, past: Round) -> dict[str, object]:
    found: dict[str, object] = {}
    for table in past.tables:
        result = past.results.get(table.number)
        if result is not None and result.status == "accepted":
            found |= {
                _named(room, past, table.seats[seat]): worth(room.event.book, result.score, seat) for seat in Seat
            }
    if past.sitting_out and room.event.book.event.sit_out != "average of other weeks":
        found |= dict.fromkeys(past.sitting_out, rest_worth(room.event, past))
    return found


def _named(room: Room, past: Round, name: str) -> str:
    """Whose card it is: where the sitting is for the week, the player's own, else that of the sub who plays."""
    return name if movement_of(room.event.book).pivot else past.subs.get(name, name)


def _worth_of_rest(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    past = next(each for each in room.event.tonight if each.game == int(arguments[1]))
    return {"sit-out": rest_worth(room.event, past)}


def _scores(room: Room) -> dict[int, Score]:
    """The scores of this game with every ruling in force, also the points so far of a game that is not over."""
    event, current = room.event, room.event.round
    known = {
        table.number: score_now(event.book, room.evening.penalties, current, table.number) for table in current.tables
    }
    return {number: score for number, score in known.items() if score is not None}


def _score(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    return {f"table {number}": f"{score.ns}-{score.ew}" for number, score in _scores(room).items()}


def _winner(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    """The team that has won; nobody while the game goes on."""
    current = room.event.round
    won = {number: result.score.winner for number, result in current.results.items()}
    lines = movement_of(room.event.book).line_names or ("NS", "EW")
    return {
        f"table {table.number}": "none" if (side := won.get(table.number)) is None else lines[side]
        for table in current.tables
    }


def _target(room: Room, expected: Expectation, line: Fact) -> str:
    """`target 7`, or the number alone."""
    points = room.event.book.game.points
    return "" if line.words[-1] == str(points) else f"games go to {points}"


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
    "winner": values(_winner, by_colon),
    "target": holding(_target),
    "credits": values(_credits),
}
