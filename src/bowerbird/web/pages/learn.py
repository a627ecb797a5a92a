"""Pages for people who learn the game: the lessons, one of them at the table, and the words of the game."""

from __future__ import annotations

from typing import Any

from litestar import Request, Router, get
from litestar.params import FromPath
from litestar.response import Template

from bowerbird.hall.lessons import lesson_named, lessons_listed
from bowerbird.learn.glossary import glossary
from bowerbird.learn.telling import words_of
from bowerbird.rulebook import Rulebook
from bowerbird.web.dependencies import TheHall, TheSessions
from bowerbird.web.pages.rules import books_for_a_table
from bowerbird.web.tables.learn import BookAsked
from bowerbird.web.tables.rules import book_named

__all__ = ["learn_pages"]

Asked = Request[Any, Any, Any]


@get("/learn", include_in_schema=False)
async def learn_page(request: Asked, sessions: TheSessions, rules: BookAsked = "bicycle") -> Template:
    """The lessons, a first game with a coach, and euchre in five minutes."""
    book = book_named(rules)
    context = {
        "me": sessions.guest(request),
        "book": book,
        "books": books_for_a_table(book.name),
        "lessons": lessons_listed(book),
        "said": words_of(book),
    }
    return Template("learn.html", context=context)


@get("/learn/{lesson:str}", include_in_schema=False)
async def lesson_page(lesson: FromPath[str], rules: BookAsked = "bicycle") -> Template:
    """One lesson at the table."""
    book = book_named(rules)
    return Template("lesson.html", context={"lesson": lesson_named(lesson, book), "book": book})


@get("/words", include_in_schema=False)
async def words_page(rules: BookAsked = "bicycle") -> Template:
    """The words of the game by a rulebook."""
    return _words(book_named(rules), books_for_a_table(rules))


@get("/t/{table:str}/words", include_in_schema=False)
async def table_words_page(hall: TheHall, table: FromPath[str]) -> Template:
    """The words of the game by the rules of a table."""
    return _words((await hall.table(table)).room.book, [])


def _words(book: Rulebook, books: list[Rulebook]) -> Template:
    return Template("words.html", context={"book": book, "books": books, "words": glossary(book)})


learn_pages = Router("/", route_handlers=[learn_page, lesson_page, words_page, table_words_page])
