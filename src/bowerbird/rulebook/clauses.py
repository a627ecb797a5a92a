"""The index of clauses: every clause of every rulebook that comes with Bowerbird, and the tests that show it.

The clauses are part of the rulebooks (`[document]`); the list of tests is `clause_tests.json`, which `make write`
writes. This module only joins the two. It does not depend on any rule and runs no test.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from bowerbird.errors import BowerbirdError
from bowerbird.rulebook.load import book_names, load_rulebook
from bowerbird.rulebook.model import Kind

__all__ = ["Clause", "UnknownClauseError", "clause", "clauses"]


class UnknownClauseError(BowerbirdError, LookupError):
    """An id that no clause has."""


class Clause(msgspec.Struct, frozen=True):
    """One clause of a club's rule document, in our own words."""

    id: str
    #: The name of the rulebook that it is from.
    rulebook: str
    #: What it is about.
    kind: Kind
    #: What it says, in one sentence or a few.
    says: str
    #: The tests that show it, by their pytest ids.
    tests: tuple[str, ...] = ()


@cache
def clauses() -> tuple[Clause, ...]:
    """Every clause, rulebook by rulebook, in the order of the documents."""
    text = files(__package__).joinpath("clause_tests.json").read_text(encoding="utf-8")
    tests = msgspec.json.decode(text, type=dict[str, tuple[str, ...]])
    return tuple(
        Clause(id, name, own.kind, own.says, tests.get(id, ()))
        for name in book_names()
        for id, own in load_rulebook(name).document.items()
    )


def clause(id: str) -> Clause:
    """The clause with this id, such as `ALB-5b`. Raises `UnknownClauseError` if there is none."""
    for entry in clauses():
        if entry.id == id:
            return entry
    raise UnknownClauseError(f"No clause has the id {id!r}. `bowerbird rules clauses` lists them all.")
