"""What the judge finds: every choice of a decision, compared with the best one in the same worlds."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from bowerbird.kernel.play_on import RECORD
from bowerbird.players.outlook import Outlook
from bowerbird.players.verdict import Verdict
from bowerbird.table import Fact

__all__ = ["MISTAKE", "RECORD", "Choice", "Evidence", "Judgement", "Verdict"]

#: A choice that is behind by this much, in points, is a mistake, if that is clear.
MISTAKE: Final = 0.1
#: A choice that is behind by less than this is as good as the best.
_NO_DIFFERENCE: Final = 0.05
#: The standard errors that make a difference clear, and those by which a mistake must be one.
_CLEAR: Final = 2.0
_SURELY: Final = 1.0


class Choice(msgspec.Struct, frozen=True):
    """One choice, with the others that are the same to everybody in `same`: a nine and a ten with nothing between.

    `behind` is how much less it is worth than the best, in points as they count at this score, and `points_behind` in
    plain points of the hand, which may be negative. Each has its standard error. They come from the same worlds as the
    best choice's figures, so all figures of `outlook` can be compared.
    """

    fact: Fact
    outlook: Outlook
    behind: float = 0.0
    error: float = 0.0
    points_behind: float = 0.0
    points_error: float = 0.0
    same: tuple[Fact, ...] = ()

    @property
    def is_clear(self) -> bool:
        """True if this is behind by more than chance."""
        return self.behind > _CLEAR * self.error

    @property
    def is_as_good(self) -> bool:
        """True if nobody should say that the best choice is better."""
        return self.behind < _NO_DIFFERENCE or not self.is_clear

    @property
    def is_mistake(self) -> bool:
        """True if this is certainly worse, and by enough to matter even if chance was against it."""
        return self.behind - _SURELY * self.error >= MISTAKE and self.is_clear


class Evidence(NamedTuple):
    """The worlds in which the choices were tried, and what happened in them.

    A world is five sets of cards: the four hands at the decision, North first, and the dealer's hidden discard. All
    `shares` add up to 1. `records` has, for each choice in the order of the judgement, a row of `RECORD` bytes for each
    of the first worlds: choices that were soon clear were tried in fewer of them.
    """

    worlds: npt.NDArray[np.uint64]
    shares: npt.NDArray[np.float64]
    records: tuple[npt.NDArray[np.uint8], ...]


class Judgement(msgspec.Struct, frozen=True):
    """All choices of a decision, best first. Empty if there is nothing to weigh.

    `by` is "net" if nets played the worlds out. Otherwise it is the level of the player whose opinion this is, without
    evidence: "expert" for decisions that the net was not trained for.
    """

    choices: tuple[Choice, ...] = ()
    by: str = "net"
    evidence: Evidence | None = None

    def choice(self, fact: Fact) -> Choice | None:
        """The choice that is this fact, or the same as it."""
        return next((choice for choice in self.choices if fact == choice.fact or fact in choice.same), None)

    def verdict(self, fact: Fact) -> Verdict:
        """What to say about a fact that was chosen."""
        choice = self.choice(fact)
        if choice is None or choice is self.choices[0]:
            return "best"
        return "mistake" if choice.is_mistake else "as good" if choice.is_as_good else "behind"
