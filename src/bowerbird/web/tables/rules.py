"""JSON API for rulebooks."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from bowerbird.hall.errors import NotFoundError
from bowerbird.rulebook import Rulebook, RulebookError, book_names, load_rulebook, read_house_rules
from bowerbird.rulebook.sheet import differences, sheet
from bowerbird.web.dependencies import TheWork
from bowerbird.web.tables.shapes import (
    BookLine,
    Checked,
    Difference,
    RulesDiffer,
    RulesSheet,
    RulesToCheck,
    SheetLine,
    SheetSection,
)

__all__ = ["book_named", "rules_handlers"]


def book_named(name: str) -> Rulebook:
    """A rulebook that comes with Bowerbird."""
    if name not in book_names():
        raise NotFoundError(f"There is no such rulebook. Choose {', '.join(book_names())}.")
    return load_rulebook(name)


@get("/rules")
async def list_rules() -> list[BookLine]:
    """The rulebooks."""
    books = [load_rulebook(name) for name in book_names()]
    return [BookLine(book.name, book.title, book.about) for book in books]


@get("/rules/{name:str}")
async def rules_sheet(name: FromPath[str]) -> RulesSheet:
    """A rulebook in sentences."""
    book = book_named(name)
    sections = [
        SheetSection(section.title, [SheetLine(line.key, line.sentence, line.cites) for line in section.lines])
        for section in sheet(book)
    ]
    return RulesSheet(book.name, book.title, book.about, sections)


@get("/rules/{name:str}/diff/{other:str}")
async def rules_differ(name: FromPath[str], other: FromPath[str]) -> RulesDiffer:
    """The differences between two rulebooks."""
    a, b = book_named(name), book_named(other)
    return RulesDiffer(
        a.name, b.name, [Difference(found.title, found.key, found.a, found.b) for found in differences(a, b)]
    )


@post("/rules/check", status_code=200)
async def check_rules(work: TheWork, data: JSONBody[RulesToCheck]) -> Checked:
    """Check house rules without setting up a table."""
    try:
        book = await work.run(read_house_rules, data.toml)
    except RulebookError as error:
        return Checked(False, why=str(error))
    return Checked(True, book.name, book.title)


rules_handlers = (list_rules, rules_sheet, rules_differ, check_rules)
