"""A rulebook's rulings as people read them: the irregularity, the remedy, and its clause."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bowerbird.rulebook.irregularities import Case
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.rulings import (
    CONDITION_WORDS,
    IRREGULARITIES,
    can_happen,
    cases_of,
    points_words,
    remedy_words,
    spoken,
)

__all__ = ["RulingSheet", "ruling_sheet"]


class RulingSheet(msgspec.Struct, frozen=True):
    """The irregularities that a rulebook rules on, with cases and clauses; those it leaves out; the last word."""

    answers: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    silent: str
    last_word: str


def ruling_sheet(book: Rulebook) -> RulingSheet:
    """The rulings of a rulebook in sentences."""
    ruled = ((spoken(book, name), tuple(_answers(cases_of(book, name)))) for name in IRREGULARITIES)
    silent = [spoken(book, name) for name in IRREGULARITIES if not cases_of(book, name) and can_happen(book, name)]
    final = " ".join(book.sources("director"))
    return RulingSheet(
        tuple((_sentence_case(what), answers) for what, answers in ruled if answers),
        f"The rules are silent on these, and the director decides: {', '.join(silent)}." if silent else "",
        f"The director can overrule any ruling, with a reason. {final}".rstrip(),
    )


def _answers(cases: tuple[Case, ...]) -> Iterator[tuple[str, str]]:
    """Each case in words with its clause, and the director if the cases do not cover everything."""
    for place, case in enumerate(cases):
        when = " and ".join(CONDITION_WORDS[condition] for condition in case.when) or ("otherwise" if place else "")
        words = remedy_words(case, points_words(case.points))
        yield _sentence_case(f"{when}: {words}." if when else f"{words}."), case.clause
    if cases and cases[-1].when:
        yield "Otherwise: the director decides.", ""


def _sentence_case(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
