"""The running card of a table at the desk: its own lines, and the rulings in force between them. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from bowerbird.evening.penalties import Penalty, offending_side, penalties_at
from bowerbird.evening.state import Evening
from bowerbird.event.state import Round
from bowerbird.event.tally import Award, Entry, Tally, tally

__all__ = ["running"]


def running(evening: Evening, current: Round, number: int) -> Tally:
    """The running card of a table, added up."""
    return tally(evening.event.book, current.table(number).dealer, _entries(evening, current, number))


def _entries(evening: Evening, current: Round, number: int) -> Iterator[Entry]:
    card = current.running.get(number, ())
    ruled = [each for each in penalties_at(evening.penalties, current, number).values() if not each.overruled]
    for place, entry in enumerate(card):
        yield from (_award(each, current) for each in ruled if each.ruled.after == place)
        yield entry
    yield from (_award(each, current) for each in ruled if each.ruled.after >= len(card))


def _award(penalty: Penalty, current: Round) -> Award:
    """What a ruling does to the score so far. A choice that is still open, or as played, does nothing to it."""
    ruled, side = penalty.ruled, offending_side(penalty.ruled, current)
    revoked = side if ruled.irregularity == "revoke" else None
    match ruled.remedy:
        case "game lost":
            return Award(side.other, ends="the game")
        case "points off":
            return Award(side, -ruled.points)
        case "hand lost":
            return Award(side.other, ruled.points, "the hand", revoked)
        case "choice" if penalty.settled == "taken off":
            return Award(side, -ruled.points, "the hand", revoked)
        case "choice" if penalty.settled != "added":
            return Award(side.other, revoke_by=revoked)
        case "choice":
            return Award(side.other, ruled.points, "the hand", revoked)
        case _:
            return Award(side.other, ruled.points, revoke_by=revoked)
