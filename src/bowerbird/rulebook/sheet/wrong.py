"""The rule sheet for what goes wrong at the table: each irregularity with what happens then, in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, get_args

import msgspec

from bowerbird.rulebook.irregularities import Case, Condition, Irregularity, RemedyKind
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.sheet.line import SheetLine, line, listed, points, sentence_case

_CONDITIONS: Final[dict[Condition, str]] = {
    "turn-up not shown": "before the turn-up shows",
    "before the opening lead": "before the first lead",
    "first trick not quitted": "before the first trick is turned down",
    "trick not quitted": "before the trick is turned down",
    "next card not led": "before the next card is led",
    "all have played to it": "once all have played to it",
    "hand played alone": "in a hand played alone",
    "by a lone hand": "by a lone player",
    "second misdeal": "as a second misdeal in a row",
    "nothing but a pass": "if it was only a pass",
}

_REMEDIES: Final[dict[RemedyKind, str]] = {
    "new deal": "{dealer}",
    "stands": "it stands",
    "void and barred": "it is void and that side may not make trump",
    "void": "it is void, with no penalty",
    "exposed card": "the card stays face up and goes at the first legal chance",
    "correct it": "it is put right, with no penalty",
    "take it back and call a lead": (
        "the card is taken back and stays face up, and an opponent may name the suit of that side's next lead"
    ),
    "call a lead": "the opponents may name the suit of that side's next lead",
    "play on without score": "play goes on, and that side cannot score this hand",
    "play the five dealt": "the dealer plays the five cards dealt, and the turn-up is out of play",
    "points": "the other side gets {points}",
    "hand lost": "the hand is over and the other side gets {points}",
    "choice": "the other side keeps the score as played or takes {points}, added to its own or off yours",
    "game lost": "that side loses the game",
    "points off": "that side loses {points}",
    "director decides": "the director decides",
}

_DEALERS: Final = {
    "same": "the same dealer deals again",
    "right": "the right dealer deals",
    "next": "the deal passes to the next dealer",
}


def _wrong(book: Rulebook) -> Iterator[SheetLine]:
    for irregularity in get_args(Irregularity):
        yield _ruling(book, irregularity, tuple(_that_can_apply(book.irregularities.get(irregularity, ()))))
    yield line(book, "director", "Anything else goes to the director, whose decision is final.")


def _that_can_apply(cases: tuple[Case, ...]) -> Iterator[Case]:
    """The first case that holds is the ruling, so nothing comes after one that always holds."""
    for case in cases:
        yield case
        if not case.when:
            return


def _ruling(book: Rulebook, irregularity: Irregularity, cases: tuple[Case, ...]) -> SheetLine:
    revoke = irregularity == "revoke"
    name = book.words.revoke if revoke else irregularity
    answers = "; ".join(_answers(cases)) if cases else _REMEDIES["director decides"]
    return SheetLine(
        f"irregularities.{irregularity}",
        f"{sentence_case(name)}: {answers}.",
        tuple(dict.fromkeys(case.clause for case in cases if case.clause)),
        also=("words.revoke",) if revoke else (),
        quiet=not cases,
    )


def _answers(cases: tuple[Case, ...]) -> Iterator[str]:
    """Case by case. Where the last two differ in points only, such as 4 in a lone hand and else 2, they are one."""
    *special, last = cases
    exception = special.pop() if special and _only_points_differ(special[-1], last) else None
    for case in special:
        yield f"{_when(case)}, {_remedy(case, points(case.points))}"
    worth = points(last.points)
    if exception:
        worth += f" ({exception.points} {_when(exception)})"
    remedy = _remedy(last, worth)
    if last.when:
        yield f"{_when(last)}, {remedy}"
    else:
        yield f"otherwise {remedy}" if special else remedy


def _only_points_differ(case: Case, last: Case) -> bool:
    plain = msgspec.structs.replace(case, when=(), points=last.points)
    return bool(case.points) and not last.when and plain == last


def _when(case: Case) -> str:
    return listed(_CONDITIONS[condition] for condition in case.when)


def _remedy(case: Case, worth: str) -> str:
    remedy = _REMEDIES[case.remedy].format(points=worth, dealer=_DEALERS[case.dealer])
    return f"{remedy}, by the director's decision" if case.by_director else remedy


WRONG_SECTIONS: Final[dict[str, Callable[[Rulebook], Iterator[SheetLine]]]] = {"When something goes wrong": _wrong}
