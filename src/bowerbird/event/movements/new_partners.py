"""New partners: every game brings a new partner, by a schedule."""

from __future__ import annotations

from bowerbird.event.draw import Shuffle
from bowerbird.event.movements._people import as_tables
from bowerbird.event.movements._places import Place
from bowerbird.event.movements._planned import new_plan, people_of
from bowerbird.event.movements.base import Chosen, Movement, Seating
from bowerbird.event.state import Event

__all__ = ["KIND", "NewPartners"]


class NewPartners(Movement):
    """A schedule in which nobody has the same partner twice if possible, and never in two games running."""

    name = "new partners"
    label = "New partners: a new partner for every game"
    rule = "Every game brings a new partner and, where it can be done, another table."
    next_move = "Next: a new partner, at the table you are told."
    planned = True

    def seat(self, event: Event, shuffle: Shuffle, chosen: Chosen) -> Seating:
        """Take the next round of the plan; make a new plan if it does not fit the people who are here."""
        here = list(event.expected_people())
        fits = bool(event.plan) and people_of(event.plan[0]) == set(here) and not _keeps_a_partner(event)
        planned = () if fits else (new_plan(event, here, shuffle),)
        coming = planned[0].rounds[0] if planned else event.plan[0]
        places = [Place(list(four)) for four in coming.tables]
        return Seating(as_tables(event, places, shuffle), coming.sitting_out, planned)


def _keeps_a_partner(event: Event) -> bool:
    """True if the plan's next round has partners of the last round again, because people changed places in it."""
    last = [table.seats for table in event.rounds[-1].tables] if event.rounds else []
    earlier, later = (
        {frozenset(four[side::2]) for four in fours for side in (0, 1)} for fours in (last, event.plan[0].tables)
    )
    return bool(earlier & later)


KIND = NewPartners()
