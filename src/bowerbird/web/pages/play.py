"""Pages for players: a template and its context each. Changes go through the JSON API."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from litestar import Request, Router, get
from litestar.params import FromPath
from litestar.response import Template

from bowerbird.desk.desk import Desk
from bowerbird.hall.birds import shown_birds
from bowerbird.hall.frames import encode
from bowerbird.rulebook.sheet import sheet
from bowerbird.web.dependencies import TheDesk, TheHall, TheSessions
from bowerbird.web.security.origin import origin_of
from bowerbird.web.security.sessions import Sessions
from bowerbird.web.tables.api import own_tables

__all__ = ["play_pages"]

Asked = Request[Any, Any, Any]


@get("/t/{table:str}", include_in_schema=False)
async def table_page(request: Asked, sessions: TheSessions, desk: TheDesk, table: FromPath[str]) -> Template:
    """The table. Its state comes through the WebSocket."""
    return await _of_table("table.html", request, sessions, desk, table)


@get("/t/{table:str}/replay", include_in_schema=False)
async def replay_page(request: Asked, sessions: TheSessions, desk: TheDesk, table: FromPath[str]) -> Template:
    """A finished game, step by step."""
    return await _of_table("replay.html", request, sessions, desk, table)


@get("/recorded", include_in_schema=False)
async def recorded_page() -> Template:
    """Recorded games from a file, deal by deal."""
    return Template("recorded.html")


@get("/t/{table:str}/review", include_in_schema=False)
async def review_page(request: Asked, sessions: TheSessions, desk: TheDesk, table: FromPath[str]) -> Template:
    """A finished game as the teacher sees it."""
    return await _of_table("review.html", request, sessions, desk, table)


@get("/t/{table:str}/rules", include_in_schema=False)
async def table_rules_page(hall: TheHall, table: FromPath[str]) -> Template:
    """The rules of one table in sentences, for house rules."""
    book = (await hall.table(table)).room.book
    return Template("sheet.html", context={"book": book, "sections": sheet(book), "others": []})


async def _of_table(template: str, request: Asked, sessions: Sessions, desk: Desk, table: str) -> Template:
    from bowerbird.players import LEVEL_WORDS

    live, me = await desk.hall.table(table), sessions.guest(request)
    context = {
        "me": me,
        "event": await desk.page_of_table(live, me.person) if me else "",
        "table": live.name,
        "origin": origin_of(request),
        "title": live.room.book.title,
        "host": next((chair.name for chair in live.room.chairs.values() if chair.person == live.room.made.host), ""),
        "rules": live.room.made.rules,
        "games": len(live.room.finished()),
        "levels": list(LEVEL_WORDS.values()),
        "birds": encode(shown_birds()).decode(),
    }
    return Template(template, context=context)


@get("/games", include_in_schema=False)
async def games_page(request: Asked, sessions: TheSessions, hall: TheHall) -> Template:
    """Your tables."""
    me = sessions.guest(request)
    tables = await own_tables(hall, me) if me else []
    dates = {table.table: _date(table.played_at) for table in tables if table.played_at is not None}
    return Template("games.html", context={"me": me, "tables": tables, "dates": dates})


def _date(at: int) -> str:
    """A time as browsers read it; the page shows it as a date where the person is."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="minutes")


@get("/settings", include_in_schema=False)
async def settings_page(request: Asked, sessions: TheSessions, hall: TheHall) -> Template:
    """Settings of this browser. The page stores them; the server gets only the picture that others see."""
    me = sessions.guest(request)
    return Template("settings.html", context={"me": me, "bird": await hall.portraits.of(me.person) if me else ""})


@get("/api", include_in_schema=False)
async def api_page() -> Template:
    """The JSON API by examples."""
    return Template("api.html", context={})


play_pages = Router(
    "/",
    route_handlers=[
        table_page,
        replay_page,
        recorded_page,
        review_page,
        table_rules_page,
        games_page,
        settings_page,
        api_page,
    ],
)
