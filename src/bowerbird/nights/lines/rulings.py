"""Lines about rulings and penalties.

A ruling is given with the choice of the other side, where the rules leave them one. A table that reports leaves the
points of such rulings out, so whenever it reports, they are put on its score again.
"""

from __future__ import annotations

from typing import Final

from bowerbird.evening.penalties import can_be, choices, is_open
from bowerbird.nights.lines.registry import Handler, after, numbered_table
from bowerbird.nights.room import NotExpressibleError, Room
from bowerbird.nights.text import Fact

__all__ = ["LINES", "put_rulings_on", "rule_on"]

#: Irregularities as nights write them.
_IRREGULARITIES: Final = {
    "renege": "revoke",
    "revoke": "revoke",
    "last-card": "card not played singly",
    "lost-game": "call without the card",
}
#: What the other side chose.
_HOW: Final = {"added": "added", "taken": "taken off", "as-played": "as played"}


def _ruling(room: Room, fact: Fact) -> None:
    """`ruling R1 table T renege by X [alone] [added|taken|as-played]`: the rulebook's own remedy."""
    number, words = numbered_table(fact.words[2:])
    rule_on(room, number, words[0], after(words, "by"), alone="alone" in words or "lone" in words)
    room.rulings[fact.words[1]] = ruling = room.story.seq
    how = next((_HOW[word] for word in words if word in _HOW), "")
    penalty = room.evening.penalties.get(ruling)
    if penalty is not None and penalty.ruled.remedy == "game lost" and number in room.event.round.results:
        room.ask("settle", ruling=ruling, how="game lost")
    if how:
        room.answers[ruling] = how
        room.ask("settle", ruling=ruling, how=how)


def rule_on(room: Room, table: int, word: str, offender: str, *, alone: bool = False) -> None:
    """Ask for the remedy of an irregularity, in a hand that was played alone or not."""
    if word not in _IRREGULARITIES:
        raise NotExpressibleError(f"{word!r} isn't one of {', '.join(_IRREGULARITIES)}")
    holds = ["hand played alone"] if alone else []
    room.ask("ruling", irregularity=_IRREGULARITIES[word], holds=holds, table=table, offender=room.name(offender))


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
    """`overrule R1 "reason"`: as if the ruling had never been given."""
    if fact.words[1] not in room.rulings:
        raise NotExpressibleError(f"there is no ruling {fact.words[1]}")
    room.ask("overrule", ruling=room.rulings[fact.words[1]], reason=fact.reason)


def _penalty(room: Room, fact: Fact) -> None:
    """`penalty X card N`: points off a personal card; off the game, or both, likewise."""
    name, off, points = fact.words[1:4]
    room.ask("rule", name=room.name(name), action="points off", off=off, points=int(points), reason=fact.reason)


LINES: dict[str, Handler] = {"ruling": _ruling, "overrule": _overrule, "penalty": _penalty}
