"""`novice`: plays by the simple rules, and errs as people do who learned the game last week.

Its mistakes are the ones seen at every table: a hand that looks better or worse than it is, the left bower taken for a
card of its own suit, a trump on the partner's trick, a card pulled out without much thought. They come from the seed.
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

#: How far a hand is misjudged, in tricks: mostly by less than this.
_MISJUDGED: Final = 0.5
#: How often each mistake is made where there is room for it.
_THOUGHTLESS: Final = 0.08
_LEFT_BOWER_WASTED: Final = 0.3
_PARTNER_TRUMPED: Final = 0.3


class NovicePlayer(SimplePlayer):
    """Simple rules, and human mistakes."""

    level = "novice"

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`."""
        plays = [fact for fact in view.legal if isinstance(fact, Play)]
        if view.phase is Phase.PLAY and len(plays) > 1:
            slip = _slip(view, plays, Random(decision_seed(self._seed, view)))
            if slip is not None:
                return slip
        return super().choose(book, view)

    def _mood(self, view: View) -> float:
        return Random(decision_seed(self._seed, view)).gauss(0.0, _MISJUDGED)


def _slip(view: View, plays: list[Play], dice: Random) -> Play | None:
    """The card of a mistake, if one is made now."""
    assert view.seat is not None
    if dice.random() < _THOUGHTLESS:
        return dice.choice(plays)
    left = next((play for play in plays if play.card == left_bower(view.trump)), None)
    if left is not None and dice.random() < _LEFT_BOWER_WASTED:
        return left
    row = trump_index(view.trump)
    cards = view.trick.cards
    if len(cards) >= 2 and view.trick.plays[winning_place(cards, row)][0] is view.seat.partner:
        over = [play for play in plays if winning_place([*cards, play.card], row) == len(cards)]
        if over and dice.random() < _PARTNER_TRUMPED:
            return max(over, key=lambda play: STRENGTH[row][play.card])
    return None
