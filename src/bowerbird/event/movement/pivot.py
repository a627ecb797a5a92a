"""The pivot keeps the chair, the other three move on clockwise, so that in three games everybody partners everybody."""

from __future__ import annotations

from collections.abc import Sequence

from bowerbird.cards import Pack
from bowerbird.event.draw import Shuffle, jacks
from bowerbird.event.facts import Table
from bowerbird.event.movement.places import Place
from bowerbird.seats import Seat

__all__ = ["rotate", "sit_down"]


def sit_down(four: Sequence[str], pack: Pack, shuffle: Shuffle) -> Place:
    """Cards are dealt face up: the first jack makes the pivot and dealer, the next player's jack the partner across."""
    chairs = list(four)
    pivot, partner = jacks(Seat, pack, shuffle)
    across = pivot.partner
    chairs[across], chairs[partner] = chairs[partner], chairs[across]
    return Place(chairs, pivot)


def rotate(table: Table) -> Place:
    """One chair clockwise for the three who are not the pivot; they step over the pivot's chair."""
    pivot = table.dealer
    chairs = list(table.seats)
    for seat in Seat:
        if seat is not pivot:
            to = seat.left if seat.left is not pivot else pivot.left
            chairs[to] = table.seats[seat]
    return Place(chairs, pivot)
