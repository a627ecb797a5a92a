"""The rule sheet and the ruling sheet of the rulebook, with its clauses."""

from __future__ import annotations

from collections.abc import Iterator

from bowerbird.paper.blocks import Block, Cell, Column, Grid, Page, Rule, Rules, Words
from bowerbird.paper.job import Job
from bowerbird.rulebook.ruling_sheet import ruling_sheet
from bowerbird.rulebook.sheet import SheetSection, sheet

__all__ = ["rules", "rulings"]


def rules(job: Job) -> tuple[Page, ...]:
    """The rules that a player needs, in the order of an event."""
    book = job.event.book
    blocks: list[Block] = [Rules(title=section.title, lines=tuple(_lines(section))) for section in sheet(book)]
    return (Page(title=f"Rules: {book.title}", blocks=(Words(text=book.about, look="lead"), *blocks), columns=2),)


def _lines(section: SheetSection) -> Iterator[Rule]:
    """The rows of a small table mostly share their clauses, so these are named once."""
    named: tuple[str, ...] = ()
    for line in section.lines:
        repeated = line.value and line.cites == named
        named = line.cites
        yield Rule(line.text, line.value, () if repeated else line.cites)


def rulings(job: Job) -> tuple[Page, ...]:
    """The rulings: what happened, what to do, and the clause."""
    book = job.event.book
    found = ruling_sheet(book)
    rows = tuple(
        (Cell(what, bold=True, rows=len(answers)) if place == 0 else None, says, clause)
        for what, answers in found.answers
        for place, (says, clause) in enumerate(answers)
    )
    columns = (Column("What happened", 2), Column("What happens now", 5), Column("Clause"))
    blocks: list[Block] = [
        Words(text="Find what happened. The first line under it that fits is the ruling.", look="lead"),
        Grid(columns=columns, rows=rows, height=24),
    ]
    if found.silent:
        blocks.append(Words(text=found.silent))
    blocks.append(Words(text=found.last_word, look="note"))
    return (Page(title=f"Rulings: {book.title}", blocks=tuple(blocks)),)
