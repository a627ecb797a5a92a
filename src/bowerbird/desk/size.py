"""How many people an event may have: fewer if all its directors are guests.

Anyone on the internet can be a guest and set up an event, and what an event costs (seating, views, paper) grows with
its people. A director with a saved name can be found and asked. An event that is larger already goes on as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bowerbird.event import EventError, Fact
from bowerbird.event.facts import Entered

__all__ = ["GUEST_PEOPLE", "SAVED_PEOPLE", "check_size"]

#: More than a room full: a sheet for so many takes seconds.
GUEST_PEOPLE: Final = 400
#: As many as any event may have.
SAVED_PEOPLE: Final = 3000


def check_size(people: int, facts: Iterable[Fact], room: int) -> None:
    """Refuse to enter more people than there is room for."""
    more = sum(len(fact.players) for fact in facts if isinstance(fact, Entered))
    if not more or people + more <= room:
        return
    if room >= SAVED_PEOPLE:
        raise EventError(f"An event has room for {room:,} people. Hold a second one for the others.")
    raise EventError(
        f"An event has room for {room} people until its director has a saved name. "
        f"Save yours under You, on the first page: then there is room for {SAVED_PEOPLE:,}."
    )
