"""People who signed up by the link on the wall, and of whom nothing else is known yet.

Anyone who has seen that link can sign up anybody, so these names are only names until the person has come. Pure.
"""

from __future__ import annotations

from bowerbird.evening.state import Evening
from bowerbird.event import Event
from bowerbird.event.state import Attendance
from bowerbird.names import letters_of

__all__ = ["only_signed_up"]


def only_signed_up(evening: Evening) -> tuple[str, ...]:
    """Everybody who signed up by the link and isn't here, in the order of entry.

    Left out are people who have come before, have paid, play for somebody, were marked as late or are in the record,
    and teams with one such person.
    """
    by_link = evening.by_link
    if not by_link:
        return ()
    event = evening.event
    seen, subs = _seen(event), {letters_of(each.sub) for each in _attendances(event) if each.sub}
    unknown = {name for name in by_link - seen if not subs or letters_of(name) not in subs}
    teams = (entry.players for entry in event.entries.values())
    return tuple(name for team in teams if unknown.issuperset(team) for name in team)


def _seen(event: Event) -> frozenset[str]:
    """The people of whom more is known than their entry."""
    noted = (name for meeting in event.meetings for name, each in meeting.attendance.items() if _tells_more(each))
    ruled = (ruling.name for _, ruling in event.rulings)
    lucky = (event.raffle.winner,) if event.raffle else ()
    return frozenset((*noted, *ruled, *lucky)).union(*(past.names() for past in event.rounds))


def _tells_more(seen: Attendance) -> bool:
    return seen.came or seen.paid or seen.presence not in ("entered", "absent")


def _attendances(event: Event) -> tuple[Attendance, ...]:
    return tuple(seen for meeting in event.meetings for seen in meeting.attendance.values())
