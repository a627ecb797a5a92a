"""People who change partners and move by results: the steps that such movements share.

A movement gives the places after its move; this module adds everybody who came, removes everybody who left, and decides
who sits out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bowerbird.event.draw import Cutter, Shuffle, first_dealer
from bowerbird.event.facts import Table
from bowerbird.event.movements._places import Outcome, Place, empty_places, fill, past_of
from bowerbird.event.movements.base import Chosen, Seating, in_order
from bowerbird.event.state import Event
from bowerbird.seats import Side

__all__ = ["as_tables", "outcomes_of", "seat_people", "winners_of"]


def seat_people(
    event: Event,
    shuffle: Shuffle,
    chosen: Chosen,
    move: Callable[[list[Outcome], Cutter], tuple[list[Place], list[str]]],
) -> Seating:
    """Seat people by lot or order in the first round; later by `move`, which gives places and the people who moved."""
    here = list(event.expected_people())
    sitting = set(event.keepers())
    if event.rounds:
        places, moving = move(outcomes_of(event), Cutter(event.book.cards(), shuffle, event.round.cuts))
    else:
        if not in_order(chosen):
            shuffle(here)
        places, moving = empty_places(len(here) // 4), []
    past = past_of(
        [
            ([table for table in past.tables if table.number not in past.stood_down], past.sitting_out)
            for past in event.rounds
        ]
    )
    filled, resting = fill(places, here, past, sitting=sitting, moving=moving)
    return Seating(as_tables(event, filled, shuffle), resting)


def outcomes_of(event: Event) -> list[Outcome]:
    """Every table of the last round with its winner."""
    last = event.round
    outcomes = []
    for table in last.tables:
        result = last.results.get(table.number)
        score = result.score if result else None
        outcomes.append(Outcome(table, score.winner if score else None, score.last_dealer if score else None))
    return outcomes


def winners_of(outcome: Outcome, cutter: Cutter) -> Side:
    """The winners; after a tie the pair with the higher card, cut by the last dealer and the player to the right."""
    if outcome.winner is not None:
        return outcome.winner
    table = outcome.table
    dealer = table.dealer if outcome.last_dealer is None else outcome.last_dealer
    seats = table.seats
    own = [seats[dealer], seats[dealer.partner]]
    cut = cutter.between(table.number, "move", own, [seats[dealer.right], seats[dealer.left]])
    return table.side_of(cut.highest)


def as_tables(event: Event, places: Sequence[Place], shuffle: Shuffle) -> tuple[Table, ...]:
    """Number the places from 1. If the movement names no first dealer, the rulebook's draw does."""
    tables = []
    for number, place in enumerate(places, 1):
        north, east, south, west = place.chairs
        dealer, cut = place.dealer, place.cut
        if dealer is None:
            dealer = first_dealer(place.chairs, event.book, shuffle)
        tables.append(Table(number, (north, east, south, west), dealer, cut))
    return tuple(tables)
