"""The view for a link, as JSON: made once for each role and each change, with the time added at every request."""

from __future__ import annotations

import asyncio
from typing import Literal

import msgspec

from bowerbird.desk.links import Links
from bowerbird.desk.live import LiveEvent
from bowerbird.evening import views
from bowerbird.evening.clock import time_is_up
from bowerbird.evening.commands.room import last_from_desk
from bowerbird.evening.commands.scores import table_of
from bowerbird.evening.rights import Right
from bowerbird.evening.state import Evening
from bowerbird.evening.views.shapes import Fresh, Head

__all__ = ["NoNews", "gather", "look", "no_news", "rung", "seen_at", "view_json"]

_encode = msgspec.json.Encoder().encode
#: From this many people on, views are made in a thread, so that nobody else waits for them.
_MANY = 150
#: Seconds that a phone waits for more news after a score elsewhere, by the number of people.
_GATHER = {150: 3.0, 30: 0.7}
#: Seconds that the board and the public page wait at most: a score is on the wall within one.
_GATHER_PUBLIC = 0.5


class NoNews(Fresh, frozen=True):
    """The answer when nothing has happened: only time has passed."""

    same: Literal[True] = True


def rung(live: LiveEvent, now: int) -> bool:
    """True if time is up, even if nobody has rung the bell."""
    return time_is_up(live.evening.event, live.evening.clock, now)


async def look(live: LiveEvent, right: Right, links: Links, now: int, origin: str) -> bytes:
    """The view for this link; in a large event it is made in a thread, one at a time."""
    if len(live.evening.event.people) < _MANY:
        return view_json(live, right, links, now, origin)
    async with live.looking:
        return await asyncio.to_thread(view_json, live, right, links, now, origin)


async def gather(live: LiveEvent, right: Right, before: Evening) -> None:
    """Wait a little for more news: a thousand phones do not have to receive every score at once.

    Any news about the person's own table ends the wait.
    """
    if right.role in ("director", "helper"):
        return
    people = len(live.evening.event.people)
    loop = asyncio.get_running_loop()
    wait = next((seconds for many, seconds in _GATHER.items() if people >= many), 0.0)
    until = loop.time() + (wait if right.role == "player" else min(wait, _GATHER_PUBLIC))
    known = _concern(before, right)
    while _concern(live.evening, right) == known and (left := until - loop.time()) > 0:
        if not await live.changed(live.story.seq, left):
            return  # no more news, or the server is shutting down


def _concern(evening: Evening, right: Right) -> object:
    """The news that ends the wait: the progress of the event, and the person's own table."""
    event = evening.event
    if not event.rounds:
        return event.finished
    announced = (evening.held, evening.told)
    number = table_of(event, right.player)
    return (
        event.finished,
        announced,
        event.round.number,
        event.round.closed,
        event.round.bell,
        event.round.results.get(number),
    )


def view_json(live: LiveEvent, right: Right, links: Links, now: int, origin: str = "") -> bytes:
    """The view for this link."""
    evening = live.evening  # this one, even if somebody writes now
    up = time_is_up(evening.event, evening.clock, now)
    key = (str(evening.seq), str(live.turn), right.by, origin, str(up))
    body = live.cache.get(key)
    if body is None:
        head, view = _view(live, seen_at(live, evening, up), right, links, origin)
        body = live.cache[key] = _joined(_encode(head), _encode(view))
    # The times are new at every look, everything else is not.
    return _joined(_encode(views.fresh(evening, now, live.turn)), body)


def no_news(live: LiveEvent, now: int) -> bytes:
    """Answer that nothing has happened."""
    fresh = views.fresh(live.evening, now, live.turn)
    return _encode(NoNews(fresh.seq, fresh.now, fresh.clock, fresh.turn))


def _joined(one: bytes, two: bytes) -> bytes:
    """Two JSON objects as one; neither is empty."""
    return one[:-1] + b"," + two[1:]


def _view(live: LiveEvent, seen: views.Seen, right: Right, links: Links, origin: str) -> tuple[Head, msgspec.Struct]:
    match right.role:
        case "director" | "helper":
            helper = right.role == "helper"
            undo = last_from_desk(live.story)
            known = None if helper else links.all(live.name, seen.evening, director=right.director)
            return seen.head(), views.director_view(
                seen,
                known,
                helper=helper,
                origin=origin,
                undo=undo,
                commands=live.story.commands,
                me=right.director,
            )
        case "player":
            return seen.head(), views.player_view(seen, right.name, links.token(right))
        case "table":
            return seen.head(), views.table_view(seen, int(right.name))
        case "sign-up":
            return seen.head(), views.sign_up_view(seen)
        case _:
            return views.public_head(seen), views.public_view(seen, links.page(live.name, seen.evening, "sign-up"))


def seen_at(live: LiveEvent, evening: Evening, up: bool) -> views.Seen:
    """The parts that the views of one moment share."""
    seen = live.seen
    if seen is None or seen.evening is not evening or seen.rung != up or seen.unopened is not live.unopened:
        seen = live.seen = views.Seen(evening, up, live.unopened)
    return seen
