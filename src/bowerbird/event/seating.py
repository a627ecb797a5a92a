"""The next round: the facts that close the one in progress and seat everybody again, by the rulebook's movement.

Everything here only proposes. The facts become true when they are folded in, and the fold checks them like any others.
Chance comes in as a `Shuffle`, and its outcome is in the facts.
"""

from __future__ import annotations

from bowerbird.event.cutting import check_cuts
from bowerbird.event.draw import Shuffle
from bowerbird.event.errors import EventError
from bowerbird.event.facts import Fact, RoundClosed, RoundStarted
from bowerbird.event.fold import step
from bowerbird.event.movements import Chosen, movement_of
from bowerbird.event.state import Event

__all__ = ["next_round", "start_round"]


def next_round(event: Event, shuffle: Shuffle, chosen: Chosen | None = None, at: int = 0) -> tuple[Fact, ...]:
    """The facts that close the round in progress, if there is one, and seat the next. Nothing changes until you `step`.

    Raises `EventError` if that isn't possible now: no meeting is open, fewer than four people are here, or a table is
    tied and has not cut for who moves.

    Args:
        event: The event as it is now.
        shuffle: Puts a list into a new order, such as `random.Random(7).shuffle`. All chance comes from it.
        chosen: The director's choices, if the movement leaves some.
        at: The time, in seconds since 1970; 0 if it is unknown.
    """
    if event.open_round is None:
        return start_round(event, shuffle, chosen, at)
    closed = RoundClosed(at=at)
    return closed, *start_round(step(event, closed), shuffle, chosen, at)


def start_round(event: Event, shuffle: Shuffle, chosen: Chosen | None = None, at: int = 0) -> tuple[Fact, ...]:
    """The facts that seat the next round, as `next_round`. Raises `EventError` if one is still in progress."""
    chosen = chosen or {}
    if event.open_round is not None:
        raise EventError(f"{event.round_name(event.round)} is still in progress. Close it first.")
    if not event.is_open:
        raise EventError("No meeting is open. Open it, and check people in.")
    # A table of a printed plan that waits for somebody is still seated, so that the people who came get their average.
    if len(event.here()) < 4 and not (event.sitting_is_all and event.plan and event.here()):
        raise EventError(f"Four people make a table, and {len(event.here())} are checked in. Check more people in.")
    check_cuts(event)
    movement = movement_of(event.book)
    movement.check(event, chosen)
    seating = movement.seat(event, shuffle, chosen)
    started = RoundStarted(tables=seating.tables, sitting_out=seating.sitting_out, counts=seating.counts, at=at)
    return *seating.before, started
