"""`sampler`, the yardstick: plain sampling with open-hand search, a fixed threshold to call, no inference, no score.

It samples deals that fit what its seat has seen, all equally likely, and takes the mean of the points with best play by
all four. It never changes, so that other players can be measured against it.
"""

from __future__ import annotations

from array import array
from typing import Final

from bowerbird.cards import STRENGTH, trump_index
from bowerbird.kernel.options import Playing, Policy
from bowerbird.kernel.position import PositionError
from bowerbird.kernel.sample import deals
from bowerbird.players import evaluate
from bowerbird.players.base import decision_seed
from bowerbird.players.knowledge import seen_by
from bowerbird.players.outlook import Outlook
from bowerbird.players.thumb import ThumbPlayer
from bowerbird.players.worth import Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import DefendAlone, Discard, Fact, Name, Order, Pass, Phase, Play, View

__all__ = ["SamplerPlayer"]

_OPEN: Final = Policy(playing=Playing.OPEN)
_SAMPLES: Final = 100
#: The mean net points with open hands from which it calls. Tuned once, in matches against itself.
_THRESHOLD: Final = 0.2


class SamplerPlayer:
    """Plain sampling with open-hand search."""

    level = "sampler"

    def __init__(self, seed: int = 0, samples: int = _SAMPLES, threshold: float = _THRESHOLD) -> None:
        """Set the seed of its samples."""
        self._seed = seed
        self._samples = samples
        self._threshold = threshold
        self._plain = ThumbPlayer(seed)

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        try:
            outlooks = self._outlooks(book, view)
        except PositionError:
            outlooks = {}
        if not outlooks:
            return self._plain.choose(book, view)
        row = trump_index(view.trump)

        def merit(fact: Fact) -> tuple[float, bool, int]:
            thrift = -STRENGTH[row][fact.card] if isinstance(fact, Play | Discard) else 0
            return round(outlooks[fact].value, 9), not isinstance(fact, DefendAlone), thrift

        best = max(outlooks, key=merit)
        passes = [fact for fact in view.legal if isinstance(fact, Pass)]
        if isinstance(best, Order | Name) and passes and outlooks[best].value < self._threshold:
            return passes[0]
        return best

    def ratings(self, book: Rulebook, view: View) -> dict[Fact, float]:
        """The mean points of each call, and of a pass what a call must reach; nothing for cards."""
        if view.phase not in (Phase.FIRST_ROUND, Phase.SECOND_ROUND):
            return {}
        try:
            rated = {call: outlook.points for call, outlook in self._outlooks(book, view).items()}
        except PositionError:
            return {}
        return rated | {fact: self._threshold for fact in view.legal if isinstance(fact, Pass)}

    def _outlooks(self, book: Rulebook, view: View) -> dict[Fact, Outlook]:
        if view.phase not in (Phase.FIRST_ROUND, Phase.SECOND_ROUND, Phase.DISCARD, Phase.DEFEND, Phase.PLAY):
            return {}
        if not all(isinstance(fact, Play | Discard | Pass | Order | Name | DefendAlone) for fact in view.legal):
            return {}
        seed = decision_seed(self._seed, view)
        stakes = Stakes(book, view, "points")
        worlds = deals(seen_by(book, view), self._samples, seed)
        weights = array("d", [1.0]) * self._samples
        match view.phase:
            case Phase.PLAY:
                return evaluate.after_cards(view, worlds, weights, stakes)
            case Phase.DISCARD:
                return evaluate.after_discards(book, view, worlds, weights, stakes)
            case Phase.DEFEND:
                return evaluate.after_defence(book, view, worlds, weights, stakes)
            case Phase.FIRST_ROUND | Phase.SECOND_ROUND:
                return {
                    call: evaluate.after_call(book, view, call, worlds, weights, stakes, (_OPEN, _OPEN), seed)
                    if evaluate.can_roll_out(view, call)
                    else evaluate.after_open_call(book, view, call, worlds, weights, stakes)
                    for call in view.legal
                    if isinstance(call, Order | Name)
                }
