"""The lobby, and the page behind a link of somebody who knows you."""

from __future__ import annotations

from typing import Any

from litestar import Request, Router, get
from litestar.params import FromPath
from litestar.response import Template

from bowerbird.hall.frames import encode
from bowerbird.web.dependencies import TheHall, TheSessions
from bowerbird.web.pages.rules import books_for_a_table
from bowerbird.web.security.origin import origin_of

__all__ = ["lobby_pages"]

Asked = Request[Any, Any, Any]


@get("/lobby", include_in_schema=False)
async def lobby_page(request: Asked, sessions: TheSessions, hall: TheHall) -> Template:
    """People who look for a game, tables with a free seat, and people you know."""
    me = sessions.guest(request)
    shown = await hall.company.lobby(me.person if me else "")
    context = {
        "me": me,
        "name": "" if me is None or me.name == "Guest" else me.name,
        "books": books_for_a_table(),
        "lobby": shown,
        "now": encode(shown).decode(),
        "origin": origin_of(request),
    }
    return Template("lobby.html", context=context)


@get("/friends/{link:str}", include_in_schema=False)
async def friend_page(request: Asked, sessions: TheSessions, hall: TheHall, link: FromPath[str]) -> Template:
    """Ask if you know the person who made this link. Opening it changes nothing."""
    offer = await hall.friends.offer(link)
    me = sessions.guest(request)
    context = {
        "me": me,
        "name": "" if me is None or me.name == "Guest" else me.name,
        "who": offer.name,
        "link": link,
        "own": me is not None and me.person == offer.person,
    }
    return Template("friend.html", context=context)


lobby_pages = Router("/", route_handlers=[lobby_page, friend_page])
