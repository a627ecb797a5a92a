"""The score of an event from a game that was played online: points, and the entries on everybody's card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bowerbird.event.facts import BoardScore, Score, SideCard
from bowerbird.event.results import result_of
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Side
from bowerbird.table import HandResult, State

__all__ = ["score_of"]


def score_of(book: Rulebook, state: State, boards: Sequence[int] = ()) -> Score:
    """The score of a finished game. Nobody has to count: every hand is in it, and every board in order."""
    hands = [hand for hand in state.results if hand.counts]
    points = [_counted(book, made) for made in state.score]
    cards = [_card(book, hands, side) for side in Side]
    lost_by = None
    if state.result is not None and state.result.ended_by == "ruling" and state.result.winner is not None:
        lost_by = state.result.winner.other
    last = hands[-1].dealer if hands else None
    return Score(points[0], points[1], (cards[0], cards[1]), lost_by, last, boards=tuple(_boards(hands, boards)))


def _boards(hands: Sequence[HandResult], boards: Sequence[int]) -> Iterator[BoardScore]:
    """The boards of a table, by its hands. One that was not reached was not played."""
    for place, board in enumerate(boards):
        if place < len(hands):
            yield BoardScore(board, *hands[place].points)
        else:
            yield BoardScore(board, adjusted=(0, 0))


def _counted(book: Rulebook, points: int) -> int:
    """The points of a side, at most the target if points above it do not count."""
    capped = book.game.points and book.game.over_target == "not counted"
    return min(points, book.game.points) if capped else points


def _card(book: Rulebook, hands: list[HandResult], side: Side) -> SideCard:
    own = [hand for hand in hands if hand.maker is not None and hand.maker.side is side]
    first, second = side.seats
    lone = [hand.maker for hand in own if hand.alone and hand.outcome == "march"]
    personal = (sum(hand.personal[first] for hand in hands), sum(hand.personal[second] for hand in hands))
    return SideCard(
        euchred=sum(hand.outcome == "euchre" for hand in own),
        failed_alone=sum(hand.alone and hand.tricks[side] < 5 for hand in own),
        marches=sum(hand.tricks[side] == 5 for hand in hands),
        loners=(lone.count(first), lone.count(second)),
        personal=personal if result_of(book).personal else None,
    )
