"""The ranking of an event at any moment, with the reason for every tie. Computed from the event, never stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from operator import is_

import msgspec

from bowerbird.event.results import result_of
from bowerbird.event.season import best_of, settle, weeks_of
from bowerbird.event.state import Entry, Event
from bowerbird.event.ties import Due, Group, Meeting, Ranking, Tally, rank
from bowerbird.seats import Seat, Side

__all__ = ["Line", "columns_of", "due_play_offs", "season_is_over", "standings"]


class Line(msgspec.Struct, frozen=True):
    """One place in the ranking. `points` are game points; `reasons` explain a tie, step by step.

    `to_come` are games that count by the average of other weeks, but not yet.
    """

    place: int
    name: str
    players: tuple[str, ...]
    total: Decimal
    wins: int
    draws: int
    losses: int
    points: int
    loners: int
    euchres: int
    games: int
    sat_out: int
    reasons: tuple[str, ...] = ()
    to_come: int = 0


def standings(event: Event) -> tuple[Line, ...]:
    """Everybody who can be ranked, best first; tied entries share a place."""
    tallies, ranking = _ranking(event)
    lines = []
    place = 1
    for group in ranking.groups:
        for name in group.names:
            tally = tallies[name]
            lines.append(
                Line(
                    place,
                    name,
                    event.entries[name].players,
                    tally.total,
                    tally.wins,
                    tally.draws,
                    tally.losses,
                    tally.points,
                    tally.loners,
                    tally.euchres,
                    tally.games,
                    tally.sat_out,
                    _reasons(event, group),
                    tally.to_come,
                )
            )
        place += len(group.names)
    return tuple(lines)


def _reasons(event: Event, group: Group) -> tuple[str, ...]:
    if frozenset(group.names) not in event.shared:
        return group.reasons
    return (*group.reasons[:-1], "The director leaves the place shared.")


def columns_of(lines: Sequence[Line]) -> dict[str, list[int]]:
    """The columns beside the totals."""
    return {
        "Won": [line.wins for line in lines],
        "Drawn": [line.draws for line in lines],
        "Lost": [line.losses for line in lines],
        "Points": [line.points for line in lines],
        "Loners": [line.loners for line in lines],
        "Games": [line.games for line in lines],
        "Sat out": [line.sat_out for line in lines],
    }


def due_play_offs(event: Event) -> tuple[Due, ...]:
    """The coins and games that are still needed to break ties."""
    return tuple(due for due in _ranking(event)[1].due if frozenset(due.entries) not in event.shared)


def season_is_over(event: Event) -> bool:
    """True if nothing more can change an average."""
    if event.finished:
        return True
    closed = sum(meeting.closed for meeting in event.meetings)
    return event.planned_meetings > 1 and closed >= event.planned_meetings


class _Played:
    """The parts of an event that tallies come from. They are compared by identity, which costs nothing."""

    __slots__ = ("event", "parts")

    def __init__(self, event: Event) -> None:
        self.event = event
        self.parts = (
            event.rounds,
            event.meetings,
            event.rulings,
            event.people,
            event.entries,
            event.book,
            event.finished,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Played) and all(map(is_, self.parts, other.parts))

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.parts)))


def _ranking(event: Event) -> tuple[Mapping[str, Tally], Ranking]:
    # Play-offs are many small facts after the last round, and none of them changes the games played before.
    tallies, meetings = _tallies(_Played(event))
    rules = event.book.event

    def met(one: str, other: str) -> Sequence[Meeting]:
        return meetings.get(frozenset((one, other)), ())

    word = result_of(event.book).unit[1]
    # If nothing was played, nobody plays off for a place.
    steps = [step for step in rules.ranking if event.rounds or step != "play-off"]
    return tallies, rank(tallies, steps, word, met, event.coins, event.play_offs)


@lru_cache(maxsize=4)
def _tallies(played: _Played) -> tuple[Mapping[str, Tally], Mapping[frozenset[str], Sequence[Meeting]]]:
    event = played.event
    weeks = settle(weeks_of(event), season_is_over(event))
    tallies = {name: Tally() for name, entry in event.entries.items() if _is_ranked(event, entry, name in weeks)}
    meetings: defaultdict[frozenset[str], list[Meeting]] = defaultdict(list)
    for past in event.rounds:
        if past.counts:
            _count_round(event, past.number, tallies, meetings)
    for name, cells in weeks.items():
        if name in tallies:
            counted = best_of(cells, event.book.event.season.best_weeks)
            points = (cell.points for place in counted if (cell := cells[place]) is not None)
            tallies[name].total = sum(points, Decimal(0))
            tallies[name].to_come = sum(cell.to_come for cell in cells if cell is not None)
    for _, ruling in event.rulings:
        entry = event.entry_of[ruling.name]
        if entry in tallies and not result_of(event.book).ruling_reaches_total:
            # Nobody loses a win: the points that break ties come off instead.
            tallies[entry].points -= ruling.points
    return tallies, meetings


def _is_ranked(event: Event, entry: Entry, has_weeks: bool) -> bool:
    """True if there is anything to rank: an entry that never came is not ranked, and has no tie to break."""
    if event.pairs_stay and len(entry.players) == 1:
        return False
    return has_weeks or any(event.came(name) for name in entry.players)


def _count_round(
    event: Event, number: int, tallies: dict[str, Tally], meetings: defaultdict[frozenset[str], list[Meeting]]
) -> None:
    past = event.rounds[number - 1]
    for table in past.tables:
        result = past.results.get(table.number)
        if result is None or result.status != "accepted":
            continue
        score = result.score
        sides = [tuple(dict.fromkeys(event.entry_of[name] for name in table.pair(side))) for side in Side]
        for side in Side:
            for entry in sides[side]:
                tally = tallies[entry]
                tally.games += 1
                tally.wins += score.winner is side
                tally.draws += score.winner is None
                tally.losses += score.winner is side.other
                tally.points += score.points[side]
                tally.euchres += score.cards[side.other].euchred
        for seat in Seat:
            tallies[event.entry_of[table.seats[seat]]].loners += score.cards[seat.side].loners[seat // 2]
        for one in sides[Side.NS]:
            for other in sides[Side.EW]:
                winner = "" if score.winner is None else one if score.winner is Side.NS else other
                meetings[frozenset((one, other))].append(Meeting(number, winner))
    for entry in dict.fromkeys(event.entry_of[name] for name in past.sitting_out):
        if entry in tallies:
            tallies[entry].sat_out += 1
