"""Games in progress: the points so far, who deals, and whether the game is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bowerbird.evening.running import running
from bowerbird.event.facts import Table
from bowerbird.event.movements import movement_of
from bowerbird.event.tally import Tally
from bowerbird.nights.expect.compare import Judge, by_colon, values
from bowerbird.nights.room import Room
from bowerbird.seats import Seat

__all__ = ["KINDS"]


def _cards(room: Room) -> Iterator[tuple[Table, Tally]]:
    current = room.event.round
    for table in current.tables:
        yield table, running(room.evening, current, table.number)


def _running(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    return {f"table {table.number}": f"{card.points[0]}-{card.points[1]}" for table, card in _cards(room)}


def _game(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    """A table that has its score is over, whatever its running card says."""
    results = room.event.round.results
    return {
        f"table {table.number}": "over" if card.over or table.number in results else "plays on"
        for table, card in _cards(room)
    }


def _dealer(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    """The dealer of the hand in progress; where a pivot deals first in every game, that first dealer."""
    pivot = movement_of(room.event.book).pivot
    subs = room.event.round.subs
    found = {}
    for table, card in _cards(room):
        name = table.seats[table.dealer if pivot else card.dealer]
        found[f"table {table.number}"] = "cut again" if table.undecided else subs.get(name, name)
    return found


def _deals(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    """How many hands each player has dealt in this game: `2 each`, or by name."""
    told = {}
    for table, card in _cards(room):
        by_name = " ".join(f"{table.seats[seat]} {card.deals[seat]}" for seat in Seat)
        told[f"table {table.number}"] = f"{card.deals[0]} each" if len(set(card.deals)) == 1 else by_name
    return told


KINDS: dict[str, Judge] = {
    "running": values(_running, by_colon),
    "game": values(_game, by_colon),
    "dealer": values(_dealer, by_colon),
    "deals": values(_deals, by_colon),
}
