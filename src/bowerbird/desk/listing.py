"""An event from its log for the list on the server's own machine, with its directors' links."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bowerbird.desk.links import Links
from bowerbird.desk.live import commands_of
from bowerbird.evening.directors import active, shown_name
from bowerbird.evening.state import Story
from bowerbird.evening.views import Seen
from bowerbird.evening.views.shapes import Progress
from bowerbird.store import Entry

__all__ = ["DirectorListed", "EventListed", "listed"]


class DirectorListed(msgspec.Struct, frozen=True):
    """A director and their link."""

    name: str
    link: str


class EventListed(msgspec.Struct, frozen=True, kw_only=True):
    """An event on this machine; `last` is the time of the last change, in milliseconds."""

    event: str
    title: str
    rules: str
    place: str
    date: str
    trial: bool
    people: int
    progress: Progress
    last: int
    directors: list[DirectorListed]


def listed(links: Links, base: str, entries: Sequence[Entry]) -> EventListed:
    """The event of these entries; `base` is the address of the server."""
    name = entries[0].stream.partition(":")[2]
    evening = Story(commands_of(entries)).evening
    return EventListed(
        event=name,
        title=evening.event.title,
        rules=evening.event.book.title,
        place=evening.place,
        date=evening.meeting_date,
        trial=evening.trial,
        people=len(evening.event.people),
        progress=Seen(evening, False).progress,
        last=entries[-1].at,
        directors=[
            DirectorListed(shown_name(evening.directors, each), base + links.page(name, evening, "director", each))
            for each in active(evening.directors)
        ],
    )
