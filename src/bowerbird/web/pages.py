"""The pages: each one is a template and what it shows. What changes something goes through the JSON interface."""

from __future__ import annotations

from typing import Any

from litestar import Request, Router, get
from litestar.response import Template

from bowerbird.hall.bots import USUAL_LEVEL
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable
from bowerbird.rulebook import book_names, load_rulebook
from bowerbird.rulebook.sheet import differences, sheet
from bowerbird.web.api import book_named, own_tables, public_tables
from bowerbird.web.door import Door

__all__ = ["pages"]

Asked = Request[Any, Any, Any]


def _books() -> list[Any]:
    return [load_rulebook(name) for name in book_names()]


@get("/", include_in_schema=False)
async def home(request: Asked, door: Door, hall: Hall) -> Template:
    """Play now, join, and everything else one step away."""
    from bowerbird.players import LEVELS

    context = {
        "me": door.guest(request),
        "books": _books(),
        "levels": list(LEVELS),
        "usual": USUAL_LEVEL,
        "tables": public_tables(hall),
    }
    return Template("home.html", context=context)


@get("/t/{table:str}", include_in_schema=False)
async def table_page(request: Asked, door: Door, hall: Hall, table: str) -> Template:
    """The table itself; the rest comes by the live line."""
    return _of_table("table.html", await hall.table(table), request, door)


@get("/t/{table:str}/replay", include_in_schema=False)
async def replay_page(request: Asked, door: Door, hall: Hall, table: str) -> Template:
    """A finished game, step by step."""
    return _of_table("replay.html", await hall.table(table), request, door)


@get("/t/{table:str}/review", include_in_schema=False)
async def review_page(request: Asked, door: Door, hall: Hall, table: str) -> Template:
    """A finished game as the expert sees it."""
    return _of_table("review.html", await hall.table(table), request, door)


def _of_table(template: str, live: LiveTable, request: Asked, door: Door) -> Template:
    context = {
        "me": door.guest(request),
        "table": live.name,
        "title": live.room.book.title,
        "rules": live.room.made.rules,
        "games": len(live.room.finished()),
    }
    return Template(template, context=context)


@get("/rules", include_in_schema=False)
async def rules_page() -> Template:
    """The rulebooks, and any two side by side."""
    return Template("rules.html", context={"books": _books()})


@get("/rules/{name:str}", include_in_schema=False)
async def sheet_page(name: str) -> Template:
    """One rulebook in sentences."""
    book = book_named(name)
    others = [other for other in _books() if other.name != name]
    return Template("sheet.html", context={"book": book, "sections": sheet(book), "others": others})


@get("/rules/{name:str}/diff/{other:str}", include_in_schema=False)
async def diff_page(name: str, other: str) -> Template:
    """Two rulebooks side by side, where they differ."""
    a, b = book_named(name), book_named(other)
    sections: dict[str, list[Any]] = {}
    for found in differences(a, b):
        sections.setdefault(found.title, []).append(found)
    return Template("diff.html", context={"a": a, "b": b, "sections": sections})


@get("/games", include_in_schema=False)
async def games_page(request: Asked, door: Door, hall: Hall) -> Template:
    """A person's own tables."""
    me = door.guest(request)
    tables = await own_tables(hall, me) if me else []
    return Template("games.html", context={"me": me, "tables": tables})


@get("/api", include_in_schema=False)
async def api_page() -> Template:
    """The interface by examples."""
    return Template("api.html", context={})


pages = Router(
    "/",
    route_handlers=[
        home,
        table_page,
        replay_page,
        review_page,
        rules_page,
        sheet_page,
        diff_page,
        games_page,
        api_page,
    ],
)
