"""The pivot keeps the chair, the other three move on clockwise, so that in three games everybody partners everybody.

Tables come from a plan over all meetings. It stays as printed while everybody who is here has a place in it: a table
that waits for an absent player does not play. The director may ask for a new plan instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bowerbird.cards import Pack
from bowerbird.event.draw import ShownCards, Shuffle, jacks, jacks_shown
from bowerbird.event.errors import EventError
from bowerbird.event.facts import Planned, PlannedRound, Table
from bowerbird.event.movements._people import as_tables
from bowerbird.event.movements._places import Place
from bowerbird.event.movements._planned import new_plan, people_of
from bowerbird.event.movements.base import YES, Choice, Chosen, Movement, Seating
from bowerbird.event.state import Event
from bowerbird.event.words import listed
from bowerbird.seats import Seat

__all__ = ["KIND", "PivotRotation", "rotate", "sit_down"]


class PivotRotation(Movement):
    """Four people stay at a table for a whole sitting and all partner each other there."""

    name = "pivot rotation"
    label = "Pivot rotation: four people stay together and all partner each other"
    rule = (
        "After each game the pivot stays and the other three move one chair clockwise, so that you play once with "
        "each of them; every week brings other people to your table. You may go round again, but that does not count."
    )
    next_move = "Next: the pivot stays, the others move one chair."
    planned = True
    pivot = True
    dealer_note = "You are the pivot: you keep this chair and the card, and deal first."
    choices = (
        Choice("extra", "Go round again for fun: it does not count", "rotation complete"),
        Choice("new_plan", "Make a new plan for the people who are here", "new meeting"),
    )

    def seat(self, event: Event, shuffle: Shuffle, chosen: Chosen) -> Seating:
        """Rotate at the same tables, or sit down at the tables of the plan."""
        extra = chosen.get("extra") == YES
        here = list(event.expected_people(not extra))
        if event.same_sitting(not extra):
            tables = tuple(self.next_game(table) for table in event.round.tables)
            playing = {name for table in tables for name in table.seats}
            return Seating(tables, tuple(name for name in here if name not in playing), counts=not extra)
        if event.tonight and event.sitting_is_all:
            week = event.meeting_name(event.meeting.number)
            raise EventError(f"{week} is played: everybody has partnered everybody at the table. Close it now.")
        planned, facts = self._plan(event, here, shuffle, chosen)
        places = [sit_down(four, event.book.cards(), shuffle) for four in planned.tables]
        placed = people_of(planned)
        seated = placed - set(planned.sitting_out)
        return Seating(as_tables(event, places, shuffle), tuple(name for name in here if name not in seated), facts)

    def _plan(
        self, event: Event, here: list[str], shuffle: Shuffle, chosen: Chosen
    ) -> tuple[PlannedRound, tuple[Planned, ...]]:
        if event.plan and chosen.get("new_plan") != YES and self._fits(event, event.plan[0], here):
            return event.plan[0], ()
        fresh = new_plan(event, here, shuffle)
        return fresh.rounds[0], (fresh,)

    def open_choices(self, event: Event) -> tuple[Choice, ...]:
        """Say beside a new plan who can't play under it, and who can't under the plan as printed."""
        return tuple(
            replace(choice, label=f"{choice.label}. {said}")
            if choice.name == "new_plan" and (said := _who_sits_out(event))
            else choice
            for choice in super().open_choices(event)
        )

    def _fits(self, event: Event, planned: PlannedRound, here: Sequence[str]) -> bool:
        placed = people_of(planned)
        if not event.sitting_is_all:
            return placed == set(here)
        return set(here) <= placed and not any(event.people[name].removed for name in placed)

    def by_cards(self, event: Event, table: Table, cards: ShownCards) -> Table:
        """Make the first jack the pivot, and seat the next player with a jack across.

        Cards go round the table, so their order is the order in which people sat when they drew.
        """
        ring = dict.fromkeys([*(name for name, _ in cards), *table.seats])
        north, east, south, west = _round_the_pivot(list(ring), *jacks_shown(cards, 2))
        return replace(table, seats=(north, east, south, west), dealer=Seat.N)

    def next_game(self, table: Table) -> Table:
        """Move the three who are not the pivot one chair on."""
        return rotate(table)


def _who_sits_out(event: Event) -> str:
    """Compare the plan as printed with a new one, once everybody is accounted for; empty if nobody is missing."""
    here = list(event.expected_people())
    if not event.plan or any(event.presence(name) == "entered" for name in event.people):
        return ""
    planned = event.plan[0]
    waiting = [name for four in planned.tables if not set(four) <= set(here) for name in four if name in here]
    if not waiting:
        return ""
    fresh = new_plan(event, here, lambda names: None).rounds[0]
    out = [name for name in here if name in fresh.sitting_out]
    instead = f"{listed(out)} would sit out" if out else "everybody here would play"
    return f"As printed, {listed(waiting)} can't play; with a new plan, {instead}."


def sit_down(four: Sequence[str], pack: Pack, shuffle: Shuffle) -> Place:
    """Deal cards face up: the first jack makes the pivot and dealer, the next player's jack the partner across."""
    pivot, partner = jacks(Seat, pack, shuffle)
    return Place(_round_the_pivot(four, four[pivot], four[partner]), Seat.N)


def _round_the_pivot(ring: Sequence[str], pivot: str, partner: str) -> list[str]:
    """Four people clockwise from the pivot, whose chair is North; the partner swaps with the player across."""
    first = ring.index(pivot)
    chairs = [*ring[first:], *ring[:first]]
    there = chairs.index(partner)
    chairs[2], chairs[there] = chairs[there], chairs[2]
    return chairs


def rotate(table: Table) -> Table:
    """Move the three who are not the pivot one chair clockwise; they skip the pivot's chair."""
    pivot = table.dealer
    chairs = list(table.seats)
    for seat in Seat:
        if seat is not pivot:
            to = seat.left if seat.left is not pivot else pivot.left
            chairs[to] = table.seats[seat]
    north, east, south, west = chairs
    return replace(table, seats=(north, east, south, west), cut=())


KIND = PivotRotation()
