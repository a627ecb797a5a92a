"""The rule sheet's section on irregularities: each with its rulings, in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from bowerbird.rulebook.irregularities import Case, Irregularity, RemedyKind
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.phrases import listed, points, sentence_case
from bowerbird.rulebook.rulings import CONDITION_WORDS, IRREGULARITIES, cases_of, remedy_words, spoken
from bowerbird.rulebook.sheet.line import SheetLine, is_ours, line


def wrong(book: Rulebook) -> Iterator[SheetLine]:
    """Every irregularity with its rulings, and the director's last word."""
    for irregularity in IRREGULARITIES:
        yield _ruling(book, irregularity, tuple(_that_can_apply(cases_of(book, irregularity))))
    yield line(book, "director", "Anything else goes to the director, whose decision is final.")


def _that_can_apply(cases: tuple[Case, ...]) -> Iterator[Case]:
    """The cases up to the first that always holds: the first case that holds is the ruling."""
    for case in cases:
        yield case
        if not case.when:
            return


def _ruling(book: Rulebook, irregularity: Irregularity, cases: tuple[Case, ...]) -> SheetLine:
    revoke = irregularity == "revoke"
    name = _exposed(book) if irregularity == "card exposed" else spoken(book, irregularity)
    answers = "; ".join(_answers(cases)) if cases else "the director decides"
    clauses = tuple(dict.fromkeys(id for case in cases for id in case.clause.split()))
    return SheetLine(
        f"irregularities.{irregularity}",
        f"{sentence_case(name)}: {answers}.",
        clauses,
        also=("words.revoke",) if revoke else (),
        quiet=not cases,
        ours=is_ours(book, clauses) or (bool(book.document) and not all(case.clause for case in cases)),
    )


#: The irregularities that are ways to expose a card, and these ways in words.
_EXPOSING: Final[tuple[Irregularity, ...]] = (
    "lead out of turn",
    "play out of turn",
    "card exposed",
    "card not played singly",
)
_WAYS: Final = "led or played out of turn, dropped face up, played with another card, or named"
_STAYS_FACE_UP: Final[frozenset[RemedyKind]] = frozenset({"exposed card", "take it back and call a lead"})


def _exposed(book: Rulebook) -> str:
    """The name of an exposed card, with the ways to expose one if all of them do so in this rulebook."""
    faces_up = (any(case.remedy in _STAYS_FACE_UP for case in cases_of(book, each)) for each in _EXPOSING)
    return f"card exposed ({_WAYS})" if all(faces_up) else "card exposed"


def _answers(cases: tuple[Case, ...]) -> Iterator[str]:
    """Answer case by case. If the last two differ only in points, such as 4 in a lone hand and else 2, join them."""
    *special, last = cases
    exception = special.pop() if special and _only_points_differ(special[-1], last) else None
    for case in special:
        yield f"{_when(case)}, {remedy_words(case, points(case.points))}"
    worth = points(last.points)
    if exception:
        worth += f" ({exception.points} {_when(exception)})"
    remedy = remedy_words(last, worth)
    if last.when:
        yield f"{_when(last)}, {remedy}"
    else:
        yield f"otherwise {remedy}" if special else remedy


def _only_points_differ(case: Case, last: Case) -> bool:
    plain = msgspec.structs.replace(case, when=(), points=last.points)
    return bool(case.points) and not last.when and plain == last


def _when(case: Case) -> str:
    return listed(CONDITION_WORDS[condition] for condition in case.when)
