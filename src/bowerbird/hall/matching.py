"""Decide which people who look for a game meet at which table, and when their game begins. Pure.

A table of the lobby is opened by the first person who finds no other. People who come later join it, as long as the
rules are the ones they want and nobody there has blocked them or is blocked by them. Its game begins with four people,
or with bots in the free chairs when the first person has waited for `WAIT`. From then on, people take the bots' chairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Final, NamedTuple

__all__ = ["ANY_RULES", "ARRIVING", "WAIT", "Meeting", "begins", "choose"]

#: Milliseconds that the first person at a table waits for others before bots fill the free chairs.
WAIT: Final = 60_000
#: Milliseconds in which somebody who was sent to a table opens its page and has a chair.
ARRIVING: Final = 20_000
#: Any rules will do.
ANY_RULES: Final = ""


class Meeting(NamedTuple):
    """A table of the lobby. `people` sit there or are on the way, `free` chairs are empty or a bot's."""

    table: str
    rules: str
    people: frozenset[str]
    free: int
    started: bool
    points: int


def choose(meetings: Iterable[Meeting], rules: str, apart: Set[str]) -> Meeting | None:
    """The table for somebody who wants these rules, away from the people in `apart`; None to open another.

    Tables that wait come first, the fullest of them, so that a game with four people begins soonest. Then games in
    progress, the ones with most people and the fewest points played.
    """
    fitting = [
        each
        for each in meetings
        if each.people and each.free > 0 and rules in (ANY_RULES, each.rules) and not each.people & apart
    ]
    return min(fitting, key=lambda each: (each.started, -len(each.people), each.points, each.table), default=None)


def begins(now: int, bots_at: int, here: int, empty: int) -> bool:
    """True if the game at a table of the lobby begins now: all chairs are taken, or the time for bots has come.

    `here` people are at the table. Without anybody, it waits.
    """
    return here > 0 and (empty == 0 or now >= bots_at)
