"""Public tables with a free chair, as processes tell each other: a table is listed everywhere and in memory in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from bowerbird.hall.live import LiveTable

__all__ = ["JoinableTable", "joinable_table"]


class JoinableTable(msgspec.Struct, frozen=True):
    """A public table with a free chair. `seats` are the names of people from North on, empty for bots and nobody.

    `people` are the persons themselves, which nobody outside is told. `hands` counts the finished ones.
    """

    table: str
    rules: str
    title: str
    mode: str
    started: bool
    seats: list[str]
    people: list[str]
    score: tuple[int, int]
    hands: int
    turn_clock: int

    @property
    def link(self) -> str:
        """The address of its page."""
        return f"/t/{self.table}"

    @property
    def names(self) -> list[str]:
        """The names of the people at it."""
        return [name for name in self.seats if name]

    @property
    def free(self) -> int:
        """How many chairs can be taken."""
        return len(self.seats) - len(self.people)


def joinable_table(live: LiveTable) -> JoinableTable:
    """What is told of a table."""
    room, state = live.room, live.room.table.state
    chairs = list(room.chairs.values())
    return JoinableTable(
        table=live.name,
        rules=room.book.name,
        title=room.book.title,
        mode=room.made.mode,
        started=room.started,
        seats=[chair.name if chair.person else "" for chair in chairs],
        people=[chair.person for chair in chairs if chair.person],
        score=state.score,
        hands=state.hands_played,
        turn_clock=room.turn_clock,
    )
