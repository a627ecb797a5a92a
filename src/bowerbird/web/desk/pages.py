"""Pages of the desk: a template and a link each. The content comes from the JSON API."""

from __future__ import annotations

import secrets
from typing import Any, Final

from litestar import Request, Response, Router, get
from litestar.params import FromPath
from litestar.response import Redirect, Template

from bowerbird.desk.desk import Desk
from bowerbird.desk.links import ForbiddenError
from bowerbird.evening.directors import active, shown_name
from bowerbird.evening.facts import Role
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.people import LONGEST_NAME
from bowerbird.paper.job import day
from bowerbird.rulebook import book_names, load_rulebook
from bowerbird.rulebook.sheet import sheet
from bowerbird.web.dependencies import TheDesk, TheSessions
from bowerbird.web.desk.api import own_events
from bowerbird.web.error_handlers import refused

__all__ = ["desk_pages"]

Asked = Request[Any, Any, Any]
#: Events to come that stand before the list.
_SHOWN_FIRST: Final = 2


async def _page(desk: Desk, template: str, token: str, *roles: Role) -> Template:
    """A page for a link of one of these roles."""
    right, live = await desk.by_token(token)
    if right.role not in roles:
        raise ForbiddenError("This link leads to another page. Ask the director for the right one.")
    event = live.evening.event
    context = {"token": token, "role": right.role, "title": event.title, "rules": event.book.title}
    return Template(f"desk/{template}.html", context=context)


@get("/events", include_in_schema=False)
async def events_page(request: Asked, sessions: TheSessions, desk: TheDesk) -> Template:
    """Your events, the same again, a new one, or a practice run; and how to find events of another browser."""
    me = sessions.guest(request)
    events = await own_events(desk, me.person) if me else []
    real = [event for event in events if not event.trial]
    coming = sorted((event for event in real if event.progress == "coming"), key=lambda event: event.date)
    context = {
        "me": me,
        "signed_out": sessions.was_signed_out(request),
        "kept": me is not None and sessions.people.is_kept(me.person),
        "title": "Run an event",
        "events": events,
        "now": [event for event in real if event.progress == "running"] + coming[:_SHOWN_FIRST],
        "last": next((event for event in real if event.progress == "over"), None),
        "day": day,
        "longest_name": LONGEST_NAME,
    }
    return Template("desk/events.html", context=context)


@get("/again/{token:str}", include_in_schema=False)
async def again_page(request: Asked, sessions: TheSessions, desk: TheDesk, token: FromPath[str]) -> Template:
    """The same event again: its date and title, and what comes along."""
    right, live = await desk.by_token(token)
    if right.role != "director":
        raise ForbiddenError("This link leads to another page. Ask the director for the right one.")
    context = {
        "me": sessions.guest(request),
        "token": token,
        "was": live.evening.event.title,
        "form": desk.again_form(live),
        "key": secrets.token_urlsafe(16),
        "day": day,
        "longest_name": LONGEST_NAME,
    }
    return Template("desk/again.html", context=context)


@get("/direct/{token:str}", include_in_schema=False)
async def direct_page(
    request: Asked, sessions: TheSessions, desk: TheDesk, token: FromPath[str]
) -> Template | Redirect:
    """An invitation to become a director. A director who opens it again goes to the desk."""
    right = desk.links.read(token)
    me = sessions.guest(request)
    live = await desk.event(right.event)
    if right.role == "invitation" and me and (link := await desk.own_link(live, me.person)):
        return Redirect(link)
    page = await _page(desk, "direct", token, "invitation")
    directors = live.evening.directors
    names = [shown_name(directors, name) for name in active(directors)]
    return Template(
        page.template_name, context={**page.context, "me": me, "directors": names, "longest_name": LONGEST_NAME}
    )


@get("/events/new", include_in_schema=False)
async def new_page(request: Asked, sessions: TheSessions) -> Template:
    """The set-up form."""
    return Template("desk/new.html", context={"me": sessions.guest(request), "title": "New event"})


@get("/desk/{token:str}", include_in_schema=False)
async def desk_page(desk: TheDesk, token: FromPath[str]) -> Template:
    """The director's desk, and a helper's."""
    return await _page(desk, "desk", token, "director", "helper")


