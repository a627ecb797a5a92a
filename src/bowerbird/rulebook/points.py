"""The worth of a hand by its tricks: the rulebook's points, and the personal cards. Pure."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bowerbird.rulebook.model import PersonalCard, PointRules
from bowerbird.seats import Seat

__all__ = ["Outcome", "hand_points", "outcome_of", "personal_points"]

#: What the makers of trump achieved.
Outcome: TypeAlias = Literal["made", "march", "euchre"]


def outcome_of(maker_tricks: int) -> Outcome:
    """Name the outcome: three tricks make it, five are a march, fewer are a euchre."""
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
    """The gain on each personal card: the side with more tricks scores, makers or not."""
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
