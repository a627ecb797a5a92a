"""How many people an event may have: fewer if all its directors are guests.

Anyone on the internet can be a guest and set up an event, and what an event costs (seating, views, paper) grows with
its people. A director with a saved name can be found and asked. An event that is larger already goes on as it is.

Anyone in the room can sign up any number of people by the link on the wall. They have places of their own until they
are here, so that a prank takes none of the director's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from bowerbird.event import EventError, Fact
from bowerbird.event.facts import CheckedIn, Entered

__all__ = ["GUEST_PEOPLE", "SAVED_PEOPLE", "SIGN_UPS", "check_sign_up", "check_size"]

#: More than a room full: a sheet for so many takes seconds.
GUEST_PEOPLE: Final = 400
#: As many as any director may enter.
SAVED_PEOPLE: Final = 3000
#: The places for people who signed up by the link and aren't here.
SIGN_UPS: Final = 1000


def check_size(people: int, facts: Collection[Fact], room: int, signed_up: Collection[str] = ()) -> None:
    """Refuse to enter more people than there is room for, or to check them in.

    Of all `people`, the ones who have only `signed_up` by the link count when they are checked in.
    """
    here = {fact.name for fact in facts if isinstance(fact, CheckedIn)}.intersection(signed_up)
    more = _entered(facts) + len(here)
    if not more or people - len(signed_up) + more <= room:
        return
    if room >= SAVED_PEOPLE:
        raise EventError(f"An event has room for {room:,} people. Hold a second one for the others.")
    raise EventError(
        f"An event has room for {room} people until its director has a saved name. "
        f"Save yours under You, on the first page: then there is room for {SAVED_PEOPLE:,}."
    )


def check_sign_up(signed_up: int, facts: Iterable[Fact]) -> None:
    """Refuse more people by the link than there are places for, when so many have signed up and aren't here."""
    if signed_up + _entered(facts) > SIGN_UPS:
        raise EventError("The list for signing up here is full. Go to the desk: the director can still add you.")


def _entered(facts: Iterable[Fact]) -> int:
    return sum(len(fact.players) for fact in facts if isinstance(fact, Entered))
