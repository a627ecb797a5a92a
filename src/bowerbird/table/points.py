"""What a hand is worth: the book's table of points, and the personal cards."""

from __future__ import annotations

from bowerbird.rulebook.model import PersonalCard, PointRules, Rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table.state import Hand, HandResult, Outcome

__all__ = ["hand_points", "outcome_of", "personal_points", "score_hand"]


def outcome_of(maker_tricks: int) -> Outcome:
    """Three tricks make it, five are a march, fewer a euchre."""
    if maker_tricks < 3:
        return "euchre"
    return "march" if maker_tricks == 5 else "made"


def hand_points(rules: PointRules, maker_tricks: int, alone: bool, defended_alone: bool) -> tuple[int, int]:
    """Points to the makers and to the other side."""
    outcome = outcome_of(maker_tricks)
    if outcome == "march":
        return (rules.alone_march if alone else rules.march), 0
    if outcome == "made":
        return (rules.alone_made if alone else rules.made), 0
    if defended_alone:
        return 0, rules.euchre_by_lone_defender
    worth = rules.euchre_alone if alone else rules.euchre
    if worth == "by tricks":
        return 0, rules.march if maker_tricks == 0 else rules.made
    return 0, worth


def personal_points(card: PersonalCard, maker: Seat, maker_tricks: int, alone: bool) -> tuple[int, int, int, int]:
    """What each person's own card gains: the side with most tricks scores, makers or not."""
    points = [0, 0, 0, 0]
    if not card.kept:
        return (0, 0, 0, 0)
    outcome = outcome_of(maker_tricks)
    if outcome == "euchre":
        for seat in maker.side.other.seats:
            points[seat] = card.march if maker_tricks == 0 else card.made
    elif alone and outcome == "march":
        points[maker], points[maker.partner] = card.alone_march, card.alone_march_partner
    else:
        worth = card.march if outcome == "march" else card.alone_made if alone else card.made
        points[maker] = points[maker.partner] = worth
    return (points[0], points[1], points[2], points[3])


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
