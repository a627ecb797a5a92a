"""`novice`: plays by the simple rules, with the mistakes of a beginner.

They are the usual mistakes: a hand looks better or worse than it is, the left bower is taken for a card of its printed
suit, the partner's trick is trumped, a card is played without much thought. They come from the seed.
"""

from __future__ import annotations

from random import Random
from typing import Final

from bowerbird.cards import STRENGTH, left_bower, trump_index
from bowerbird.kernel.play import winning_place
from bowerbird.players.base import decision_seed
from bowerbird.players.simple import SimplePlayer
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, Phase, Play, View

__all__ = ["NovicePlayer"]

#: The standard deviation of a misjudged hand, in tricks.
_JUDGING_ERROR: Final = 0.5
#: The frequency of each mistake when it is possible.
_RANDOM_CARD_SHARE: Final = 0.08
_LEFT_BOWER_SHARE: Final = 0.3
_TRUMPS_PARTNER_SHARE: Final = 0.3


class NovicePlayer(SimplePlayer):
    """Simple rules with human mistakes."""

    level = "novice"

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`."""
        plays = [fact for fact in view.legal if isinstance(fact, Play)]
        if view.phase is Phase.PLAY and len(plays) > 1:
            slip = _slip(view, plays, Random(decision_seed(self._seed, view)))
            if slip is not None:
                return slip
        return super().choose(book, view)

    def _judging_error(self, view: View) -> float:
        return Random(decision_seed(self._seed, view)).gauss(0.0, _JUDGING_ERROR)


def _slip(view: View, plays: list[Play], dice: Random) -> Play | None:
    """The card of a mistake, if one is made now."""
    assert view.seat is not None
    if dice.random() < _RANDOM_CARD_SHARE:
        return dice.choice(plays)
    left = next((play for play in plays if play.card == left_bower(view.trump)), None)
    if left is not None and dice.random() < _LEFT_BOWER_SHARE:
        return left
    row = trump_index(view.trump)
    cards = view.trick.cards
    if len(cards) >= 2 and view.trick.plays[winning_place(cards, row)][0] is view.seat.partner:
        over = [play for play in plays if winning_place([*cards, play.card], row) == len(cards)]
        if over and dice.random() < _TRUMPS_PARTNER_SHARE:
            return max(over, key=lambda play: STRENGTH[row][play.card])
    return None
