"""`bowerbird rulings` and `bowerbird ruling`: what the book says when something goes wrong, as a page and as an answer.

They ask and print; the rulings themselves are `bowerbird.rulebook.rulings`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from bowerbird.cli.common import Book, console, grid, rulebook, stop

if TYPE_CHECKING:
    from collections.abc import Callable

    from bowerbird.rulebook import Rulebook
    from bowerbird.rulebook.irregularities import Condition, Irregularity

__all__ = ["ruling", "rulings"]

T = TypeVar("T")

_SILENT = "The book is silent on these, and the director decides"


def rulings(book: Book) -> None:
    """Print a book's irregularities as a reference sheet: what happened, what happens now, and the clause."""
    from bowerbird.rulebook.rulings import CONDITION_WORDS, IRREGULARITIES, remedy_words

    rules = rulebook(book)
    out = console()
    out.print(f"{rules.title}: when something goes wrong", style="bold")
    rows = grid()
    rows.add_column(ratio=2)
    rows.add_column(ratio=2, style="dim")
    rows.add_column(ratio=5)
    rows.add_column(style="dim", no_wrap=True)
    silent = []
    for irregularity in IRREGULARITIES:
        cases = rules.irregularities.get(irregularity, ())
        if not cases:
            silent.append(spoken(rules, irregularity))
        for place, case in enumerate(cases):
            what = spoken(rules, irregularity).capitalize() if place == 0 else ""
            when = ", ".join(CONDITION_WORDS[condition] for condition in case.when) or ("otherwise" if place else "")
            words = remedy_words(case, "1 point" if case.points == 1 else f"{case.points} points")
            rows.add_row(what, when, f"{words[0].upper()}{words[1:]}.", case.clause)
    out.print()
    out.print(rows)
    if silent:
        out.print(f"\n{_SILENT}: {', '.join(silent)}.")
    final = " ".join(rules.sources("director"))
    out.print(
        f"\nThe director's word is final, with the reason in the record.{f'  {final}' if final else ''}", style="dim"
    )


def ruling(
    rules: Annotated[str, typer.Option(metavar="NAME_OR_FILE", help="The rulebook, or a TOML file.")] = "",
    what: Annotated[str, typer.Option(help='What happened, such as "revoke". Asked for if left out.')] = "",
    when: Annotated[
        list[str] | None, typer.Option("--if", help='What was the case, such as "hand played alone". May be repeated.')
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Ask the few questions that matter, and say what the book wants done."""
    from bowerbird.rulebook import book_names
    from bowerbird.rulebook.rulings import IRREGULARITIES, QUESTIONS, Circumstances, answer, remedy_for_case

    asking = sys.stdin.isatty() and when is None and not as_json
    book = rulebook(rules or (_choose("Which rules?", list(book_names())) if asking else _missing("--rules")))
    names = {spoken(book, irregularity): irregularity for irregularity in IRREGULARITIES}
    names |= {irregularity: irregularity for irregularity in IRREGULARITIES}
    said = what or (_choose("What happened?", list(names)[: len(IRREGULARITIES)]) if asking else _missing("--what"))
    irregularity = _known("--what", said.lower(), names)
    given = {_known("--if", text, {condition: condition for condition in QUESTIONS}) for text in when or ()}
    answers: dict[Condition, bool] = {}
    holds: Callable[[Condition], bool]
    if asking:

        def holds(condition: Condition) -> bool:
            if condition not in answers:
                answers[condition] = typer.confirm(QUESTIONS[condition])
            return answers[condition]

    else:
        holds = given.__contains__
    remedy = remedy_for_case(irregularity, answer(book, irregularity, holds), Circumstances())
    if as_json:
        from msgspec import json, to_builtins

        typer.echo(json.encode(to_builtins(remedy)).decode())
        return
    out = console()
    out.print(remedy.sentence, style="bold")
    out.print(f"{book.title}{f', {remedy.clause}' if remedy.clause else ''}", style="dim")


def spoken(book: Rulebook, irregularity: Irregularity) -> str:
    """An irregularity in the club's own word: some say revoke, some renege."""
    return book.words.revoke if irregularity == "revoke" else irregularity


def _choose(question: str, options: list[str]) -> str:
    for number, option in enumerate(options, 1):
        typer.echo(f"{number:3}  {option}")
    while True:
        number = int(typer.prompt(question, type=int))
        if 1 <= number <= len(options):
            return options[number - 1]
        typer.echo(f"A number from 1 to {len(options)}, please.")


def _missing(option: str) -> str:
    stop(f"{option} is needed where nobody can be asked, as in --rules alberta --what revoke")


def _known(option: str, text: str, known: dict[str, T]) -> T:
    if text not in known:
        stop(f"{option} {text!r} is not known; use one of: {', '.join(known)}")
    return known[text]
