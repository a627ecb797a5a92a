"""The possible results of a choice over many worlds: points, the game, and the fate of the makers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

import msgspec

from bowerbird.players.worth import Contract, Stakes

__all__ = ["Outlook", "Tally", "different_deals"]


class Outlook(msgspec.Struct, frozen=True):
    """The worth of a choice to the side that chooses, and the shares of the outcomes after it.

    `made`, `march` and `euchre` are about the makers of either side; `ours` is the share of hands that our side makes.
    `doubt` is the doubt of `points` that comes from the deals sampled, two standard errors; None if none were.
    """

    points: float
    game: float
    value: float
    made: float
    march: float
    euchre: float
    thrown_in: float
    ours: float
    doubt: float | None = None


def different_deals(weights: Iterable[float]) -> float:
    """The number of equally weighted deals that tell as much as these."""
    kept = list(weights)
    return sum(kept) ** 2 / sum(weight * weight for weight in kept) if kept else 0.0


class Tally:
    """Adds up results, world by world."""

    def __init__(self, stakes: Stakes, side: int) -> None:
        """Count for the observing side, with these stakes."""
        self._stakes = stakes
        self._side = side
        self._sums = [0.0] * 7  # points, game, value, euchre, made, march, ours
        self._squares = 0.0
        self._weight = 0.0
        self._thrown_in = 0.0

    def add(self, contract: Contract, tricks: int, weight: float) -> None:
        """Add a number of tricks for the makers, in worlds of this weight."""
        scale = self._stakes.scale(contract)
        sums = self._sums
        sums[0] += weight * scale.points[tricks]
        self._squares += weight * scale.points[tricks] ** 2
        sums[1] += weight * scale.game[tricks]
        sums[2] += weight * scale.value[tricks]
        sums[3 + (tricks >= 3) + (tricks == 5)] += weight
        if contract.maker.side == self._side:
            sums[6] += weight
        self._weight += weight

    def add_spread(self, contract: Contract, spread: Sequence[float]) -> None:
        """The weight of the worlds in which the makers took 0 to 5 tricks."""
        for tricks, weight in enumerate(spread):
            if weight:
                self.add(contract, tricks, weight)

    def add_thrown_in(self, weight: float) -> None:
        """Add worlds in which nobody made trump."""
        points, game, value = self._stakes.thrown_in()
        self._sums[0] += weight * points
        self._squares += weight * points**2
        self._sums[1] += weight * game
        self._sums[2] += weight * value
        self._thrown_in += weight
        self._weight += weight

    def outlook(self, deals: float = 0.0) -> Outlook:
        """The means. `deals` is the number of different deals behind them, if they were sampled."""
        total = self._weight or 1.0
        points, game, value, euchre, made, march, ours = (number / total for number in self._sums)
        variance = max(0.0, self._squares / total - points**2)
        doubt = 2 * sqrt(variance / (deals - 1)) if deals > 1 else None
        return Outlook(points, game, value, made, march, euchre, self._thrown_in / total, ours, doubt)