@get("/p/{token:str}", include_in_schema=False)
async def phone_page(desk: TheDesk, token: FromPath[str]) -> Template:
    """A player's phone."""
    return await _page(desk, "phone", token, "player")


@get("/table/{token:str}", include_in_schema=False)
async def table_page(desk: TheDesk, token: FromPath[str]) -> Template:
    """The page behind a table card, where players say who they are."""
    return await _page(desk, "table", token, "table")


@get("/sign-up/{token:str}", include_in_schema=False)
async def sign_up_page(desk: TheDesk, token: FromPath[str]) -> Template:
    """Sign up for an event."""
    return await _page(desk, "sign_up", token, "sign-up")


@get("/board/{token:str}", include_in_schema=False)
async def board_page(desk: TheDesk, token: FromPath[str]) -> Template:
    """The board on the wall."""
    return await _page(desk, "board", token, "public")


@get("/standings/{token:str}", include_in_schema=False)
async def standings_page(desk: TheDesk, token: FromPath[str]) -> Template:
    """The public page."""
    return await _page(desk, "standings", token, "public")


@get("/boards/{token:str}", include_in_schema=False)
async def boards_page(desk: TheDesk, token: FromPath[str]) -> Template:
    """The boards of a duplicate event."""
    return await _page(desk, "boards", token, "director", "helper", "player", "public")


@get("/sheet/{token:str}", include_in_schema=False)
async def sheet_page(desk: TheDesk, token: FromPath[str]) -> Template | Redirect:
    """The rules of this event with its house rules. A rulebook that comes with Bowerbird has its own page."""
    _, live = await desk.by_token(token)
    evening = live.evening
    if evening.event.book in map(load_rulebook, book_names()):
        return Redirect(f"/rules/{evening.event.book.name}")
    book = evening.event.book
    return Template("sheet.html", context={"book": book, "sections": sheet(book), "others": []})


@get("/play/{token:str}", include_in_schema=False)
async def play_page(request: Asked, sessions: TheSessions, desk: TheDesk, token: FromPath[str]) -> Template | Redirect:
    """Ask if this browser should play for the player whose link this is. One that does goes to the table."""
    page = await _page(desk, "play", token, "player")
    right, live = await desk.by_token(token)
    me = sessions.guest(request)
    chair = await desk.chair(live, right.name, me.person if me else "")
    if chair.mine:
        return Redirect(f"/t/{chair.place.name}")
    return Template(page.template_name, context={**page.context, "chair": chair})


@get("/season/{token:str}", include_in_schema=False)
async def season_page(desk: TheDesk, token: FromPath[str]) -> Template:
    """The public page of a season."""
    _, state = await desk.seasons.by_token(token)
    return Template("desk/season.html", context={"token": token, "title": state.title})


@get("/ladder/{token:str}", include_in_schema=False)
async def ladder_page(desk: TheDesk, token: FromPath[str]) -> Template:
    """The ladder of a season, if its director shows it."""
    return Template("desk/ladder.html", context={"token": token, "ladder": await desk.seasons.ladder(token)})


def _refused_on_a_phone(request: Asked, error: NotAllowedError) -> Response[Any]:
    """Show errors in the large type of the phone pages."""
    linked = not isinstance(error, ForbiddenError | NotFoundError)
    own_page = request.url.path.replace("/play/", "/p/") if linked else ""
    plays = "yes" if request.url.path.startswith(("/p/", "/play/")) else ""
    return refused(request, error, "desk/no_phone.html", own_page=own_page, plays=plays)


_phone_pages = Router(
    "/",
    route_handlers=[phone_page, table_page, sign_up_page, play_page],
    exception_handlers={NotAllowedError: _refused_on_a_phone},
)

desk_pages = Router(
    "/",
    route_handlers=[
        _phone_pages,
        events_page,
        again_page,
        direct_page,
        new_page,
        desk_page,
        board_page,
        standings_page,
        boards_page,
        sheet_page,
        season_page,
        ladder_page,
    ],
)
