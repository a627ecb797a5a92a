"""The view for a link, as JSON: made once for each role and each change, with the time put in at every look."""

from __future__ import annotations

import msgspec

from bowerbird.desk import views
from bowerbird.desk.clock import time_is_up
from bowerbird.desk.commands.room import last_from_desk
from bowerbird.desk.links import Links, Right
from bowerbird.desk.live import LiveEvent
from bowerbird.desk.views.common import View

__all__ = ["no_news", "rung", "view_json"]

_encode = msgspec.json.Encoder().encode


def rung(live: LiveEvent, now: int) -> bool:
    """Whether time is up, though nobody has rung the bell by hand."""
    return time_is_up(live.evening.event, live.evening.clock, now)


def view_json(live: LiveEvent, right: Right, links: Links, now: int, origin: str = "") -> bytes:
    """What this link sees."""
    up = rung(live, now)
    key = (right.by, origin, str(up))
    body = live.cache.get(key)
    if body is None:
        body = live.cache[key] = _encode(_view(live, right, links, up, origin))
    # Two objects become one: the times are new at every look, everything else is not.
    return _encode(views.fresh(live.evening, now))[:-1] + b"," + body[1:]


def no_news(live: LiveEvent, now: int) -> bytes:
    """The answer when nothing has happened: only time has passed."""
    return _encode({**views.fresh(live.evening, now), "same": True})


def _view(live: LiveEvent, right: Right, links: Links, up: bool, origin: str) -> View:
    seen = _seen(live, up)
    match right.role:
        case "director" | "helper":
            helper = right.role == "helper"
            undo = last_from_desk(live.story)
            return views.director_view(seen, live.name, links, helper=helper, origin=origin, undo=undo)
        case "player":
            return views.player_view(seen, right.name, links.token(right))
        case "table":
            return views.table_view(seen, int(right.name))
        case "sign-up":
            return views.sign_up_view(seen)
        case _:
            return views.public_view(seen, links.page(live.name, live.evening, "sign-up"))


def _seen(live: LiveEvent, up: bool) -> views.Seen:
    """What the views of one moment share."""
    if live.seen is None or live.seen.evening is not live.evening or live.seen.rung != up:
        live.seen = views.Seen(live.evening, up)
    return live.seen
