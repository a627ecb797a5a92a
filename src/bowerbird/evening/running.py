"""The running card of a table at the desk: its own lines, the rulings in force between them, and its score. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bowerbird.evening.facts import PointsSettled
from bowerbird.evening.penalties import (
    OFF_THE_GAME,
    Penalty,
    can_be,
    is_open,
    offending_side,
    penalties_at,
    with_ruled_off,
)
from bowerbird.evening.state import Evening
from bowerbird.event.facts import Score
from bowerbird.event.results import result_of
from bowerbird.event.scores import asks_winner, completed, counted_cards
from bowerbird.event.state import Round
from bowerbird.event.tally import Award, Entry, Noted, Tally, tally
from bowerbird.rulebook.irregularities import RemedyKind

__all__ = ["as_it_ended", "rulings_included", "running", "with_the_card", "written_down"]


def running(evening: Evening, current: Round, number: int) -> Tally:
    """The running card of a table, added up."""
    return tally(evening.event.book, current.table(number).dealer, _entries(evening, current, number))


def with_the_card(evening: Evening, current: Round, number: int, score: Score) -> Score:
    """A score without cards of its own: they follow from the running card of the table."""
    book, card = evening.event.book, running(evening, current, number)
    marked = with_ruled_off(book, evening.penalties, current, number, replace(score, cards=card.cards))
    card = replace(card, cards=marked.cards)
    keeps = result_of(book).personal and card.points == score.points and not card.noted
    dealer = card.last_dealer if score.last_dealer is None else score.last_dealer
    return replace(score, cards=counted_cards(book, card.side_cards(keeps_personal=keeps)), last_dealer=dealer)


def as_it_ended(evening: Evening, current: Round, number: int, score: Score, *, stopped: bool) -> Score:
    """Mark a score that is impossible otherwise: the ruling that ended the game lost it, or it was `stopped`."""
    book = evening.event.book
    if can_be(book, current, score):
        return score
    for penalty in penalties_at(evening.penalties, current, number).values():
        if penalty.ruled.remedy == "game lost" and score.lost_by is None and is_open(penalty, current):
            return replace(score, lost_by=offending_side(penalty.ruled, current))
    return replace(score, stopped=score.stopped or (stopped and not score.boards))


def rulings_included(evening: Evening, current: Round, number: int, score: Score) -> tuple[PointsSettled, ...]:
    """The rulings that a score includes: the running card has the same points, or they took off what a side had won."""
    remedies: set[RemedyKind] = (
        {OFF_THE_GAME} if asks_winner(evening.event.book, replace(score, lost_by=None)) else set()
    )
    if number in current.running and running(evening, current, number).points == score.points:
        remedies |= {"points", "hand lost", OFF_THE_GAME}
    return tuple(
        PointsSettled(ruling=ruling, how="in the score")
        for ruling, each in penalties_at(evening.penalties, current, number).items()
        if each.settled is None and each.ruled.remedy in remedies
    )


def written_down(evening: Evening) -> dict[int, Score]:
    """The scores of games in progress whose hands or points were written down but not yet entered, by table."""
    current, found = evening.event.open_round, dict[int, Score]()
    if current is None:
        return found
    for number in {*current.running}.intersection(current.missing()).difference(current.results):
        card = running(evening, current, number)
        # Who has won a game in which points came off the winner is for people to say.
        if (card.hands or card.noted) and not card.taken and not current.table(number).boards:
            score = with_the_card(evening, current, number, Score(*card.points, stopped=not card.over))
            score = completed(evening.event.book, score)
            found[number] = as_it_ended(evening, current, number, score, stopped=True)
    return found


def _entries(evening: Evening, current: Round, number: int) -> Iterator[Entry]:
    card, so_far = current.running.get(number, ()), current.so_far.get(number)
    noted = max((place for place, entry in enumerate(card, 1) if isinstance(entry, Noted)), default=0)
    # What a ruling puts on the points that were noted comes after them.
    ruled = [
        (max(each.ruled.after, noted if each.report and each.report.points == so_far else 0), each)
        for each in penalties_at(evening.penalties, current, number).values()
        if not each.overruled
    ]
    for place, entry in enumerate(card):
        yield from (_award(each, current) for after, each in ruled if after == place)
        yield entry
    yield from (_award(each, current) for after, each in ruled if after >= len(card))


def _award(penalty: Penalty, current: Round) -> Award:
    """What a ruling does to the score so far. A choice that is still open, or as played, does nothing to it."""
    ruled, side = penalty.ruled, offending_side(penalty.ruled, current)
    revoked = side if ruled.irregularity == "revoke" else None
    match ruled.remedy:
        case "game lost":
            return Award(side.other, ends="the game")
        case "points off":
            return Award(side, -ruled.points)
        case "hand lost":
            return Award(side.other, ruled.points, "the hand", revoked)
        case "choice" if penalty.settled == "taken off":
            return Award(side, -ruled.points, "the hand", revoked)
        case "choice" if penalty.settled != "added":
            return Award(side.other, revoke_by=revoked)
        case "choice":
            return Award(side.other, ruled.points, "the hand", revoked)
        case _:
            return Award(side.other, ruled.points, revoke_by=revoked)
