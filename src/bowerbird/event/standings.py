"""The ranking of an event at any moment, with the reason for every tie. Computed from the event, never stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from operator import is_
from typing import Final

from msgspec.structs import asdict

from bowerbird.event.ranking import Contest, Due, Encounter, Ranking, Tally, rank, ranking_of
from bowerbird.event.ranking.base import Group
from bowerbird.event.results import result_of
from bowerbird.event.season import best_of, settle, weeks_of
from bowerbird.event.state import Entry, Event
from bowerbird.seats import Seat, Side

__all__ = ["Line", "columns_of", "due_play_offs", "season_is_over", "standings"]


#: Differences from a mean are rounded once, at the end: what people read decides.
_CENT: Final = Decimal("0.01")


class Line(Tally, kw_only=True):
    """One line of the standings."""

    place: int
    #: The name of the entry: a person, or a team.
    name: str
    #: The people of the entry.
    players: tuple[str, ...]
    #: How a tie was decided, step by step.
    reasons: tuple[str, ...] = ()


def standings(event: Event) -> tuple[Line, ...]:
    """The standings now, best first. Tied entries share a place."""
    tallies, ranking = _ranking(event)
    lines = []
    place = 1
    for group in ranking.groups:
        for name in group.names:
            counts = asdict(tallies[name])
            players = event.entries[name].players
            lines.append(Line(place=place, name=name, players=players, reasons=_reasons(event, group), **counts))
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
        "Tied": [line.draws for line in lines],
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
            event.fouled,
            event.finished,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Played) and all(map(is_, self.parts, other.parts))

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.parts)))


def _ranking(event: Event) -> tuple[Mapping[str, Tally], Ranking]:
    # Play-offs are many small facts after the last round, and none of them changes the games played before.
    tallies, encounters = _tallies(_Played(event))

    def met(one: str, other: str) -> Sequence[Encounter]:
        return encounters.get(frozenset((one, other)), ())

    contest = Contest(tallies, result_of(event.book).unit[1], met, event.coins, event.play_offs)
    steps = [step for step in ranking_of(event.book) if event.rounds or not step.after_play]
    return tallies, rank(contest, steps)


@lru_cache(maxsize=4)
def _tallies(played: _Played) -> tuple[Mapping[str, Tally], Mapping[frozenset[str], Sequence[Encounter]]]:
    event = played.event
    weeks = settle(weeks_of(event), season_is_over(event))
    tallies = {name: Tally() for name, entry in event.entries.items() if _is_ranked(event, entry, name in weeks)}
    encounters: defaultdict[frozenset[str], list[Encounter]] = defaultdict(list)
    for past in event.rounds:
        if past.counts:
            _count_round(event, past.number, tallies, encounters)
    for name, cells in weeks.items():
        if name in tallies:
            counted = best_of(cells, event.book.event.season.best_weeks)
            points = (cell.points for place in counted if (cell := cells[place]) is not None)
            total = sum(points, Decimal(0))
            tallies[name].total = total.quantize(_CENT) if result_of(event.book).compared else total
            tallies[name].to_come = sum(cell.to_come for cell in cells if cell is not None)
    for _, ruling in event.rulings:
        entry = event.entry_of[ruling.name]
        if entry in tallies and not result_of(event.book).ruling_reaches_total:
            # Nobody loses a win: the points that break ties come off instead.
            tallies[entry].points -= ruling.points
    return tallies, encounters


def _is_ranked(event: Event, entry: Entry, has_weeks: bool) -> bool:
    """True if there is anything to rank: an entry that never came is not ranked, and has no tie to break."""
    if event.pairs_stay and len(entry.players) == 1:
        return False
    return has_weeks or any(event.came(name) for name in entry.players)


def _count_round(
    event: Event, number: int, tallies: dict[str, Tally], encounters: defaultdict[frozenset[str], list[Encounter]]
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
                encounters[frozenset((one, other))].append(Encounter(number, winner))
    for entry in dict.fromkeys(event.entry_of[name] for name in past.sitting_out):
        if entry in tallies:
            tallies[entry].sat_out += 1
