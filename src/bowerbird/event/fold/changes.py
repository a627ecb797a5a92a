"""The fold of changes to the event itself while it runs: its title, rounds, settings, and the draw of tickets.

Every setting that may change either decides coming rounds only (their number and minutes) or counts for the whole event
(money, the worth of sitting out, the best weeks). So a game that was played keeps what it was worth, and every sit-out
of the event is worth the same.
"""

from __future__ import annotations

from msgspec.structs import replace

from bowerbird.event.errors import EventError
from bowerbird.event.facts import EventChanged, TicketsDrawn
from bowerbird.event.fold.people import check_rounds
from bowerbird.event.state import Event
from bowerbird.names import one_line
from bowerbird.rulebook import RulebookError, with_settings
from bowerbird.rulebook.settings import settings

__all__ = ["change", "draw_tickets"]

#: The most that the tickets of a draw can bring, in cents.
_MOST_TAKEN = 10_000_000


def change(event: Event, fact: EventChanged) -> Event:
    """Change what the fact names; everything else stays."""
    if fact.title is not None:
        if not fact.title.strip():
            raise EventError("Give the event a title.")
        event = replace(event, title=one_line(fact.title))
    if fact.rounds is not None:
        event = replace(event, planned_rounds=_rounds(event, fact.rounds))
    if fact.date is not None:
        dated = replace(event.meeting, date=fact.date)
        event = replace(event, meetings=(*event.meetings[:-1], dated))
    if fact.settings:
        event = _with_settings(event, fact)
    return event


def _rounds(event: Event, rounds: int) -> int:
    check_rounds(rounds)
    if event.finished:
        raise EventError("The event is finished. Undo that first if play continues.")
    if 0 < rounds < len(event.rounds):
        raise EventError(
            f"Round {len(event.rounds)} has been seated, so {rounds} rounds are too few. To end now, finish the event."
        )
    return rounds


def _with_settings(event: Event, fact: EventChanged) -> Event:
    for key in fact.settings:
        known = settings().get(key)
        if known is None:
            raise EventError(f"{key[:60]!r} isn't a setting of a rulebook.")
        if not known.setting.changeable:
            raise EventError(
                f"{known.setting.label}: this can't change while the event runs. Make a new event to play differently."
            )
    try:
        return replace(event, book=with_settings(event.book, fact.settings))
    except RulebookError as error:
        label = settings()[error.key].setting.label if error.key in settings() else error.key
        raise EventError(f"{label}: {error.problem}.") from None


def draw_tickets(event: Event, fact: TicketsDrawn) -> Event:
    """Record the 50-50 draw, in place of an earlier one. Without tickets there was none."""
    if not event.book.event.money.fifty_fifty:
        raise EventError("There is no 50-50 draw in this event. Add it under its prizes first.")
    if not 0 <= fact.taken <= _MOST_TAKEN:
        raise EventError("Write what the tickets brought, in cents.")
    if not fact.taken:
        return replace(event, raffle=None)
    return replace(event, raffle=replace(fact, winner=event.person(fact.winner).name))
