"""The habits of a net: whether the first to speak ever passes under some rules.

A net that learnt by playing with its like has seen what they do, and little else. Where a euchre costs next to nothing
its eldest hand always calls, so that nobody after it was ever asked: of those calls the net knows nothing.
"""

from __future__ import annotations

from random import Random
from typing import Final

from bowerbird.players.house import next_chore
from bowerbird.players.master_inputs import PASS, knows, seen_by_master, worth_row
from bowerbird.players.master_net import Net
from bowerbird.players.worth import Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Open, State, View, step, view

__all__ = ["Habits"]

#: Hands that are tried, and which share of passes among them is as good as none.
_HANDS: Final = 64
_HARDLY_EVER: Final = 0.05
#: So many sets of rules are remembered: a hall may see any number of house rules.
_KEPT: Final = 256


class Habits:
    """The habits of one net, found out once for each set of rules."""

    def __init__(self, net: Net) -> None:
        """Nothing is found out yet."""
        self._net = net
        self._always: dict[tuple[object, ...], bool] = {}

    def always_calls_first(self, book: Rulebook) -> bool:
        """Whether the eldest hand calls with next to any cards, at nothing all and for points."""
        rules = (book.auction, book.discard, book.lead, book.points, book.personal_card)
        if rules not in self._always:
            if len(self._always) == _KEPT:
                self._always.clear()
            # A hand that can be given back, or exchanged, is not for the net.
            views = (_first_view(book, Random(number)) for number in range(_HANDS))
            passes = [self._passes(book, each) for each in views if knows(book, each)]
            self._always[rules] = sum(passes) <= _HARDLY_EVER * len(passes)
        return self._always[rules]

    def _passes(self, book: Rulebook, seen_by_eldest: View) -> bool:
        assert seen_by_eldest.seat is not None
        seen = seen_by_master(book, seen_by_eldest)
        row = worth_row(Stakes(book, seen_by_eldest, "points"), seen_by_eldest.seat)
        liked = self._net(seen.bits, row).policy
        return max(seen.legal, key=lambda action: float(liked[action])) == PASS


def _first_view(book: Rulebook, dice: Random) -> View:
    """What the eldest hand sees before the first call."""
    state = step(book, State(), Open(dealer=Seat.N))
    while (chore := next_chore(book, state, dice)) is not None:
        state = step(book, state, chore)
    return view(book, state, state.dealer.left)
