"""The pauses after each event, so that a person can read it. Seconds only; no clock."""

from __future__ import annotations

from typing import Final

import msgspec

from bowerbird.cli.play.game import SeenFact
from bowerbird.table import Deal, DefendAlone, Draw, Name, Order, Pass, Play, StartBell, TurnUp

__all__ = ["PACES", "Pace"]


class Pace(msgspec.Struct, frozen=True):
    """Seconds to pause after a call, a card, a full trick and a finished hand. None waits for a key."""

    name: str
    call: float
    card: float
    trick: float | None
    hand: float | None

    def after(self, happened: SeenFact) -> float | None:
        """The seconds to pause. 0 continues at once, None waits for a key."""
        if happened.result is not None:
            return self.hand
        if happened.trick is not None:
            return self.trick
        match happened.fact:
            case Draw():
                return self.hand if happened.dealer_found else self.card / 2
            case Play():
                return self.card
            case Pass() | Order() | Name() | DefendAlone() | TurnUp() | StartBell():
                return self.call
            case Deal():
                return self.call / 2
            case _:
                return 0.0


#: The paces to choose from, the default first. Any key skips a pause.
PACES: Final = (
    Pace("normal", call=0.9, card=0.7, trick=2.2, hand=5.0),
    Pace("slow", call=1.6, card=1.3, trick=4.0, hand=9.0),
    Pace("press a key", call=0.9, card=0.7, trick=None, hand=None),
    Pace("quick", call=0.4, card=0.3, trick=1.0, hand=2.0),
)
