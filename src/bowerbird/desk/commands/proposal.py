"""What a command is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from bowerbird.desk.asks import Ask
from bowerbird.desk.evening import Evening, Story
from bowerbird.desk.facts import Note
from bowerbird.desk.links import Right
from bowerbird.event import Event, Fact, step
from bowerbird.event.simulate import Chance

__all__ = ["Asked", "Handler", "Moment", "Proposal"]

A = TypeVar("A", bound=Ask)


class Moment(msgspec.Struct, frozen=True):
    """Now, in milliseconds since 1970, and where luck comes from."""

    at: int
    chance: Chance

    @property
    def seconds(self) -> int:
        """The same in seconds, as the event's facts have it."""
        return self.at // 1000


@dataclass(frozen=True, slots=True)
class Asked(Generic[A]):
    """An ask, with who asks and the evening as it stands."""

    ask: A
    right: Right
    evening: Evening
    story: Story
    moment: Moment

    @property
    def event(self) -> Event:
        """The event as it stands."""
        return self.evening.event

    def with_event(self, event: Event) -> Asked[A]:
        """The same ask when the event has moved on."""
        return Asked(self.ask, self.right, replace(self.evening, event=event), self.story, self.moment)


class Proposal(msgspec.Struct, frozen=True):
    """What would happen: nothing of it has happened yet."""

    facts: tuple[Fact, ...] = ()
    notes: tuple[Note, ...] = ()
    says: tuple[str, ...] = ()

    def after(self, *facts: Fact) -> Proposal:
        """The same with facts before it."""
        return replace(self, facts=(*facts, *self.facts))

    def outcome(self, event: Event) -> Event:
        """The event after the proposed facts."""
        for fact in self.facts:
            event = step(event, fact)
        return event


#: Each takes its own kind of ask; the table of handlers brings the two together.
Handler: TypeAlias = Callable[[Asked[Any]], Proposal]
