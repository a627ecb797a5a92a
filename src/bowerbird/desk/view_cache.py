"""The view for a link, as JSON: made once for each role and each change, with the time added at every request."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from bowerbird.desk.body import Body, joined
from bowerbird.desk.links import Links
from bowerbird.desk.live import LiveEvent
from bowerbird.evening import views
from bowerbird.evening.clock import time_is_up
from bowerbird.evening.commands.room import last_from_desk
from bowerbird.evening.commands.scores import table_of
from bowerbird.evening.rights import AllLinks, Right
from bowerbird.evening.state import Evening, Story
from bowerbird.evening.views.shapes import Fresh, Head
from bowerbird.hall.effort import in_thread

__all__ = ["NoNews", "gather", "look", "no_news", "rung", "seen_at", "view_json"]

_encode = msgspec.json.Encoder().encode
#: From this many people on, the desk's own view is made in the work queue, which takes longer but holds nobody up.
_MANY = 300
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


class _Moment(NamedTuple):
    """What a view is made from: this evening, even if somebody writes meanwhile."""

    evening: Evening
    turn: int
    unopened: dict[int, str]
    up: bool

    @classmethod
    def of(cls, live: LiveEvent, now: int) -> _Moment:
        """The moment of a look."""
        evening = live.evening
        return cls(evening, live.turn, live.unopened, time_is_up(evening.event, evening.clock, now))

    def key(self, right: Right, origin: str) -> tuple[str, ...]:
        """Views with the same key are the same, apart from the times."""
        return str(self.evening.seq), str(self.turn), right.by, origin, str(self.up)

    def fresh(self, now: int) -> bytes:
        """The times are new at every look."""
        return _encode(views.fresh(self.evening, now, self.turn))


async def look(live: LiveEvent, right: Right, links: Links, now: int, origin: str) -> tuple[bytes, Body]:
    """The view for this link: what is new at every look, and everything else.

    It is made in a thread or in the work queue, one at a time: nobody else waits for it.
    """
    moment = _Moment.of(live, now)
    body = live.cache.get(moment.key(right, origin))
    if body is None:
        async with live.looking:
            moment = _Moment.of(live, now)
            body = live.cache.get(moment.key(right, origin)) or await _made(live, moment, right, links, origin)
    return moment.fresh(now), body


async def _made(live: LiveEvent, moment: _Moment, right: Right, links: Links, origin: str) -> Body:
    evening = moment.evening
    if right.role in ("director", "helper") and len(evening.event.people) >= _MANY:
        story = live.packed_story
        known = await in_thread(_links, evening, right, links)
        body = await live.work.run(_desk_body, story, moment.unopened, moment.up, right, known, origin)
    else:
        body = await in_thread(_body, live, moment, right, links, origin)
    if evening is live.evening:
        live.cache[moment.key(right, origin)] = body
    return body


async def gather(live: LiveEvent, right: Right, before: Evening) -> None:
    """Wait a little for more news: a thousand phones do not have to receive every score at once.

    Any news about the person's own table ends the wait.
    """
    if right.role in ("director", "helper"):
        return
    people = len(live.evening.event.people)
    wait = next((seconds for many, seconds in _GATHER.items() if people >= many), 0.0)
    until = live.clock.steady() + (wait if right.role == "player" else min(wait, _GATHER_PUBLIC))
    known = _concern(before, right)
    while _concern(live.evening, right) == known and (left := until - live.clock.steady()) > 0:
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
    """The whole view for this link."""
    moment = _Moment.of(live, now)
    return _body(live, moment, right, links, origin).after(moment.fresh(now))


def _body(live: LiveEvent, moment: _Moment, right: Right, links: Links, origin: str) -> Body:
    """What stays the same until something happens."""
    seen = seen_at(live, moment.evening, moment.up)
    return _encoded(*_view(live, seen, right, links, origin))


def _desk_body(
    story: Story, unopened: dict[int, str], up: bool, right: Right, known: AllLinks | None, origin: str
) -> Body:
    """The same for the desk, in another process."""
    seen = views.Seen(story.evening, up, unopened)
    return _encoded(seen.head(), _desk_view(seen, story, right, known, origin))


def _encoded(head: Head, view: msgspec.Struct) -> Body:
    return Body.of(joined(_encode(head), _encode(view)))


def no_news(live: LiveEvent, now: int) -> bytes:
    """Answer that nothing has happened."""
    fresh = views.fresh(live.evening, now, live.turn)
    return _encode(NoNews(fresh.seq, fresh.now, fresh.clock, fresh.turn))


def _view(live: LiveEvent, seen: views.Seen, right: Right, links: Links, origin: str) -> tuple[Head, msgspec.Struct]:
    match right.role:
        case "director" | "helper":
            known = _links(seen.evening, right, links)
            return seen.head(), _desk_view(seen, live.story, right, known, origin)
        case "player":
            return seen.head(), views.player_view(seen, right.name, links.token(right))
        case "table":
            return seen.head(), views.table_view(seen, int(right.name))
        case "sign-up":
            return seen.head(), views.sign_up_view(seen)
        case _:
            return views.public_head(seen), views.public_view(seen, links.page(live.name, seen.evening, "sign-up"))


def _links(evening: Evening, right: Right, links: Links) -> AllLinks | None:
    """The links that the desk shows. A helper sees none."""
    return None if right.role == "helper" else links.all(right.event, evening, director=right.director)


def _desk_view(seen: views.Seen, story: Story, right: Right, known: AllLinks | None, origin: str) -> msgspec.Struct:
    return views.director_view(
        seen,
        known,
        helper=right.role == "helper",
        origin=origin,
        undo=last_from_desk(story),
        commands=story.commands,
        me=right.director,
    )


def seen_at(live: LiveEvent, evening: Evening, up: bool) -> views.Seen:
    """The parts that the views of one moment share."""
    seen = live.seen
    if seen is None or seen.evening is not evening or seen.rung != up or seen.unopened is not live.unopened:
        seen = live.seen = views.Seen(evening, up, live.unopened)
    return seen
