"""Weeks: the points that each person takes home from one meeting, and how meetings add up.

A game that was not played counts when its meeting is over: until then nobody leads by it. Averages are provisional
until the event or season is over, because the meetings to come still change them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bowerbird.event.boards import worth_of
from bowerbird.event.results import result_of, worth
from bowerbird.event.state import Event, Meeting, Round
from bowerbird.event.totals import mean
from bowerbird.rulebook.event import SeasonRules
from bowerbird.seats import Seat

__all__ = ["Cell", "SeasonLine", "Week", "best_of", "played_meetings", "rest_worth", "season", "settle", "weeks_of"]

Status: TypeAlias = Literal["played", "absent", "average", "sat out"]


class Cell(msgspec.Struct, frozen=True):
    """One entry's week. `sub` names who played instead; an average includes nobody's loners or euchres.

    Of its games, `games` were played and `missed` count by the average of the other weeks: of these, `to_come` do not
    count yet, because the week is `under_way` or there is no other week.
    """

    status: Status
    points: Decimal = Decimal(0)
    loners: int = 0
    euchres: int = 0
    sub: str = ""
    provisional: bool = False
    games: int = 0
    missed: int = 0
    under_way: bool = False
    to_come: int = 0


#: Everybody's results of one week, by the name of the entry.
Week: TypeAlias = Mapping[str, Cell]


class SeasonLine(msgspec.Struct, frozen=True):
    """One entry's season. `counted` are the weeks that make up the total; `None` is a week before they came."""

    place: int
    name: str
    total: Decimal
    loners: int
    euchres: int
    weeks: tuple[Cell | None, ...]
    counted: tuple[int, ...]
    provisional: bool


def weeks_of(event: Event) -> tuple[Week, ...]:
    """The meetings with rounds, averages not yet computed."""
    played = played_meetings(event)
    weeks = [_week(event, meeting) for meeting in played]
    if weeks and _is_under_way(event):
        weeks[-1] = {name: replace(cell, under_way=True) for name, cell in weeks[-1].items()}
    place = {meeting.number: index for index, meeting in enumerate(played, 1)}
    for number, ruling in event.rulings if result_of(event.book).ruling_reaches_total else ():
        week = place[event.rounds[number - 1].meeting] if number else 1
        _take_points_off(weeks, event.entry_of[ruling.name], ruling.points, week)
    return tuple(weeks)


def played_meetings(event: Event) -> list[Meeting]:
    """The meetings with at least one round."""
    played = {past.meeting for past in event.rounds}
    return [meeting for meeting in event.meetings if meeting.number in played]


def _is_under_way(event: Event) -> bool:
    """True while counting games of the last meeting are still to be played, or scores to come in."""
    if event.finished or not event.is_open or not event.tonight:
        return False
    games = [past for past in event.tonight if past.counts]
    return len(games) < event.book.event.games_per_round or bool(games[-1].missing())


def _take_points_off(weeks: Sequence[dict[str, Cell]], entry: str, points: int, week: int) -> None:
    """Take points off the week of the ruling, or off the nearest week that this entry has."""
    played = [number for number, cells in enumerate(weeks, 1) if entry in cells]
    if points and played:
        cells = weeks[min(played, key=lambda number: abs(number - week)) - 1]
        cells[entry] = replace(cells[entry], points=cells[entry].points - points)


def _week(event: Event, meeting: Meeting) -> dict[str, Cell]:
    cells: dict[str, Cell] = {}
    for past in event.rounds:
        if past.counts and past.meeting == meeting.number:
            for name, cell in _game(event, past):
                cells[name] = _add(cells[name], cell) if name in cells else cell
    if event.book.event.season.absent == "zero":
        away = {event.entry_of[name] for name, seen in meeting.attendance.items() if seen.was_absent and not seen.sub}
        cells |= {entry: Cell("absent") for entry in away if entry not in cells or not cells[entry].games}
    return cells


