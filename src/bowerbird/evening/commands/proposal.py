"""The input of a command, and its outcome before anything happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from bowerbird.evening.facts import Note
from bowerbird.evening.requests import Request
from bowerbird.evening.rights import Right
from bowerbird.evening.state import Evening, Story
from bowerbird.event import Event, Fact, step
from bowerbird.event.simulate import Chance

__all__ = ["Call", "Handler", "Moment", "Proposal"]

R = TypeVar("R", bound=Request)


class Moment(msgspec.Struct, frozen=True):
    """Now, in milliseconds since 1970, and where luck comes from."""

    at: int
    chance: Chance

    @property
    def seconds(self) -> int:
        """The same in seconds, as the event's facts have it."""
        return self.at // 1000


@dataclass(frozen=True, slots=True)
class Call(Generic[R]):
    """A request, with the right behind it and the evening as it is."""

    request: R
    right: Right
    evening: Evening
    story: Story
    moment: Moment

    @property
    def event(self) -> Event:
        """The event as it is."""
        return self.evening.event

    def with_event(self, event: Event) -> Call[R]:
        """The same request when the event has moved on."""
        return Call(self.request, self.right, replace(self.evening, event=event), self.story, self.moment)


class Proposal(msgspec.Struct, frozen=True):
    """Facts, notes and words that would follow: nothing of it has happened yet."""

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


#: Each takes its own kind of request; the table of handlers brings the two together.
Handler: TypeAlias = Callable[[Call[Any]], Proposal]
