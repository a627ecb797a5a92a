"""The pages: each one is a template and what it shows. What changes something goes through the JSON interface."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from litestar import Request, Router, get
from litestar.exceptions import HTTPException
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, Template

from bowerbird.hall.bots import USUAL_LEVEL
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.fair import ShownDeal, check
from bowerbird.hall.live import LiveTable
from bowerbird.hall.people import Guest
from bowerbird.hall.record import shown_deals
from bowerbird.rulebook import Rulebook, RulebookError, TooMuchToReadError, book_names, load_rulebook, read_house_rules
from bowerbird.rulebook.phrases import counted, listed
from bowerbird.rulebook.sheet import differences, sheet
from bowerbird.seats import Seat
from bowerbird.web.api import book_named, own_tables, public_tables
from bowerbird.web.desk_api import origin_of
from bowerbird.web.door import Door, TheDoor, TheHall
from bowerbird.web.house import cut_off, field_at_fault, form_parts, only_differences, toml_from

__all__ = ["pages"]

Asked = Request[Any, Any, Any]
#: A link to house rules makes no more choices than these; the form has less than half of them.
_CHOICES = 100


def _books() -> list[Rulebook]:
    return [load_rulebook(name) for name in book_names()]


@get("/", include_in_schema=False)
async def home(request: Asked, door: TheDoor, hall: TheHall) -> Template:
    """Play now, join, and everything else one step away."""
    from bowerbird.players import LEVEL_WORDS

    me = door.guest(request)
    tables = await hall.chairs_of(me.person) if me else []
    on = next((live for live in tables if not live.room.table.state.is_over), None)
    context = {
        "me": me,
        "on": on,
        "others": _others(on, me.person) if on and me else "",
        "books": _books(),
        "levels": LEVEL_WORDS,
        "usual": USUAL_LEVEL,
        "tables": public_tables(hall),
    }
    return Template("home.html", context=context)


def _others(live: LiveTable, person: str) -> str:
    """Who else sits there: people by name, then how many bots."""
    chairs = live.room.chairs.values()
    bots = sum(bool(chair.bot) and not chair.person for chair in chairs)
    names = [chair.name for chair in chairs if chair.person and chair.person != person]
    return listed([*names, *([counted(bots, "bot")] if bots else [])]) if names or bots else ""


@get("/t/{table:str}", include_in_schema=False)
async def table_page(request: Asked, door: TheDoor, hall: TheHall, table: FromPath[str]) -> Template:
    """The table itself; the rest comes by the live line."""
    return _of_table("table.html", await hall.table(table), request, door)


@get("/t/{table:str}/replay", include_in_schema=False)
async def replay_page(request: Asked, door: TheDoor, hall: TheHall, table: FromPath[str]) -> Template:
    """A finished game, step by step."""
    return _of_table("replay.html", await hall.table(table), request, door)


@get("/t/{table:str}/review", include_in_schema=False)
async def review_page(request: Asked, door: TheDoor, hall: TheHall, table: FromPath[str]) -> Template:
    """A finished game as the expert sees it."""
    return _of_table("review.html", await hall.table(table), request, door)


@get("/t/{table:str}/rules", include_in_schema=False)
async def table_rules_page(hall: TheHall, table: FromPath[str]) -> Template:
    """The rules of one table in sentences: house rules have no page of their own."""
    book = (await hall.table(table)).room.book
    return Template("sheet.html", context={"book": book, "sections": sheet(book), "others": []})


def _of_table(template: str, live: LiveTable, request: Asked, door: Door) -> Template:
    from bowerbird.players import LEVEL_WORDS

    context = {
        "me": door.guest(request),
        "table": live.name,
        "origin": origin_of(request),
        "title": live.room.book.title,
        "host": next((chair.name for chair in live.room.chairs.values() if chair.person == live.room.made.host), ""),
        "rules": live.room.made.rules,
        "games": len(live.room.finished()),
        "levels": list(LEVEL_WORDS.values()),
    }
    return Template(template, context=context)


@get("/rules", include_in_schema=False)
async def rules_page(
    first: Annotated[str, QueryParameter(max_length=40)] = "",
    second: Annotated[str, QueryParameter(max_length=40)] = "",
) -> Template | Redirect:
    """The rulebooks, and any two side by side: the form comes back here with both names."""
    if first and second and first != second:
        return Redirect(f"/rules/{book_named(first).name}/diff/{book_named(second).name}")
    why = "These two are the same book. Choose another one." if first and first == second else ""
    return Template("rules.html", context={"books": _books(), "first": first, "second": second, "why": why})


@get("/rules/{name:str}", include_in_schema=False)
async def sheet_page(name: FromPath[str]) -> Template:
    """One rulebook in sentences."""
    book = book_named(name)
    others = [other for other in _books() if other.name != name]
    return Template("sheet.html", context={"book": book, "sections": sheet(book), "others": others})


@get("/rules/{name:str}/diff/{other:str}", include_in_schema=False)
async def diff_page(name: FromPath[str], other: FromPath[str]) -> Template:
    """Two rulebooks side by side, where they differ."""
    a, b = book_named(name), book_named(other)
    sections: dict[str, list[Any]] = {}
    for found in differences(a, b):
        sections.setdefault(found.title, []).append(found)
    return Template("diff.html", context={"a": a, "b": b, "sections": sections})


@get("/games", include_in_schema=False)
async def games_page(request: Asked, door: TheDoor, hall: TheHall) -> Template:
    """A person's own tables."""
    me = door.guest(request)
    tables = await own_tables(hall, me) if me else []
    return Template("games.html", context={"me": me, "tables": tables})


