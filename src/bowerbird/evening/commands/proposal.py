"""The input of a command, and its outcome before anything happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import replace as changed
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from bowerbird.evening.facts import CommandRecord, Note
from bowerbird.evening.requests import Request
from bowerbird.evening.rights import Right
from bowerbird.evening.state import Evening, Story
from bowerbird.event import Event, Fact, step
from bowerbird.event.facts import PlannedRound
from bowerbird.event.simulate import Chance

__all__ = ["Handler", "Moment", "Proposal", "RequestContext"]

R = TypeVar("R", bound=Request)


class Moment(msgspec.Struct, frozen=True):
    """The time in milliseconds since 1970, and the source of luck."""

    at: int
    chance: Chance

    @property
    def seconds(self) -> int:
        """The time in seconds, as in the event's facts."""
        return self.at // 1000


@dataclass(frozen=True, slots=True)
class RequestContext(Generic[R]):
    """A request, with the right behind it and the state of the event.

    `season_so_far` is who sat with whom in the season's other events, where whoever asks knows it.
    """

    request: R
    right: Right
    evening: Evening
    story: Story
    moment: Moment
    season_so_far: tuple[PlannedRound, ...] | None = None

    @property
    def event(self) -> Event:
        """The event at the time of the request."""
        return self.evening.event

    def with_event(self, event: Event) -> RequestContext[R]:
        """The same request for a later state of the event."""
        return changed(self, evening=replace(self.evening, event=event))


class Proposal(msgspec.Struct, frozen=True):
    """The facts, notes and words that would follow; nothing has happened yet."""

    facts: tuple[Fact, ...] = ()
    notes: tuple[Note, ...] = ()
    says: tuple[str, ...] = ()

    def after(self, *facts: Fact) -> Proposal:
        """The same proposal with these facts before its own."""
        return replace(self, facts=(*facts, *self.facts))

    def record(self, by: str, key: str) -> CommandRecord:
        """The same as a command that somebody asked for under this key."""
        return CommandRecord(facts=self.facts, notes=self.notes, by=by, key=key, says=self.says)

    def outcome(self, event: Event) -> Event:
        """The event after the proposed facts."""
        for fact in self.facts:
            event = step(event, fact)
        return event


#: The function for one type of request.
Handler: TypeAlias = Callable[[RequestContext[Any]], Proposal]
