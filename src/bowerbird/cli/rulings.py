"""`bowerbird rulings` and `bowerbird ruling`: list a rulebook's rulings, and look one up.

Asks and prints; the rulings themselves are in `bowerbird.rulebook.rulings`.
"""

from __future__ import annotations

import sys
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from bowerbird.cli.common import AsJson, Book, Rules, console, grid, print_json, rulebook, stop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bowerbird.rulebook import Rulebook
    from bowerbird.rulebook.irregularities import Condition
    from bowerbird.rulebook.rulings import Remedy

__all__ = ["ruling", "rulings"]

T = TypeVar("T")


def rulings(book: Book, as_json: AsJson = False) -> None:
    """Print a rulebook's rulings on one page: what happened, what to do, and the clause."""
    from bowerbird.rulebook.ruling_sheet import ruling_sheet

    rules = rulebook(book)
    found = ruling_sheet(rules)
    if as_json:
        told = [
            {"what": what, "answers": [{"remedy": words, "clause": clause} for words, clause in each]}
            for what, each in found.answers
        ]
        print_json({"rules": rules.title, "rulings": told, "silent": found.silent, "last_word": found.last_word})
        return
    out = console()
    rows = grid()
    rows.add_column(ratio=2)
    rows.add_column(ratio=5)
    rows.add_column(style="dim", no_wrap=True)
    for what, answers in found.answers:
        for place, (words, clause) in enumerate(answers):
            rows.add_row(what if place == 0 else "", words, clause)
    out.print(f"{rules.title}: when something goes wrong", style="bold")
    out.print()
    if found.answers:
        out.print(rows)
        out.print()
    if found.silent:
        out.print(found.silent)
        out.print()
    out.print(found.last_word, style="dim")


def ruling(
    rules: Rules = "",
    what: Annotated[str, typer.Option(help='What happened, such as "revoke". If left out, you will be asked.')] = "",
    when: Annotated[
        list[str] | None, typer.Option("--if", help='A circumstance, such as "hand played alone". May be repeated.')
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ask what happened, and say what the rules require.

    Example: bowerbird ruling --rules alberta --what revoke
    """
    from bowerbird.rulebook import book_names
    from bowerbird.rulebook.rulings import IRREGULARITIES, QUESTIONS, Circumstances, answer, remedy_for_case, spoken

    may_ask = not as_json and when is None
    asking = may_ask and (sys.stdin.isatty() or not what)
    book = rulebook(rules or _asked_for("--rules", "Which rules?", book_names(), asking))
    names = {spoken(book, irregularity): irregularity for irregularity in IRREGULARITIES}
    said = what or _asked_for("--what", "What happened?", list(names), asking)
    irregularity = _known("--what", said, names | {name: name for name in IRREGULARITIES})
    given = {_known("--if", text, {condition: condition for condition in QUESTIONS}) for text in when or ()}
    holds: Callable[[Condition], bool] = cache(_ask) if asking else given.__contains__
    remedy = remedy_for_case(irregularity, answer(book, irregularity, holds), Circumstances())
    if as_json:
        print_json(remedy)
    else:
        _print(book, remedy)


def _print(book: Rulebook, remedy: Remedy) -> None:
    out = console()
    out.print(remedy.sentence, style="bold")
    if remedy.clause:
        out.print(f"{book.title}, {remedy.clause}: {book.clause_says(remedy.clause)}", style="dim")
    elif remedy.kind != "director decides":
        out.print(f"{book.title}, without a clause number.", style="dim")


# Asking.


def _asked_for(option: str, question: str, options: Sequence[str], asking: bool) -> str:
    if not asking:
        stop(f"Add {option}, as in --rules alberta --what revoke")
    for number, choice in enumerate(options, 1):
        typer.echo(f"{number:3}  {choice}")
    while True:
        said = _reply(lambda: str(typer.prompt(question, prompt_suffix=" "))).strip().lower()
        if said in options:
            return said
        if said.isdecimal() and 1 <= int(said) <= len(options):
            return options[int(said) - 1]
        near = _did_you_mean(said, options)
        typer.echo(f"{near.capitalize()} Enter a number from 1 to {len(options)}.".lstrip())


def _ask(condition: Condition) -> bool:
    from bowerbird.rulebook.rulings import QUESTIONS

    return _reply(lambda: typer.confirm(QUESTIONS[condition], prompt_suffix=" "))


def _reply(ask: Callable[[], T]) -> T:
    try:
        return ask()
    except typer.Abort:
        typer.echo(err=True)
        stop("Stopped before the last answer. In a script, give all options: --rules alberta --what revoke --json")


def _known(option: str, text: str, known: dict[str, T]) -> T:
    wanted = text.strip().lower()
    if wanted not in known:
        near = _did_you_mean(wanted, known).capitalize()
        stop(f"{option} {text!r} isn't known. {near or 'Use one of: ' + ', '.join(known)}")
    return known[wanted]


def _did_you_mean(said: str, known: Iterable[str]) -> str:
    """Suggest the nearest names, ignoring the order of words."""
    by_words = {" ".join(sorted(name.split())): name for name in known}
    near = get_close_matches(" ".join(sorted(said.split())), by_words, n=3, cutoff=0.7)
    return f"did you mean {' or '.join(by_words[found] for found in near)}?" if near else ""