@get("/me", include_in_schema=False)
async def me_page(request: Asked, door: TheDoor) -> Template:
    """The name, and the passphrase for those who want one."""
    return Template("me.html", context={"me": door.guest(request)})


@get("/settings", include_in_schema=False)
async def settings_page() -> Template:
    """What a person can choose about this browser: the page itself keeps it, the hall knows nothing of it."""
    return Template("settings.html", context={})


@get("/house-rules", include_in_schema=False)
async def house_rules_page(request: Asked, door: TheDoor) -> Template | Redirect:
    """House rules in a form: every choice is in the address, and nothing else, so that a link keeps them."""
    if request.url.query.count("&") >= _CHOICES:
        raise HTTPException(status_code=400, detail="This link has more rules than there are. Ask for it once more.")
    asked = {key: str(value) for key, value in request.query_params.items()}
    return await asyncio.to_thread(_house_rules, asked, door.guest(request))


def _house_rules(asked: Mapping[str, str], me: Guest | None) -> Template | Redirect:
    """What the form shows. It takes a while to make: nobody waits for that."""
    book = book_named(asked.get("based_on", "bicycle"))
    chosen = only_differences(book, asked)
    if chosen != asked:
        return Redirect(f"/house-rules?{urlencode(chosen)}" if chosen else "/house-rules")
    toml = chosen.get("toml") or toml_from(book.name, chosen.get("title", ""), chosen)
    parts = form_parts(book, chosen)
    house, why, fault, status = None, "", None, 200
    try:
        house = read_house_rules(toml)
    except RulebookError as error:
        fault = field_at_fault(error, parts)
        why = error.problem if fault else str(error)
        status = 400 if isinstance(error, TooMuchToReadError) else 200
    found = differences(book, house) if house else ()
    context = {
        "me": me,
        "books": _books(),
        "base": book,
        "why": why,
        "fault": fault,
        "toml": toml,
        "as_text": "toml" in chosen,
        "title": chosen.get("title", ""),
        "house": house,
        "lost": cut_off(chosen),
        "popular": parts[0],
        "parts": parts[1:],
        "differences": [difference for difference in found if difference.a != difference.b],
    }
    return Template("house_rules.html", context=context, status_code=status)


@get("/fair", include_in_schema=False)
async def fair_page(
    hall: TheHall,
    table: Annotated[str, QueryParameter(max_length=200)] = "",
    hand: Annotated[str, QueryParameter(max_length=6)] = "",
) -> Template:
    """Check a past hand."""
    name = table.strip().rstrip("/").rpartition("/")[2]
    wanted = hand.strip()
    shown: ShownDeal | None = None
    why = ""
    if name:
        try:
            deals = shown_deals((await hall.table(name)).room)
            shown = next((deal for deal in reversed(deals) if wanted in ("", str(deal.hand))), None)
            why = "" if shown else _not_shown(wanted, deals)
        except NotAllowedError as error:
            why = str(error)
    context = {
        "table": name,
        "hand": wanted,
        "shown": shown,
        "problems": check(shown) if shown else [],
        "added": [seat.word for seat in Seat if shown.words[seat]] if shown else [],
        "record": _record(shown) if shown else "",
        "why": why,
    }
    return Template("fair.html", context=context)


def _not_shown(wanted: str, deals: Sequence[ShownDeal]) -> str:
    if not deals:
        return "No hand of this table is over yet. The secret of a deal is shown after its hand."
    numbers = f"deals 1 to {deals[-1].hand}" if len(deals) > 1 else f"deal {deals[-1].hand}"
    return (
        f"Deal {wanted} is not over yet, or there was none. "
        f"Of this table {numbers} can be checked; a secret is shown after its hand."
    )


def _record(shown: ShownDeal) -> str:
    """JSON with one line for each part: all the cards on one."""
    parts = (f'  "{key}": {json.dumps(value)}' for key, value in msgspec.to_builtins(shown).items())
    lines = ",\n".join(parts)
    return f"{{\n{lines}\n}}"


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
        table_rules_page,
        rules_page,
        sheet_page,
        diff_page,
        games_page,
        me_page,
        settings_page,
        house_rules_page,
        fair_page,
        api_page,
    ],
)
