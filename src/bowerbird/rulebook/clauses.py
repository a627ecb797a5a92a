"""The index of clauses: what the five rule documents ask for, one entry each, and the tests that show it.

The entries are data (`clauses.toml`), and so is the list of tests (`clause_tests.json`, which `make clauses`
writes). This module only puts the two together: it knows no rule and runs no test.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec

from bowerbird.errors import BowerbirdError

__all__ = ["Clause", "Kind", "UnknownClauseError", "clause", "clauses"]

#: Where a clause lives: in one hand, in a game, in a ruling, in an event, or in what people see and say.
Kind: TypeAlias = Literal["hand", "game", "ruling", "event", "show"]


class UnknownClauseError(BowerbirdError, LookupError):
    """An id that no clause has."""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause of a rule document, in our own words, with the pytest node ids of the tests that show it."""

    id: str
    rulebook: str
    kind: Kind
    says: str
    tests: tuple[str, ...] = ()


class _Index(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`clauses.toml` as it is written; `open` names the clauses that no test shows yet."""

    open: tuple[str, ...]
    clause: tuple[Clause, ...]


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


@cache
def clauses() -> tuple[Clause, ...]:
    """Every clause, in the order of the documents."""
    index = msgspec.toml.decode(_text("clauses.toml"), type=_Index)
    tests = msgspec.json.decode(_text("clause_tests.json"), type=dict[str, tuple[str, ...]])
    return tuple(msgspec.structs.replace(entry, tests=tests.get(entry.id, ())) for entry in index.clause)


def clause(id: str) -> Clause:
    """The clause with this id, such as `ALB-5b`."""
    for entry in clauses():
        if entry.id == id:
            return entry
    raise UnknownClauseError(f"No clause has the id {id!r}. `bowerbird rules clauses` lists them all.")
