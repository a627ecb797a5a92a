"""Points from rulings: asking if the table's score includes them, and adding them if it does not. Pure.

People keep the score. A side that gets two points in the middle of a game writes them down, and the score that it hands
in already includes them. So nothing is added automatically: once the score is in, the director is asked, and answers
with one tap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from bowerbird.evening.facts import PointsRuled, Settlement
from bowerbird.event.errors import EventError
from bowerbird.event.facts import Score, SideCard
from bowerbird.event.scores import card_fields, check_score
from bowerbird.event.state import Result, Round
from bowerbird.event.words import listed
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.irregularities import RemedyKind
from bowerbird.rulebook.rulings import points_words
from bowerbird.seats import Side

__all__ = [
    "ON_THE_SCORE",
    "Choice",
    "Penalty",
    "choices",
    "is_open",
    "offending_side",
    "question",
    "reminder",
    "settled",
    "unanswered",
    "words",
]

#: Remedies that change the score of the table. Points off a person come off that person's own total instead.
ON_THE_SCORE: Final[frozenset[RemedyKind]] = frozenset({"points", "hand lost", "choice", "game lost"})
_CHANGES: Final[frozenset[Settlement]] = frozenset({"added", "taken off", "game lost"})


class Penalty(msgspec.Struct, frozen=True):
    """The points of a ruling, and the director's answer about them once the score was in.

    `made` is the score that the answer produced, if it changed the score.
    """

    ruled: PointsRuled
    settled: Settlement | None = None
    made: Score | None = None


class Choice(msgspec.Struct, frozen=True):
    """One answer of the director, and the score that it produces; None if the score stays."""

    how: Settlement
    words: str
    score: Score | None = None


def offending_side(ruled: PointsRuled, current: Round) -> Side:
    """The offending side where it sits now: somebody may have changed places with the other side since."""
    table = current.table(ruled.table)
    return table.side_of(ruled.offender) if ruled.offender in table.seats else ruled.side


def words(penalty: Penalty, current: Round) -> str:
    """`2 points for Ann & Cal`."""
    ruled, side = penalty.ruled, offending_side(penalty.ruled, current)
    worth, others = points_words(ruled.points), _pair(current, ruled.table, side.other)
    match ruled.remedy:
        case "game lost":
            return f"{_pair(current, ruled.table, side)} lost the game"
        case "choice":
            return f"{worth} for {others} if they wish, added to their own score or taken off the other side's"
        case _:
            return f"{worth} for {others}"


def is_open(penalty: Penalty, current: Round) -> bool:
    """True if the director still has to answer.

    Points added by an answer are not on the table's own card: if another score comes in later, the question is open
    again.
    """
    result = current.results.get(penalty.ruled.table)
    if result is None:
        return penalty.settled is None
    if penalty.ruled.remedy == "game lost":
        lost = result.score.lost_by is offending_side(penalty.ruled, current)
        return not lost and penalty.settled != "as played"
    return penalty.settled is None or (penalty.made is not None and penalty.made.points != result.score.points)


def settled(
    penalties: Mapping[int, Penalty], number: int, how: Settlement, result: Result | None
) -> dict[int, Penalty]:
    """The penalties after one of them is answered; `result` is the table's score then."""
    ruled = penalties[number].ruled
    if result is None or how not in _CHANGES:
        return {**penalties, number: Penalty(ruled, how)}
    # Points that were put on the score before are on this one too.
    before = result.replaced[-1][0] if result.replaced else None
    place = (ruled.round, ruled.table)
    kept = {
        other: replace(each, made=result.score)
        for other, each in penalties.items()
        if each.made is not None and each.made == before and (each.ruled.round, each.ruled.table) == place
    }
    return {**penalties, **kept, number: Penalty(ruled, how, result.score)}


def unanswered(penalties: Iterable[Penalty], rounds: Sequence[Round]) -> Iterator[Penalty]:
    """Open penalties with a score, of any round: closing a round does not answer them."""
    known = {past.number: past for past in rounds}
    for penalty in penalties:
        # The seating of a ruling's round can be undone.
        past = known.get(penalty.ruled.round)
        result = past.results.get(penalty.ruled.table) if past else None
        if past and result and result.status == "accepted" and is_open(penalty, past):
            yield penalty


def reminder(penalties: Iterable[Penalty]) -> str:
    """Name the rulings that the director still has to answer; empty if there are none."""
    where = tuple(dict.fromkeys(f"table {each.ruled.table} of round {each.ruled.round}" for each in penalties))
    return f"Nobody has said yet whether the score includes what was ruled at {listed(where)}." if where else ""


