"""Lines about rulings and penalties."""

from __future__ import annotations

from bowerbird.nights.lines.registry import Handler
from bowerbird.nights.room import Room
from bowerbird.nights.text import Fact

__all__ = ["LINES"]


def _penalty(room: Room, fact: Fact) -> None:
    """`penalty X card N`: points off a personal card."""
    room.ask("rule", name=room.name(fact.words[1]), action="points off", points=int(fact.words[3]), reason=fact.reason)


LINES: dict[str, Handler] = {"penalty": _penalty}
