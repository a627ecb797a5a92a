"""The rule sheet and the ruling sheet of the book that is played, with its clauses."""

from __future__ import annotations

from collections.abc import Iterator

from bowerbird.paper.blocks import Block, Cell, Column, Grid, Page, Rule, Rules, Words
from bowerbird.paper.job import Job
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.irregularities import Case, Irregularity
from bowerbird.rulebook.rulings import CONDITION_WORDS, IRREGULARITIES, cases_of, points_words, remedy_words
from bowerbird.rulebook.sheet import SheetSection, sheet

__all__ = ["rules", "ruling_answers", "rulings"]


def rules(job: Job) -> tuple[Page, ...]:
    """What a player needs to know, in the order of an evening."""
    book = job.event.book
    blocks: list[Block] = [Rules(title=section.title, lines=tuple(_lines(section))) for section in sheet(book)]
    return (Page(title=f"Rules: {book.title}", blocks=(Words(text=book.about, look="lead"), *blocks), columns=2),)


def _lines(section: SheetSection) -> Iterator[Rule]:
    """The rows of a small table mostly share their clauses, which are then named once."""
    named: tuple[str, ...] = ()
    for line in section.lines:
        repeated = line.value and line.clauses == named
        named = line.clauses
        yield Rule(line.text, line.value, () if repeated else line.clauses)


def rulings(job: Job) -> tuple[Page, ...]:
    """What happened, what happens now, and where it is written."""
    book = job.event.book
    rows = tuple(
        (Cell(what, bold=True, rows=len(answers)) if place == 0 else None, says, clause)
        for what, answers in ruling_answers(book)
        for place, (says, clause) in enumerate(answers)
    )
    columns = (Column("What happened", 2), Column("What happens now", 5), Column("Clause"))
    final = " ".join(book.sources("director"))
    blocks: list[Block] = [
        Words(text="Find what happened. The first line under it that fits is the ruling.", look="lead"),
        Grid(columns=columns, rows=rows, height=24),
    ]
    silent = [_spoken(book, name) for name in IRREGULARITIES if not cases_of(book, name) and _can_happen(book, name)]
    if silent:
        blocks.append(Words(text=f"The book is silent on these, and the director decides: {', '.join(silent)}."))
    blocks.append(Words(text=f"The director can overrule any ruling, with a reason. {final}".rstrip(), look="note"))
    return (Page(title=f"Rulings: {book.title}", blocks=tuple(blocks)),)


def ruling_answers(book: Rulebook) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Everything that the book rules on, each with its cases in words and their clauses."""
    for irregularity in IRREGULARITIES:
        if answers := list(_answers(cases_of(book, irregularity))):
            yield _sentence_case(_spoken(book, irregularity)), answers


def _answers(cases: tuple[Case, ...]) -> Iterator[tuple[str, str]]:
    for place, case in enumerate(cases):
        when = " and ".join(CONDITION_WORDS[condition] for condition in case.when) or ("otherwise" if place else "")
        words = remedy_words(case, points_words(case.points))
        yield _sentence_case(f"{when}: {words}." if when else f"{words}."), case.clause
    if cases and cases[-1].when:
        yield "Otherwise: the director decides.", ""


def _spoken(book: Rulebook, irregularity: Irregularity) -> str:
    return book.words.revoke if irregularity == "revoke" else irregularity


def _can_happen(book: Rulebook, irregularity: Irregularity) -> bool:
    """Some offences are none where a club has no such rule to offend against."""
    if irregularity == "turn-up before the bell":
        return book.deal.after_start_bell
    if irregularity == "call without the card":
        return {book.auction.need_first_round, book.auction.need_second_round} != {"nothing"}
    return True


def _sentence_case(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
