"""Lines about rulings and penalties.

Where the line says what the other side chose, a ruling is given and answered at once. A report of a table leaves the
points of such rulings out, so whenever the table reports again, they are put on that score too.
"""

from __future__ import annotations

from typing import Any, Final

from bowerbird.evening.penalties import can_be, choices, is_open
from bowerbird.nights.lines.registry import Handler, after, numbered_table
from bowerbird.nights.room import NotExpressibleError, Room
from bowerbird.nights.text import Fact

__all__ = ["LINES", "put_rulings_on"]

#: Words for what is ruled on.
_IRREGULARITIES: Final = {"revoke": "revoke", "renege": "revoke"}
#: What the other side chose.
_HOW: Final = {"added": "added", "taken": "taken off", "as-played": "as played"}
_ALONE: Final = ("lone", "alone")


def _penalty(room: Room, fact: Fact) -> None:
    """`penalty X card N`: points off a personal card."""
    room.ask("rule", name=room.name(fact.words[1]), action="points off", points=int(fact.words[3]), reason=fact.reason)


def _ruling(room: Room, fact: Fact) -> None:
    """`ruling R1 table T revoke by Bob [lone] added|taken|as-played`."""
    name = fact.words[1]
    number, words = numbered_table(fact.words[2:])
    what = _IRREGULARITIES.get(words[0])
    if what is None:
        raise NotExpressibleError(f"{words[0]!r} isn't something that this program can rule on")
    holds = ["hand played alone"] if any(word in _ALONE for word in words) else []
    given: dict[str, Any] = {"irregularity": what, "holds": holds, "table": number, "offender": after(words, "by")}
    room.ask("ruling", **given)
    room.rulings[name] = ruling = room.story.seq
    how = next((_HOW[word] for word in words if word in _HOW), "")
    if how:
        room.answers[ruling] = how
        room.ask("settle", ruling=ruling, how=how)


def put_rulings_on(room: Room, table: int) -> None:
    """Put the points of a table's rulings on the score that it has reported, in the order in which they were given.

    A game that was over by the table's own report, and could not be with them, includes them.
    """
    number = room.event.round.number
    for ruling, how in room.answers.items():
        penalty, current = room.evening.penalties[ruling], room.event.round
        if (penalty.ruled.round, penalty.ruled.table) != (number, table) or not is_open(penalty, current):
            continue
        offered = choices(room.event.book, current, room.evening.penalties, ruling)
        score = next((each.score for each in offered if each.how == how), None)
        over = table in current.results
        fits = how == "as played" or (score is not None and (not over or can_be(room.event.book, current, score)))
        room.ask("settle", ruling=ruling, how=how if fits else "in the score")


def _overrule(room: Room, fact: Fact) -> None:
    name = fact.words[1]
    if name not in room.rulings:
        raise NotExpressibleError(f"there is no ruling {name}")
    room.ask("overrule", ruling=room.rulings[name], reason=fact.reason)


LINES: dict[str, Handler] = {"penalty": _penalty, "ruling": _ruling, "overrule": _overrule}
