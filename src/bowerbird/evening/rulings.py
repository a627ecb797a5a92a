"""A ruling in three taps: the irregularity, the one or two questions that matter, the remedy with its clause."""

from __future__ import annotations

from collections.abc import Collection

from bowerbird.errors import BowerbirdError
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.irregularities import Condition, Irregularity
from bowerbird.rulebook.rulings import (
    IRREGULARITIES,
    QUESTIONS,
    Circumstances,
    Remedy,
    answer,
    can_happen,
    cases_of,
    described,
    remedy_for_case,
)

__all__ = ["irregularities", "ruling"]


class _OpenQuestionError(BowerbirdError):
    """The rulebook's answer depends on this condition."""

    def __init__(self, condition: Condition) -> None:
        super().__init__(condition)
        self.condition = condition


def irregularities(book: Rulebook) -> list[tuple[Irregularity, str]]:
    """The irregularities that are possible under this rulebook, in plain words; those with rulings come first."""
    possible = [each for each in IRREGULARITIES if can_happen(book, each)]
    known = sorted(possible, key=lambda each: not cases_of(book, each))
    return [(each, described(book, each)) for each in known]


def ruling(
    book: Rulebook, irregularity: Irregularity, holds: Collection[Condition], lacks: Collection[Condition]
) -> tuple[Condition, str] | Remedy:
    """The next question with its words, or the remedy once enough is known."""

    def known(condition: Condition) -> bool:
        if condition not in holds and condition not in lacks:
            raise _OpenQuestionError(condition)
        return condition in holds

    try:
        case = answer(book, irregularity, known)
    except _OpenQuestionError as question:
        return question.condition, QUESTIONS[question.condition]
    return remedy_for_case(irregularity, case, Circumstances())
