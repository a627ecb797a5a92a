"""All games at a glance: a line for everybody who is ranked, a column for every round."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bowerbird.evening.views.card import Outcome, outcome
from bowerbird.evening.views.common import Seen
from bowerbird.event.games import Game, Status, all_games, places
from bowerbird.event.results import result_of, total_shown
from bowerbird.event.state import Event, Round

__all__ = ["AllGames", "GridCell", "GridHead", "GridLine", "grid_view"]


class GridHead(msgspec.Struct, frozen=True):
    """A round: its number, its name, and a short one for the head of a column."""

    round: int
    name: str
    short: str


class GridCell(msgspec.Struct, frozen=True):
    """One game of one line. `sub` played in it; `corrected` if an earlier score was replaced."""

    status: Status
    table: int = 0
    own: int | None = None
    theirs: int | None = None
    outcome: Outcome = ""
    worth: str = ""
    sub: str = ""
    corrected: bool = False


class GridLine(msgspec.Struct, frozen=True):
    """Everybody's row. `place` is empty before there is one."""

    name: str
    players: tuple[str, ...]
    place: str
    total: str
    cells: tuple[GridCell, ...]


class AllGames(msgspec.Struct, frozen=True):
    """The grid of names and rounds, by name. `total_is` is what the totals count."""

    total_is: str
    rounds: tuple[GridHead, ...]
    lines: tuple[GridLine, ...]


def grid_view(seen: Seen) -> AllGames:
    """Everybody who is ranked, in the order of names."""
    event = seen.event
    place = places(seen.lines)
    games = all_games(event, [name for line in seen.lines for name in line.players])
    lines = [
        GridLine(
            name=line.name,
            players=line.players,
            place=place[line.name] if event.rounds else "",
            total=total_shown(event.book, line.total),
            cells=tuple(_cell(event, own) for own in zip(*(games[name] for name in line.players), strict=True)),
        )
        for line in sorted(seen.lines, key=lambda line: line.name.casefold())
    ]
    heads = (GridHead(past.number, event.round_name(past), _short(event, past)) for past in event.rounds)
    return AllGames(result_of(event.book).on_screen, tuple(heads), tuple(lines))


def _short(event: Event, past: Round) -> str:
    """`3`, or `2.1` for the first game of the second meeting."""
    return f"{past.meeting}.{past.game}" if event.has_meetings else str(past.number)


def _cell(event: Event, own: Sequence[Game]) -> GridCell:
    """The game of one person, or of a team: then either of the two may have a sub."""
    game = next((each for each in own if each.table is not None), own[0])
    if game.table is None or game.result is None:
        return GridCell(game.status, game.table.number if game.table else 0, sub=_sub(own))
    points, worth = game.own_and_theirs(game.result.score), game.worth(event)
    return GridCell(
        status=game.status,
        table=game.table.number,
        own=points[0],
        theirs=points[1],
        outcome=outcome(game),
        worth="" if worth is None else total_shown(event.book, worth),
        sub=_sub(own),
        corrected=bool(game.result.replaced),
    )


def _sub(own: Sequence[Game]) -> str:
    return " & ".join(each.sub for each in own if each.sub)
