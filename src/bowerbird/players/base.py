"""What a player is: something that looks at a view and chooses one of its legal actions. It is given nothing else.

Chance comes in as a whole number when the player is made. A decision draws from that number and from the view alone, so
the same view gives the same answer, however many decisions went before.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Protocol

from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, View

__all__ = ["Player", "decision_seed"]


class Player(Protocol):
    """Somebody who can take a seat."""

    #: How the level is called where people choose one.
    level: str

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`, which is never empty when a player is asked."""
        ...


def decision_seed(seed: int, view: View) -> int:
    """A whole number of 63 bits for one decision: another view or another seed gives another one."""
    seen = (
        seed,
        view.seat,
        view.phase.value,
        view.dealer,
        view.score,
        view.hands_played,
        view.hand,
        view.counts,
        view.turn_up,
        view.calls,
        view.discards,
        [trick.plays for trick in view.tricks],
        view.trick.plays,
    )
    return int.from_bytes(blake2b(repr(seen).encode(), digest_size=8).digest(), "big") >> 1
