"""Lines about rulings and penalties."""

from __future__ import annotations

from bowerbird.nights.lines.registry import Handler, after, numbered_table
from bowerbird.nights.room import NotExpressibleError, Room
from bowerbird.nights.text import Fact

__all__ = ["LINES", "rule_on"]

#: Irregularities as nights write them.
_IRREGULARITIES = {
    "renege": "revoke",
    "revoke": "revoke",
    "last-card": "card not played singly",
    "lost-game": "call without the card",
}


def _ruling(room: Room, fact: Fact) -> None:
    """`ruling R1 table T renege by X [alone]`: the rulebook's own remedy."""
    number, words = numbered_table(fact.words[2:])
    rule_on(room, number, words[0], after(words, "by"), alone="alone" in words or "lone" in words)
    room.rulings[fact.words[1]] = room.evening.seq


def rule_on(room: Room, table: int, word: str, offender: str, *, alone: bool = False) -> None:
    """Ask for the remedy of an irregularity, in a hand that was played alone or not."""
    if word not in _IRREGULARITIES:
        raise NotExpressibleError(f"{word!r} isn't one of {', '.join(_IRREGULARITIES)}")
    holds = ["hand played alone"] if alone else []
    room.ask("ruling", irregularity=_IRREGULARITIES[word], holds=holds, table=table, offender=room.name(offender))


def _overrule(room: Room, fact: Fact) -> None:
    """`overrule R1 "reason"`: as if the ruling had never been given."""
    if fact.words[1] not in room.rulings:
        raise NotExpressibleError(f"there is no ruling {fact.words[1]}")
    room.ask("undo", seq=room.rulings[fact.words[1]])


def _penalty(room: Room, fact: Fact) -> None:
    """`penalty X card N`: points off a personal card; off the game, or both, likewise."""
    name, off, points = fact.words[1:4]
    room.ask("rule", name=room.name(name), action="points off", off=off, points=int(points), reason=fact.reason)


LINES: dict[str, Handler] = {"ruling": _ruling, "overrule": _overrule, "penalty": _penalty}
