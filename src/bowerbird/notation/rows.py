"""Games as rows for spreadsheets and statistics, one for each hand. What isn't known is None."""

from __future__ import annotations

import msgspec

from bowerbird.cards import trump_letter
from bowerbird.notation._export import call_text, played_deals
from bowerbird.notation._lacks import PlayedDeal
from bowerbird.notation.replay import Replay, ReplayedDeal
from bowerbird.seats import Seat
from bowerbird.table import Hand, HandResult, Table
from bowerbird.table.state import cards_in

__all__ = ["HandRow", "rows_of_replay", "rows_of_table"]

_HAND = 5


class HandRow(msgspec.Struct, frozen=True):
    """One hand. Seats are letters, cards are written as in EGN, and tricks are separated by slashes.

    `winners` has a letter for each trick. Scores are those before the hand.
    """

    hand: int
    dealer: str
    turn_up: str
    north: str | None
    east: str | None
    south: str | None
    west: str | None
    calls: str
    maker: str | None
    trump: str | None
    alone: bool
    lone_defender: str | None
    discard: str | None
    tricks: str
    winners: str
    outcome: str | None
    tricks_ns: int
    tricks_ew: int
    points_ns: int
    points_ew: int
    score_ns: int
    score_ew: int


def rows_of_table(table: Table) -> list[HandRow]:
    """The finished hands of a game at our table."""
    finished = [(deal, deal.result) for deal in played_deals(table) if deal.result is not None]
    return [_of_played(number, deal, result) for number, (deal, result) in enumerate(finished, start=1)]


def _of_played(number: int, deal: PlayedDeal, result: HandResult) -> HandRow:
    hand = deal.hand
    score = (deal.score[0] - result.points[0], deal.score[1] - result.points[1])
    tricks = [*hand.tricks, hand.on_table] if hand.on_table.plays else list(hand.tricks)
    return _row(
        number,
        deal.dealer,
        str(hand.turn_up),
        hand,
        calls=[call_text(call, hand) for call in hand.calls],
        discard=str(hand.discards[0][1]) if hand.discards else None,
        tricks=[[str(card) for _, card in trick.plays] for trick in tricks],
        winners=[trick.winner for trick in hand.tricks],
        outcome=result.outcome,
        sums=(*result.tricks, *result.points, *score),
    )


def rows_of_replay(played: Replay) -> list[HandRow]:
    """The hands of a recorded game."""
    scores = (played.start, *(deal.score for deal in played.deals))
    return [_of_replayed(deal, score) for deal, score in zip(played.deals, scores, strict=False)]


def _of_replayed(deal: ReplayedDeal, score: tuple[int, int]) -> HandRow:
    return _row(
        deal.number,
        deal.dealer,
        deal.turn_up,
        deal.hand,
        calls=[call_text(call, deal.hand) for call in deal.hand.calls],
        discard=None if deal.discard is None else str(deal.discard),
        tricks=[[card for _, card in trick.plays] for trick in deal.tricks],
        winners=[trick.winner for trick in deal.tricks],
        outcome=deal.outcome,
        sums=(*deal.taken(), *deal.points, *score),
    )


def _row(
    number: int,
    dealer: Seat,
    turn_up: str,
    hand: Hand,
    *,
    calls: list[str],
    discard: str | None,
    tricks: list[list[str]],
    winners: list[Seat | None],
    outcome: str | None,
    sums: tuple[int, int, int, int, int, int],
) -> HandRow:
    north, east, south, west = (_dealt(mask) for mask in hand.dealt)
    made = hand.maker is not None
    return HandRow(
        number,
        dealer.name,
        turn_up,
        north,
        east,
        south,
        west,
        " ".join(calls),
        None if hand.maker is None else hand.maker.name,
        trump_letter(hand.trump) if made else None,
        hand.alone,
        None if hand.lone_defender is None else hand.lone_defender.name,
        discard,
        " / ".join(" ".join(trick) for trick in tricks),
        "".join("?" if winner is None else winner.name for winner in winners),
        outcome,
        *sums,
    )


def _dealt(mask: int) -> str | None:
    return " ".join(map(str, cards_in(mask))) if mask.bit_count() == _HAND else None
