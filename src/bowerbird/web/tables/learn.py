"""JSON API for lessons and for the words of the game."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from bowerbird.hall.frames import encode
from bowerbird.hall.lessons import LessonLine, lesson_named, lesson_shown, lessons_listed
from bowerbird.learn.glossary import WordExplained, glossary
from bowerbird.rulebook import Rulebook
from bowerbird.web.dependencies import TheHall
from bowerbird.web.openapi import answers
from bowerbird.web.tables.rules import book_named
from bowerbird.web.wire import LessonShown

__all__ = ["BookAsked", "learn_handlers"]

#: The rulebook that lessons and words follow.
BookAsked = Annotated[str, QueryParameter(max_length=40, description="A rulebook that comes with Bowerbird.")]


@get("/lessons")
async def list_lessons(rules: BookAsked = "bicycle") -> list[LessonLine]:
    """The lessons under a rulebook, in order."""
    return lessons_listed(book_named(rules))


@get("/lessons/{name:str}", responses=answers(LessonShown))
async def lesson(name: FromPath[str], rules: BookAsked = "bicycle") -> Response[bytes]:
    """A lesson with all its steps. Each has the table's frame for your seat, and the answer to whatever you do."""
    found = lesson_named(name, book_named(rules))
    shown = await asyncio.to_thread(lesson_shown, found.name, rules)
    return Response(shown, media_type="application/json")


@get("/words", responses=answers(list[WordExplained]))
async def words(rules: BookAsked = "bicycle") -> Response[bytes]:
    """The words of the game with their meanings, by a rulebook."""
    return _words(book_named(rules))


@get("/tables/{table:str}/words", responses=answers(list[WordExplained]))
async def table_words(hall: TheHall, table: FromPath[str]) -> Response[bytes]:
    """The words of the game with their meanings, by the rules of a table."""
    return _words((await hall.table(table)).room.book)


def _words(book: Rulebook) -> Response[bytes]:
    return Response(encode(glossary(book)), media_type="application/json")


learn_handlers = (list_lessons, lesson, words, table_words)