def question(penalty: Penalty, current: Round, result: Result) -> str:
    """The question to the director once the score is in."""
    ruled = penalty.ruled
    clause = f" ({ruled.clause})" if ruled.clause else ""
    where = f"Round {current.number}, table {ruled.table}" if current.closed else f"Table {ruled.table}"
    # A director who has already answered learns why the question is back.
    score = f"{where}: {result.score.ns}–{result.score.ew} is in{' now' if penalty.settled else ''}."
    match ruled.remedy:
        case "game lost":
            return f"{score} By the ruling{clause} {words(penalty, current)}. Does the score say so?"
        case "choice":
            others = _pair(current, ruled.table, offending_side(ruled, current).other)
            return f"{score} What did {others} choose after the ruling{clause}?"
        case _:
            return f"{score} Does this score include the {words(penalty, current)}{clause}?"


def choices(book: Rulebook, current: Round, penalty: Penalty) -> tuple[Choice, ...]:
    """The director's answers now, less any that would make an impossible score."""
    result = current.results.get(penalty.ruled.table)
    if not is_open(penalty, current):
        return ()
    if result is None or result.status != "accepted":
        return tuple(_before_the_score(penalty))
    return tuple(_with_the_score(book, current, penalty, result.score))


def _before_the_score(penalty: Penalty) -> Iterator[Choice]:
    if penalty.ruled.remedy == "choice":
        yield Choice("as played", "They keep the score as played")
    if penalty.ruled.remedy != "game lost":
        yield Choice("in the score", "The table has written the points down")


def _with_the_score(book: Rulebook, current: Round, penalty: Penalty, score: Score) -> Iterator[Choice]:
    ruled = penalty.ruled
    if ruled.remedy == "game lost":
        side = offending_side(ruled, current)
        lost = replace(score, lost_by=side)
        if _can_be(book, current, lost):
            yield Choice("game lost", f"{_pair(current, ruled.table, side)} lost the game: add it to the score", lost)
        yield Choice("as played", "The score stays as it is")
    elif ruled.remedy == "choice":
        yield Choice("as played", "The score as played")
        yield Choice("in the score", "The points, and the score includes them")
        yield from _put(book, current, ruled, score, "added", "The points: add")
        yield from _put(book, current, ruled, score, "taken off", "The points: take")
    else:
        yield Choice("in the score", "Yes, it includes them")
        yield from _put(book, current, ruled, score, "added", "No, add")


def _put(
    book: Rulebook, current: Round, ruled: PointsRuled, score: Score, how: Settlement, verb: str
) -> Iterator[Choice]:
    added, offenders = how == "added", offending_side(ruled, current)
    side = offenders.other if added else offenders
    wanted = _moved(book, score, side, ruled.points if added else -ruled.points)
    if ruled.irregularity == "revoke":
        wanted = _with_revoke(book, wanted, offenders)
    if wanted.points == score.points or not _can_be(book, current, wanted):
        return
    worth, pair = points_words(ruled.points), _pair(current, ruled.table, side)
    yield Choice(how, f"{verb} {worth} {'to' if added else 'off'} {pair}: {wanted.ns}–{wanted.ew}", wanted)


def _moved(book: Rulebook, score: Score, side: Side, change: int) -> Score:
    """The score with more or fewer points for a side, also on the personal cards of its two players."""
    points = max(0, score.points[side] + change)
    if book.game.points and book.game.over_target == "not counted":
        points = min(points, book.game.points)
    card = score.cards[side]
    if card.personal is not None:
        first, second = (max(0, own + change) for own in card.personal)
        card = replace(card, personal=(first, second))
    changed = replace(score, cards=_with_card(score, side, card))
    return replace(changed, ns=points) if side is Side.NS else replace(changed, ew=points)


def _with_revoke(book: Rulebook, score: Score, side: Side) -> Score:
    """Count the revoke on the card, if cards count them: it is missing there just as its points are."""
    if "revokes" not in card_fields(book):
        return score
    card = score.cards[side]
    return replace(score, cards=_with_card(score, side, replace(card, revokes=card.revokes + 1)))


def _with_card(score: Score, side: Side, card: SideCard) -> tuple[SideCard, SideCard]:
    return (card, score.cards[1]) if side is Side.NS else (score.cards[0], card)


def _can_be(book: Rulebook, current: Round, score: Score) -> bool:
    try:
        check_score(book, score, current.bell)
    except EventError:
        return False
    return True


def _pair(current: Round, table: int, side: Side) -> str:
    return " & ".join(current.subs.get(name, name) for name in current.table(table).pair(side))
