"""Chairs, the people in them, and the people who sit out if their number is not a multiple of four.

A movement says who would sit where if nobody had come or gone. `fill` makes that into a seating of the people who are
really here: empty chairs are taken, sitting out is spread evenly, and nobody sits out twice in a row if it can be
avoided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from bowerbird.event.draw import Cuts
from bowerbird.event.errors import EventError
from bowerbird.event.facts import Table
from bowerbird.seats import Seat, Side

__all__ = ["EMPTY", "Outcome", "Past", "Place", "empty_places", "fill", "past_of"]

#: A chair that nobody has yet.
EMPTY = ""


class Outcome(msgspec.Struct, frozen=True):
    """A table after its game. `winner` is None if the game was tied or not played."""

    table: Table
    winner: Side | None
    last_dealer: Seat | None = None


class Place(msgspec.Struct):
    """A table in the making: four chairs from North, and the first dealer if the movement decides it."""

    chairs: list[str]
    dealer: Seat | None = None
    cut: Cuts = ()


class Past(msgspec.Struct, frozen=True):
    """The past games that decide who sits out and who partners whom."""

    games: Mapping[str, int] = {}
    rested: frozenset[str] = frozenset()
    partner: Mapping[str, str] = {}


def empty_places(count: int) -> list[Place]:
    """Tables with nobody at them."""
    return [Place([EMPTY] * 4) for _ in range(count)]


def fill(
    places: Sequence[Place],
    here: Sequence[str],
    past: Past,
    *,
    sitting: Collection[str] = (),
    moving: Iterable[str] = (),
) -> tuple[list[Place], tuple[str, ...]]:
    """The places for the people who are here, and the people who sit out.

    `here` is also the order in which newcomers take chairs. `sitting` players keep their chairs and never sit out. Of
    people who have played equally often, people who are `moving` anyway sit out first.
    """
    count = len(here) // 4
    if count == 0:
        raise EventError(f"Four people make a table, and {len(here)} are here. Check more people in first.")
    staying = set(here)
    keepers = [name for name in here if name in set(sitting)]
    filled = [
        Place([name if name in staying else EMPTY for name in place.chairs], place.dealer, place.cut)
        for place in places[:count]
    ]
    filled += empty_places(count - len(filled))
    resting = _who_rests(here, len(here) - 4 * count, past, keepers, moving)
    for place in filled:
        place.chairs = [EMPTY if name in resting else name for name in place.chairs]
    seated = {name for place in filled for name in place.chairs}
    homeless = [name for name in here if name not in seated and name not in resting]
    homeless = _seat_keepers(filled, homeless, keepers)
    _seat_rest(filled, homeless, past)
    return filled, tuple(name for name in here if name in resting)


def _who_rests(
    here: Sequence[str], count: int, past: Past, keepers: Collection[str], moving: Iterable[str]
) -> set[str]:
    """People with the most games who did not just sit out; sitting players only if there is nobody else."""
    first = {name: place for place, name in enumerate(moving)}
    order = sorted(
        here,
        key=lambda name: (
            name in keepers,
            name in past.rested,
            -past.games.get(name, 0),
            first.get(name, len(first)),
        ),
    )
    return set(order[:count])


def _seat_keepers(places: list[Place], homeless: list[str], keepers: Sequence[str]) -> list[str]:
    """Give each sitting player without a chair a table without a sitting player. People who make room wait."""
    waiting = [name for name in homeless if name not in keepers]
    for keeper in [name for name in homeless if name in keepers]:
        free = [place for place in places if not set(place.chairs) & set(keepers)]
        place = max(free, key=lambda place: place.chairs.count(EMPTY))
        chair = place.chairs.index(EMPTY) if EMPTY in place.chairs else 0
        if place.chairs[chair] != EMPTY:
            waiting.insert(0, place.chairs[chair])
        place.chairs[chair] = keeper
    return waiting


def _seat_rest(places: list[Place], homeless: list[str], past: Past) -> None:
    """Give everybody a chair, not across from the partner of the last game if there is a choice."""
    waiting = list(homeless)
    for place in places:
        for seat in Seat:
            if place.chairs[seat] != EMPTY:
                continue
            across = place.chairs[seat.partner]
            fresh = (name for name in waiting if across == EMPTY or past.partner.get(name) != across)
            name = next(fresh, waiting[0])
            waiting.remove(name)
            place.chairs[seat] = name


def past_of(rounds: Sequence[tuple[Sequence[Table], Collection[str]]]) -> Past:
    """The past from a list of rounds, each with the tables that played and the people who sat out."""
    games: Counter[str] = Counter()
    for tables, _ in rounds:
        for table in tables:
            games.update(table.seats)
    if not rounds:
        return Past()
    tables, rested = rounds[-1]
    partner = {table.seats[seat]: table.seats[seat.partner] for table in tables for seat in Seat}
    return Past(games, frozenset(rested), partner)
