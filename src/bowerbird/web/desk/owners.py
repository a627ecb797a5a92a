"""JSON API for the people who run events: the same event again, and several directors."""

from __future__ import annotations

from typing import Any

from litestar import Request, Router, get, post
from litestar.params import FromPath, JSONBody

from bowerbird.desk.desk import only
from bowerbird.evening.again import Again, AgainForm
from bowerbird.web.dependencies import TheDesk, TheLimiter, TheRecovery, TheSessions
from bowerbird.web.desk.shapes import EventMade
from bowerbird.web.security.origin import from_our_own_pages

__all__ = ["owners_api"]

Asked = Request[Any, Any, Any]


@get("/desk/{token:str}/again")
async def again_form(desk: TheDesk, token: FromPath[str]) -> AgainForm:
    """What comes along if this event is held again, and what can be changed."""
    right, live = await desk.by_token(token)
    only(right, "director")
    return desk.again_form(live)


@post("/desk/{token:str}/again", status_code=201)
async def hold_again(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    recovery: TheRecovery,
    desk: TheDesk,
    token: FromPath[str],
    data: JSONBody[Again],
) -> EventMade:
    """Set up the same event again: its names, rules, prizes, settings and season, with nobody checked in."""
    guest = await limiter.write_of(request, sessions)
    right, live = await desk.by_token(token)
    only(right, "director")
    made = await desk.again(guest.person, live, data, guest.name)
    await recovery.code_of(guest)
    return EventMade(made.name, desk.links.page(made.name, made.evening, "director"))


@post("/desk/{token:str}/join", status_code=200)
async def become_director(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    recovery: TheRecovery,
    desk: TheDesk,
    token: FromPath[str],
) -> EventMade:
    """Become a director by an invitation, which is good for one person. The answer has your own link."""
    guest = await limiter.write_of(request, sessions)
    link = await desk.join(token, guest)
    await recovery.code_of(guest)
    return EventMade(desk.links.read(token).event, link)


owners_api = Router("/api", route_handlers=[again_form, hold_again, become_director], guards=[from_our_own_pages])
