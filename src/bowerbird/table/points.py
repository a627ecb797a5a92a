"""The worth of a hand: the rulebook's points, the personal cards and the effect of rulings; and the total score."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.points import hand_points, outcome_of, personal_points
from bowerbird.seats import Seat, Side
from bowerbird.table.state import Chosen, Gain, Hand, HandResult, Scored

__all__ = ["added", "added_up", "score_hand", "worth"]


def score_hand(book: Rulebook, hand: Hand, dealer: Seat) -> HandResult:
    """The result of a hand that was played to its end."""
    assert hand.maker is not None
    makers = hand.maker.side
    taken = hand.tricks_of(makers)
    to_makers, to_others = hand_points(book.points, taken, hand.alone, hand.lone_defender is not None)
    tricks = (hand.tricks_of(Side.NS), hand.tricks_of(Side.EW))
    return HandResult(
        dealer=dealer,
        outcome=outcome_of(taken),
        maker=hand.maker,
        trump=hand.trump,
        alone=hand.alone,
        lone_defender=hand.lone_defender,
        tricks=tricks,
        points=(to_makers, to_others) if makers is Side.NS else (to_others, to_makers),
        personal=personal_points(book.personal_card, hand.maker, taken, hand.alone),
    )


def worth(scored: Scored, void: Collection[int] = ()) -> HandResult:
    """The result that counts: as played, less the points of an unscored side, or with a revoke's points instead.

    Rulings at the places in `void` have no effect. A hand that one of them ended counts for nobody.
    """
    if scored.ruling is not None and scored.ruling in void:
        return replace(scored.played, points=(0, 0), personal=(0, 0, 0, 0))
    taken = [chosen for chosen in scored.taken if chosen.owed.record not in void]
    if taken:
        return _with_penalties(scored.played, taken)
    unscored = {side for side, ruling in scored.unscored if ruling not in void}
    return _without_points(scored.played, unscored) if unscored else scored.played


def _without_points(result: HandResult, unscored: set[Side]) -> HandResult:
    points = [0 if side in unscored else result.points[side] for side in Side]
    personal = [0 if seat.side in unscored else result.personal[seat] for seat in Seat]
    return replace(result, points=tuple(points), personal=tuple(personal))


def _with_penalties(result: HandResult, taken: list[Chosen]) -> HandResult:
    points = [0, 0]
    for chosen in taken:
        if chosen.choice == "add points":
            points[chosen.owed.side] += chosen.owed.points
        else:
            points[chosen.owed.side.other] -= chosen.owed.points
    return replace(result, outcome="ruled", points=tuple(points), personal=(0, 0, 0, 0))


def added(book: Rulebook, score: tuple[int, int], points: tuple[int, int]) -> tuple[int, int]:
    """The score with points added or taken off: never below zero, nor past the target if extra points do not count."""
    most = book.game.points if book.game.points and book.game.over_target == "not counted" else 10**6
    return min(max(score[0] + points[0], 0), most), min(max(score[1] + points[1], 0), most)


def added_up(book: Rulebook, sheet: Sequence[Gain | Scored], void: Collection[int]) -> tuple[int, int]:
    """The total of a whole score sheet without the rulings at the places in `void`."""
    score = (0, 0)
    for line in sheet:
        if isinstance(line, Scored):
            score = added(book, score, worth(line, void).points)
        elif line.ruling is None or line.ruling not in void:
            score = added(book, score, line.points)
    return score
