"""The chance to win a game from a score, by dealer, computed from how often hands have each outcome.

The shares of outcomes were counted in bulk play and are stored beside this file; a rulebook's points and target turn
them into a table, in a millisecond. If the number of hands is limited, the side that leads after them wins.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Final, TypeAlias

from bowerbird.rulebook.model import GameRules, PointRules, Rulebook
from bowerbird.rulebook.points import hand_points

__all__ = ["Chances"]

#: The target assumed for a game without one: far enough away that only points matter.
_NO_TARGET: Final = 10

#: With this many hands left or more, a game is assumed to be won by points.
_MANY_HANDS: Final = 24

#: Share of hands, points to the dealer's side, points to the other.
_Outcome: TypeAlias = tuple[float, int, int]


class Chances:
    """The chances of both sides at every score, for one rulebook's points."""

    def __init__(self, points: PointRules, target: int, stick: bool, partner_alone: bool) -> None:
        """Compute the table from the highest scores down."""
        self.target = target
        thrown_in, self._outcomes = _outcomes(points, stick, partner_alone)
        # _win[deals][ours][theirs], `deals` = 1 if our side deals next.
        self._win = [[[0.0] * target for _ in range(target)] for _ in range(2)]
        for total in range(2 * target - 2, -1, -1):
            for ours in range(max(0, total - target + 1), min(target, total + 1)):
                self._settle(ours, total - ours, thrown_in, self._outcomes)
        # The same with a number of hands left, the last one first; computed as far as needed.
        self._within: list[list[list[list[float]]]] = []

    @classmethod
    def of(cls, book: Rulebook) -> Chances:
        """The table of a rulebook, computed once."""
        return _chances(book.points, book.game, book.auction.stick_the_dealer, book.auction.partner_orders_alone)

    def win(self, ours: int, theirs: int, we_deal: bool) -> float:
        """The chance that we win from this score if we, or they, deal next."""
        if ours >= self.target or theirs >= self.target:
            return 0.5 if ours == theirs else float(ours > theirs)
        return self._win[we_deal][ours][theirs]

    @property
    def dealer_gain(self) -> float:
        """The points that an average hand brings the dealer's side, less those of the other."""
        return sum(share * (dealers - others) for share, dealers, others in self._outcomes)

    def win_within(self, hands: float, ours: int, theirs: int, we_deal: bool) -> float:
        """The chance that we have won, or lead, after this many more hands. A tie counts half.

        Fractions are interpolated. A thrown-in hand counts as a hand.
        """
        whole = int(hands)
        if whole >= _MANY_HANDS:
            return self.win(ours, theirs, we_deal)
        fewer = self._after(whole, ours, theirs, we_deal)
        share = hands - whole
        return fewer + share * (self._after(whole + 1, ours, theirs, we_deal) - fewer) if share else fewer

    def _after(self, hands: int, ours: int, theirs: int, we_deal: bool) -> float:
        if hands == 0 or ours >= self.target or theirs >= self.target:
            return 0.5 if ours == theirs else float(ours > theirs)
        while len(self._within) < hands:
            self._within.append(self._with_one_more())
        return self._within[hands - 1][we_deal][ours][theirs]

    def _with_one_more(self) -> list[list[list[float]]]:
        """The chances with one hand more than the last table."""
        left = len(self._within)
        scores = range(self.target)
        table = []
        for we_deal in (False, True):
            rows = []
            for ours in scores:
                row = []
                for theirs in scores:
                    chance = thrown_in = self._after(left, ours, theirs, not we_deal)
                    for share, dealers, others in self._outcomes:
                        us, them = (dealers, others) if we_deal else (others, dealers)
                        chance += share * (self._after(left, ours + us, theirs + them, not we_deal) - thrown_in)
                    row.append(chance)
                rows.append(row)
            table.append(rows)
        return table

    def _settle(self, ours: int, theirs: int, thrown_in: float, outcomes: list[_Outcome]) -> None:
        """Solve for both dealers at a score: a thrown-in hand passes the deal and changes nothing else."""
        stay = thrown_in + sum(share for share, dealers, others in outcomes if dealers == others == 0)
        deals = waits = 0.0
        for share, dealers, others in outcomes:
            if dealers or others:
                deals += share * self.win(ours + dealers, theirs + others, False)
                waits += share * self.win(ours + others, theirs + dealers, True)
        if stay >= 1.0:
            deals = waits = 0.5
            stay = 0.0
        self._win[1][ours][theirs] = (deals + stay * waits) / (1 - stay * stay)
        self._win[0][ours][theirs] = (waits + stay * deals) / (1 - stay * stay)


@lru_cache(maxsize=64)
def _chances(points: PointRules, game: GameRules, stick: bool, partner_alone: bool) -> Chances:
    return Chances(points, game.points or _NO_TARGET, stick, partner_alone)


@lru_cache(maxsize=1)
def _shares() -> dict[str, dict[str, float]]:
    shares: dict[str, dict[str, float]] = json.loads((files(__package__) / "shares.json").read_text("utf-8"))
    return shares


def _outcomes(points: PointRules, stick: bool, partner_alone: bool) -> tuple[float, list[_Outcome]]:
    """The share of thrown-in hands, and every outcome of the rest."""
    counted = _shares()[("stick" if stick else "pass") + (" partner alone" if partner_alone else "")]
    total = sum(counted.values())
    shares = {name: share / total for name, share in counted.items()}
    outcomes = []
    for name, share in shares.items():
        if name == "thrown in":
            continue
        side, alone, tricks = name.split()
        to_makers, to_others = hand_points(points, int(tricks), alone == "alone", False)
        outcomes.append((share, to_makers, to_others) if side == "dealers" else (share, to_others, to_makers))
    return shares.get("thrown in", 0.0), outcomes
