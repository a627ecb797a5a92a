"""Who sits where, who deals, who sits out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bowerbird.evening.views.common import clock_view
from bowerbird.event.facts import Table
from bowerbird.event.movements import movement_of
from bowerbird.nights.expect.compare import Judge, by_colon, by_name, values
from bowerbird.nights.lines.rounds import ask_plan
from bowerbird.nights.room import NotExpressibleError, Room
from bowerbird.nights.text import Fact
from bowerbird.seats import Seat, Side

__all__ = ["KINDS"]


def _seating(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    event, current = room.event, room.event.round
    if event.pairs_stay:
        seen = {f"table {table.number}": _teams(table) for table in current.tables}
        return seen | {key: f"A {team} B -" for key, team in _sits_out(room, ()).items()}
    seen = {f"table {table.number}": " ".join(_chairs(room, table)) for table in current.tables}
    return seen | {"out": " ".join(sorted(current.sitting_out))} if current.sitting_out else seen


def _read_seating(line: Fact) -> tuple[str, str]:
    """A table with its people, or `out` with the people who sit out, in any order."""
    key, value = by_colon(line)
    return key, " ".join(sorted(value.split())) if key == "out" else value


def _chairs(room: Room, table: Table) -> list[str]:
    """Four people clockwise; where there is a pivot, from the pivot's chair, and subs by their own names."""
    first = table.dealer if movement_of(room.event.book).pivot else Seat.N
    subs = room.event.round.subs
    names = [subs.get(name, name) for name in table.seats]
    return names[first:] + names[:first]


def _teams(table: Table) -> str:
    return f"A {'/'.join(table.pair(Side.NS))} B {'/'.join(table.pair(Side.EW))}"


def _teams_and_dealer(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    return {
        f"table {table.number}": f"{_teams(table)} dealer {table.seats[table.dealer]}"
        for table in room.event.round.tables
    }


def _pivot(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    chairs = {table.number: _chairs(room, table) for table in room.event.round.tables}
    return {f"table {number}": f"{names[0]} partner {names[2]}" for number, names in chairs.items()}


def _sits_out(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    """The teams with a bye, at the tables that have no game."""
    event, current = room.event, room.event.round
    teams = dict.fromkeys(event.entry_of[name] for name in current.sitting_out)
    out = [name for name in teams if set(event.entries[name].players) <= set(current.sitting_out)]
    taken = {table.number for table in current.tables}
    free = [number for number in range(1, len(taken) + len(out) + 1) if number not in taken]
    return {f"table {number}": "/".join(event.entries[name].players) for number, name in zip(free, out, strict=True)}


def _tables(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    current = room.event.round
    return {"tables": len(current.tables), "out": len(current.sitting_out)}


def _fit(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    """The games that still fit before closing time, as the desk's clock says."""
    fit = clock_view(room.evening, room.at).games_fit
    if fit is None:
        raise NotExpressibleError("these rules name no closing time")
    return {"games": fit}


def _chair(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    """This week's tables: those at which people sit, or else those of the plan."""
    event = room.event
    if event.tonight:
        tables = {table.number: table.seats for table in event.tonight[-1].tables}
    else:
        ask_plan(room)
        tables = dict(enumerate(room.event.plan[0].tables, 1)) if room.event.plan else {}
    planned = {name: f"table {number}" for number, names in tables.items() for name in names}
    return {name: planned.get(name, "none") for name in room.event.people}


def _met(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    """Pairs of people who sat at one table; for teams, the number of others that each has met."""
    event = room.event
    if not event.pairs_stay:
        met = {
            frozenset((one, other))
            for past in event.rounds
            for table in past.tables
            if table.number not in past.stood_down
            for one in table.seats
            for other in table.seats
            if one != other
        }
        people = len(event.people)
        return {"pairs": f"{len(met)} of {people * (people - 1) // 2}"}
    opponents: dict[str, set[str]] = {name: set() for name, entry in event.entries.items() if len(entry.players) == 2}
    for past in event.rounds:
        for table in past.tables:
            one, other = (event.entry_of[table.seats[side]] for side in Side)
            opponents[one].add(other)
            opponents[other].add(one)
    return {
        "/".join(event.entries[name].players): f"{len(met)} of {len(opponents) - 1}" for name, met in opponents.items()
    }


def _cutters(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    """Who cuts at which table: `draw` decides who moves, `deal` who deals. People of a pair in any order."""
    words, subs = {"move": "draw", "deal": "deal"}, room.event.round.subs
    return {
        f"table {due.table} {words[due.purpose]}": _cutting(due.first, due.second)
        for due in (each.with_subs(subs) for each in movement_of(room.event.book).cuts_due(room.event))
    }


def _cutting(first: Sequence[str], second: Sequence[str]) -> str:
    if len(second) == 1:
        return " ".join(sorted((*first, *second)))
    return f"{first[0]} and one of {' '.join(sorted(second))}"


def _read_cutters(line: Fact) -> tuple[str, str]:
    key, value = by_colon(line)
    first, some, second = value.partition(" and one of ")
    return key, _cutting([first], second.split()) if some else " ".join(sorted(value.split()))


KINDS: dict[str, Judge] = {
    "cutters": values(_cutters, _read_cutters),
    "seating": values(_seating, _read_seating),
    "teams": values(_teams_and_dealer, by_colon),
    "pivot": values(_pivot, by_colon),
    "sits-out": values(_sits_out, by_colon),
    "tables": values(_tables, by_colon),
    "fit": values(_fit, by_colon),
    "chair": values(_chair, by_name),
    "met": values(_met, by_colon),
}
