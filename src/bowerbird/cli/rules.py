"""`bowerbird rules`: the rulebooks on the terminal, as a list, as a rule sheet, side by side, and clause by clause.

It draws what `bowerbird.rulebook.sheet` says and knows no rule. Rich and the rulebooks are imported by the commands
that need them, so that `--help` answers at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bowerbird.cli.common import AsJson, Book, command_here, console, grid, print_json, rulebook, stop
from bowerbird.cli.complete import books

if TYPE_CHECKING:
    from rich.padding import Padding
    from rich.table import Table

    from bowerbird.rulebook.sheet import Difference, SheetLine

__all__ = ["rules_app"]

rules_app = typer.Typer(name="rules", help="The rules of the clubs and of the plain game.", no_args_is_help=True)

#: Room for two ids beside each other.
_CLAUSES_WIDEST = len("ALB-T10a ALB-T10b")


@rules_app.command("list")
def list_books(as_json: AsJson = False) -> None:
    """List the rulebooks that come with Bowerbird."""
    from rich.text import Text

    from bowerbird.rulebook import book_names

    if as_json:
        found = [(name, rulebook(name)) for name in book_names()]
        print_json([{"name": name, "title": book.title, "about": book.about} for name, book in found])
        return
    out = console()
    rows = grid()
    rows.add_column(style="bold", no_wrap=True)
    rows.add_column(ratio=1)
    for name in book_names():
        book = rulebook(name)
        rows.add_row(name, Text.assemble(book.title, "\n", (book.about, "dim")))
    out.print(rows)
    out.print(f"\nRead one with: {command_here()} rules show NAME", style="dim")


@rules_app.command()
def show(
    book: Book,
    clauses: Annotated[
        bool, typer.Option(help="Say which clauses of the club's own document a line comes from.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Print a rulebook as a rule sheet, in the order of an evening.

    Example: bowerbird rules show alberta
    """
    from bowerbird.rulebook.sheet import sheet

    rules = rulebook(book)
    sections = sheet(rules)
    if as_json:
        about = {"name": rules.name, "title": rules.title, "about": rules.about, "source": rules.source}
        print_json(
            {**about, "sections": [_section_data(section.title, section.lines, clauses) for section in sections]}
        )
        return
    ids = (" ".join(line.cites) for section in sections for line in section.lines)
    width = min(max(map(len, ids), default=0), _CLAUSES_WIDEST) if clauses else 0
    out = console()
    bullet = "-" if out.options.ascii_only else "•"
    out.print(rules.title, style="bold")
    out.print(rules.about, style="dim")
    if rules.source:
        out.print(rules.source, style="dim")
    for section in sections:
        out.print(f"\n{section.title}", style="bold")
        if sentences := [line for line in section.lines if not line.value]:
            out.print(_sentences(sentences, width, bullet=bullet))
        if rows := [line for line in section.lines if line.value]:
            out.print(_small_table(rows, width))


@rules_app.command()
def diff(a: Book, b: Book, as_json: AsJson = False) -> None:
    """Show where two rulebooks differ, setting by setting.

    Example: bowerbird rules diff ccc st-joe
    """
    from bowerbird.rulebook.sheet import differences

    ours, theirs = rulebook(a), rulebook(b)
    found = differences(ours, theirs)
    if as_json:
        rows = [{"section": each.title, "key": each.key, "a": each.a, "b": each.b} for each in found]
        print_json({"a": ours.title, "b": theirs.title, "differences": rows})
        return
    out = console()
    if not found:
        out.print(f"{ours.title} and {theirs.title} play by the same rules.")
        return
    names = (ours.name, theirs.name) if ours.name != theirs.name else (Path(a).name, Path(b).name)
    count = f"{len(found)} difference{'' if len(found) == 1 else 's'}"
    out.print(f"{ours.title} and {theirs.title}: {count}", style="bold")
    for title, group in groupby(found, key=lambda difference: difference.title):
        out.print(f"\n{title}", style="bold")
        for difference in group:
            out.print(f"  {difference.key}", style="dim")
            out.print(_both(difference, names))


@rules_app.command()
def clauses(
    rulebook: Annotated[
        str, typer.Option(metavar="NAME", help="Only the clauses of this rulebook.", autocompletion=books)
    ] = "",
    as_json: AsJson = False,
) -> None:
    """List every clause of the clubs' documents, in our words, with the tests that show it."""
    from bowerbird.rulebook import clauses as all_clauses

    chosen = [clause for clause in all_clauses() if rulebook in ("", clause.rulebook)]
    if not chosen:
        names = ", ".join(dict.fromkeys(clause.rulebook for clause in all_clauses()))
        stop(f"{rulebook}: no rulebook with clauses has this name; use {names}")
    if as_json:
        print_json(chosen)
        return
    out = console()
    for name, group in groupby(chosen, key=lambda clause: clause.rulebook):
        rows = grid()
        rows.add_column(no_wrap=True)
        rows.add_column(style="dim", no_wrap=True)
        rows.add_column(ratio=1)
        rows.add_column(style="dim", no_wrap=True, justify="right")
        for clause in group:
            tests = len(clause.tests)
            shown = "no test" if not tests else f"{tests} test{'' if tests == 1 else 's'}"
            rows.add_row(clause.id, clause.kind, clause.says, shown)
        out.print(name, style="bold")
        out.print(_indented(rows))
        out.print()


def _section_data(title: str, lines: Iterable[SheetLine], clauses: bool) -> dict[str, object]:
    said = [{"text": line.text, "value": line.value} | ({"clauses": line.cites} if clauses else {}) for line in lines]
    return {"title": title, "lines": said}


def _indented(rows: Table, by: int = 2) -> Padding:
    from rich.padding import Padding

    return Padding(rows, (0, 0, 0, by))


def _sentences(lines: list[SheetLine], clauses_width: int, *, bullet: str) -> Padding:
    """One rule to a bullet, its clauses at the right."""
    rows = grid()
    rows.add_column(width=1, style="dim")
    rows.add_column(ratio=1)
    return _with_clauses(rows, [((bullet, line.text), line.cites) for line in lines], clauses_width)


def _small_table(lines: list[SheetLine], clauses_width: int) -> Padding:
    """What happened, and what it is worth."""
    rows = grid()
    rows.add_column(width=1)
    rows.add_column(no_wrap=True)
    rows.add_column(ratio=1, style="bold")
    return _with_clauses(rows, [(("", line.text, line.value), line.cites) for line in lines], clauses_width)


def _with_clauses(rows: Table, lines: Iterable[tuple[tuple[str, ...], tuple[str, ...]]], clauses_width: int) -> Padding:
    """Fill the rows; a width of 0 leaves the clauses off."""
    if clauses_width:
        rows.add_column(width=clauses_width, style="dim", justify="right")
    for cells, ids in lines:
        rows.add_row(*cells, *([" ".join(ids)] if clauses_width else []))
    return _indented(rows)


def _both(difference: Difference, names: tuple[str, str]) -> Padding:
    """What each of the two books says, one under the other."""
    rows = grid()
    rows.add_column(max_width=24, overflow="fold")
    rows.add_column(ratio=1)
    for name, text in zip(names, (difference.a, difference.b), strict=True):
        rows.add_row(name, text or "-")
    return _indented(rows, 4)
