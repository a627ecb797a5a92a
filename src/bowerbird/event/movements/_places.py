"""Chairs, who goes to them, and who rests when the number of people is no multiple of four.

A movement says who would sit where if nobody had come or gone. `fill` makes that into a seating of the people who are
really here: empty chairs are taken, resting is spread evenly, and nobody rests twice in a row while it can be helped.
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
    """A table after its game. `winner` is nobody where it was level or was not played."""

    table: Table
    winner: Side | None
    last_dealer: Seat | None = None


class Place(msgspec.Struct):
    """A table in the making: four chairs from North, and the first dealer where the movement settles it."""

    chairs: list[str]
    dealer: Seat | None = None
    cut: Cuts = ()


class Past(msgspec.Struct, frozen=True):
    """What resting and partnering must look back on."""

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
    """The places for the people who are here, and who rests.

    `here` is also the order in which newcomers take chairs. `sitting` players keep their chairs and never rest.
    Of people who have played equally often, those who are `moving` anyway rest first.
    """
    count = len(here) // 4
    if count == 0:
        raise EventError(f"Four people make a table, and {len(here)} are here. Check more people in first.")
    staying = set(here)
    keepers = [name for name in here if name in set(sitting)]
    if len(keepers) > count:
        raise EventError(
            f"{len(keepers)} sitting players need a table each, and there are {count} tables. "
            "Let some of them move, or play with more tables."
        )
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
    """Those with the most games, but not those who have just rested; sitting players only if there is nobody else."""
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
    """Give each sitting player without a chair a table without a sitting player. Who must make room waits."""
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
    """Give everybody a chair, and where there is a choice not across from the partner of the last game."""
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
    """The past of a row of rounds, each with the tables that played and the people who rested."""
    games: Counter[str] = Counter()
    for tables, _ in rounds:
        for table in tables:
            games.update(table.seats)
    if not rounds:
        return Past()
    tables, rested = rounds[-1]
    partner = {table.seats[seat]: table.seats[seat.partner] for table in tables for seat in Seat}
    return Past(games, frozenset(rested), partner)
