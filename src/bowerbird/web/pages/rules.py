"""Pages about rulebooks: the list, one in sentences, two side by side, and the house rules form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Request, Router, get
from litestar.exceptions import HTTPException
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, Template

from bowerbird.event.results import result_of
from bowerbird.rulebook import Rulebook, RulebookError, TooMuchToReadError, book_names, load_rulebook, read_house_rules
from bowerbird.rulebook.sheet import differences, sheet
from bowerbird.web.dependencies import TheSessions, TheWork
from bowerbird.web.pages.house_rules_form import cut_off, field_at_fault, form_parts, only_differences, toml_from
from bowerbird.web.tables.rules import book_named

__all__ = ["all_books", "books_for_a_table", "rules_pages"]

Asked = Request[Any, Any, Any]
#: The maximum of choices in a link to house rules; the form has fewer than half.
_CHOICES = 100


def all_books() -> list[Rulebook]:
    """Every rulebook that comes with Bowerbird."""
    return [load_rulebook(name) for name in book_names()]


def books_for_a_table(chosen: str = "") -> list[Rulebook]:
    """The rulebooks for one table, and the one that was chosen: boards are compared between the tables of an event."""
    return [book for book in all_books() if book.name == chosen or not result_of(book).compared]


@get("/rules", include_in_schema=False)
async def rules_page(
    first: Annotated[str, QueryParameter(max_length=40)] = "",
    second: Annotated[str, QueryParameter(max_length=40)] = "",
) -> Template | Redirect:
    """The rulebooks, and any two side by side: the form comes back here with both names."""
    if first and second and first != second:
        return Redirect(f"/rules/{book_named(first).name}/diff/{book_named(second).name}")
    why = "These are the same rules. Choose another one." if first and first == second else ""
    return Template("rules.html", context={"books": all_books(), "first": first, "second": second, "why": why})


@get("/rules/{name:str}", include_in_schema=False)
async def sheet_page(name: FromPath[str]) -> Template:
    """One rulebook in sentences."""
    book = book_named(name)
    others = [other for other in all_books() if other.name != name]
    return Template("sheet.html", context={"book": book, "sections": sheet(book), "others": others})


@get("/rules/{name:str}/diff/{other:str}", include_in_schema=False)
async def diff_page(name: FromPath[str], other: FromPath[str]) -> Template:
    """Two rulebooks side by side, where they differ."""
    a, b = book_named(name), book_named(other)
    sections: dict[str, list[Any]] = {}
    for found in differences(a, b):
        sections.setdefault(found.title, []).append(found)
    return Template("diff.html", context={"a": a, "b": b, "sections": sections})


@get("/house-rules", include_in_schema=False)
async def house_rules_page(request: Asked, sessions: TheSessions, work: TheWork) -> Template | Redirect:
    """The house rules form. The address contains all choices, so a link keeps them."""
    if request.url.query.count("&") >= _CHOICES:
        raise HTTPException(status_code=400, detail="This link has too many rules. Ask for a new one.")
    asked = {key: str(value) for key, value in request.query_params.items()}
    found = await work.run(_house_rules, asked)
    if isinstance(found, str):
        return Redirect(found)
    context, status = found
    return Template(
        "house_rules.html",
        context={**context, "me": sessions.guest(request), "books": all_books()},
        status_code=status,
    )


def _house_rules(asked: Mapping[str, str]) -> str | tuple[dict[str, Any], int]:
    """The form and its status, or another address. Runs in a worker process."""
    book = book_named(asked.get("based_on", "bicycle"))
    chosen = only_differences(book, asked)
    if chosen != asked:
        return f"/house-rules?{urlencode(chosen)}" if chosen else "/house-rules"
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
    return context, status


rules_pages = Router("/", route_handlers=[rules_page, sheet_page, diff_page, house_rules_page])
