"""Places and how they came about."""

from __future__ import annotations

from collections.abc import Mapping

from bowerbird.event.standings import Line, standings
from bowerbird.nights.expect.compare import Judge, by_colon, spelled, values
from bowerbird.nights.room import Room
from bowerbird.nights.text import Fact

__all__ = ["KINDS"]


def _by_place(line: Fact) -> tuple[str, str]:
    """`1 Ann total 20`: the name is the key."""
    place, name, *rest = line.words
    return spelled(name), " ".join([place, *rest])


def _team(line: Line) -> str:
    return "/".join(line.players)


def _standings(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    lines = standings(room.event)
    if room.event.pairs_stay:
        return {_team(line): f"{line.place} wins {line.wins} points {line.points}" for line in lines}
    return {line.name: f"{line.place} total {line.total}" for line in lines}


def _place(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    return {_team(line): line.place for line in standings(room.event)}


def _record(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    """Wins, points and games of teams; among people, who played for whom: `meeting 1 sub Zed: for Dot`."""
    if not room.event.pairs_stay:
        return {
            f"meeting {past.meeting} sub {by}": f"for {name}"
            for past in room.event.rounds
            for name, by in past.subs.items()
        }
    return {_team(line): f"wins {line.wins} points {line.points} games {line.games}" for line in standings(room.event)}


KINDS: dict[str, Judge] = {
    "standings": values(_standings, _by_place),
    "place": values(_place, _by_place),
    "record": values(_record, by_colon),
}
