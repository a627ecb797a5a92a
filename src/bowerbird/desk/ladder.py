"""The ladder of a season: its people by rating, from the games of its events. Computed, never stored. Pure.

It uses names as they are on the lists of the events, and nothing of what these people do elsewhere on this server.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bowerbird.evening.season import SeasonState
from bowerbird.evening.state import Evening
from bowerbird.event.facts import Score, Table
from bowerbird.event.state import Event, Round
from bowerbird.learn.ratings import Result, rate
from bowerbird.seats import Seat, Side

__all__ = ["Ladder", "LadderLine", "ladder_of", "results_of"]


class LadderLine(msgspec.Struct, frozen=True):
    """One person: the rating, how far the true strength may be away, and the games it comes from."""

    name: str
    points: int
    doubt: int
    games: int
    provisional: bool


class Ladder(msgspec.Struct, frozen=True):
    """A season's people, the best first."""

    title: str
    lines: tuple[LadderLine, ...]


def ladder_of(state: SeasonState, evenings: Sequence[tuple[str, Evening]]) -> Ladder:
    """The ladder after all games of the season's events, in their order."""
    ordered = sorted(evenings, key=lambda each: each[1].date or "9999")
    ratings = rate({}, (result for _, evening in ordered for result in results_of(evening.event)), fixed={})
    best_first = sorted(ratings.items(), key=lambda each: (-each[1].mu, each[0]))
    lines = (
        LadderLine(name, rating.points, rating.doubt, rating.games, rating.is_provisional)
        for name, rating in best_first
    )
    return Ladder(state.title, tuple(lines))


def results_of(event: Event) -> Iterator[Result]:
    """The games of an event that count: played out by four people, with a score that stands."""
    for past in event.rounds:
        for table in past.tables:
            result = past.results.get(table.number)
            if result is not None and result.status == "accepted" and table.number not in past.stood_down:
                four = _four(past, table)
                if four is not None:
                    yield Result(((four[0], four[2]), (four[1], four[3])), _scores(result.score))


def _four(past: Round, table: Table) -> tuple[str, str, str, str] | None:
    """The people who really sat there; None if a chair was empty."""
    if any(name in past.gone or not name for name in table.seats):
        return None
    north, east, south, west = (past.subs.get(table.seats[seat], table.seats[seat]) for seat in Seat)
    return north, east, south, west


def _scores(score: Score) -> tuple[int, int]:
    return int(score.winner is Side.NS), int(score.winner is Side.EW)
