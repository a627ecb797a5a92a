"""One look of a net at a view: what it prefers, what it expects, where it thinks the cards are.

A net trained by self-play has seen only its own kind of play. If a euchre costs next to nothing, its eldest hand always
calls, so the seats after it never had to, and it has not learned those calls. It learned them well where a euchre costs
more. So it looks at such calls as if a euchre cost a part more than it does.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from bowerbird.players.automatic import next_automatic
from bowerbird.players.net.inputs import LEVELS, PASS, Seen, knows, seen_by_master, worth_row
from bowerbird.players.net.weights import Found, Net
from bowerbird.players.worth import Aim, Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Open, Phase, State, View, step, view

__all__ = ["Habits", "look"]

#: How far a euchre counts like the loss of all five tricks, where the net has not learned to call.
_CAUTION: Final = 0.4
#: Hands tried to find a habit, and the share of passes among them that counts as none.
_HABIT_HANDS: Final = 64
_RARE_PASSES: Final = 0.05
#: Sets of rules to remember, as a server may see any number of house rules.
_REMEMBERED_RULES: Final = 256


def look(net: Net, book: Rulebook, view: View, aim: Aim = "game") -> tuple[Seen, Found]:
    """What the seat of this view can do, and what the net makes of it."""
    assert view.seat is not None
    seen, row = seen_by_master(book, view), worth_row(Stakes(book, view, aim), view.seat)
    late = view.phase in (Phase.FIRST_ROUND, Phase.SECOND_ROUND) and bool(view.calls)
    return seen, net(seen.bits, _careful(row) if late and _habits(net).always_calls_first(book) else row)


def _careful(row: tuple[float, ...]) -> tuple[float, ...]:
    """The worth of the outcomes if a euchre costs more, whichever side made trump, alone or not."""
    worth = list(row)
    for euchre in range(1, len(row) - 1, len(LEVELS)):
        worth[euchre] += _CAUTION * (worth[euchre - 1] - worth[euchre])
    return tuple(worth)


@lru_cache(maxsize=4)
def _habits(net: Net) -> Habits:
    return Habits(net)


class Habits:
    """The habits of one net, found once for each set of rules."""

    def __init__(self, net: Net) -> None:
        """Start with nothing known."""
        self._net = net
        self._always: dict[tuple[object, ...], bool] = {}

    def always_calls_first(self, book: Rulebook) -> bool:
        """True if the eldest hand calls with almost any cards, at 0–0 and for points."""
        rules = (book.auction, book.discard, book.lead, book.points, book.personal_card)
        if rules not in self._always:
            if len(self._always) == _REMEMBERED_RULES:
                self._always.clear()
            # The net does not decide about hands that can be given back or exchanged.
            views = (_first_view(book, Random(number)) for number in range(_HABIT_HANDS))
            passes = [self._passes(book, each) for each in views if knows(book, each)]
            self._always[rules] = sum(passes) <= _RARE_PASSES * len(passes)
        return self._always[rules]

    def _passes(self, book: Rulebook, seen_by_eldest: View) -> bool:
        assert seen_by_eldest.seat is not None
        seen = seen_by_master(book, seen_by_eldest)
        row = worth_row(Stakes(book, seen_by_eldest, "points"), seen_by_eldest.seat)
        liked = self._net(seen.bits, row).policy
        return max(seen.legal, key=lambda action: float(liked[action])) == PASS


def _first_view(book: Rulebook, dice: Random) -> View:
    """The view of the eldest hand before the first call."""
    state = step(book, State(), Open(dealer=Seat.N))
    while (chore := next_automatic(book, state, dice)) is not None:
        state = step(book, state, chore)
    return view(book, state, state.dealer.left)
