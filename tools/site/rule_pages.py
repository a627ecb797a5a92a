"""Write a page for each rulebook, from the sentences of its rule sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from bowerbird.rulebook import Rulebook, book_names, load_rulebook
from bowerbird.rulebook.sheet import SheetLine, differences, sheet

__all__ = ["list_of_books", "pages"]

#: Every other rulebook is compared with this one.
_PLAIN = "bicycle"


def pages() -> dict[str, tuple[str, str]]:
    """The title and the text of each rulebook's page, by its name."""
    return {name: (book.title, _page(book)) for name in book_names() for book in [load_rulebook(name)]}


def list_of_books() -> str:
    """The page that leads to all of them."""
    lines = (f"| [{_plain(book.title)}]({book.name}.md) | `{book.name}` | {_plain(book.about)} |" for book in _books())
    return "\n".join(
        (
            "# The rulebooks",
            "",
            "Each club's rules in sentences, with the clauses behind them. These pages are made from the rulebooks "
            "that Bowerbird plays by.",
            "",
            "| rules | name | in short |",
            "|---|---|---|",
            *lines,
            "",
            "Your club isn't here? Change what differs with [house rules](../house-rules.md), or "
            "[write your club's rules](../write-a-club.md) in one file.",
            "",
        )
    )


def _books() -> list[Rulebook]:
    return [load_rulebook(name) for name in book_names()]


def _page(book: Rulebook) -> str:
    return "\n".join((*_head(book), *_sections(book), *_differences(book), *_document(book)))


def _head(book: Rulebook) -> Iterator[str]:
    yield f"# {_plain(book.title)}\n\n{_plain(book.about)}\n"
    if book.source:
        yield f"{_plain(book.source)}\n"
    if book.document:
        yield f"The small marks are clauses of the club's document, which is [at the end]({_DOCUMENT_LINK}).\n"
    yield "```console"
    yield f"$ bowerbird rules show {book.name}"
    yield f"$ bowerbird rulings {book.name}"
    yield "```\n"


def _sections(book: Rulebook) -> Iterator[str]:
    for section in sheet(book):
        yield f"## {_plain(section.title)}\n"
        for is_row, lines in groupby(section.lines, key=lambda line: bool(line.value)):
            write = _rows if is_row else _sentences
            yield from write(lines)
            yield ""


def _sentences(lines: Iterable[SheetLine]) -> Iterator[str]:
    return (f"- {_plain(line.text)}{_marks(line.cites)}" for line in lines)


def _rows(lines: Iterable[SheetLine]) -> Iterator[str]:
    yield "| case | worth | clause |\n|---|---|---|"
    yield from (f"| {_plain(line.text)} | **{_plain(line.value)}** |{_marks(line.cites)} |" for line in lines)


def _differences(book: Rulebook) -> Iterator[str]:
    if book.name == _PLAIN:
        return
    plain = load_rulebook(_PLAIN)
    yield f"## Compared with the plain game\n\n| part | {_plain(book.title)} | {_plain(plain.title)} |\n|---|---|---|"
    found = [difference for difference in differences(book, plain) if difference.title not in _NOT_COMPARED]
    yield from (
        f"| {_plain(difference.title)} | {_plain(difference.a or '–')} | {_plain(difference.b or '–')} |"
        for difference in found
    )
    yield ""


#: The plain game has no event, and rulings are compared at the desk.
_NOT_COMPARED = {"When something goes wrong", "The event", "Money", "Season and calendar"}
_DOCUMENT_LINK = "#the-clubs-document"


def _document(book: Rulebook) -> Iterator[str]:
    if not book.document:
        return
    yield "## The club's document\n\nIn our words.\n\n| clause | what it says |\n|---|---|"
    yield from (f"| {id} | {_plain(clause.says)} |" for id, clause in book.document.items())


def _marks(cites: tuple[str, ...]) -> str:
    return f' <small class="clause">{" · ".join(cites)}</small>' if cites else ""


def _plain(text: str) -> str:
    """Text in which nothing is a mark of Markdown or HTML."""
    return re.sub(r"([\\`*_{}\[\]<>|#])", r"\\\1", text)