def _game(event: Event, past: Round) -> Iterable[tuple[str, Cell]]:
    """The points of one round for every entry that had a place in it."""
    book = event.book
    for table in past.tables:
        result = past.results.get(table.number)
        if result is None or result.status != "accepted":
            continue
        seen: dict[str, Cell] = {}
        for seat in Seat:
            name = table.seats[seat]
            card, other = result.score.cards[seat.side], result.score.cards[seat.side.other]
            entry, loners = event.entry_of[name], card.loners[seat // 2]
            points = worth_of(event, past, table, seat)
            if entry in seen:
                seen[entry] = replace(seen[entry], loners=seen[entry].loners + loners)
            else:
                sub = past.subs.get(name, "")
                seen[entry] = Cell("played", points, loners, other.euchred, sub, games=1)
        yield from seen.items()
    resting = Cell("sat out", rest_worth(event, past))
    if book.event.sit_out == "average of other weeks":
        resting = Cell("average", missed=1)
    for entry in dict.fromkeys(event.entry_of[name] for name in past.sitting_out):
        yield entry, resting
    for number in past.stood_down:
        yield from _stood_down(event, past, number, resting)
    placed = {event.entry_of[name] for table in past.tables for name in table.seats}
    placed |= {event.entry_of[name] for name in past.sitting_out}
    for entry in dict.fromkeys(event.entry_of[name] for name, rests in past.away.items() if rests):
        if entry not in placed:
            yield entry, resting


def _stood_down(event: Event, past: Round, number: int, resting: Cell) -> Iterable[tuple[str, Cell]]:
    if number in past.results:
        return
    waiting = (
        Cell("average", missed=1) if event.book.event.season.table_of_absent == "average of other weeks" else resting
    )
    for entry in dict.fromkeys(event.entry_of[name] for name in past.table(number).seats):
        missing = any(
            name in past.gone or event.attendance(name, past.meeting).presence == "absent"
            for name in event.entries[entry].players
        )
        rests = any(past.away.get(name) for name in event.entries[entry].players)
        yield entry, Cell("absent") if missing and not rests else waiting


def rest_worth(event: Event, past: Round) -> Decimal:
    """The points for sitting a round out. They count once every score of the round is in."""
    rule = event.book.event.sit_out
    if not (event.finished or past.closed or not past.missing()):
        return Decimal(0)
    if isinstance(rule, int):
        return Decimal(rule)
    if result_of(event.book).compared:
        return Decimal(0)
    if rule not in ("mean score", "rounded mean score"):
        return Decimal(0)
    results = ((table, past.results.get(table.number)) for table in past.tables)
    average = mean(
        [
            worth(event.book, result.score, seat)
            for _, result in results
            if result is not None and result.status == "accepted"
            for seat in Seat
        ]
    )
    return average if rule == "mean score" else average.quantize(Decimal(1), ROUND_HALF_UP)


def _add(one: Cell, other: Cell) -> Cell:
    """Add two games of one week. The status is that of a game that was played, if there is one."""
    status: Status = "played" if "played" in (one.status, other.status) else one.status
    return Cell(
        status,
        one.points + other.points,
        one.loners + other.loners,
        one.euchres + other.euchres,
        one.sub or other.sub,
        games=one.games + other.games,
        missed=one.missed + other.missed,
    )


def settle(weeks: Sequence[Week], over: bool) -> dict[str, tuple[Cell | None, ...]]:
    """Everybody's weeks in order, with averages of their other weeks; an absent week counts as zero in those."""
    names = dict.fromkeys(name for week in weeks for name in week)
    settled: dict[str, tuple[Cell | None, ...]] = {}
    for name in names:
        cells = [week.get(name) for week in weeks]
        whole = [cell.points for cell in cells if cell and _is_whole(cell)]
        settled[name] = tuple(cell and _with_average(cell, whole, over) for cell in cells)
    return settled


def _is_whole(cell: Cell) -> bool:
    return (cell.games > 0 or cell.status == "absent") and not cell.missed and not cell.under_way


def _with_average(cell: Cell, whole: Sequence[Decimal], over: bool) -> Cell:
    """Count games that could not be played by their share of the average of whole weeks."""
    if not cell.missed:
        return cell
    to_come = cell.missed if cell.under_way or not (whole or over) else 0
    average = Decimal(0) if to_come else mean(whole)
    share = mean([average] * cell.missed + [Decimal(0)] * cell.games)
    return replace(cell, points=cell.points + share, provisional=not over, to_come=to_come)


def best_of(cells: Sequence[Cell | None], best: int) -> tuple[int, ...]:
    """The weeks that count, from 0: all of them, or the best few; of equal weeks the earlier."""
    have = [place for place, cell in enumerate(cells) if cell is not None]
    if not best or len(have) <= best:
        return tuple(have)
    ranked = sorted(have, key=lambda place: -(cells[place] or Cell("absent")).points)
    return tuple(sorted(ranked[:best]))


def season(weeks: Sequence[Week], rules: SeasonRules, over: bool) -> tuple[SeasonLine, ...]:
    """The season so far, best total first; tied totals share a place."""
    lines = []
    for name, cells in settle(weeks, over).items():
        counted = best_of(cells, rules.best_weeks)
        given = [cell for cell in cells if cell is not None]
        points = (cell.points for place in counted if (cell := cells[place]) is not None)
        lines.append(
            SeasonLine(
                place=0,
                name=name,
                total=sum(points, Decimal(0)),
                loners=sum(cell.loners for cell in given),
                euchres=sum(cell.euchres for cell in given),
                weeks=cells,
                counted=counted,
                provisional=any(cell.provisional for cell in given),
            )
        )
    lines.sort(key=lambda line: (-line.total, line.name.casefold()))
    placed: list[SeasonLine] = []
    for position, line in enumerate(lines, 1):
        level = placed and placed[-1].total == line.total
        placed.append(replace(line, place=placed[-1].place if level else position))
    return tuple(placed)
